"""``refbrowser run --check``: all flows of a folder as regression tests, with JUnit and pictures of the last good run."""

import argparse
import asyncio
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from xml.etree import ElementTree

from refbrowser.adapters.commands.flowing import files_of, printable_line
from refbrowser.terminal import write

if TYPE_CHECKING:
    from refbrowser import Browser

PICTURES: Final = ".pictures"
"""The folder, beside the flows, of the pictures of their last good runs and of the runs that stopped."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What became of one flow; ``said`` is why it stopped, or what healed. ``passed``: it ran to its end."""

    name: str
    passed: bool
    said: str
    seconds: float
    wrong: bool = False


def check(options: argparse.Namespace) -> int:
    """Run every flow with the defaults of its inputs; the exit code is 0 if all run to their end."""
    from refbrowser import Browser
    from refbrowser.adapters.commands.words import exit_code
    from refbrowser.settings import Settings

    paths = files_of([Path(options.flow)])

    async def run() -> list[Checked]:
        results = []
        async with Browser(Settings.from_environment()) as browser:
            for path in paths:
                result = await checked(browser, path, base=options.base)
                results.append(result)
                write(printable_line(f"{path}: {'ok' if result.passed else 'failed'}{f', {result.said}' if result.said else ''}"))
        return results

    results = asyncio.run(run())
    if options.junit is not None:
        options.junit.write_text(junit(results), encoding="utf-8")
    if not results:
        write(f"there are no flows in {options.flow}\n")
    return 0 if results and all(result.passed for result in results) else exit_code("flow_stopped")


async def checked(browser: "Browser", path: Path, *, base: str | None = None) -> Checked:
    """Run the flow of a file, and keep a picture of where it ended: beside it the last good one's, where it stopped."""
    from refbrowser.errors import FileError, FlowError, RefbrowserError
    from refbrowser.flows.running import Run
    from refbrowser.flows.store import read_kept
    from refbrowser.flows.values import inputs_of
    from refbrowser.service.chats.flow_calls import Steps
    from refbrowser.service.oversight.caller import PROGRAM

    began = time.monotonic()
    chat = browser.chat(f"check {path.stem}")
    pictures = path.parent / PICTURES
    try:
        flow = read_kept(path).flow
        result = await Run(flow, inputs_of(flow, {}), Steps(chat, PROGRAM, flow), base=base).run()
        healed = "; ".join(f"healed step {each['step']}: {each['said']}" for each in result["healed"])
        await _picture(chat, pictures / f"{path.stem}.good.jpg")
        return Checked(path.stem, True, healed, time.monotonic() - began)
    except RefbrowserError as failure:
        if isinstance(failure, FlowError):
            await _picture(chat, pictures / f"{path.stem}.stopped.jpg")
        wrong = isinstance(failure, FileError) or failure.code == "flow_invalid"
        return Checked(path.stem, False, failure.message, time.monotonic() - began, wrong)
    finally:
        await chat.close()


async def _picture(chat: Any, path: Path) -> None:
    """Save a picture of the page where the chat stands, if it stands anywhere."""
    if chat.existing() is None:
        return
    answer = await chat.call({"action": "screenshot"})
    if answer["ok"]:
        from refbrowser.files import write_private

        data = await asyncio.to_thread(Path(answer["result"]["path"]).read_bytes)
        await asyncio.to_thread(write_private, path, data)


def junit(results: list[Checked]) -> str:
    """Return the results as JUnit XML: a flow that stopped is a failure, one whose file is wrong an error."""
    failures, errors = (sum(not each.passed and each.wrong is wrong for each in results) for wrong in (False, True))
    seconds = f"{sum(each.seconds for each in results):.3f}"
    suite = ElementTree.Element(
        "testsuite", name="flows", tests=str(len(results)), failures=str(failures), errors=str(errors), time=seconds
    )
    for each in results:
        case = ElementTree.SubElement(suite, "testcase", classname="flows", name=each.name, time=f"{each.seconds:.3f}")
        text = "".join(character if character.isprintable() else " " for character in each.said)
        if not each.passed:
            ElementTree.SubElement(case, "error" if each.wrong else "failure", message=text)
        elif text:
            ElementTree.SubElement(case, "system-out").text = text
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"
