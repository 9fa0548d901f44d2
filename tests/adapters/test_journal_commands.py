"""``refbrowser journal`` and ``refbrowser replay``: a recorded session on the command line, and as code that runs."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from refbrowser import Browser, Settings
from refbrowser.browser.launch.executables import find
from tests.support.calls import do, read, refused
from tests.support.full_disk import files_of_at_most
from tests.support.journals import recorded
from tests.support.local_server import here
from tests.support.server import Site

PAGE = "<title>Shop</title><form onsubmit=\"document.title='Sent '+this.q.value;return false\"><label>Query <input name=q></label><label>Password <input name=pw type=password></label><button>Send it</button></form>"


@pytest.fixture(scope="module")
async def recording(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[Path, str, Site]]:
    """A home folder with one session, the session's id, and the site that it was on."""
    home = tmp_path_factory.mktemp("recording")
    with Site() as site:
        chat = browser.chat("shop")
        await do(chat, "open", url=site.page(PAGE, "/"))
        refs = await read(chat)
        await do(chat, "type", ref=refs["Query"], text='it\'s "5" $HOME')
        await do(chat, "type", ref=refs["Password"], text="hunter2-long")
        await refused(chat, "ref_unknown", "click", ref=999)
        await do(chat, "click", ref=refs["Send it"])
        made = (await recorded(chat)).id
        await chat.close()
        shutil.copytree(browser.settings.home / "journal" / made, home / "journal" / made)
        yield home, made, site


@pytest.fixture
def session(recording: tuple[Path, str, Site], tmp_path: Path) -> str:
    """The id of a session in ``<tmp_path>/home``."""
    home, made, _ = recording
    shutil.copytree(home, tmp_path / "home", symlinks=True)
    return made


def run(home: Path, *words: str, given: str | None = None, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "REFBROWSER_HOME": str(home / "home"), "PYTHONPATH": os.pathsep.join(sys.path), **more}
    return subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, timeout=80, check=False, env=environment, cwd=home, input=given
    )


