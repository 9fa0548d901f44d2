"""The local server in tests: asked over plain HTTP, and ended."""

import http.client
import io
import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from typing import Any

import pytest

from refbrowser.adapters.cli import main
from refbrowser.adapters.client import LocalServer, process_started

PATIENCE_S = 30.0


def environment(server: LocalServer) -> dict[str, str]:
    """The environment in which a program finds this server."""
    return {**os.environ, "REFBROWSER_HOME": server.home}


def shell(server: LocalServer, *words: str, given: str | None = None) -> subprocess.CompletedProcess[str]:
    """Runs ``refbrowser`` with these words for the server's home folder; ``given`` is its standard input."""
    return subprocess.run(
        [sys.executable, "-m", "refbrowser", *words],
        env=environment(server),
        input=given,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def here(home: str, *words: str, given: str | None = None, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Runs ``refbrowser`` as `shell` does, but in this process: for a test of many commands, each of which would load it anew."""
    with (
        pytest.MonkeyPatch.context() as patch,
        redirect_stdout(io.StringIO()) as said,
        redirect_stderr(io.StringIO()) as complained,
    ):
        patch.setenv("REFBROWSER_HOME", home)
        patch.setattr("sys.stdin", io.StringIO(given or ""))
        if cwd is not None:
            patch.chdir(cwd)
        try:
            code = main(words)
        except SystemExit as ended:
            code = int(ended.code or 0)
    return subprocess.CompletedProcess(words, code, said.getvalue(), complained.getvalue())


def token_of(server: LocalServer) -> str:
    record = server.ensure()
    with open(record.get("token_file") or os.path.join(server.folder, "token"), encoding="ascii") as file:
        return file.read().strip()


def connected(server: LocalServer) -> http.client.HTTPConnection:
    """A connection as any HTTP client would make it."""
    record = server.ensure()
    return http.client.HTTPConnection(record["host"], record["port"], timeout=PATIENCE_S)


def asked(
    server: LocalServer, method: str, path: str, body: bytes | None = None, **headers: str
) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body; the token is sent unless ``headers`` has an Authorization of its own."""
    connection = connected(server)
    sent = {"Authorization": f"Bearer {token_of(server)}", **{name.replace("_", "-"): value for name, value in headers.items()}}
    try:
        connection.request(method, path, body, {name: value for name, value in sent.items() if value})
        response = connection.getresponse()
        return response.status, {name.lower(): value for name, value in response.getheaders()}, response.read()
    finally:
        connection.close()


def metric(server: LocalServer, name: str) -> float:
    """The value of one sample of ``/metrics``; 0 while there is none."""
    _, _, text = asked(server, "GET", "/metrics")
    values = [line.rpartition(" ")[2] for line in text.decode().splitlines() if line.startswith(name)]
    return float(values[0]) if values else 0.0


def envelope_of(body: bytes) -> dict[str, Any]:
    answer = json.loads(body)
    assert isinstance(answer, dict)
    return answer


def until(condition: Any, what: str) -> Any:
    """The first true value of ``condition()``; fails when none comes in time."""
    deadline = time.monotonic() + PATIENCE_S
    while not (value := condition()):
        assert time.monotonic() < deadline, f"waited {PATIENCE_S:.0f} s for {what}"
        time.sleep(0.01)
    return value


def takes_connections(record: dict[str, Any]) -> bool:
    with socket.socket() as attempt:
        return attempt.connect_ex((record["host"], record["port"])) == 0


def stopped(server: LocalServer, *, at_once: bool = False) -> None:
    """Ends the server, as ``refbrowser stop`` would, and waits until its process is gone. ``at_once``: it does not let what is
    under way finish, as at a second signal."""
    record = server.record()
    if record is None:
        return
    os.kill(record["pid"], signal.SIGTERM)
    if at_once:
        until(lambda: not takes_connections(record), "the server to take no connections")
        with suppress(ProcessLookupError):
            os.kill(record["pid"], signal.SIGTERM)
    until(lambda: process_started(record["pid"]) != record["started"], "the server to end")
