"""Dialogs and the clipboard of a chat's documents, where a setting has documents ask for them."""

from playwright.async_api import BrowserContext, Page

from refbrowser.browser.clipboard import bridge as clipboard_bridge
from refbrowser.browser.clipboard.own import OwnClipboard
from refbrowser.browser.monitor import dialog_bridge
from refbrowser.browser.monitor.dialogs import Dialogs
from refbrowser.browser.session.tab_list import TabList
from refbrowser.settings import Settings


async def bridge_documents(context: BrowserContext, settings: Settings, tabs: TabList, clipboard: OwnClipboard) -> None:
    """Has the documents of ``context`` ask for dialogs and the chat's ``clipboard``, as far as ``settings`` say so."""

    def dialogs_of(page: Page | None) -> Dialogs | None:
        tab = tabs.of_page(page)
        return tab.dialogs if tab is not None else None

    if settings.dialog_bridge:
        await dialog_bridge.bridge(context, dialogs_of)
    if settings.clipboard_bridge:
        await clipboard_bridge.bridge(context, tabs.of_page, clipboard)
