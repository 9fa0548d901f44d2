"""A tab and its page, wired to the chat that they are of."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Any, Protocol

from playwright.async_api import Page

from refbrowser.browser.clipboard.clip import Clip
from refbrowser.browser.clipboard.own import OwnClipboard
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine.cdp_session import TabCdpSession
from refbrowser.browser.engine.ref_table import RefTable
from refbrowser.browser.monitor.dialogs import Dialogs
from refbrowser.browser.monitor.downloads import Downloads
from refbrowser.browser.network.boundary import Boundary
from refbrowser.browser.network.routes import Routes
from refbrowser.browser.network.withheld import Withheld
from refbrowser.browser.tab.resubmission import Resubmissions
from refbrowser.browser.tab.tab import Tab
from refbrowser.settings import DialogPolicy, Settings


class TabChat(Protocol):
    """What a tab takes of its chat's session."""

    chat_id: str
    settings: Settings
    boundary: Boundary | None
    downloads: Downloads
    dialog_policy: DialogPolicy
    withheld: Withheld
    routes: Routes
    clipboard: OwnClipboard
    refs: RefTable

    def announce(self) -> None: ...


def made_tab(chat: TabChat, browser_id: int, opener: int | None, url: str) -> Tab:
    """A tab whose page is still to come."""
    settings = chat.settings
    dialogs = Dialogs(f"t{browser_id}", lambda: chat.dialog_policy, settings.dialog_watchdog_ms, chat.announce)
    tab = Tab(
        browser_id,
        chat.chat_id,
        dialogs,
        chat.refs,
        opener=opener,
        url=url,
        while_held=settings.while_person_acts,
        announce=chat.announce,
        boundary=chat.boundary,
        withheld=chat.withheld,
    )

    def lend_clipboard(text: str, deadline: Deadline) -> AbstractAsyncContextManager[Any] | None:
        # The chat gets its clipboard after its first tabs.
        return None if chat.clipboard.shared is None else chat.clipboard.in_use(tab, deadline, Clip(text), pastes=True)

    tab.lend_clipboard = lend_clipboard
    return tab


def attach_page(chat: TabChat, tab: Tab, page: Page, cdp: TabCdpSession, closed: Callable[[Tab], None]) -> None:
    """Gives ``tab`` its page; ``closed`` is called when that ends as the tab's."""
    tab.attach(page, cdp)
    tab.resubmissions = Resubmissions(
        cdp,
        lambda: chat.settings.dialog_bridge or chat.routes.intercept,
        lambda: tab.lock.hold is not None,
        lambda: tab.activity.note_asked("form resubmission", "refused: the request is not sent again"),
    )
    if chat.settings.connect is not None:
        # Other clients may answer this browser's dialogs, and only the protocol reports that.
        cdp.on("Page.javascriptDialogClosed", lambda _: tab.dialogs.closed_elsewhere())
    page.on("download", partial(chat.downloads.started, tab.browser_id))
    cdp.on("Page.downloadProgress", chat.downloads.progressed)
    page.on("close", lambda ended: closed(tab) if ended is tab.page else None)
