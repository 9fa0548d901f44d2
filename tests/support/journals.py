"""What the journal holds of a chat."""

from refbrowser import Chat
from refbrowser.journal import store
from refbrowser.journal.store import Session


async def recorded(chat: Chat) -> Session:
    """The chat's session, ended."""
    journal = chat.journal()
    assert journal is not None
    await chat.end_journal()
    chat._browser.journal_thread().submit(lambda: None).result()
    return store.read(store.find(chat.settings.home, journal.id))
