"""Commands of the system, bounded in time."""

import os
import subprocess
import tempfile

from refbrowser.posix import kill_group


def run(command: tuple[str, ...], timeout: float) -> str | None:
    """Run a command, at most ``timeout`` seconds; what it said if it failed, or None.

    The output goes to a file, because a grandchild that outlives the command would hold a pipe open for ever.
    """
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "NO_COLOR": "1"}
    with tempfile.TemporaryFile() as output:
        try:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, env=environment, start_new_session=True
            )
        except OSError as error:
            return f"{command[0]}: {error.strerror}"
        try:
            status = process.wait(timeout)
        except subprocess.TimeoutExpired:
            return f"{' '.join(command[:3])} did not end in {timeout:.0f} s"
        finally:
            if process.poll() is None:
                kill_group(process.pid)
                process.wait()
        output.seek(0)
        output_lines = output.read().decode("utf-8", "replace").split("\n")
    if status == 0:
        return None
    errors = [line.strip() for line in output_lines if line.lstrip().lower().startswith(("error", "e:"))]
    # The first error is the cause; what follows are its consequences.
    reasons = errors[:1] or [line.strip() for line in output_lines if line.strip()][-1:] or [f"exit status {status}"]
    return reasons[0][:300]
