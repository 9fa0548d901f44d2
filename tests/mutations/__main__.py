"""Break the product, one central line at a time, and see that a test of the usual run fails each time.

    .venv/bin/python -m tests.mutations [NAME ...]

Each mutation of ``central_lines.py`` is made in a copy of the checkout, where the tests run that keep the line, up to the first that
fails; it has to fail twice. What failed runs once more at the end, without mutations, and passes. Exits with 1 where a mutation was
not caught. NAMEs choose mutations whose names contain one of them.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.mutations.central_lines import MUTATIONS, Mutation

ROOT = Path(__file__).parents[2]
MOST_S = 900
"""How long the tests of one mutation may take."""

_FAILED = re.compile(r"^(?:FAILED|ERROR) tests/(.+?)(?: - .*)?$", re.MULTILINE)


def main(names: Sequence[str]) -> int:
    """Return the exit code: 0, or 1 where a mutation was not caught."""
    chosen = [mutation for mutation in MUTATIONS if not names or any(name in mutation.name for name in names)]
    with tempfile.TemporaryDirectory(prefix="mutations-") as folder:
        copy = Path(folder) / "refbrowser"
        _copy_checkout(copy)
        caught = {mutation.name: failed for mutation in chosen if (failed := _caught_by(copy, mutation))}
        catching = sorted(set(caught.values()))
        failing = set(_run_tests(copy, catching)) if catching else set()
    missed = [mutation.name for mutation in chosen if caught.get(mutation.name, "") in {"", *failing}]
    if failing:
        print(f"Without any mutation, these fail too: {', '.join(sorted(failing))}")
    print(f"{len(chosen) - len(missed)} of {len(chosen)} mutations are caught", *missed, sep="\n  not caught: ")
    return 1 if missed else 0


def _caught_by(copy: Path, mutation: Mutation) -> str:
    """Return the test that fails with the mutation; empty where none does."""
    began = time.monotonic()
    path = copy / mutation.file
    original = path.read_text(encoding="utf-8")
    path.write_text(mutation.applied_to(original), encoding="utf-8")
    if path.suffix == ".js":
        _bundle(copy)
    try:
        failed = next(iter(_run_tests(copy, mutation.tests, "-x")), "")
        if failed and not _run_tests(copy, [failed]):
            failed = ""  # by chance, as on a machine that is too busy
    finally:
        path.write_text(original, encoding="utf-8")
        if path.suffix == ".js":
            _bundle(copy)
    print(f"{time.monotonic() - began:4.0f} s  {mutation.name}: {failed or 'NOT CAUGHT'}", flush=True)
    return failed


def _copy_checkout(copy: Path) -> None:
    """Copy what is tracked or new, as it is in the working tree."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    for name in filter(None, listed.split("\0")):
        if (source := ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, copy / name)


def _bundle(copy: Path) -> None:
    """Write the scripts that run in pages again. Raises CalledProcessError for a mutation that is no JavaScript."""
    subprocess.run(
        [sys.executable, "-m", "refbrowser.surface.generate"], cwd=copy, env=_environment(copy), check=True, capture_output=True
    )


def _run_tests(copy: Path, tests: Sequence[str], *options: str) -> list[str]:
    """Run what the usual run has of ``tests``; return those that failed. A run that does not come to that is shown, and fails none."""
    command = [sys.executable, "-m", "pytest", "--usual", "-q", "-n", "0", "-p", "no:cacheprovider", *options]
    try:
        run = subprocess.run(
            [*command, *(f"tests/{test}" for test in tests)],
            cwd=copy,
            env=_environment(copy),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=MOST_S,
        )
    except subprocess.TimeoutExpired:
        print(f"The tests took more than {MOST_S} s.")
        return []
    if run.returncode not in (0, 1):
        print(run.stdout)
        return []
    return _FAILED.findall(run.stdout)


def _environment(copy: Path) -> dict[str, str]:
    """The package and the tests are those of the copy, not those that are installed."""
    return {**os.environ, "PYTHONPATH": f"{copy / 'plugin'}{os.pathsep}{copy}"}


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
