"""Installing a Chromium: Playwright's real downloader against a local server, and a stand-in for apt-get."""

from __future__ import annotations

import io
import json
import platform
import sys
import time
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

from refbrowser.browser.launch import installer as module
from refbrowser.browser.launch.installer import install, mend_driver
from refbrowser.errors import LaunchFailed
from tests.support import processes
from tests.support.server import Site, refused_url

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="packages are installed on Linux only")


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without any Chromium, on which this user is root and only `bin` is on PATH."""
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "browsers"))
    monkeypatch.setattr("os.geteuid", lambda: 0)
    return tmp_path


def script(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def nothing_can_be_downloaded(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The downloader fails before its first attempt; a host that refuses is tried five times."""
    (machine / "file").touch()
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(machine / "file" / "browsers"))


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the archive served is that for x86_64")
def test_playwrights_headless_shell_is_downloaded_and_started(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = find_spec("playwright")
    assert spec is not None
    described = json.loads(Path(str(spec.origin)).with_name("driver").joinpath("package/browsers.json").read_text())
    entries = {entry["name"]: entry for entry in described["browsers"]}

    def archive(name: str) -> bytes:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as file:
            entry = zipfile.ZipInfo(name)
            entry.external_attr = 0o755 << 16
            file.writestr(entry, '#!/bin/sh\nprintf started >>"$0.log"\n')
        return packed.getvalue()

    shell = entries["chromium-headless-shell"]
    with Site() as site:
        site.route(
            f"/builds/cft/{shell['browserVersion']}/linux64/chrome-headless-shell-linux64.zip",
            archive("chrome-headless-shell-linux64/chrome-headless-shell"),
        )
        site.route(f"/builds/ffmpeg/{entries['ffmpeg']['revision']}/ffmpeg-linux.zip", archive("ffmpeg-linux"))
        monkeypatch.setenv("PLAYWRIGHT_DOWNLOAD_HOST", site.url("").rstrip("/"))
        steps: list[str] = []
        found = install(steps.append)
    assert (found.source, found.flavour) == ("playwright", "headless-shell")
    assert found.path.is_relative_to(machine / "browsers")
    assert found.path.with_name(found.path.name + ".log").read_text() == "started"
    assert steps == ["Downloading Playwright's headless Chromium"]


@pytest.mark.long("unit/test_install.py::test_when_every_way_fails_the_error_says_what_was_tried_and_what_to_run")
def test_a_failed_download_falls_back_to_the_packages(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shell = machine / "bin/chromium-headless-shell"
    calls = machine / "calls"
    script(
        machine / "bin/apt-get",
        f'echo "$*" >>{calls}\ncase "$*" in *chromium-headless-shell)\n'
        f"  printf '#!/bin/sh\\necho 1\\nexit 0\\n' >{shell}; /bin/chmod +x {shell};; esac",
    )
    with refused_url("") as nowhere:
        monkeypatch.setenv("PLAYWRIGHT_DOWNLOAD_HOST", nowhere)
        steps: list[str] = []
        found = install(steps.append)
    assert (found.path, found.source) == (shell, "installed")
    assert [call.split()[-1] for call in calls.read_text().splitlines()] == ["update", "chromium-headless-shell"]
    assert steps[-1] == "Installing chromium-headless-shell with apt-get"
    assert [step for step in steps if "ECONNREFUSED" in step]


def test_when_every_way_fails_the_error_says_what_was_tried_and_what_to_run(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script(machine / "bin/apt-get", 'echo "E: Unable to locate package" >&2\necho later\nexit 100')
    nothing_can_be_downloaded(machine, monkeypatch)
    with pytest.raises(LaunchFailed, match="E: Unable to locate package") as caught:
        install(lambda _step: None)
    assert "ENOTDIR" in caught.value.message
    assert caught.value.remedy is not None
    assert caught.value.remedy.command == "sudo apt-get install -y chromium-headless-shell"


@pytest.mark.long("unit/test_install.py::test_when_every_way_fails_the_error_says_what_was_tried_and_what_to_run")
def test_a_package_whose_program_does_not_start_does_not_count(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script(machine / "bin/apt-get", "exit 0")
    script(machine / "bin/chromium", 'echo "libnss3.so: cannot open shared object file" >&2; exit 127')
    nothing_can_be_downloaded(machine, monkeypatch)
    with pytest.raises(LaunchFailed, match=r"libnss3\.so"):
        install(lambda _step: None, headless_shell=False)


@pytest.mark.parametrize("root", [True, False])
def test_a_library_that_the_driver_lacks_is_installed_or_named(machine: Path, monkeypatch: pytest.MonkeyPatch, root: bool) -> None:
    library, calls = machine / "library", machine / "calls"
    said = "error while loading shared libraries: libatomic.so.1: cannot open shared object file: No such file or directory"
    node = script(machine / "node", f'[ -e {library} ] || {{ echo "$0: {said}" >&2; exit 127; }}')
    script(machine / "bin/apt-get", f'echo "$*" >>{calls}; case "$*" in *libatomic1) : >{library};; esac')
    monkeypatch.setenv("PLAYWRIGHT_NODEJS_PATH", str(node))
    steps: list[str] = []
    if root:
        mend_driver(steps.append)
        assert [call.split()[-1] for call in calls.read_text().splitlines()] == ["update", "libatomic1"]
        assert steps == ["Installing libatomic1 with apt-get: Playwright's driver needs it"]
    else:
        monkeypatch.setattr("os.geteuid", lambda: 1000)
        with pytest.raises(LaunchFailed, match=r"driver did not start: .*libatomic\.so\.1") as caught:
            mend_driver(steps.append)
        assert caught.value.remedy is not None
        assert caught.value.remedy.command == "sudo apt-get install -y libatomic1"
        assert (steps, calls.exists()) == ([], False)


def test_a_command_that_hangs_is_ended_with_its_children(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script(machine / "bin/apt-get", f"/bin/sleep 60 &\necho $! >>{machine}/children\nwait")
    monkeypatch.setattr(module, "_DOWNLOAD_TIMEOUT", 0.3)
    started = time.monotonic()
    with pytest.raises(LaunchFailed, match=r"apt-get .* did not end in"):
        install(lambda _step: None, headless_shell=False)
    assert time.monotonic() - started < 30
    children = {int(line) for line in (machine / "children").read_text().split()}
    assert children
    # They have been sent what ends them; a busy machine takes a moment over it.
    assert processes.outliving(children, 10) == set()
