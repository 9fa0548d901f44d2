"""What somebody who knows other command lines tries first: help, version, slips, options anywhere, pipes, files where they stand."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from refbrowser.adapters.cli import main
from refbrowser.adapters.client import LocalServer
from refbrowser.adapters.commands.words import shared_first
from tests.support.local_server import environment, here
from tests.support.server import Site

PAGE = (
    "<title>Files</title><label>Photo <input type=file onchange=\"this.files[0].text().then(t => document.title = 'got ' + t)\"></label>"
    "<label>Name <input id=name></label>"
)


@pytest.fixture
def page(server: LocalServer, site: Site) -> str:
    here(server.home, "navigate", site.page(PAGE), "--chat", "manners")
    return "manners"


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["help"], 0, "usage: refbrowser COMMAND|ACTION [ARGUMENTS]"),
        (["help", "click"], 0, "usage: refbrowser click [-h]"),
        (["help", "fill"], 0, "usage: refbrowser type [-h]"),
        (["help", "serve"], 0, "usage: refbrowser serve [-h]"),
        (["help", "covered"], 0, "covered: Another element covers"),
        (["help", "receipts"], 0, "Trust receipts"),
        (["help", "clikc"], 2, "there is no topic 'clikc'; did you mean click?"),
        (["version"], 0, "refbrowser 0."),
        (["-V"], 0, "refbrowser 0."),
        (["clikc", "6"], 2, "there is no command 'clikc'; did you mean click?"),
        (["Serv"], 2, "did you mean serve?"),
        (["qqqqqq"], 2, "there is no command 'qqqqqq'; refbrowser --help lists them"),
        (["click", "6", "--slector", "a"], 2, "unrecognized arguments: --slector a; did you mean --selector"),
        (["serve", "--prot", "1"], 2, "did you mean --port"),
        (["mcp", "--help"], 0, "usage: refbrowser mcp [-h]"),
        (["journal", "list", "--help"], 0, "usage: refbrowser journal list [-h]"),
    ],
)
def test_help_version_and_slips(tmp_path: Path, words: list[str], code: int, says: str) -> None:
    done = here(str(tmp_path), *words)
    assert done.returncode == code, done
    assert says in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_options_of_every_call_may_stand_anywhere(server: LocalServer, page: str) -> None:
    for words in (
        ["--json", "--chat", page, "list"], ["list", "--json", f"--chat={page}"], ["--chat", page, "do", '{"action": "list"}', "--json"],
        ["do", "--json", '{"action": "list"}', "--chat", page],
    ):  # fmt: skip
        done = here(server.home, *words)
        assert json.loads(done.stdout)["result"]["browsers"][0]["title"] == "Files", (words, done)
    # Between the words of an action too.
    assert shared_first(["8", "--json", "lamp"]) == ["--json", "8", "lamp"]
    typed = here(server.home, "type", "--selector", "#name", "--json", "lamp", "--chat", page)
    assert json.loads(typed.stdout)["result"]["action"]["value"] == "lamp", typed


def test_a_variable_names_the_chat(server: LocalServer, page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFBROWSER_CHAT", page)
    assert "Files" in here(server.home, "list").stdout
    assert "Files" in here(server.home, "do", '{"action": "list"}').stdout
    assert "Files" not in here(server.home, "list", "--chat", "another").stdout


def test_calls_of_a_pipe_are_made_one_by_one(server: LocalServer, page: str) -> None:
    lines = '{"action": "state"}\n\n{"action": "clikc"}\n{"action":\n  "list"}\n{"action": list}\n{"action": "list"}\n'
    done = here(server.home, "do", "-", "--json", "--chat", page, given=lines)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer.get("code") for answer in answers] == [None, "unknown_action", None, "invalid_arguments", None]
    assert done.returncode == 2
    assert here(server.home, "do", "-", "--chat", page, given='{"action": "list"}').returncode == 0


def test_after_a_failure_what_was_sent_for_the_same_tab_and_acts_is_skipped(server: LocalServer, page: str) -> None:
    """As in a batch: a form is not sent whose upload was refused. What reads, and what is about another tab, is made."""
    lines = [
        {"action": "open", "url": "about:blank"},
        {"action": "upload_file", "browser_id": 1, "selector": "[type=file]", "path": "/etc/hostname"},
        {"action": "type", "browser_id": 1, "selector": "#name", "text": "not typed"},
        {"action": "keyboard", "key": "Tab"},
        {"action": "content", "browser_id": 1},
        {"action": "reload", "browser_id": 2},
        {"action": "wait", "browser_id": 1, "time_ms": 1},
    ]
    done = here(server.home, "do", "-", "--json", "--chat", page, given="".join(f"{json.dumps(line)}\n" for line in lines))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    codes = [answer.get("code") for answer in answers]
    assert codes == [None, "file_denied", "skipped", "skipped", None, None, "skipped"], answers
    assert "not typed" not in json.dumps(answers[4])
    assert answers[2]["error"] == "type was not run because call 2 failed."
    assert done.returncode == 9
    # What comes after the answer is made: whoever sends it has read that.
    with subprocess.Popen(
        [sys.executable, "-m", "refbrowser", "do", "-", "--json", "--chat", page],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment(server),
    ) as program:  # fmt: skip
        assert program.stdin is not None
        assert program.stdout is not None
        for line, code in ((lines[1], "file_denied"), (lines[2], None)):
            program.stdin.write(f"{json.dumps(line)}\n")
            program.stdin.flush()
            assert json.loads(program.stdout.readline()).get("code") == code
        program.stdin.close()


def test_files_are_those_of_the_working_folder(server: LocalServer, page: str, tmp_path: Path) -> None:
    def run(*words: str) -> Any:
        return here(server.home, *words, "--chat", page, cwd=tmp_path)

    (tmp_path / "photo.txt").write_text("a cat", encoding="utf-8")
    outside = run("upload", "--selector", "[type=file]", "/etc/hostname")
    assert f"A file in the working folder, {tmp_path}, will do." in outside.stderr
    listed = run("upload", "--selector", "[type=file]", "--paths", '["photo.txt"]', "--json")
    assert json.loads(listed.stdout)["result"]["action"]["files"] == ["photo.txt"], listed
    given = run("do", json.dumps({"action": "upload_file", "selector": "[type=file]", "path": "photo.txt"}))
    assert given.returncode == 0, given
    uploaded = run("upload", "--selector", "[type=file]", "photo.txt")
    assert uploaded.returncode == 0, uploaded
    run("wait", "--script", "document.title == 'got a cat'")
    assert "got a cat" in run("list").stdout
    shot = run("screenshot", "--path", "shot.png")
    assert shot.returncode == 0, shot
    assert f"path: {tmp_path / 'shot.png'}" in shot.stdout
    assert (tmp_path / "shot.png").read_bytes().startswith(b"\x89PNG")
    # The chat's own file is written again; another one is not.
    assert run("screenshot", "shot.png").returncode == 0
    (tmp_path / "mine.png").write_text("mine", encoding="utf-8")
    refused = run("screenshot", "mine.png")
    assert (refused.returncode, (tmp_path / "mine.png").read_text()) == (9, "mine"), refused
    assert run("screenshot", "mine.png", "--overwrite").returncode == 0
    assert (tmp_path / "mine.png").read_bytes().startswith(b"\x89PNG")
    assert run("save", "login.json").returncode == 0
    assert json.loads((tmp_path / "login.json").read_text())["cookies"] == []
    assert run("load", "login.json").returncode == 0
    # Elsewhere it is refused as before, however the path leads there.
    outside = tmp_path.parent / f"{tmp_path.name}-outside"
    outside.mkdir()
    (outside / "key.txt").write_text("a key", encoding="utf-8")
    (tmp_path / "link.txt").symlink_to(outside / "key.txt")
    (tmp_path / "linked").symlink_to(outside)
    for path in (f"../{outside.name}/key.txt", "link.txt", "linked/key.txt"):
        kept = run("upload", "--selector", "[type=file]", path)
        assert (kept.returncode, "file_denied" in kept.stdout + kept.stderr) == (9, True), (path, kept)
    assert run("screenshot", f"../{outside.name}/shot.png").returncode == 9
    assert sorted(file.name for file in outside.iterdir()) == ["key.txt"]
    assert "got a key" not in run("list").stdout


@pytest.mark.parametrize(
    ("call", "more", "code"),
    [
        ('{"action": "list"}', [], 0),
        ('{"action": "evaluate", "script": "1"}', ["--policy", "read_only"], 8),
        ('{"action": "evaluate", "script": "1"}', ["--policy", "guarded"], None),
    ],
)
def test_a_check_of_the_policy_exits_with_its_verdict(tmp_path: Path, call: str, more: list[str], code: int | None) -> None:
    # Options stand before the call or behind it.
    done = here(str(tmp_path), "policy", "check", *(more if code else ()), call, *(() if code else more))
    verdict = done.stdout.split(":")[0]
    assert done.returncode == {"allow": 0, "deny": 8, "ask": 18, "undecided": 19}[verdict]
    assert code is None or done.returncode == code


def test_an_end_of_the_options_is_kept() -> None:
    assert shared_first(["2", "--", "--json"]) == ["2", "--", "--json"]
    assert main(["version"]) == 0
