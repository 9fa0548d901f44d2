"""Presses and receipts on the demo pages of component libraries, judged by the pages' own record.

``LIBRARIES_ACTIONS`` is how many there are for each library and each of the two tests.
"""

import os
from typing import Final

import pytest

from refbrowser import Chat
from tests.libraries.bundling import LIBRARIES, page
from tests.libraries.judging import Session, Tally
from tests.support.calls import do
from tests.support.server import Site

ACTIONS: Final = int(os.environ.get("LIBRARIES_ACTIONS", "200"))
LEAST_LANDED: Final = 0.995
MOST_FALSE: Final = 0.002

pytestmark = pytest.mark.timeout(3600)


async def judged(chat: Chat, site: Site, library: str, *, mixed: bool) -> Tally:
    """What became of the actions on a library's page."""
    await do(chat, "open")
    session = Session(chat, site.page(page(library), f"/{library}"), library)
    tally = await session.run(ACTIONS, mixed=mixed)
    print(tally)
    return tally


@pytest.mark.parametrize("library", LIBRARIES)
async def test_presses_land_once_on_what_is_named(chat: Chat, site: Site, library: str) -> None:
    tally = await judged(chat, site, library, mixed=False)
    said = "\n".join(f"{kind}: {one}" for kind, faults in tally.faults.items() for one in faults)
    assert tally.landed >= LEAST_LANDED * tally.asked, said
    assert tally.counted >= LEAST_LANDED * tally.asked, said
    assert "pressed again" not in tally.faults, said
    assert len(tally.faults.get("no control", [])) <= MOST_FALSE * tally.asked, said


@pytest.mark.parametrize("library", LIBRARIES)
async def test_receipts_have_what_the_page_recorded(chat: Chat, site: Site, library: str) -> None:
    tally = await judged(chat, site, library, mixed=True)
    wrong = {kind: faults for kind, faults in tally.faults.items() if kind in ("false none", "told late", "pressed again")}
    assert not wrong, "\n".join(f"{kind}: {one}" for kind, faults in wrong.items() for one in faults)
