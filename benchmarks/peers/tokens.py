"""How many tokens a model would pay for a text, by the tokenizer ``o200k_base``."""

import asyncio
from asyncio.subprocess import PIPE
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from benchmarks.peers.installation import npm

VERSION: Final = "4.0.0"
PROGRAM: Final = Path(__file__).with_suffix(".cjs")


async def counted_tokens(texts: Sequence[str], folder: Path, installed: Path) -> list[int]:
    """The number of tokens of each text, counted by one process. Raises :class:`PeerAbsent` without node, or when it fails."""
    package = await npm(installed, "gpt-tokenizer", VERSION)
    paths = [folder / f"text-{number}" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    process = await asyncio.create_subprocess_exec("node", str(PROGRAM), str(package), stdin=PIPE, stdout=PIPE)
    output, _ = await process.communicate("\n".join(map(str, paths)).encode())
    numbers = [int(line) for line in output.split()]
    if process.returncode != 0 or len(numbers) != len(texts):
        raise RuntimeError(f"the tokenizer ended with status {process.returncode} after {len(numbers)} of {len(texts)} texts")
    return numbers
