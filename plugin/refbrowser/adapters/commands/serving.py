"""``refbrowser serve``, ``stop``, ``ps`` and ``mcp``: the local server's life."""

import argparse
import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from refbrowser import __version__
from refbrowser.adapters.client import START_S, LocalServer, Unanswered, envelope_of, process_started
from refbrowser.adapters.mcp import STREAM
from refbrowser.terminal import write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.types import Scope

    from refbrowser.adapters.mcp.access import Access
    from refbrowser.adapters.mcp.offer import Offer
    from refbrowser.adapters.server.application import Extension
    from refbrowser.adapters.server.calls import Calls
    from refbrowser.adapters.server.run import Extensions
    from refbrowser.adapters.server.tokens import Grant

IDLE_MINUTES: Final = 60
"""A server that a call started ends after this time without calls; one that was started by hand stays."""

STOP_S: Final = 30.0
_POLL_S: Final = 0.02


def add(commands: Any) -> None:
    """Adds these commands to the parser."""
    serve = commands.add_parser("serve", help="run the local server: HTTP, MCP and the browsers of this home folder")
    serve.add_argument("--host", default="127.0.0.1", help="address to listen on; any but loopback needs --token-file")
    serve.add_argument("--port", type=int, default=0, help="port to listen on; 0 is any free one")
    serve.add_argument(
        "--token-file", type=Path, help="file with the token that clients must send; default: one of the home folder's"
    )
    serve.add_argument("--tokens", type=Path, help="TOML file of further tokens, each with what it may do")
    serve.add_argument("--name", action="append", default=[], help="additional host name of the server")
    serve.add_argument(
        "--idle-minutes", type=float, help="stop after this time without calls and viewers; default: never, with --detach 60"
    )
    serve.add_argument(
        "--log-level",
        choices=("debug", "info", "warning", "error"),
        default="warning",
        help="least level to log; info: each call",
    )
    serve.add_argument("--log-format", choices=("text", "json"), default="text", help="how a line of the log is written")
    serve.add_argument(
        "--cluster", help="run the chats on hosts of a Ray cluster: local, auto, ray://host:port or its head's address"
    )
    serve.add_argument("--detach", action="store_true", help="run in the background; if a server already runs, print its address")
    _add_offer(serve)
    serve.set_defaults(run=_serve)

    stop = commands.add_parser(
        "stop", help="stop the local server after its present calls; with --chat or --calls, stop calls only"
    )
    calls = stop.add_mutually_exclusive_group()
    calls.add_argument("--chat", help="cancel this chat's calls and refuse later ones until resume; the server keeps running")
    calls.add_argument("--calls", action="store_true", help="the same for all chats")
    stop.add_argument("--note", help="a note for the agent, with --chat or --calls")
    stop.set_defaults(run=_stop)
    ps = commands.add_parser("ps", help="show whether the local server runs, and where")
    ps.add_argument("--json", action="store_true", help="print its record")
    ps.set_defaults(run=_ps)

    mcp = commands.add_parser("mcp", help="serve MCP on standard input and output, with a browser of its own or the shared one")
    mcp.add_argument("--chat", help="name of the chat, and of the folder of its files")
    mcp.add_argument(
        "--shared", action="store_true", help="use the local server's browser instead, which people watch and other clients share"
    )
    _add_offer(mcp)
    mcp.set_defaults(run=_mcp)


def _add_offer(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--tools",
        choices=("flat", "each", "core"),
        default="flat",
        help="MCP: one browser tool, one tool for each action, or one small browser tool with twelve actions",
    )
    parser.add_argument("--groups", default="", help="MCP: offer only these groups of actions, separated by commas")
    parser.add_argument(
        "--images",
        choices=("auto", "always", "never"),
        default="auto",
        help="MCP: images from vision_load, or their paths alone; auto: by the client's name",
    )
    parser.add_argument(
        "--errors", choices=("flag", "text"), default="flag", help="MCP: flag failures as errors, or answer with their text alone"
    )
    parser.add_argument("--structured", action="store_true", help="MCP: answer with the envelope as structured content too")


def _offer(options: argparse.Namespace) -> "Offer":
    from refbrowser.adapters.mcp.offer import Offer

    return Offer(
        options.tools,
        tuple(group for group in options.groups.split(",") if group),
        structured=options.structured,
        images=options.images,
        errors=options.errors,
    )


def _mcp_extension(offer: "Offer", *, local: bool) -> "Extensions":
    """MCP as an extension of the server; ``local``: only this machine reaches it."""
    from refbrowser.adapters.mcp.mount import McpMount
    from refbrowser.adapters.server.application import Extension

    def extensions(calls: "Calls") -> "Sequence[Extension]":
        mcp = McpMount(
            calls.browser,
            offer,
            perform=calls.perform,
            vision_load=calls.vision_load,
            local=local,
            access_of=_mcp_access,
            connected=calls.connection,
        )
        streams = [Extension(route, keeps_limits=True) for route in mcp.stream_routes]
        return (Extension(mcp.route, keeps_limits=True, lifespan=mcp.lifespan), *streams)

    return extensions


