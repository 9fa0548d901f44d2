"""Files with what sites have stored: Playwright's storage state, or the cookies alone as ``cookies.txt``."""

from pathlib import Path
from typing import Any, Final

from refbrowser.content import storage_state
from refbrowser.errors import FileError, Remedy

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


def read_state_file(path: Path) -> dict[str, Any]:
    """``{cookies, origins}`` of the file, whose name decides its form. Blocks. Raises ``file_unreadable``."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise FileError(f"{path} is larger than {MOST_BYTES // 1_000_000} MB.", code="file_unreadable")
        return storage_state.read(path.read_text(encoding="utf-8", errors="surrogatepass"), path)
    except (OSError, ValueError, RecursionError) as failure:
        raise FileError(f"{path} cannot be read: {str(failure)[:200]}.", code="file_unreadable") from None
