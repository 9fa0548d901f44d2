"""Which Chromium is chosen, on machines made of empty folders, and that the one chosen on this machine starts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest
from playwright.async_api import async_playwright

from refbrowser.browser.launch import executables
from refbrowser.browser.launch.executables import Executable, Flavour, find, registry
from refbrowser.errors import LaunchFailed

Program = Callable[..., Path]


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without any Chromium: a home folder, and an empty `bin` that is all of PATH."""
    (tmp_path / "bin").mkdir()
    for name in ("PLAYWRIGHT_BROWSERS_PATH", "XDG_CACHE_HOME", "LOCALAPPDATA", "INIT_CWD"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    return tmp_path


@pytest.fixture
def program(machine: Path) -> Program:
    """Puts an executable at a path of the machine."""

    def put(name: str, content: str = "\x7fELF") -> Path:
        path = machine / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
        path.chmod(0o755)
        return path

    return put


def revision(browser: str) -> str:
    spec = find_spec("playwright")
    assert spec is not None
    assert spec.origin is not None
    described = json.loads((Path(spec.origin).parent / "driver/package/browsers.json").read_text())
    return str(next(entry["revision"] for entry in described["browsers"] if entry["name"] == browser))


@pytest.mark.parametrize(
    ("name", "flavour"),
    [
        ("opt/chromium-headless-shell", "headless-shell"),
        ("opt/headless_shell", "headless-shell"),
        ("opt/chromium-1255/chrome-linux64/chrome", "chromium"),
        ("opt/Google Chrome for Testing", "chromium"),
        ("opt/google/chrome/chrome", "chrome"),
        ("usr/google-chrome-beta", "chrome"),
        ("usr/Google Chrome", "chrome"),
        ("usr/microsoft-edge-stable", "edge"),
    ],
)
def test_a_configured_path_is_taken_as_it_is(program: Program, name: str, flavour: Flavour) -> None:
    path = program(name)
    assert find(str(path)) == Executable(path, "configured", flavour)
    assert find(str(path), headless_shell=False).path == path


def test_a_configured_path_may_start_with_the_home_folder(program: Program) -> None:
    path = program("mine/chromium")
    assert find("~/mine/chromium").path == path


def test_a_configured_path_that_cannot_be_run_is_an_error_although_another_is_installed(machine: Path, program: Program) -> None:
    program("bin/chromium-headless-shell")
    (machine / "plain").write_text("")
    for name, problem in (("gone", "does not exist"), ("bin", "is a folder"), ("plain", "is not executable")):
        with pytest.raises(LaunchFailed, match=problem) as caught:
            find(str(machine / name))
        assert caught.value.code == "launch_failed"
        assert caught.value.details == {"executable_path": str(machine / name)}
        assert caught.value.remedy is not None


@pytest.mark.skipif(sys.platform != "linux", reason="the registry's folder is Linux's")
@pytest.mark.parametrize(
    ("browser", "layout", "flavour"),
    [
        ("chromium-headless-shell", "chrome-headless-shell-linux64/chrome-headless-shell", "headless-shell"),
        ("chromium-headless-shell", "chrome-headless-shell-linux-arm64/chrome-headless-shell", "headless-shell"),
        ("chromium-headless-shell", "chrome-linux/headless_shell", "headless-shell"),
        ("chromium", "chrome-linux64/chrome", "chromium"),
        ("chromium", "chrome-linux/chrome", "chromium"),
        ("chromium", "chrome-mac-arm64/Chromium.app/Contents/MacOS/Chromium", "chromium"),
    ],
)
def test_playwrights_own_is_preferred_to_an_installed_one(program: Program, browser: str, layout: str, flavour: Flavour) -> None:
    program("bin/chromium-headless-shell")
    folder = f".cache/ms-playwright/{browser.replace('-', '_')}-{revision(browser)}"
    path = program(f"{folder}/{layout}")
    assert find() == Executable(path, "playwright", flavour)


def test_a_download_that_cannot_be_run_is_not_used(program: Program) -> None:
    folder = f".cache/ms-playwright/chromium_headless_shell-{revision('chromium-headless-shell')}"
    program(f"{folder}/chrome-headless-shell-linux64/chrome-headless-shell").chmod(0o644)
    installed = program("bin/chromium")
    assert find().path == installed


def test_a_revision_that_playwright_does_not_want_is_not_used(program: Program) -> None:
    program(".cache/ms-playwright/chromium_headless_shell-1/chrome-headless-shell-linux64/chrome-headless-shell")
    installed = program("bin/chromium")
    assert find() == Executable(installed, "installed", "chromium")


def test_the_registry_follows_playwrights_variables(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.platform == "linux":
        assert registry() == machine / ".cache/ms-playwright"
        monkeypatch.setenv("XDG_CACHE_HOME", str(machine / "cache"))
        assert registry() == machine / "cache/ms-playwright"
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(machine / "browsers"))
    assert registry() == machine / "browsers"
    monkeypatch.setenv("INIT_CWD", str(machine))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", "vendored")
    assert registry() == machine / "vendored"
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", "0")
    assert registry().parts[-4:] == ("playwright", "driver", "package", ".local-browsers")


def test_installed_ones_are_taken_in_order_and_only_as_wanted(program: Program) -> None:
    edge = program("bin/microsoft-edge")
    assert find() == Executable(edge, "installed", "edge")
    browser = program("bin/chromium-browser")
    assert find() == Executable(browser, "installed", "chromium")
    chrome = program("bin/google-chrome")
    assert find() == Executable(chrome, "installed", "chrome")
    shell = program("bin/chromium-headless-shell")
    assert find() == Executable(shell, "installed", "headless-shell")
    assert find(headless_shell=False).path == chrome
    assert find(channel="chromium").path == browser
    assert find(channel="edge").path == edge


@pytest.mark.parametrize("line", ['{program} "$@"', 'exec {program} "$@"'])
def test_a_script_that_only_runs_a_program_is_passed_over(program: Program, line: str) -> None:
    real = program("lib/chromium/chromium-headless-shell")
    run = line.format(program=real)
    program("bin/chromium-headless-shell", f"#!/bin/sh -e\n# starts it\n\n{run}\n")
    assert find().path == real
    script = program("bin/chromium-headless-shell", f"#!/bin/sh\nexport LANG=C\n{run}\n")
    assert find().path == script


@pytest.mark.skipif(Path("/snap/bin/chromium").exists(), reason="the snap is installed here")
def test_ubuntus_placeholder_for_a_missing_snap_is_not_a_browser(program: Program) -> None:
    program("bin/chromium-browser", '#!/bin/sh\n[ -x /snap/bin/chromium ] || exit 1\nexec /snap/bin/chromium "$@"\n')
    with pytest.raises(LaunchFailed):
        find()


@pytest.mark.skipif(not Path("/usr/lib/chromium/chromium").exists(), reason="Debian's Chromium is not installed")
def test_debians_script_is_passed_over_unless_switches_were_added(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/usr/bin")
    monkeypatch.setattr(executables, "_DEBIAN_FLAGS", machine)
    (machine / "bin").rename(machine / "extensions")
    assert find(channel="chromium").path == Path("/usr/lib/chromium/chromium")
    (machine / "proxy").write_text('CHROMIUM_FLAGS="$CHROMIUM_FLAGS --proxy-server=proxy:3128"')
    assert find(channel="chromium").path == Path("/usr/bin/chromium")


@pytest.mark.usefixtures("machine")
def test_nothing_found_names_the_command_that_installs_one() -> None:
    for wanted, command in ((True, "refbrowser install-browser"), (False, "refbrowser install-browser --full")):
        with pytest.raises(LaunchFailed, match="or on PATH") as caught:
            find(headless_shell=wanted)
        assert caught.value.remedy is not None
        assert caught.value.remedy.command == command


def test_finding_does_not_import_playwright() -> None:
    code = "import sys, refbrowser.browser.launch.executables as e; e.find(sys.executable); print('playwright' in sys.modules)"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert answer.stdout == "False\n"


@pytest.mark.long("adapters/test_cli.py::test_doctor_says_what_it_found_and_reads_a_page")
@pytest.mark.parametrize("headless_shell", [True, False])
async def test_the_one_found_here_starts(headless_shell: bool) -> None:
    try:
        found = find(headless_shell=headless_shell)
    except LaunchFailed:
        if headless_shell:
            raise
        pytest.skip("only a headless shell is installed")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=found.path, args=["--no-sandbox"])
        page = await browser.new_page()
        assert await page.evaluate("6 * 7") == 42
        await browser.close()
