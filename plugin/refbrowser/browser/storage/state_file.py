"""Files with what sites have stored: Playwright's storage state, or the cookies alone as ``cookies.txt``."""

from pathlib import Path
from typing import Any, Final

from refbrowser.content import storage_state
from refbrowser.errors import FileError

MOST_BYTES: Final = 50_000_000


def read_state_file(path: Path) -> dict[str, Any]:
    """``{cookies, origins}`` of the file, whose name decides its form. Blocks. Raises ``file_unreadable``."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise FileError(f"{path} is larger than {MOST_BYTES // 1_000_000} MB.", code="file_unreadable")
        return storage_state.read(path.read_text(encoding="utf-8", errors="surrogatepass"), path)
    except (OSError, ValueError, RecursionError) as failure:
        raise FileError(f"{path} cannot be read: {str(failure)[:200]}.", code="file_unreadable") from None
