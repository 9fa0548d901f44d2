"""An environment of its own for each host, with what its own users install; kept between runs below ``.venv/hosts``."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / ".venv" / "hosts"
INSTALL_S: Final = 900

WITHOUT_TELEMETRY: Final = {
    "CREWAI_DISABLE_TELEMETRY": "true",
    "CREWAI_TRACING_ENABLED": "false",
    "OTEL_SDK_DISABLED": "true",
    "LANGSMITH_TRACING": "false",
}


@dataclass(frozen=True)
class Environment:
    """``requirements`` are installed with refbrowser and its extra ``mcp``, in their newest releases."""

    name: str
    requirements: tuple[str, ...]

    @property
    def python(self) -> Path:
        """The interpreter; the environment is made on first use, and again when it or this project asks for other packages."""
        folder = FOLDER / self.name
        FOLDER.mkdir(parents=True, exist_ok=True)
        with open(FOLDER / f"{self.name}.lock", "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            made = folder / "made-of"
            wanted = hashlib.sha256(repr((self.requirements, (ROOT / "pyproject.toml").read_text("utf-8"))).encode()).hexdigest()
            if not made.is_file() or made.read_text(encoding="utf-8") != wanted:
                uv("venv", "--quiet", "--clear", "--python", sys.executable, str(folder))
                python = str(folder / "bin" / "python")
                uv("pip", "install", "--quiet", "--python", python, "--editable", f"{ROOT}[mcp]", *self.requirements)
                made.write_text(wanted, encoding="utf-8")
        return folder / "bin" / "python"

    def versions(self, *packages: str) -> dict[str, str]:
        """Which releases of these packages are installed."""
        program = "import importlib.metadata as m, sys; print('\\n'.join(m.version(name) for name in sys.argv[1:]))"
        shown = subprocess.run([self.python, "-c", program, *packages], capture_output=True, text=True, check=True).stdout
        return dict(zip(packages, shown.split(), strict=True))


def uv(*words: str, given: str | None = None) -> str:
    """What uv prints. Fails the test with its complaint."""
    program = Path(sys.executable).with_name("uv")
    found = str(program) if program.exists() else shutil.which("uv")
    if found is None:
        pytest.fail("uv is not installed; ./dev test --hosts installs it")
    done = subprocess.run([found, *words], input=given, capture_output=True, text=True, timeout=INSTALL_S, check=False)
    if done.returncode != 0:
        pytest.fail(f"uv {' '.join(words)}:\n{done.stderr[-2000:]}")
    return done.stdout


def environ(python: Path, home: Path, root: str, **more: str) -> dict[str, str]:
    """The environment variables of a host's program: every maker's model is at ``root``."""
    return {
        **os.environ,
        **WITHOUT_TELEMETRY,
        "PATH": f"{python.parent}{os.pathsep}{os.environ['PATH']}",
        "REFBROWSER_HOME": str(home),
        "OPENAI_BASE_URL": f"{root}/v1",
        "OPENAI_API_KEY": "k",
        "OPENAI_MODEL": "scripted",
        "ANTHROPIC_BASE_URL": root,
        "ANTHROPIC_API_KEY": "k",
        "GOOGLE_GEMINI_BASE_URL": root,
        "GEMINI_API_KEY": "k",
        "GEMINI_MODEL": "scripted",
        **more,
    }
