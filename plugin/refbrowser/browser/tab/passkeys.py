"""A virtual authenticator: it creates passkeys for pages and signs in with them, as a person with a fingerprint would."""

from functools import partial
from typing import Any, Final

from refbrowser.browser.tab.tab import Tab
from refbrowser.page_text import one_line, truncated

_VERIFIES: Final = {"hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True}

_OPTIONS: Final = {"protocol": "ctap2", "transport": "internal", "automaticPresenceSimulation": True, **_VERIFIES}


async def add_authenticator(tab: Tab) -> None:
    """Give the tab an authenticator without passkeys, unless it has one. It lasts until it is removed, or the tab is closed."""
    if tab.emulated.authenticator is not None:
        return
    await tab.cdp.send("WebAuthn.enable", {"enableUI": False})
    tab.emulated.authenticator = (await tab.cdp.send("WebAuthn.addVirtualAuthenticator", {"options": _OPTIONS}))["authenticatorId"]
    tab.cdp.on("WebAuthn.credentialAdded", partial(_note, tab, "created"))
    tab.cdp.on("WebAuthn.credentialAsserted", partial(_note, tab, "signed in with one"))


async def remove_authenticator(tab: Tab) -> None:
    """Take the authenticator away, with its passkeys."""
    if tab.emulated.authenticator is not None:
        tab.emulated.authenticator = None
        await tab.cdp.send("WebAuthn.disable")


def _note(tab: Tab, got: str, event: dict[str, Any]) -> None:
    if event["authenticatorId"] == tab.emulated.authenticator:
        site = truncated(one_line(str(event["credential"].get("rpId") or "")), 100)
        tab.activity.note_asked("passkey", f"{got}, for {site}")
