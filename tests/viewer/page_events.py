"""Pages that keep the events they get, for tests of a person's input."""

from typing import Any

from refbrowser import Chat
from tests.viewer.conftest import PATIENCE_MS

LOG = """<script>
window.log = [];
const kinds = ['mousedown', 'mouseup', 'click', 'dblclick', 'contextmenu', 'wheel', 'drop', 'keydown', 'touchstart', 'compositionend', 'input', 'change'];
for (const type of kinds) addEventListener(type, event => {
  const { clientX: x, clientY: y } = event.touches?.[0] ?? event;
  log.push({ type, x, y, trusted: event.isTrusted, key: event.key, button: event.button, ctrl: event.ctrlKey, shift: event.shiftKey,
    dy: event.deltaY, data: event.data, id: event.target.id, file: event.dataTransfer?.files[0]?.name });
  if (type === 'contextmenu' || type === 'drop') event.preventDefault();
}, { capture: true, passive: false });
</script>"""
BOX = "<div id=box tabindex=0 style='position:absolute;left:900px;top:500px;width:60px;height:40px;background:#369'></div>"
FIELD = "<input id=field style='position:absolute;left:100px;top:100px;width:400px;height:60px'>"


async def logged(chat: Chat, kind: str, count: int = 1) -> list[dict[str, Any]]:
    """The events of that kind, once there are so many. Asked past the person's hold, as the page itself."""
    session = chat.existing()
    assert session is not None
    page = session.tab(None).page
    await page.wait_for_function(
        "([kind, count]) => log.filter(event => event.type === kind).length >= count", arg=[kind, count], timeout=PATIENCE_MS
    )
    events: list[dict[str, Any]] = await page.evaluate("kind => log.filter(event => event.type === kind)", kind)
    assert all(event["trusted"] for event in events)
    return events


async def value(chat: Chat, wanted: str) -> None:
    session = chat.existing()
    assert session is not None
    await session.tab(None).page.wait_for_function(
        "wanted => document.getElementById('field').value === wanted", arg=wanted, timeout=PATIENCE_MS
    )


async def focused(chat: Chat, name: str) -> None:
    """Wait until the element with that id has the focus; a ``TimeoutError`` of Playwright after five seconds."""
    session = chat.existing()
    assert session is not None
    await session.tab(None).page.wait_for_function("id => document.activeElement.id === id", arg=name, timeout=5_000)
