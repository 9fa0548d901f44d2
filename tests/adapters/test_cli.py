"""The command line, as a person runs it: its output and its exit code."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image

from refbrowser.actions.catalog import ACTIONS
from tests.support.local_server import here
from tests.support.server import Site, refused_url


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs ``refbrowser`` with the arguments and environment given, in this process."""

    def command(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        return here(environment.get("REFBROWSER_HOME", str(tmp_path)), *arguments)

    return command


def test_doctor_says_what_it_found_and_reads_a_page(run: Any) -> None:
    done = run("doctor")
    assert done.returncode == 0, done.stderr
    assert re.search(r"^chromium +/.+ \((headless-shell|chromium|chrome|edge), \w+\)$", done.stdout, re.MULTILINE)
    assert re.search(r"^live page +loaded, read and closed in \d+ ms$", done.stdout, re.MULTILINE)
    assert done.stdout.rstrip().endswith("all checks passed")


def test_doctor_fails_where_the_home_folder_cannot_be_written(run: Any, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run("doctor", REFBROWSER_HOME=str(tmp_path / "file" / "home"))
    assert done.returncode == 1
    assert "error file_unwritable: " in done.stderr
    assert " Next: free space there, or set REFBROWSER_HOME to a folder that can be written." in done.stderr
    assert "all checks passed" not in done.stdout


def test_doctor_without_a_chromium_fails_with_the_typed_error(run: Any) -> None:
    done = run("doctor", REFBROWSER_EXECUTABLE_PATH="/nowhere/chromium")
    assert done.returncode == 10
    assert "error launch_failed: " in done.stderr
    assert "/nowhere/chromium" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.long("docs/test_examples.py::test_transcripts_read_as_they_happen")
def test_the_demonstration_drives_the_shop_from_search_to_order(run: Any) -> None:
    done = run("demo")
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    calls = [json.loads(line[2:].rsplit("   ", 1)[0]) for line in done.stdout.splitlines() if line.startswith("> ")]
    made = {call["action"] for call in calls}
    wanted = {"open", "content", "type", "type_submit", "click", "select_option", "set_checked", "dialog", "screenshot", "multi"}
    assert wanted <= made
    assert "Thank you for your order" in done.stdout
    assert "confirm dialog" in done.stdout
    assert "opened tab 2: " in done.stdout
    assert "a long secret" not in "".join(line for line in done.stdout.splitlines(True) if not line.startswith("> "))
    *_, summary = done.stdout.splitlines()
    assert re.fullmatch(r"(\d+) calls, \d+ ms, about \d+ tokens", summary)
    assert int(summary.split()[0]) == len(calls)
    pictures = re.findall(r"^screenshot: (.+\.jpg)$", done.stdout, re.MULTILINE)
    assert len(pictures) == 2
    for path in pictures:
        with Image.open(path) as image:
            assert image.format == "JPEG"
            assert image.width == 1280
    assert "\033[" not in done.stdout


@pytest.mark.long("docs/test_examples.py::test_transcripts_read_as_they_happen")
def test_the_demonstration_reads_and_photographs_a_page_of_ones_own(run: Any) -> None:
    with Site() as site:
        url = site.page("<title>Mine</title><h1>A page of mine</h1><button>Press</button>")
        done = run("demo", url)
    assert done.returncode == 0, done.stderr
    assert "# A page of mine\n[button 1] Press\n" in done.stdout
    assert "screenshot: " in done.stdout
    assert done.stdout.splitlines()[-1].startswith("3 calls, ")


def test_the_shop_is_served_until_it_is_interrupted(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "refbrowser", "demo", "--serve", "--port", "0"]
    serving = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert serving.stdout is not None
    line = serving.stdout.readline()
    url = re.fullmatch(r"The shop is open at (http://127\.0\.0\.1:(\d+)/) \(Ctrl\+C closes it\)\n", line)
    assert url is not None, line
    assert "Alder &amp; Co." in httpx.get(url[1]).text
    taken = here(str(tmp_path), *command[3:-1], url[2])
    assert (taken.returncode, taken.stdout) == (13, "")
    assert f"error port_taken: The shop cannot listen on port {url[2]}: " in taken.stderr
    assert "Next: refbrowser demo --serve --port 0" in taken.stderr
    serving.send_signal(signal.SIGINT)
    assert serving.communicate(timeout=30) == ("", "")
    assert serving.returncode == 0


@pytest.mark.long("adapters/test_cli.py::test_doctor_says_what_it_found_and_reads_a_page")
def test_a_demonstration_that_fails_shows_the_typed_error_and_exits_with_1(run: Any) -> None:
    with refused_url() as url:
        done = run("demo", url)
    assert done.returncode == 1
    assert "error navigation_failed (may be retried): " in done.stdout
    assert "ERR_CONNECTION_REFUSED" in done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.long("adapters/test_tools.py::test_each_interface_gets_both_tools_with_every_action")
def test_schema_prints_the_tools_with_every_action(run: Any) -> None:
    browser, vision = json.loads(run("schema").stdout)
    assert browser["input_schema"]["properties"]["action"]["enum"] == [action.name for action in ACTIONS]
    assert vision["name"] == "vision_load"
    each = json.loads(run("schema", "--each").stdout)
    assert list(each) == [action.name for action in ACTIONS]
    assert each["screenshot"]["properties"]["quality"]["maximum"] == 95


def test_prompt_prints_the_text_that_teaches_a_model(tmp_path: Path) -> None:
    text = here(str(tmp_path), "prompt").stdout
    assert text.startswith("# browser\n")
    assert all(f"\n- {action.name}(" in text for action in ACTIONS)


def test_an_unknown_command_is_a_usage_error(run: Any) -> None:
    done = run("dance")
    assert done.returncode == 2
    assert "dance" in done.stderr


def test_a_wrong_setting_in_the_environment_is_named(run: Any) -> None:
    done = run("doctor", REFBROWSER_MAX_TABS="many")
    assert done.returncode == 2
    assert "Setting max_tabs is 'many'" in done.stderr


@pytest.mark.long("adapters/test_commands.py::test_an_answer_that_cannot_be_written_is_reported_without_a_traceback")
def test_a_reader_that_goes_away_is_no_crash(tmp_path: Path) -> None:
    producer = subprocess.Popen(
        [sys.executable, "-m", "refbrowser", "schema"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert producer.stdout is not None
    assert producer.stderr is not None
    producer.stdout.close()
    errors = producer.stderr.read()
    producer.stderr.close()
    producer.wait(timeout=30)
    assert "Traceback" not in errors