def _mcp_access(scope: "Scope") -> "Access":
    """What the token of a request grants, as MCP has it."""
    from refbrowser.adapters.mcp.access import FULL, Access

    grant: Grant = scope["state"]["grant"]
    if grant.full:
        return FULL
    return Access(grant.name, grant.chat, grant.groups, grant.caller.policy, grant.check, full=False)


def _serve(options: argparse.Namespace) -> int:
    from refbrowser.adapters.server.detached import detached
    from refbrowser.adapters.server.run import Where, serve
    from refbrowser.errors import ServerError
    from refbrowser.settings import Settings

    settings = Settings.from_environment(**({"cluster": options.cluster} if options.cluster is not None else {}))
    minutes = options.idle_minutes if options.idle_minutes is not None else IDLE_MINUTES if options.detach else 0
    idle_ms, logs = round(minutes * 60_000), (options.log_level, options.log_format)
    where = Where(options.host, options.port, options.token_file, tuple(options.name), idle_ms, options.tokens, *logs)
    extensions = _mcp_extension(_offer(options), local=where.local)
    if not options.detach:
        serve(settings, where, extensions, ready=_announced)
        return 0
    try:
        record = detached(settings, where, extensions)
    except ServerError as failure:
        if failure.code != "server_running":
            raise
        # If another process has started the server, use that one, unless it runs with other settings.
        server = LocalServer(str(settings.home), version=__version__)
        joined = _awaited(server)
        if joined is None:
            raise
        answer = envelope_of(*server.request("POST", STREAM, {})[::2])
        if answer.get("code") == "settings_differ":
            raise Unanswered.of(answer) from None
        record = joined
    _announced(record)
    return 0


def _announced(record: dict[str, Any]) -> None:
    _say(f"refbrowser {record['version']} serves at {record['url']} (process {record['pid']})")


def _awaited(server: LocalServer) -> dict[str, Any] | None:
    deadline = time.monotonic() + START_S
    while (record := server.record()) is None and time.monotonic() < deadline:
        time.sleep(_POLL_S)  # another process's life: there is no event to wait for
    return record


def _stop(options: argparse.Namespace) -> int:
    if options.chat is not None or options.calls:
        from refbrowser.adapters.commands.controlling import execute

        return execute("stop", options.chat, options.note)
    server = LocalServer()
    record = server.record()
    if record is None:
        _say(f"no server runs for {server.home}")
        return 0
    pid = record["pid"]
    os.kill(pid, signal.SIGTERM)
    deadline = time.monotonic() + STOP_S
    while process_started(pid) == record["started"]:
        if time.monotonic() > deadline:
            write(f"process {pid} has not ended within {STOP_S:.0f} s\n", sys.stderr)
            return 1
        time.sleep(_POLL_S)  # another process's life: there is no event to wait for
    _say(f"process {pid} has ended")
    return 0


def _ps(options: argparse.Namespace) -> int:
    from refbrowser.adapters.commands.configuring import given_lines, printable_lines

    server = LocalServer()
    record = server.record()
    if record is None:
        _say("null" if options.json else f"no server runs for {server.home}")
        return 1
    health = json.loads(server.request("GET", "/health")[2])
    listed = json.loads(server.request("GET", "/v1/chats")[2])
    asleep = [chat.get("asleep", False) for chat in listed["result"]["chats"]] if listed["ok"] else []
    counts = {"awake": asleep.count(False), "asleep": asleep.count(True)}
    if options.json:
        _say(json.dumps({**record, "browser": health["browser"], "chats": counts}))
        return 0
    chats = ", ".join(f"{count} {state}" for state, count in counts.items())
    where = f"{record['url']}  refbrowser {record['version']}  browser {health['browser']}  chats {chats}  {server.home}"
    _say(f"process {record['pid']}  {where}")
    write(printable_lines(given_lines(record)))
    return 0


def _mcp(options: argparse.Namespace) -> int:
    import asyncio

    from refbrowser.posix import open_standard_streams
    from refbrowser.settings import Settings

    open_standard_streams()
    # What may be wrong is looked at before the SDK is loaded, which takes a second.
    settings, offer = Settings.from_environment(), _offer(options)
    if options.shared:
        from refbrowser.adapters.commands.sharing import run as share

        return share(LocalServer(version=__version__), _query(options))
    from refbrowser.adapters.logs import configure
    from refbrowser.adapters.mcp.stdio import run

    configure("warning", "text")
    asyncio.run(run(settings, offer, options.chat))
    return 0


def _query(options: argparse.Namespace) -> dict[str, str]:
    """Return what a client of the shared server is offered, as its address says it."""
    asked = {name: getattr(options, name) for name in ("chat", "tools", "groups", "images", "errors")}
    return {name: text for name, text in {**asked, "structured": str(int(options.structured))}.items() if text}


def _say(text: str) -> None:
    write(text + "\n")
    sys.stdout.flush()
