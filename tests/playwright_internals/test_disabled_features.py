"""The features that are disabled in the running Chromium."""

from tests.playwright_internals.conftest import Ran

DISABLE = "--disable-features="


def test_what_playwright_switches_off_stays_off(ran: Ran) -> None:
    given = [switch for line in ran.lines for switch in line.split() if switch.startswith(DISABLE)]
    playwrights, heeded = (set(switch.removeprefix(DISABLE).split(",")) for switch in given)
    assert heeded == playwrights | {"Mine", "RenderDocument"}
