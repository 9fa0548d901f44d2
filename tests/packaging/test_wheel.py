"""What a person installs: the wheel holds all that the program reads, and nothing of the tests."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=80, check=False)
    assert built.returncode == 0, built.stderr
    (path,) = folder.glob("*.whl")
    return path


def test_every_file_of_the_package_travels(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    source = ROOT / "plugin"
    wanted = {str(path.relative_to(source)) for path in source.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    assert wanted - names == set()
    assert {"refbrowser/prompts/browser.md", "refbrowser/skills/browser-automation/SKILL.md"} <= names
    page = {f"refbrowser/{path.relative_to(ROOT)}" for path in (ROOT / "webui_viewer").rglob("*") if path.is_file()}
    assert page
    assert page <= names
    assert not [name for name in names if name.startswith(("tests", "benchmarks"))]


@pytest.mark.long("packaging/test_wheel.py::test_every_file_of_the_package_travels")
def test_the_installed_program_finds_its_own_files(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path)
    program = "import sys; sys.path.insert(0, sys.argv[1]); from refbrowser.adapters.cli import main; sys.exit(main(['prompt']))"
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("# browser")
