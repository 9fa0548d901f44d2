"""The local server's beginning and end: one for a home folder, found by its clients, gone without a trace."""

import fcntl
import json
import os
import signal
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest

from refbrowser import Browser, __version__
from refbrowser.adapters import client as client_module
from refbrowser.adapters.client import LocalServer, default_home, process_started
from refbrowser.adapters.server.calls import Calls
from refbrowser.adapters.server.registration import Registration
from refbrowser.adapters.server.run import Where, serve
from refbrowser.errors import ServerError
from refbrowser.settings import Settings
from tests.adapters.conftest import Command
from tests.support import processes
from tests.support.local_server import asked, environment, here, metric, shell, stopped, takes_connections, until
from tests.support.server import Site


def browsers_of(server: LocalServer) -> dict[int, str]:
    """The Chromiums of this server alone."""
    return processes.browsers(server.home, "REFBROWSER_HOME")


@pytest.mark.long("adapters/test_server_life.py::test_clients_that_start_at_once_get_one_server_whose_stop_lets_a_call_finish")
def test_a_first_call_starts_the_server_and_a_stop_leaves_nothing(own_server: LocalServer, command: Command) -> None:
    assert own_server.record() is None
    assert own_server.call("a", {"action": "open"})["ok"]
    record = own_server.record()
    assert record is not None
    assert browsers_of(own_server)
    done = command("stop")
    assert (done.returncode, done.stdout) == (0, f"process {record['pid']} has ended\n")
    until(lambda: not browsers_of(own_server), "Chromium to end")
    assert own_server.record() is None
    assert not Path(own_server.folder, "server.json").exists()
    assert command("stop").stdout == f"no server runs for {own_server.home}\n"


