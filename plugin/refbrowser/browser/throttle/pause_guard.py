"""Lets paused renderers run again when this process ends without doing so: killed, it runs no code of its own.

A paused renderer does not learn that its browser has ended, and would stay for good. A shell reads a pipe that
only this process writes to. The pipe ends with this process, however it ends, and the shell continues what was paused last.
"""

import subprocess
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

_SHELL: Final = "/bin/sh"

_SCRIPT: Final = """trap '' HUP INT QUIT TERM
while read -r line; do paused=$line; done
[ -z "$paused" ] || kill -CONT $paused
"""

_PATIENCE_S: Final = 1.0


class PauseGuard:
    """Starts its shell with the first pause. Its start and its end block for one or two milliseconds."""

    def __init__(self) -> None:
        self._shell: subprocess.Popen[bytes] | None = None

    def start(self) -> bool:
        """Starts the shell unless it runs; whether it runs now."""
        if self._shell is not None and self._shell.poll() is None:
            return True
        self.stop()
        try:
            # A session of its own: a signal to the process group of this process must not end both.
            self._shell = subprocess.Popen(
                [_SHELL, "-c", _SCRIPT],
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd="/",
                start_new_session=True,
            )
        except OSError:
            return False
        return True

    def paused(self, pids: Iterable[int]) -> None:
        """These processes are paused, or will be at once; none of the earlier ones is."""
        if self._shell is not None and self._shell.stdin is not None:
            with suppress(OSError):
                self._shell.stdin.write((" ".join(map(str, pids)) + "\n").encode())

    def stop(self) -> None:
        """Ends the shell; what is paused continues."""
        if self._shell is None:
            return
        shell, self._shell = self._shell, None
        if shell.stdin is not None:
            with suppress(OSError):
                shell.stdin.close()
        try:
            shell.wait(_PATIENCE_S)
        except subprocess.TimeoutExpired:
            shell.kill()
            shell.wait()