def refbrowser(home: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    return run(home, "-m", "refbrowser", *words, **more)


def ran_here(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """As `refbrowser`, in this process."""
    return here(str(home / "home"), *words, cwd=home)


def test_sessions_are_listed_shown_explained_verified_and_removed(session: str, tmp_path: Path) -> None:
    listed = json.loads(ran_here(tmp_path, "journal", "list", "--json").stdout)["sessions"]
    assert [(row["id"], row["calls"], row["failed"], row["state"]) for row in listed] == [(session, 6, 1, "ended")]
    shown = ran_here(tmp_path, "journal", "show", "last").stdout.splitlines()
    assert [line.split()[0] for line in shown] == ["#1", "#2", "#3", "#4", "#5", "#6"]
    assert "type [input text 1] Query: ok" in shown[2]
    assert json.loads(ran_here(tmp_path, "journal", "show", "shop", "4").stdout)["arguments"]["text"] == {"hidden": "pw"}
    explained = ran_here(tmp_path, "journal", "explain", session).stdout
    assert "Failed after" in explained
    assert "ref_unknown" in explained
    assert ran_here(tmp_path, "journal", "verify", session).returncode == 0
    file = tmp_path / "home" / "journal" / session / "calls.jsonl"
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    verified = ran_here(tmp_path, "journal", "verify", session)
    assert verified.returncode == 1
    assert "is wrong: it was changed" in verified.stdout
    for command in ("show", "explain", "export"):
        said = ran_here(tmp_path, "journal", command, session)
        assert (said.returncode, "is wrong: it was changed" in said.stderr) == (1, True)
    replayed = ran_here(tmp_path, "replay", session)
    assert (replayed.returncode != 0, replayed.stdout, "Nothing was replayed" in replayed.stderr) == (True, "", True)
    assert ran_here(tmp_path, "journal", "remove", session).returncode == 0
    assert ran_here(tmp_path, "journal", "show", session).returncode != 0


def test_a_replay_says_what_was_the_same_and_writes_reports(session: str, tmp_path: Path) -> None:
    stopped = ran_here(tmp_path, "replay", session)
    assert stopped.returncode == 1
    assert "--set pw=" in stopped.stdout
    misspelt = ran_here(tmp_path, "replay", session, "--set", "pwd=other-long")
    assert (misspelt.returncode, misspelt.stdout) == (2, "")
    assert "No field or parameter of the session is named pwd. Named are: " in misspelt.stderr
    done = ran_here(tmp_path, "replay", session, "--set", "pw=other-long", "--junit", "out.xml", "--report", "out.html")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == "6 same"
    suite = ElementTree.parse(tmp_path / "out.xml").getroot()
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("6", "0", "0")
    page = (tmp_path / "out.html").read_text()
    assert '"replayed": "data:image/jpeg;base64,' in page
    assert "other-long" not in page


@pytest.mark.long("unit/test_page_words.py::test_json_for_a_terminal_has_nothing_that_it_obeys_and_the_same_value")
async def test_nothing_in_a_record_is_obeyed_by_a_terminal_or_is_a_line_of_its_own(tmp_path: Path, marker: str, site: Site) -> None:
    """The chat's name and the calls are a client's, and what was read is a page's."""
    evil = "shop\x1b]0;mine\x07\n20990101-000000-shop-0000  9 calls  ended\x9b2J\u202e"
    async with Browser(Settings(home=tmp_path / "home")) as browser:
        chat = browser.chat(evil)
        await do(chat, "open", url=site.page("<title>Shop</title>"))
        await chat.call({"action": evil, evil: evil})
        await do(chat, "evaluate", script=f"document.title = {json.dumps(evil)}")
        await refused(chat, "script_error", "evaluate", script=f"throw new Error({json.dumps(evil)})")
        await recorded(chat)
    commands = [("journal", "list"), ("journal", "show", "last"), ("replay", "last", "--keep-going")]
    commands += [("journal", "explain", "last", str(number)) for number in (2, 3, 4)]
    commands += [("journal", "export", "last", "--as", form) for form in ("shell", "python", "playwright")]
    for command in commands:
        said = refbrowser(tmp_path, *command)
        assert said.stdout, command
        for line in (said.stdout + said.stderr).splitlines():
            assert line.isprintable(), (command, line)
            assert not line.startswith("20990101"), command


@pytest.mark.long("browser/test_replay.py::test_calls_that_were_not_recorded_are_stopped")
async def test_a_gap_is_named_by_each_command_and_fails_a_replay(tmp_path: Path, marker: str, site: Site) -> None:
    async with Browser(Settings(home=tmp_path / "home")) as browser:
        chat = browser.chat("shop")
        await do(chat, "open", url=site.page(PAGE, "/"))
        browser.journal_thread().submit(lambda: None).result()
        [file] = (tmp_path / "home" / "journal").glob("*/calls.jsonl")
        with files_of_at_most(file.stat().st_size):
            await do(chat, "find", text="Query")
            await do(chat, "find", text="Send")
            browser.journal_thread().submit(lambda: None).result()
        await do(chat, "state")
        session = (await recorded(chat)).id
    gap = "calls 2 to 3 were not recorded, since the file could not be written"
    for words in (("show",), ("explain",), ("export", "--as", "jsonl")):
        said = ran_here(tmp_path, "journal", words[0], session, *words[1:])
        assert (said.returncode, gap in said.stderr) == (0, True), words
    for form in ("python", "pytest", "playwright", "shell"):
        assert f"# {gap}" in ran_here(tmp_path, "journal", "export", session, "--as", form).stdout
    assert gap in ran_here(tmp_path, "journal", "export", session, "--as", "html").stdout
    verified = ran_here(tmp_path, "journal", "verify", session)
    assert (verified.returncode, gap in verified.stdout) == (0, True), "every line is as it was written"
    replayed = refbrowser(tmp_path, "replay", session, "--report", "out.html")
    assert (replayed.returncode, replayed.stdout.splitlines()[-1]) == (1, "1 same, 2 stopped")
    assert gap in replayed.stdout
    assert gap in (tmp_path / "out.html").read_text()
    going = refbrowser(tmp_path, "replay", session, "--keep-going")
    assert (going.returncode, going.stdout.splitlines()[-1]) == (1, "2 same, 1 stopped")
    rest = refbrowser(tmp_path, "replay", session, "--from", "4")
    assert (rest.returncode, rest.stdout.splitlines()[-1]) == (0, "1 same")


@pytest.mark.long("unit/test_playwright_export.py::test_a_call_is_what_playwright_does_for_it")
@pytest.mark.parametrize("form", ["pytest", "shell", "python", "playwright"])
def test_exported_code_runs(session: str, tmp_path: Path, recording: tuple[Path, str, Site], form: str) -> None:
    site = recording[2]
    file = tmp_path / f"test_again.{'sh' if form == 'shell' else 'py'}"
    assert refbrowser(tmp_path, "journal", "export", session, "--as", form, "--output", str(file)).returncode == 0
    hits = site.hits("/")
    more = {"PW": "hunter2-long"}
    if form == "shell":
        tool = tmp_path / "refbrowser"
        tool.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m refbrowser "$@"\n')
        tool.chmod(0o755)
        script = f"PATH={tmp_path}:$PATH sh {file}; code=$?; refbrowser=1 {tool} stop; exit $code"
        done = run(tmp_path, "-c", f"import subprocess, sys; sys.exit(subprocess.call({script!r}, shell=True))", **more)
    elif form == "pytest":
        done = run(tmp_path, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", str(file), **more)
    else:
        more["CHROMIUM"] = str(find(None, headless_shell=True).path)
        done = run(tmp_path, str(file), **more)
    assert done.returncode == 0, done.stdout + done.stderr
    assert site.hits("/") == hits + 1


@pytest.mark.long("unit/test_looks.py::test_a_call_that_passed_says_where_its_page_looks_different")
async def test_a_page_that_only_looks_different_is_named_and_fails_where_that_is_asked_for(tmp_path: Path, site: Site) -> None:
    """The seed's replay compares pictures with the original."""
    home = tmp_path / "home"
    page = "<title>Shop</title><style>{}</style><h1>Lamps</h1><canvas width=200 height=80></canvas><button onclick='this.blur()'>Go</button>"
    page += "<script>const c = document.querySelector('canvas').getContext('2d'); c.fillStyle = '{}'; c.fillRect(0, 0, 200, 80)</script>"
    async with Browser(Settings(home=home, journal="pictures")) as browser:
        chat = browser.chat("shop")
        await do(chat, "open", url=site.page(page.format("", "red"), "/"))
        await do(chat, "click", selector="button")
        await recorded(chat)
    same = refbrowser(tmp_path, "replay", "last", "--fail-on-looks")
    assert (same.returncode, same.stdout.splitlines()[-1]) == (0, "2 same")
    site.page(page.format("h1 { color: white; background: black }", "blue"), "/")
    (made,) = [
        row["id"]
        for row in json.loads(refbrowser(tmp_path, "journal", "list", "--json").stdout)["sessions"]
        if row["chat"] == "shop"
    ]
    done = refbrowser(tmp_path, "replay", made, "--junit", "out.xml")
    assert (done.returncode, done.stdout.splitlines()[-2:]) == (0, ["2 same", "2 of these look different"])
    assert "looks    #1 open" in done.stdout
    assert "2 regions changed, " in done.stdout
    assert "looks different: " in (tmp_path / "out.xml").read_text()
    failed = refbrowser(tmp_path, "replay", made, "--fail-on-looks", "--json")
    assert (failed.returncode, json.loads(failed.stdout)["passed"]) == (1, False)
