"""Files with what sites have stored: Playwright's storage state, or the cookies alone as ``cookies.txt``."""

from pathlib import Path
from typing import Any, Final, NamedTuple

from refbrowser.browser.storage.given_state import StateProblem, checked
from refbrowser.content import storage_state
from refbrowser.errors import FileError, Remedy
from refbrowser.page_text import truncated

MOST_BYTES: Final = 50_000_000


def check_size(size: int, path: Path) -> None:
    """Raises ``file_unwritable`` for a file that :func:`read_state_file` would not read back."""
    if size > MOST_BYTES:
        raise FileError(
            f"Nothing was saved: {path} would have {size / 1_000_000:.0f} MB, and load reads up to {MOST_BYTES // 1_000_000} MB.",
            code="file_unwritable",
            remedy=Remedy(hint="save with a site, or with a kind"),
            details={"size": size, "most": MOST_BYTES},
        )


class StateFile(NamedTuple):
    """``state`` is ``{cookies, origins}`` as Chromium takes them; ``cookies_alone`` as in :class:`storage_state.Unchecked`."""

    state: dict[str, Any]
    cookies_alone: bool


def read_state_file(path: Path) -> StateFile:
    """What the file holds, whose name decides its form. Blocks. Raises ``file_unreadable``, which names the place in the file."""
    lines: list[int] = []
    try:
        if path.stat().st_size > MOST_BYTES:
            raise FileError(f"{path} is larger than {MOST_BYTES // 1_000_000} MB.", code="file_unreadable")
        state, lines, cookies_alone = storage_state.read(path.read_text(encoding="utf-8", errors="surrogatepass"), path)
        return StateFile(checked(state), cookies_alone)
    except StateProblem as problem:
        place = problem.place
        if lines and len(problem.path) > 1:
            place = f"line {lines[int(problem.path[1])]}" + "".join(f": {part}" for part in problem.path[2:])
        raise FileError(
            f"{path} was not taken, and nothing was changed: {place} {problem.problem}.",
            code="file_unreadable",
            remedy=Remedy(hint="correct that place in the file, or leave the entry out"),
            details={"place": place},
        ) from None
    except (OSError, ValueError, RecursionError) as failure:
        raise FileError(f"{path} cannot be read: {truncated(str(failure), 200)}.", code="file_unreadable") from None
