"""Runs inside a real Agent Zero, in its environment: ``use URL`` has its agent use the browser, ``serve PORT`` starts its page.

What is replaced of the host's world: models of speech and embeddings, which are not installed, and the vocabulary for counting tokens,
which is loaded from the net. Everything else is its own.
"""

import asyncio
import json
import os
import runpy
import sys
import types
from typing import Any

STUBS = ("kokoro", "sentence_transformers", "soundfile", "whisper")

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
sys.path.insert(0, os.getcwd())


class Stub(types.ModuleType):
    """A module whose every name is an empty class."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {})


def words(text: str, **_: Any) -> list[str]:
    return text.split()


async def use(url: str) -> dict[str, Any]:
    """What an agent of the host reads of three uses of the tool, and what its prompt says; its chat is then removed."""
    import initialize
    from agent import AgentContext, LoopData
    from helpers import plugins, runtime

    runtime.args["dockerized"] = True
    context = AgentContext(initialize.initialize_agent())
    agent = context.agent0

    async def answer(**arguments: Any) -> str:
        tool = agent.get_tool(name="browser", method=None, args=arguments, message="", loop_data=None)
        return str((await tool.execute(**arguments)).message)

    read = [await answer(action="open", url=url), await answer(action="content"), await answer(action="screenshot")]
    prompt = "\n".join(await agent.get_system_prompt(LoopData()))
    AgentContext.remove(context.id)
    return {"chat": context.id, "enabled": plugins.get_enabled_plugins(None), "read": read, "prompt": prompt}


def main(operation: str, argument: str) -> None:
    for name in STUBS:
        sys.modules[name] = Stub(name)
    # litellm loads the real one; the host asks it for a vocabulary later.
    import litellm  # noqa: F401
    import tiktoken

    tiktoken.get_encoding = lambda name: types.SimpleNamespace(encode=words)
    if operation == "use":
        print("RESULT" + json.dumps(asyncio.run(use(argument))))
    else:
        sys.argv = ["run_ui.py", "--dockerized=true", "--host=127.0.0.1", f"--port={argument}"]
        runpy.run_path("run_ui.py", run_name="__main__")


main(*sys.argv[1:])
