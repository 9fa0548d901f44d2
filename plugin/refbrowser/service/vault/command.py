"""The output of a command as a secret: bounded in time and size, and ended with the call that reads it."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from refbrowser.posix import kill_group
from refbrowser.service.vault.listing import Listed
from refbrowser.service.vault.stores import MOST_VALUE, no_value

COMMAND_S: Final = 60.0
"""How long a command may take: it may ask a person to unlock it."""

_ENDING_S: Final = 2.0
"""How long a command that was killed may take to end."""

_MOST_BYTES: Final = 4 * MOST_VALUE + 2
"""UTF-8 takes up to four bytes for a character; a line break follows the value."""


async def printed(listed: Listed, seconds: float = COMMAND_S) -> str:
    """What the command of ``listed`` prints to standard output, without the line break at its end.

    What it prints to standard error may hold a secret and is dropped. Raises ``secret_unknown`` where the command does not start,
    fails, takes longer than ``seconds``, prints more than a secret may have, several lines, or what is not UTF-8. A command that
    runs on then, or when the call is cancelled, is killed with the processes that it started.
    """
    try:
        process = await _started(listed.place)
    except (OSError, ValueError) as failure:
        raise no_value(listed.name, f"its command does not start ({type(failure).__name__})") from None
    completed = False
    try:
        async with asyncio.timeout(seconds):
            output = await _read(process)
            if len(output) > _MOST_BYTES:
                raise no_value(listed.name, f"its command printed more than the {MOST_VALUE} characters that a secret may have")
            status = await process.wait()
        completed = True
    except TimeoutError:
        raise no_value(listed.name, f"its command did not end in {seconds:g} s") from None
    finally:
        if not completed:
            await _killed(process)
    if status:
        raise no_value(listed.name, f"its command exited with status {status}")
    try:
        value = output.decode().removesuffix("\n").removesuffix("\r")
    except UnicodeDecodeError:
        raise no_value(listed.name, "its command printed bytes that are not UTF-8") from None
    if breaks := value.count("\n"):
        # Managers print notes and user names below the secret; whether these are the value is not guessed.
        raise no_value(
            listed.name,
            f"its command printed {breaks + 1} lines; a secret is one line: let the command print the first line alone"
            " (… | head -n 1)",
        )
    return value


async def _started(command: Sequence[str]) -> asyncio.subprocess.Process:
    """Start the command in a group of its own. Raises OSError and ValueError where it does not start."""
    starting = asyncio.ensure_future(
        asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
        )
    )
    try:
        return await asyncio.shield(starting)
    except asyncio.CancelledError:
        # It may run already. Cancelled itself, asyncio ends the command alone, and not what that has started.
        with suppress(OSError, ValueError):
            await _killed(await starting)
        raise


async def _read(process: asyncio.subprocess.Process) -> bytes:
    """Standard output to its end, or to the first byte too many."""
    assert process.stdout is not None
    output = b""
    while len(output) <= _MOST_BYTES and (part := await process.stdout.read(_MOST_BYTES + 1 - len(output))):
        output += part
    return output


async def _killed(process: asyncio.subprocess.Process) -> None:
    # The group: a shell's child would go on, and hold the pipe.
    with suppress(ProcessLookupError):
        kill_group(process.pid)
    assert process.stdout is not None
    # asyncio knows of the end only when the pipe has been read to its end, which a child that left the group may put off.
    with suppress(TimeoutError):
        async with asyncio.timeout(_ENDING_S):
            while await process.stdout.read(_MOST_BYTES):
                continue
            await process.wait()