@pytest.mark.long("adapters/test_server_life.py::test_clients_that_start_at_once_get_one_server_whose_stop_lets_a_call_finish")
def test_a_second_start_says_who_serves_and_a_detached_one_joins(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    record = server.ensure()
    again = shell(server, "serve")
    assert again.returncode == 13
    assert f"error server_running: {server.home} is already served by process {record['pid']}" in again.stderr
    joined = shell(server, "serve", "--detach")
    assert joined.returncode == 0
    assert joined.stdout.rstrip().endswith(f"serves at {record['url']} (process {record['pid']})")
    monkeypatch.setenv("REFBROWSER_NETWORK", "offline")
    refused = shell(server, "serve", "--detach")
    assert (refused.returncode, refused.stdout) == (13, "")
    assert "error settings_differ: " in refused.stderr
    assert "REFBROWSER_NETWORK is 'offline' here and 'open' there" in refused.stderr


@pytest.mark.long("adapters/test_cli.py::test_the_shop_is_served_until_it_is_interrupted")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_in_the_foreground_it_serves_until_it_is_interrupted(own_server: LocalServer, number: signal.Signals) -> None:
    command = [sys.executable, "-m", "refbrowser", "serve"]
    with subprocess.Popen(
        command, env=environment(own_server), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        said = process.stdout.readline()
        record = own_server.record()
        assert record is not None
        assert said == f"refbrowser {__version__} serves at {record['url']} (process {process.pid})\n"
        assert own_server.call("a", {"action": "open"})["ok"]
        process.send_signal(number)
        assert process.wait(30) == 0
        assert process.stderr.read() == ""
    assert not browsers_of(own_server)
    assert own_server.record() is None


def test_the_secrets_are_for_their_owner_only(server: LocalServer) -> None:
    for name in ("token", "server.json"):
        assert stat.S_IMODE(os.stat(os.path.join(server.folder, name)).st_mode) == 0o600
    token = Path(server.folder, "token").read_text(encoding="ascii")
    assert len(token) >= 40
    assert token not in Path(server.folder, "server.json").read_text(encoding="utf-8")


def test_a_token_stays_the_same_until_others_could_have_read_it(tmp_path: Path) -> None:
    with Registration(tmp_path) as registration:
        token = registration.token()
        assert registration.token() == token
        Path(registration.folder, "token").chmod(0o644)
        renewed = registration.token()
        assert renewed != token
        assert stat.S_IMODE(os.stat(Path(registration.folder, "token")).st_mode) == 0o600
        assert registration.token() == renewed


OLDER = "import refbrowser, sys; refbrowser.__version__ = '0.0.9'; from refbrowser.adapters.cli import main; sys.exit(main())"


def older(server: LocalServer) -> LocalServer:
    """The same home, as a release 0.0.9 serves and calls it."""
    return LocalServer(server.home, command=(sys.executable, "-c", OLDER), version="0.0.9")


@dataclass(frozen=True, slots=True)
class Replaced:
    """A server whose home an older release served before it."""

    server: LocalServer
    stale: dict[str, Any]
    record: dict[str, Any]
    answer: subprocess.CompletedProcess[str]


@pytest.fixture(scope="module")
def replaced(marker: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Replaced]:
    """What a call of this release finds where a server of an older one has no chats; for one test that reads it, and one that kills
    the server."""
    server = LocalServer(str(tmp_path_factory.mktemp("replaced") / "home"), version=__version__)
    stale = older(server).ensure()
    answer = here(server.home, "do", '{"action": "list"}')
    record = server.record()
    assert record is not None
    yield Replaced(server, stale, record, answer)
    stopped(server)


def killed_under_a_client(server: LocalServer) -> dict[str, Any]:
    """The record of the server, which was killed while it was at work on a call."""
    assert server.call("a", {"action": "open"})["ok"]
    record = server.ensure()
    answers: list[Any] = []
    wait = {"action": "wait", "text": "never comes", "timeout_ms": 60_000}
    client = threading.Thread(target=lambda: answers.append(server.call("a", wait)))
    client.start()
    until(lambda: metric(server, "refbrowser_calls_in_flight") >= 1, "the call to begin")
    os.kill(record["pid"], signal.SIGKILL)
    client.join(30)
    assert answers[0]["code"] == "server_lost"
    assert answers[0]["retryable"] is False
    assert "whether the call was performed is not known" in answers[0]["error"]
    # Its connections close before it ends: a call in between fails too.
    until(lambda: process_started(record["pid"]) is None, "the server to be gone")
    return record


def test_a_server_that_is_killed_under_a_client(replaced: Replaced) -> None:
    killed_under_a_client(replaced.server)
    assert Path(replaced.server.folder, "server.json").exists()
    assert replaced.server.record() is None
    until(lambda: not browsers_of(replaced.server), "its Chromium to end")


@pytest.mark.long("adapters/test_server_life.py::test_a_server_that_is_killed_under_a_client")
def test_the_call_after_a_server_was_killed_starts_another(own_server: LocalServer) -> None:
    record = killed_under_a_client(own_server)
    # It finds the record of a dead process.
    answer = own_server.call("a", {"action": "list"})
    assert answer["ok"], answer
    renewed = own_server.record()
    assert renewed is not None
    assert renewed["pid"] != record["pid"]
    stopped(own_server)
    until(lambda: not browsers_of(own_server), "its Chromium to end")


@pytest.fixture
def foreign(own_server: LocalServer) -> Iterator[socket.socket]:
    """What listens where a record has a server, of which only the process number is right."""
    os.makedirs(own_server.folder)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        record = {"pid": os.getpid(), "started": "1", "host": "127.0.0.1", "port": port, "url": "http://x", "version": "0"}
        Path(own_server.folder, "server.json").write_text(json.dumps(record), encoding="utf-8")
        yield listener
        listener.setblocking(False)
        with pytest.raises(BlockingIOError):
            listener.accept()


def test_a_record_whose_process_number_is_now_another_program(own_server: LocalServer, foreign: socket.socket) -> None:
    """It is not taken for the server, and is not sent the token."""
    assert process_started(os.getpid()) is not None
    assert own_server.record() is None
    assert here(own_server.home, "ps").returncode == 1
    assert here(own_server.home, "stop").stdout == f"no server runs for {own_server.home}\n"


@pytest.mark.long("adapters/test_server_life.py::test_a_record_whose_process_number_is_now_another_program")
def test_a_server_is_started_in_place_of_such_a_record(own_server: LocalServer, foreign: socket.socket) -> None:
    assert own_server.ensure()["port"] != foreign.getsockname()[1]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"pid": "x"}', '{"pid": 1}'])
def test_a_record_that_cannot_be_read_counts_as_none(own_server: LocalServer, text: str) -> None:
    os.makedirs(own_server.folder)
    Path(own_server.folder, "server.json").write_text(text, encoding="utf-8")
    assert own_server.record() is None


@pytest.mark.parametrize("text", [None, "", "{", "[]", '{"pid": 1}', '{"pid": 1, "started": "0", "host": "127.0.0.1", "port": 1}'])
def test_a_damaged_record_hides_no_live_server(server: LocalServer, text: str | None) -> None:
    file = Path(server.folder, "server.json")
    whole, record = file.read_text(encoding="utf-8"), server.record()
    try:
        file.unlink()
        if text is not None:
            file.write_text(text, encoding="utf-8")
        assert server.record() == record
        assert server.call("damaged", {"action": "list"})["ok"]
    finally:
        file.write_text(whole, encoding="utf-8")


def test_who_waits_too_long_for_anothers_start_begins_none(own_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "START_S", 0.2)
    os.makedirs(own_server.folder)
    with open(os.path.join(own_server.folder, "starting"), "w", encoding="ascii") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        answer = own_server.call("a", {"action": "list"})
    assert (answer["code"], answer["retryable"]) == ("server_unreachable", True)
    assert "still starting" in answer["error"]
    assert os.listdir(own_server.folder) == ["starting"]


@pytest.mark.long("adapters/test_server_life.py::test_who_waits_too_long_for_anothers_start_begins_none")
def test_a_start_goes_on_when_its_client_gives_up(own_server: LocalServer) -> None:
    words = [sys.executable, "-m", "refbrowser", "list"]
    one = subprocess.Popen(words, env=environment(own_server), start_new_session=True, stderr=subprocess.DEVNULL)
    until(lambda: psutil.Process(one.pid).children(), "the start to begin")
    os.killpg(one.pid, signal.SIGINT)
    one.wait(30)
    # The program that starts the server holds the lock, so that no other start begins.
    until(lambda: own_server.record() is not None, "the server to run")
    record = own_server.record()
    assert own_server.call("a", {"action": "list"})["ok"]
    assert own_server.record() == record


async def test_a_closed_browser_is_no_matter_of_a_servers_clients(tmp_path: Path) -> None:
    answer = await Calls(Browser(Settings(home=tmp_path))).perform("a", {"action": "list"})
    assert (answer["code"], answer["retryable"]) == ("server_unreachable", True)
    assert "async with" not in str(answer)


def test_a_token_that_is_not_the_servers_any_more(server: LocalServer) -> None:
    server.ensure()
    path = Path(server.folder, "token")
    right = path.rename(path.with_name("right"))
    path.write_text("of an earlier server", encoding="ascii")
    try:
        assert server.call("a", {"action": "list"})["code"] == "unauthorized"
        path.unlink()
        answer = server.call("a", {"action": "list"})
    finally:
        right.rename(path)
    assert answer["code"] == "unauthorized"
    assert str(path) in answer["error"]


def test_a_server_of_another_version_that_has_no_chats_is_replaced(replaced: Replaced) -> None:
    assert replaced.stale["version"] == "0.0.9"
    assert (replaced.answer.returncode, replaced.answer.stderr) == (0, "")
    assert (replaced.record["version"], process_started(replaced.stale["pid"])) == (__version__, None)


@pytest.mark.long("adapters/test_server_life.py::test_a_server_of_another_version_that_has_no_chats_is_replaced")
def test_after_a_downgrade_a_client_of_the_older_release_replaces_it_too(own_server: LocalServer) -> None:
    own_server.ensure()
    assert older(own_server).call("a", {"action": "list"})["ok"]
    assert (own_server.record() or {})["version"] == "0.0.9"


@pytest.mark.long("adapters/test_server_life.py::test_a_server_of_another_version_that_has_no_chats_is_replaced")
def test_a_server_of_another_version_that_has_chats_is_left_alone(own_server: LocalServer, command: Command) -> None:
    old = older(own_server)
    assert old.call("kept", {"action": "open"})["ok"]
    envelope = own_server.call("a", {"action": "list"})
    assert envelope["code"] == "version_mismatch"
    assert envelope["details"] == {"client": __version__, "server": "0.0.9", "chats": ["kept"]}
    refused = command("do", '{"action": "list"}')
    assert refused.returncode == 13
    assert refused.stderr.splitlines()[-1].endswith(
        f"The client is refbrowser {__version__} and the server 0.0.9. Next: refbrowser stop "
        "(it ends the chats kept; the next call starts a server of the client's version)"
    )
    assert old.call("kept", {"action": "state"})["ok"]
    assert command("stop").returncode == 0
    assert command("do", '{"action": "list"}').returncode == 0


@pytest.mark.long("adapters/test_server_life.py::test_a_server_of_another_version_that_has_no_chats_is_replaced")
def test_a_server_that_was_started_for_others_is_not_replaced(own_server: LocalServer) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    old = older(own_server)
    subprocess.run([*old.command, "serve", "--detach", "--port", str(port)], env=environment(own_server), timeout=60, check=True)
    before = old.ensure()
    assert own_server.call("a", {"action": "list"})["code"] == "version_mismatch"
    assert old.record() == before


@pytest.mark.long("adapters/test_cli.py::test_the_shop_is_served_until_it_is_interrupted")
def test_a_port_that_is_taken(command: Command) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        done = command("serve", "--port", str(port))
    assert done.returncode == 13
    assert f"error port_taken: Cannot listen on 127.0.0.1 port {port}: " in done.stderr
    assert "Traceback" not in done.stderr


def test_others_are_not_served_without_a_token_file(server: LocalServer, own_server: LocalServer, tmp_path: Path) -> None:
    assert server.ensure()["host"] == "127.0.0.1"
    done = here(own_server.home, "serve", "--host", "0.0.0.0")
    assert done.returncode == 13
    assert "error token_required: 0.0.0.0 is not a loopback address" in done.stderr
    short = tmp_path / "short"
    short.write_text("guess", encoding="ascii")
    for file in (short, tmp_path / "missing"):
        with pytest.raises(ServerError) as refused:
            serve(Settings(home=tmp_path / "home"), Where(host="0.0.0.0", token_file=file), ready=lambda _: None)
        assert refused.value.code == "token_required"


@pytest.mark.long("adapters/test_server_life.py::test_others_are_not_served_without_a_token_file")
def test_a_given_token_file_is_the_one_that_counts(own_server: LocalServer, command: Command, tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text("a-token-that-someone-chose\n", encoding="ascii")
    assert command("serve", "--detach", "--token-file", str(file)).returncode == 0
    assert own_server.call("a", {"action": "list"})["ok"]
    status, _, _ = asked(own_server, "GET", "/v1/chats", Authorization="Bearer a-token-that-someone-chose")
    assert status == 200


def started_at_once(server: LocalServer, clients: int) -> list[dict[str, Any]]:
    """The records of the server that so many clients find when all of them start it."""
    records: list[dict[str, Any]] = []
    starting = [threading.Thread(target=lambda: records.append(server.ensure())) for _ in range(clients)]
    for client in starting:
        client.start()
    for client in starting:
        client.join(60)
    return records


def test_clients_that_start_at_once_get_one_server_whose_stop_lets_a_call_finish(
    own_server: LocalServer, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    go = threading.Event()
    url = site.route("/slow", lambda _: str(go.wait(60)))
    starts: list[dict[str, Any]] = []
    start = own_server._start

    def counted() -> dict[str, Any]:
        starts.append(start())
        return starts[-1]

    monkeypatch.setattr(own_server, "_start", counted)
    records = started_at_once(own_server, 8)
    assert (len(records), len(starts)) == (8, 1)
    assert len({record["pid"] for record in records}) == 1
    record = records[0]
    answers: list[Any] = []
    lived: list[Any] = []
    client = threading.Thread(target=lambda: answers.append(own_server.call("a", {"action": "read", "url": url})))
    client.start()
    site.wait_for_request("/slow")

    def finish() -> None:
        until(lambda: not takes_connections(record), "the server to take no connections")
        lived.append(process_started(record["pid"]))
        go.set()

    finishing = threading.Thread(target=finish)
    finishing.start()
    done = here(own_server.home, "stop")
    assert (done.returncode, done.stdout) == (0, f"process {record['pid']} has ended\n")
    finishing.join(30)
    client.join(30)
    assert lived == [record["started"]]
    assert answers[0]["ok"], answers
    assert process_started(record["pid"]) is None
    assert own_server.record() is None
    assert not Path(own_server.folder, "server.json").exists()
    assert here(own_server.home, "stop").stdout == f"no server runs for {own_server.home}\n"


@pytest.mark.long("adapters/test_server_life.py::test_clients_that_start_at_once_get_one_server_whose_stop_lets_a_call_finish")
def test_a_call_during_a_stop_waits_for_the_next_server(own_server: LocalServer, site: Site) -> None:
    go = threading.Event()
    url = site.route("/slow", lambda _: str(go.wait(60)))
    record = own_server.ensure()
    answers: list[Any] = []
    client = threading.Thread(target=lambda: answers.append(own_server.call("a", {"action": "read", "url": url})))
    client.start()
    site.wait_for_request("/slow")
    os.kill(record["pid"], signal.SIGTERM)
    until(lambda: not takes_connections(record), "the server to take no connections")
    # It accepts no new connections: this call waits for its end, and starts the next server.
    later: list[Any] = []
    next_client = threading.Thread(target=lambda: later.append(own_server.call("b", {"action": "list"})))
    next_client.start()
    next_client.join(0.5)
    assert later == []
    assert process_started(record["pid"]) is not None
    go.set()
    client.join(30)
    next_client.join(30)
    assert answers[0]["ok"], answers
    assert later[0]["ok"], later
    assert process_started(record["pid"]) is None
    assert own_server.ensure()["pid"] != record["pid"]


@pytest.mark.long("adapters/test_server_life.py::test_clients_that_start_at_once_get_one_server_whose_stop_lets_a_call_finish")
def test_calls_that_a_stop_does_not_wait_for_answer_that(own_server: LocalServer) -> None:
    """The second signal ends the patience that the first one has."""
    command = [sys.executable, "-m", "refbrowser", "serve"]
    with subprocess.Popen(
        command, env=environment(own_server), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        assert own_server.call("a", {"action": "open"})["ok"]
        wait = {"action": "wait", "text": "never comes", "timeout_ms": 60_000}
        answers: list[Any] = []
        streams: list[bytes] = []
        body = json.dumps(wait).encode()
        clients = [
            threading.Thread(target=lambda: answers.append(own_server.call("a", wait))),
            threading.Thread(
                target=lambda: streams.append(asked(own_server, "POST", "/v1/chats/a/call", body, accept="text/event-stream")[2])
            ),
            threading.Thread(target=lambda: answers.append(json.loads(asked(own_server, "GET", "/v1/approvals?wait_ms=60000")[2]))),
        ]
        for client in clients:
            client.start()
        until(lambda: metric(own_server, "refbrowser_calls_in_flight") >= 2, "the calls to begin")
        process.send_signal(signal.SIGTERM)
        until(lambda: not takes_connections(own_server.record() or {}), "the server to take no connections")
        process.send_signal(signal.SIGTERM)
        for client in clients:
            client.join(30)
        assert process.wait(30) == 0
        assert process.stderr.read() == ""
    # Who waits for approvals has the list once no call is left that one could come from.
    assert sorted(answer.get("code", "ok") for answer in answers) == ["ok", "server_lost"]
    assert b"event: result" in streams[0]
    assert b'"code": "server_lost"' in streams[0]


@pytest.mark.long("adapters/test_view.py::test_a_server_that_is_watched_is_not_idle")
def test_an_idle_server_ends_by_itself(own_server: LocalServer, command: Command) -> None:
    assert command("serve", "--detach", "--idle-minutes", "0.01").returncode == 0
    until(lambda: own_server.record() is None, "the idle server to end")


@pytest.mark.long("adapters/test_agent_zero.py::test_a_browser_that_cannot_be_started_is_said_to_the_agent")
def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="ascii")
    answer = LocalServer(str(tmp_path / "file" / "home")).call("a", {"action": "list"})
    assert answer["code"] == "server_unreachable"
    assert answer["error"].startswith("The server could not be started: ")
    assert "error server_unreachable" not in answer["error"]
    assert "Not a directory" in answer["error"]
    wrong = LocalServer(str(tmp_path / "home"), environment={"REFBROWSER_MAX_TABS": "many"}).call("a", {"action": "list"})
    assert "started: Setting max_tabs is 'many'" in wrong["error"]
    assert (answer["retryable"], wrong["retryable"]) == (True, False)
    missing = LocalServer(str(tmp_path / "home"), command=("/nowhere/refbrowser",)).call("a", {"action": "list"})
    assert missing["code"] == "server_unreachable"


def test_client_and_settings_mean_the_same_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("REFBROWSER_HOME", "~/elsewhere"), ("XDG_STATE_HOME", "/var/state"), ("HOME", "/home/somebody")):
        for other in ("REFBROWSER_HOME", "XDG_STATE_HOME"):
            monkeypatch.delenv(other, raising=False)
        monkeypatch.setenv(name, value)
        assert default_home() == str(Settings.from_environment().home)


@pytest.mark.long("unit/test_server_log.py::test_a_line_of_the_log")
def test_each_call_is_a_line_of_the_log(own_server: LocalServer, command: Command) -> None:
    assert command("serve", "--detach", "--log-level", "info", "--log-format", "json").returncode == 0
    own_server.call("logged", {"action": "clikc"})
    lines = [json.loads(line) for line in Path(own_server.folder, "log").read_text(encoding="ascii").splitlines()]
    (said,) = [line["message"] for line in lines if "logged" in line["message"]]
    assert said.startswith("'clikc' in 'logged': unknown_action, ")
