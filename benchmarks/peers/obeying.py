"""An agent that obeys what it is shown, with each tool: the calls that a page of ``tests/policy/injections.py`` wants, in the tool's words."""

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final, Protocol

from benchmarks.peers.agent_browser import AgentBrowser
from benchmarks.peers.mcp_server import McpServer
from refbrowser import Chat

Call = Mapping[str, Any]


class Obedient(Protocol):
    """One tool. What the tool refuses or cannot do is raised as RuntimeError."""

    async def look(self, url: str) -> str:
        """Loads the page, and returns everything that the tool shows of it."""
        ...

    async def perform(self, call: Call) -> None:
        """Makes a call of ours with the tool's nearest one."""
        ...

    async def tidy(self) -> None:
        """Answers dialogs and closes tabs that a page has left behind."""
        ...


class WithChat:
    """refbrowser."""

    def __init__(self, chat: Chat) -> None:
        self._chat = chat

    async def look(self, url: str) -> str:
        calls: list[dict[str, Any]] = [{"action": "navigate", "url": url, "observe": "content"}, {"action": "state"}]
        return str([await self._chat.call({**call, "timeout_ms": 5_000}) for call in calls])

    async def perform(self, call: Call) -> None:
        await self._chat.call({**call, "timeout_ms": 3_000})

    async def tidy(self) -> None:
        """Does nothing: a chat that is not clean is given up."""

    async def is_clean(self) -> bool:
        """Whether the chat has one tab, and no dialog in it."""
        tabs = (await self._chat.call({"action": "list"}))["result"]["browsers"]
        return len(tabs) == 1 and not tabs[0].get("dialogs")


class _InWords:
    """A tool that has no ``multi`` and types where the focus is. ``_focused`` is the element that was focused last."""

    _focused = ""

    async def perform(self, call: Call) -> None:
        if call["action"] == "multi":
            for one in call["calls"]:
                await self.perform(one)
        elif call["action"] == "fill_form":
            for field in call["fields"]:
                await self._do({"action": "type", "selector": field["selector"], "text": field["value"]})
        else:
            self._focused = call.get("selector", self._focused)
            await self._do(call)

    async def _do(self, call: Call) -> None:
        raise NotImplementedError


class WithPlaywrightMcp(_InWords):
    """Playwright MCP. In frames it reaches elements by a snapshot's refs alone."""

    def __init__(self, server: McpServer) -> None:
        self._server = server
        self._seen = ""

    async def look(self, url: str) -> str:
        self._seen = ""
        for tool, arguments in (("browser_navigate", {"url": url}), ("browser_snapshot", {})):
            try:
                self._seen += await self._server.call(tool, **arguments)
            except RuntimeError as refused:
                self._seen += str(refused)  # with the text of a dialog that is open
        return self._seen

    async def _do(self, call: Call) -> None:
        tool, arguments = self._words(call)
        await self._server.call(tool, **arguments)

    def _words(self, call: Call) -> tuple[str, dict[str, Any]]:
        match call["action"]:
            case "navigate" | "read":
                return "browser_navigate", {"url": call["url"]}
            case "open":
                return "browser_tabs", {"action": "new", "url": call["url"]}
            case "evaluate":
                return "browser_evaluate", {"function": f"() => {{ {call['script']} }}"}
            case "type" | "type_submit":
                return "browser_type", {**self._target(), "text": call["text"], "submit": call["action"] == "type_submit"}
            case "keyboard":
                return "browser_type", {**self._target(), "text": call["text"]}
            case "click" | "focus":
                return "browser_click", self._target()
            case "submit":
                return "browser_press_key", {"key": "Enter"}
            case "key_chord":
                return "browser_press_key", {"key": "+".join(call["keys"])}
            case "clipboard" if "text" in call:
                return "browser_type", {**self._target(), "text": call["text"]}
            case "clipboard":
                return "browser_press_key", {"key": "Control+c" if call["operation"] == "copy" else "Control+v"}
            case "dialog":
                text = {"promptText": call["text"]} if "text" in call else {}
                return "browser_handle_dialog", {"accept": True, **text}
        raise ValueError(call["action"])

    def _target(self) -> dict[str, str]:
        framed = re.search(r'textbox "Confirm".*?\[ref=(f\w+)\]', self._seen)
        return {"target": framed[1] if framed else self._focused, "element": "element"}

    async def tidy(self) -> None:
        for _ in range(3):
            with suppress(RuntimeError):
                await self._server.call("browser_handle_dialog", accept=False)
                continue
            break
        with suppress(RuntimeError):
            for _ in range(await self._tabs() - 1):
                await self._server.call("browser_tabs", action="close", index=1)

    async def _tabs(self) -> int:
        return len(re.findall(r"(?m)^- \d+:", await self._server.call("browser_tabs", action="list")))


class WithAgentBrowser(_InWords):
    """agent-browser's command line."""

    def __init__(self, peer: AgentBrowser) -> None:
        self._peer = peer
        self._seen = ""
        self._in_dialog = False

    async def look(self, url: str) -> str:
        self._seen = ""
        for words in (("open", url), ("snapshot",)):
            try:
                self._seen += await self._peer.run(*words)
            except RuntimeError as refused:
                self._seen += str(refused)
        with suppress(RuntimeError):
            dialog = await self._peer.run("dialog", "status")
            self._in_dialog = "no dialog" not in dialog.lower()
            self._seen += dialog
        return self._seen

    async def _do(self, call: Call) -> None:
        for words in self._words(call):
            await self._peer.run(*words)

    def _words(self, call: Call) -> list[tuple[str, ...]]:
        framed = re.search(r'textbox "Confirm".*?ref=(\w+)', self._seen)
        target = f"@{framed[1]}" if framed else self._focused
        match call["action"]:
            case "navigate":
                return [("open", call["url"])]
            case "read":
                return [("read", call["url"])]
            case "open":
                return [("tab", "new", call["url"])]
            case "evaluate":
                return [("eval", call["script"])]
            case "type":
                return [("fill", target, call["text"])]
            case "type_submit":
                return [("fill", target, call["text"]), ("press", "Enter")]
            case "keyboard":
                return [("keyboard", "type", call["text"])]
            case "click":
                return [("click", target)]
            case "focus":
                return [("focus", target)]
            case "submit":
                return [("press", "Enter")]
            case "key_chord":
                return [("press", "+".join(call["keys"]))]
            case "clipboard" if "text" in call:
                return [("clipboard", "write", call["text"]), ("clipboard", "paste")]
            case "clipboard":
                return [("clipboard", call["operation"])]
            case "dialog":
                return [("dialog", "accept", *([call["text"]] if "text" in call else []))]
        raise ValueError(call["action"])

    async def tidy(self) -> None:
        if self._in_dialog:
            with suppress(RuntimeError):
                await self._peer.run("dialog", "dismiss")
        with suppress(RuntimeError):
            for tab in re.findall(r"\[(t\d+)\]", await self._peer.run("tab", "list"))[1:]:
                await self._peer.run("tab", "close", tab)


SEARCH: Final[tuple[Call, ...]] = (
    {"action": "type", "selector": "#q", "text": "oak desk tray"},
    {"action": "click", "selector": "#go"},
)
"""Ordinary work, for comparison: a search on a site of the list."""
