"""The schemas as each SDK's own code converts and checks them."""

import json
import subprocess
from typing import Any

import pytest

from refbrowser.offer import Offer, Shape
from refbrowser.surface.llm_tools import tools_for
from tests.hosts.environments import INSTALL_S
from tests.hosts.lineup import HOSTS

pytestmark = pytest.mark.timeout(INSTALL_S + 120)
shapes = pytest.mark.parametrize("shape", ["flat", "each", "core"])


def converted(host: str, program: str, given: Any) -> Any:
    """What the program prints, as JSON; it has ``given``, and runs where the host is installed."""
    begin = "import json, sys; given = json.load(sys.stdin)\n"
    command = [str(HOSTS[host].environment.python), "-W", "ignore", "-c", begin + program]
    done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


@shapes
def test_openai_agents_takes_strict_schemas_as_they_are(shape: Shape) -> None:
    schemas = [tool["parameters"] for tool in tools_for("responses", Offer(shape).tools(), strict=True)]
    program = """
from copy import deepcopy
from agents.strict_schema import ensure_strict_json_schema
print(json.dumps([ensure_strict_json_schema(deepcopy(schema)) for schema in given]))
"""
    assert converted("openai_agents", program, schemas) == schemas


@shapes
@pytest.mark.parametrize("interface", ["openai", "responses"])
def test_openai_declares_such_tools(interface: Any, shape: Shape) -> None:
    tools = tools_for(interface, Offer(shape).tools(), strict=True)
    kind = {
        "openai": "openai.types.chat.chat_completion_function_tool_param.ChatCompletionFunctionToolParam",
        "responses": "openai.types.responses.function_tool_param.FunctionToolParam",
    }[interface]
    module, _, name = kind.rpartition(".")
    program = f"""
from pydantic import TypeAdapter
from {module} import {name}
check = TypeAdapter({name})
print(len([check.validate_python(tool) for tool in given]))
"""
    assert converted("openai", program, tools) == len(tools)


@shapes
def test_anthropic_declares_such_tools(shape: Shape) -> None:
    tools = tools_for("anthropic", Offer(shape).tools())
    program = """
from pydantic import TypeAdapter
from anthropic.types.tool_param import ToolParam
print(len([TypeAdapter(ToolParam).validate_python(tool) for tool in given]))
"""
    assert converted("anthropic", program, tools) == len(tools)


@shapes
def test_gemini_takes_the_declarations(shape: Shape) -> None:
    (tools,) = tools_for("gemini", Offer(shape).tools())
    program = """
from google.genai import types
tool = types.Tool.model_validate(given)
print(json.dumps([one.parameters_json_schema for one in tool.function_declarations]))
"""
    assert converted("gemini", program, tools) == [one["parametersJsonSchema"] for one in tools["functionDeclarations"]]


@shapes
def test_gemini_can_also_write_the_schemas_in_its_own_types(shape: Shape) -> None:
    # Vertex AI's older models take ``parameters``: the SDK's converter refuses what that cannot say.
    schemas = [tool["input_schema"] for tool in Offer(shape).tools()]
    program = """
from google.genai import types
made = [types.Schema.from_json_schema(json_schema=types.JSONSchema.model_validate(schema), api_option="VERTEX_AI") for schema in given]
print(json.dumps([sorted(schema.properties or {}) for schema in made]))
"""
    assert converted("gemini", program, schemas) == [sorted(schema["properties"]) for schema in schemas]


@shapes
def test_adk_converts_the_schemas(shape: Shape) -> None:
    schemas = [tool["input_schema"] for tool in Offer(shape).tools()]
    program = """
from google.adk.tools._gemini_schema_util import _to_gemini_schema
print(json.dumps([sorted(_to_gemini_schema(schema).properties or {}) for schema in given]))
"""
    assert converted("google_adk", program, schemas) == [sorted(schema["properties"]) for schema in schemas]


@shapes
def test_langchain_binds_the_tools(shape: Shape) -> None:
    tools = tools_for("langchain", Offer(shape).tools())
    program = """
from langchain_openai import ChatOpenAI
bound = ChatOpenAI(model="scripted", api_key="k").bind_tools(given)
print(json.dumps(bound.kwargs["tools"]))
"""
    assert converted("langgraph", program, tools) == tools


@shapes
def test_pydantic_ai_keeps_the_schemas(shape: Shape) -> None:
    schemas = [tool["input_schema"] for tool in Offer(shape).tools()]
    program = """
from copy import deepcopy
from pydantic_ai.profiles.openai import OpenAIJsonSchemaTransformer
print(json.dumps([OpenAIJsonSchemaTransformer(deepcopy(schema), strict=None).walk() for schema in given]))
"""
    for made, schema in zip(converted("pydantic_ai", program, schemas), schemas, strict=True):
        assert made["properties"].keys() == schema["properties"].keys()
        assert made.get("required", []) == schema.get("required", [])
