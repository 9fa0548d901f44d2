"""Which Chromium to run: the configured one, Playwright's own, or one that is installed on the machine.

Only the standard library is imported, because this is looked up while Playwright is still being imported.
"""

import os
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from refbrowser.browser.playwright_internals.package import browser_revisions, driver_package
from refbrowser.errors import LaunchFailed, Remedy

Flavour = Literal["headless-shell", "chromium", "chrome", "edge"]
Source = Literal["configured", "playwright", "installed"]

_REGISTRY_NAMES: Final[tuple[tuple[str, Flavour], ...]] = (
    ("chromium-headless-shell", "headless-shell"),
    ("chromium", "chromium"),
)
_REGISTRY_LAYOUTS: Final[dict[Flavour, tuple[str, ...]]] = {
    "headless-shell": ("chrome-headless-shell-*/chrome-headless-shell*", "chrome-*/headless_shell*"),
    "chromium": ("chrome-*/chrome", "chrome-*/*.app/Contents/MacOS/*", "chrome-*/chrome.exe"),
}
_COMMANDS: Final[tuple[tuple[str, Flavour], ...]] = (
    ("chromium-headless-shell", "headless-shell"),
    ("chrome-headless-shell", "headless-shell"),
    ("google-chrome-stable", "chrome"),
    ("google-chrome", "chrome"),
    ("chromium", "chromium"),
    ("chromium-browser", "chromium"),
    ("microsoft-edge-stable", "edge"),
    ("microsoft-edge", "edge"),
)
_APPLICATIONS: Final[tuple[tuple[str, Flavour], ...]] = (
    ("Google Chrome", "chrome"),
    ("Chromium", "chromium"),
    ("Microsoft Edge", "edge"),
)
_DEBIAN_CHROMIUM: Final = Path("/usr/lib/chromium/chromium")
_DEBIAN_FLAGS: Final = Path("/etc/chromium.d")
_DEBIAN_FLAG_FILES: Final = frozenset({"README", "apikeys", "default-flags", "dev-shm", "extensions"})
_ONLY_RUNS: Final = re.compile(r'(?:exec\s+)?(/[\w./+-]+)\s+"\$@"')


@dataclass(frozen=True, slots=True)
class Executable:
    """A Chromium that exists and may be executed, who put it there, and what kind of Chromium it is."""

    path: Path
    source: Source
    flavour: Flavour


def find(configured: str | None = None, *, headless_shell: bool = True, channel: Flavour | None = None) -> Executable:
    """The Chromium to run, in about a millisecond: nothing is started.

    A ``configured`` path is taken as it is or refused. Without one: Playwright's, in the revision that the installed
    Playwright wants, then what is on PATH or among the applications; headless shells come first, unless
    ``headless_shell`` is false, and ``channel`` allows that flavour alone.

    Raises :class:`LaunchFailed` when the configured path cannot be run, or nothing is found.
    """
    if configured is not None:
        return _configured(Path(configured).expanduser())
    for executable in (*_of_playwright(), *_installed()):
        wanted = channel is None or executable.flavour == channel
        if wanted and (headless_shell or executable.flavour != "headless-shell"):
            return executable
    kind = channel or ("Chromium" if headless_shell else "full Chromium (headless_shell is off)")
    command = "refbrowser install-browser" if headless_shell else "refbrowser install-browser --full"
    raise LaunchFailed(
        f"No {kind} was found in {registry()} or on PATH.",
        remedy=Remedy(command=command, hint="or set executable_path to an installed Chromium"),
    )


def registry() -> Path:
    """The folder in which Playwright keeps its browsers, by the same rules as Playwright itself."""
    chosen = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    if chosen == "0":
        return driver_package() / ".local-browsers"
    if chosen:
        return Path(os.environ.get("INIT_CWD") or Path.cwd()) / chosen
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "ms-playwright"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "ms-playwright"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ms-playwright"


def _configured(path: Path) -> Executable:
    if not path.exists():
        problem = "does not exist"
    elif not path.is_file():
        problem = "is a folder, not a program"
    elif not os.access(path, os.X_OK):
        problem = "is not executable"
    else:
        return Executable(path, "configured", _flavour(path))
    raise LaunchFailed(
        f"The configured executable_path {path} {problem}.",
        remedy=Remedy(hint="correct executable_path, or unset it to use an installed Chromium"),
        details={"executable_path": str(path)},
    )


def _flavour(path: Path) -> Flavour:
    name = path.name.lower().replace("_", "-").replace(" ", "-")
    if "headless-shell" in name:
        return "headless-shell"
    if "edge" in name:
        return "edge"
    # Playwright's Chromium is a program called `chrome` too, in a folder chromium-REVISION.
    if (name.startswith("google-chrome") and "testing" not in name) or path.parent.parts[-2:] == ("google", "chrome"):
        return "chrome"
    return "chromium"


def _of_playwright() -> Iterator[Executable]:
    revisions = browser_revisions()
    if not revisions:
        return  # a repackaged Playwright: its browsers are on PATH or configured
    for name, flavour in _REGISTRY_NAMES:
        folder = registry() / f"{name.replace('-', '_')}-{revisions.get(name)}"
        for layout in _REGISTRY_LAYOUTS[flavour]:
            for path in sorted(folder.glob(layout)):
                if path.is_file() and os.access(path, os.X_OK):
                    yield Executable(path, "playwright", flavour)


def _installed() -> Iterator[Executable]:
    for command, flavour in _COMMANDS:
        if (path := shutil.which(command)) and (program := _program(Path(path))):
            yield Executable(program, "installed", flavour)
    if sys.platform == "darwin":
        for name, flavour in _APPLICATIONS:
            for folder in (Path("/Applications"), Path.home() / "Applications"):
                path_in_bundle = folder / f"{name}.app" / "Contents" / "MacOS" / name
                if os.access(path_in_bundle, os.X_OK):
                    yield Executable(path_in_bundle, "installed", flavour)


def _program(command: Path) -> Path | None:
    """What a command on PATH really runs, or None if it runs nothing.

    Debian's ``chromium`` is a shell script that needs 150 ms before it starts the program, and that of
    ``chromium-headless-shell`` stays alive as the browser's parent, so that killing it orphans the browser. The program
    is run directly unless the administrator has added switches of their own, which only the script reads.
    """
    with command.open("rb") as file:
        if file.read(2) != b"#!":
            return command
    script = command.read_text(encoding="utf-8", errors="replace")
    if "/snap/bin/chromium" in script and not Path("/snap/bin/chromium").exists():
        return None  # Ubuntu's placeholder, which only prints that the snap is to be installed
    lines = [line for line in map(str.strip, script.splitlines()) if line and not line.startswith("#")]
    if len(lines) == 1 and (only := _ONLY_RUNS.fullmatch(lines[0])) and os.access(only[1], os.X_OK):
        return Path(only[1])
    if command == Path("/usr/bin/chromium") and os.access(_DEBIAN_CHROMIUM, os.X_OK) and not _has_own_switches():
        return _DEBIAN_CHROMIUM
    return command


def _has_own_switches() -> bool:
    return _DEBIAN_FLAGS.is_dir() and any(file.name not in _DEBIAN_FLAG_FILES for file in _DEBIAN_FLAGS.iterdir())
