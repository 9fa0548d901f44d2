"""Calls from a shell: what is printed, what the exit code says, and what the program does not load."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from refbrowser import __version__
from refbrowser.actions.catalog import ACTIONS
from refbrowser.adapters.client import LocalServer
from refbrowser.adapters.commands.short_names import written_out
from refbrowser.adapters.commands.words import call_of, parser_of, vocabulary
from refbrowser.service.calls.validation import read_call
from refbrowser.surface.schema import action_schema
from refbrowser.surface.short_forms import EXIT_CODES, error_codes
from tests.adapters.conftest import Command
from tests.support.local_server import environment, here, shell, stopped
from tests.support.server import Site

NEEDED = ("json", "socket", "refbrowser.adapters.client")
TOO_HEAVY = (
    "pydantic",
    "httpx",
    "http.client",
    "asyncio",
    "playwright",
    "dataclasses",
    "inspect",
    "email",
    "ssl",
    "subprocess",
    "logging",
)


def test_a_call_prints_what_an_agent_reads(server: LocalServer, site: Site) -> None:
    url = site.page("<title>Shop</title><button onclick=\"this.textContent='Bought'\">Buy</button><input aria-label=Name>")
    opened = shell(server, "do", json.dumps({"action": "open", "url": url}), "--chat", "words")
    assert (opened.returncode, opened.stdout) == (0, f"browser_id: 1\nTab 1*: Shop · {url}\n")
    assert "[button 1] Buy [input text 2] Name" in here(server.home, "content", "--mode", "full", "--chat", "words").stdout
    assert "~ [button 1] Bought" in here(server.home, "click", "1", "--chat", "words").stdout
    assert "value: Ada" in here(server.home, "type", "[input text 2]", "Ada", "--chat", "words").stdout
    assert "value: Ben" in here(server.home, "type", "--selector", "input", "Ben", "--chat", "words").stdout
    assert here(server.home, "set-viewport", "800", "600", "--chat", "words").returncode == 0
    envelope = json.loads(here(server.home, "evaluate", "innerWidth", "--json", "--chat", "words").stdout)
    assert envelope["result"]["result"] == 800
    pictured = here(server.home, "screenshot", "--chat", "words").stdout
    assert ".jpg" in pictured
    assert "vision_load" not in pictured
    batch = {"action": "multi", "calls": [{"action": "state"}, {"action": "click", "ref": 4000}, {"action": "content"}]}
    failed = here(server.home, "do", json.dumps(batch), "--chat", "words")
    assert (failed.returncode, "#2 Tab" in failed.stdout) == (3, True), failed
    piped = here(server.home, "do", "-", "--json", "--chat", "words", given='{"action": "list"}')
    assert [tab["title"] for tab in json.loads(piped.stdout)["result"]["browsers"]] == ["Shop"]


@pytest.mark.rows(4)
@pytest.mark.parametrize(
    ("words", "exit_code", "says"),
    [
        (("do", '{"action": "clik"}'), 2, "error unknown_action: "),
        (("do", "{action: click}"), 2, "error invalid_arguments: The call is not JSON"),
        (("do", "[1]"), 2, "error invalid_arguments: A call is a JSON object"),
        (("do", "[" * 100_000), 2, "error invalid_arguments: The call is not JSON: it is nested too deeply"),
        (("do", '{"action": "list", "timeout_ms": 1' + "0" * 30 + "}"), 2, "error invalid_arguments: list: timeout_ms is "),
        (("scroll", "--amount", "lots"), 2, "error invalid_arguments: "),
        (("click", "4000"), 3, "error ref_unknown: "),
        (("click", "--selector", "#none", "--timeout-ms", "300"), 3, "error selector_no_match: "),
        (("dialog", "accept"), 5, "error no_dialog: "),
        (("navigate", "http://127.0.0.1:9/"), 6, "error navigation_failed"),
        (("evaluate", "nothing.at.all"), 7, "error script_error: "),
        (("navigate", "file:///etc/passwd"), 8, "error policy_denied: "),
        (("screenshot", "/etc/shot.png"), 9, "error file_denied: "),
        (("wait", "never comes", "--timeout-ms", "50"), 11, "error timeout"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else None,
)
def test_the_exit_code_follows_the_class_of_the_error(
    server: LocalServer, words: tuple[str, ...], exit_code: int, says: str
) -> None:
    server.call("failing words", {"action": "open"})
    done = here(server.home, *words, "--chat", "failing words")
    assert done.returncode == exit_code, done
    assert says in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("redirection", ["> /dev/full", ">&-"])
def test_an_answer_that_cannot_be_written_is_reported_without_a_traceback(server: LocalServer, redirection: str) -> None:
    script = f'exec "$0" -m refbrowser do \'{{"action": "list"}}\' {redirection}'
    done = subprocess.run(
        ["sh", "-c", script, sys.executable], env=environment(server), capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith("the answer could not be written: ")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("words", [("click", "--reff", "6"), ("navigate",), ("nonsense",), ("do",), ()])
def test_wrong_usage_is_exit_code_2_with_the_usage(server: LocalServer, words: tuple[str, ...]) -> None:
    done = here(server.home, *words)
    assert done.returncode == 2
    assert done.stderr.startswith("usage: refbrowser")


def test_chats_and_the_server_are_shown(server: LocalServer, site: Site) -> None:
    server.call("shown here", {"action": "open", "url": site.page("<title>Shown</title>", "/slot?token=3f9a81c2d7b64e05")})
    chats = here(server.home, "chats").stdout
    line = next(line for line in chats.splitlines() if line.startswith("shown here  "))
    assert re.fullmatch(r"shown here  1 tabs  http://\S+/slot\?token=\S*  \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ  /.*", line), line
    assert "3f9a81c2d7b64e05" not in line
    assert here(server.home, "chats", "--close", "shown here").returncode == 0
    assert "shown here" not in here(server.home, "chats").stdout
    assert here(server.home, "chats", "--close", "shown here").returncode == 13
    record = json.loads(here(server.home, "ps", "--json").stdout)
    assert record["version"] == __version__
    assert record["chats"].keys() == {"awake", "asleep"}
    assert str(record["pid"]) in here(server.home, "ps").stdout


@pytest.mark.long("browser/test_sleeping.py::test_a_chat_sleeps_on_in_a_file_and_one_process_wakes_it")
def test_a_chat_sleeps_moves_and_outlives_its_server(
    command: Command, own_server: LocalServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFBROWSER_PROFILE_KEY", "a key of this test")
    other = LocalServer(str(tmp_path / "other"), version=__version__)
    title = ("evaluate", "document.title ||= 'Here'", "--chat", "sleeps well")
    assert command("open", "--chat", "sleeps well").returncode == 0
    assert command(*title).returncode == 0
    assert command("chats", "sleep").returncode == 2
    assert command("chats", "sleep", "nobody").returncode == 13
    assert command("chats", "sleep", "sleeps well").stdout == "sleeps well  asleep\n"
    assert command("chats", "list").stdout.startswith("sleeps well  asleep  ")
    assert "chats 0 awake, 1 asleep" in command("ps").stdout
    assert command("stop").returncode == 0
    assert "restored" in command("list", "--chat", "sleeps well", "--json").stdout
    try:
        assert shell(other, "open", "--chat", "sleeps well").returncode == 0
        assert "at work" in command("chats", "move", "sleeps well", "--to", other.home).stderr
        assert shell(other, "chats", "--close", "sleeps well").returncode == 0
        assert command("chats", "move", "sleeps well", "--to", other.home).returncode == 0
        assert command("list", "--chat", "sleeps well").returncode == EXIT_CODES["StateError"]
        assert "restored" in shell(other, "list", "--chat", "sleeps well", "--json").stdout
    finally:
        stopped(other)


@pytest.mark.long("adapters/test_server_life.py::test_a_token_that_is_not_the_servers_any_more")
@pytest.mark.parametrize("words", [("list",), ("chats",), ("view",)])
def test_a_token_that_was_changed_is_named_with_what_to_do(
    command: Command, own_server: LocalServer, words: tuple[str, ...]
) -> None:
    assert command("list").returncode == 0
    file = Path(own_server.folder, "token")
    right = file.read_text(encoding="ascii")
    file.write_text("another token altogether", encoding="ascii")
    done = command(*words)
    assert done.returncode == EXIT_CODES["ServerError"]
    assert f"token file {file}" in done.stderr
    assert "Next: refbrowser stop" in done.stderr
    file.write_text(right, encoding="ascii")
    assert command("list").returncode == 0


def test_without_a_server_nothing_is_started_to_say_so(command: Command, own_server: LocalServer) -> None:
    assert command("chats").stdout == ""
    assert command("ps").returncode == 1
    assert own_server.record() is None


def test_every_action_has_a_short_form_that_its_arguments_can_be_given_to() -> None:
    forms = vocabulary()["actions"]
    assert list(forms) == [action.name for action in ACTIONS]
    for action in ACTIONS:
        parser = parser_of(action.name, forms[action.name], [])
        assert {argument["name"] for argument in forms[action.name]["arguments"]} == set(action_schema(action)["properties"])
        assert parser.format_help()


@pytest.mark.parametrize(
    ("words", "call"),
    [
        ("click 6", {"action": "click", "ref": 6}),
        ("click --x 0 --y 0 --modifiers Control", {"action": "click", "x": 0, "y": 0, "modifiers": ["Control"]}),
        ("type 8 hello --clear false", {"action": "type", "ref": 8, "text": "hello", "clear": False}),
        ("type 8 42", {"action": "type", "ref": 8, "text": "42"}),
        ("key_chord Control a", {"action": "key_chord", "keys": ["Control", "a"]}),
        ("keyboard Escape", {"action": "keyboard", "key": "Escape"}),
        ("select_option 9 Kitchen", {"action": "select_option", "ref": 9, "value": "Kitchen"}),
        ("set_checked 7 --checked false", {"action": "set_checked", "ref": 7, "checked": False}),
        ("set_checked 7 --checked", {"action": "set_checked", "ref": 7, "checked": True}),
        ("wait Done", {"action": "wait", "text": "Done"}),
        ("upload_file 6 a.txt", {"action": "upload_file", "ref": 6, "path": "a.txt"}),
        ('fill_form [{"ref":1,"value":"a"}]', {"action": "fill_form", "fields": [{"ref": 1, "value": "a"}]}),
        ("screenshot --full-page --ref 3", {"action": "screenshot", "full_page": True, "ref": 3}),
        ("close 2", {"action": "close", "browser_id": 2}),
        ("content", {"action": "content"}),
        ("tab 2", {"action": "set_active", "browser_id": 2}),
        ("tabs", {"action": "list"}),
        ("snapshot", {"action": "content"}),
        ("fill 8 hello", {"action": "type", "ref": 8, "text": "hello"}),
        ("press Enter", {"action": "keyboard", "key": "Enter"}),
        ("eval 1+1", {"action": "evaluate", "script": "1+1"}),
        ("cookies", {"action": "storage", "operation": "get", "kind": "cookies"}),
        ("save a.json", {"action": "storage", "operation": "save", "path": "a.json"}),
        ("load a.json", {"action": "storage", "operation": "load", "path": "a.json"}),
        ("check 7", {"action": "set_checked", "ref": 7}),
        ("uncheck 7", {"action": "set_checked", "ref": 7, "checked": False}),
        ("select 9 Kitchen", {"action": "select_option", "ref": 9, "value": "Kitchen"}),
        ("upload 6 a.txt", {"action": "upload_file", "ref": 6, "path": "a.txt"}),
        ("dblclick 6", {"action": "double_click", "ref": 6}),
    ],
)
def test_words_are_read_as_the_call_they_mean(words: str, call: dict[str, object]) -> None:
    name, *rest = written_out(words.split())
    name = name.replace("-", "_")
    form = vocabulary()["actions"][name]
    read = call_of(name, form, parser_of(name, form, []).parse_args(rest))
    assert read == call
    read_call(read)


def test_every_error_has_the_exit_code_of_its_class() -> None:
    codes = vocabulary()["exit_codes"]
    assert codes == {code: EXIT_CODES.get(kind, 1) for kind, code in error_codes()}
    assert codes["server_lost"] == EXIT_CODES["ServerError"]


@pytest.mark.parametrize(
    ("words", "most", "too_heavy"),
    [
        (("do", '{"action": "list"}'), 60, (*TOO_HEAVY, "argparse", "shutil")),
        (("do", '{"action": "list"}', "--chat", "default"), 75, (*TOO_HEAVY, "shutil", "difflib")),
        (("list",), 75, (*TOO_HEAVY, "shutil", "difflib")),
    ],
)
def test_a_call_loads_next_to_nothing(server: LocalServer, words: tuple[str, ...], most: int, too_heavy: tuple[str, ...]) -> None:
    # From Python 3.14 on, argparse loads some of these itself.
    narrow = "formatter_class=lambda prog: argparse.HelpFormatter(prog, width=80)"
    parsing = "" if "argparse" in too_heavy else f"import argparse; argparse.ArgumentParser({narrow}).add_argument('word'); "
    program = (
        f"import sys; {parsing}before = set(sys.modules)\n"
        "from refbrowser.adapters.cli import main; code = main(sys.argv[1:])\n"
        "print(*set(sys.modules) - before); sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *words], env=environment(server), capture_output=True, text=True, timeout=60, check=True
    )
    loaded = done.stdout.splitlines()[-1].split()
    assert set(NEEDED) <= set(loaded)
    assert [name for name in loaded if name.startswith(too_heavy)] == []
    assert len(loaded) <= most, loaded
