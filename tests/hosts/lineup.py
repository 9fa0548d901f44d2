"""The hosts: what each is installed with, and which example runs it."""

import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.hosts.environments import FOLDER, INSTALL_S, ROOT, Environment

EXAMPLES: Final = ROOT / "docs" / "examples" / "hosts"
TYPESCRIPT: Final = "@modelcontextprotocol/sdk@1"

_OPENAI_AGENTS: Final = Environment("openai_agents", ("openai-agents",))
_OPENAI: Final = Environment("openai", ("openai",))


@dataclass(frozen=True)
class Host:
    """``title`` as the table has it; ``ways``: whether it reaches the browser over MCP, and in its own process."""

    title: str
    example: str
    environment: Environment
    variables: dict[str, str] = field(default_factory=dict)
    ways: tuple[str, ...] = ("mcp", "python")

    def command(self, way: str, goal: str) -> list[str]:
        """How the example is run."""
        program = EXAMPLES / self.example
        if program.suffix == ".py":
            return [str(self.environment.python), str(program), way, goal]
        return ["node", str(_with_its_packages(program)), way, goal]


def _host(name: str, title: str, *requirements: str) -> Host:
    return Host(title, f"{name}_agent.py", Environment(name, requirements))


def _with_its_packages(program: Path) -> Path:
    """A copy of the example where Node finds what it imports."""
    folder = FOLDER / "typescript"
    if not (folder / "node_modules" / "@modelcontextprotocol").is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder), TYPESCRIPT]
        subprocess.run(command, check=True, timeout=INSTALL_S)
    return Path(shutil.copy(program, folder))


HOSTS: Final = {
    "langgraph": _host("langgraph", "LangChain, LangGraph", "langchain", "langgraph", "langchain-openai", "langchain-mcp-adapters"),
    "openai_agents": Host("OpenAI Agents, responses", "openai_agents_agent.py", _OPENAI_AGENTS),
    "openai_agents_chat": Host(
        "OpenAI Agents, chat completions", "openai_agents_agent.py", _OPENAI_AGENTS, {"OPENAI_API": "chat_completions"}
    ),
    "pydantic_ai": _host("pydantic_ai", "Pydantic AI", "pydantic-ai-slim[openai,mcp]"),
    "crewai": _host("crewai", "CrewAI", "crewai", "crewai-tools[mcp]"),
    # The MCP clients of smolagents and AutoGen are written against release 1 of the SDK, and do not declare it.
    "smolagents": _host("smolagents", "smolagents", "smolagents[openai,mcp]", "mcp<2", "websockets"),
    "llama_index": _host("llama_index", "LlamaIndex", "llama-index-core", "llama-index-llms-openai-like"),
    "google_adk": _host("google_adk", "Google ADK", "google-adk"),
    "autogen": _host("autogen", "AutoGen", "autogen-agentchat", "autogen-ext[openai,mcp]", "mcp<2"),
    "openai": Host("OpenAI client, own loop", "openai_agent.py", _OPENAI),
    "anthropic": _host("anthropic", "Anthropic client, own loop", "anthropic"),
    "gemini": _host("gemini", "Google GenAI client, own loop", "google-genai"),
    "typescript": Host("MCP SDK for TypeScript", "typescript_agent.mjs", _OPENAI, ways=("mcp",)),
}
ROWS: Final = [(name, way) for name, host in HOSTS.items() for way in host.ways]
