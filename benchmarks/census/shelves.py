"""The packages on this machine: fetched from their registries on first use, unpacked under the user's cache."""

import asyncio
import shutil
import tempfile
from asyncio.subprocess import DEVNULL, PIPE
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.census.packages import PACKAGES, SUPPORT, Package
from benchmarks.peers.installation import cache

LONGEST_S: Final = 300
"""How long the download of one package may take."""

_VERSION: Final = ".version"


class Unavailable(Exception):
    """The package cannot be had here; the text says why."""


@dataclass(frozen=True, slots=True)
class Shelved:
    """An unpacked package. ``version`` is what was fetched: Debian's archive keeps only the newest."""

    package: Package
    folder: Path
    version: str

    @property
    def root(self) -> Path:
        """What is served as the root of the package's site."""
        return self.folder / self.package.root

    def pages(self) -> list[str]:
        """Paths below the root, evenly spread over all that match."""
        found = sorted({path.relative_to(self.root).as_posix() for glob in self.package.pages for path in self.root.glob(glob)})
        most = self.package.most
        return found if len(found) <= most else [found[len(found) * index // most] for index in range(most)]


async def shelved() -> tuple[list[Shelved], dict[str, str]]:
    """All packages that can be had, those that pages only load from last, and why others cannot."""
    ready: list[Shelved] = []
    missing: dict[str, str] = {}
    for package in (*PACKAGES, *SUPPORT):
        try:
            ready.append(await _shelf(package))
        except Unavailable as unavailable:
            missing[package.name] = str(unavailable)
    return ready, missing


async def _shelf(package: Package) -> Shelved:
    folder = cache().with_name("benchmark-census") / f"{package.registry}-{package.name}-{package.version.replace(':', '+')}"
    if not (folder / _VERSION).exists():
        print(f"fetching {package.name} {package.version}", flush=True)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        with tempfile.TemporaryDirectory(prefix="refbrowser-census-") as name:
            version = await (_from_debian if package.registry == "Debian" else _from_npm)(package, Path(name), folder)
        (folder / _VERSION).write_text(version, encoding="utf-8")
    return Shelved(package, folder, (folder / _VERSION).read_text(encoding="utf-8"))


async def _from_debian(package: Package, scratch: Path, folder: Path) -> str:
    try:
        await _run(scratch, "apt-get", "download", f"{package.name}={package.version}")
    except Unavailable:
        await _run(scratch, "apt-get", "download", package.name)
    (archive,) = scratch.glob("*.deb")
    await _run(scratch, "dpkg-deb", "--extract", str(archive), str(folder))
    return await _run(scratch, "dpkg-deb", "--field", str(archive), "Version")


async def _from_npm(package: Package, scratch: Path, folder: Path) -> str:
    await _run(scratch, "npm", "pack", "--silent", f"{package.name}@{package.version}")
    (archive,) = scratch.glob("*.tgz")
    await _run(scratch, "tar", "--extract", "--file", str(archive), "--directory", str(folder), "--strip-components", "1")
    return package.version


async def _run(scratch: Path, program: str, *arguments: str) -> str:
    found = shutil.which(program)
    if found is None:
        raise Unavailable(f"{program} is not on PATH")
    process = await asyncio.create_subprocess_exec(found, *arguments, cwd=scratch, stdin=DEVNULL, stdout=PIPE, stderr=PIPE)
    try:
        async with asyncio.timeout(LONGEST_S):
            output, errors = await process.communicate()
    except TimeoutError:
        process.kill()
        await process.wait()
        raise Unavailable(f"{program} took more than {LONGEST_S} s") from None
    if process.returncode != 0:
        lines = errors.decode(errors="replace").strip().splitlines() or ["no output"]
        raise Unavailable(f"{program} {' '.join(arguments)} failed: {lines[-1]}")
    return output.decode().strip()
