"""What lies over a control: while it leaves it is waited for, and no remedy sends an agent round in circles. And dialogs that time answers."""

import re
from typing import Any

import pytest

from refbrowser import Chat
from refbrowser.surface.render import render
from tests.browser.effects.ground import Ground
from tests.conftest import ChatUnder
from tests.support.calls import do, evaluated, opened
from tests.support.server import Site
from tests.support.waiting import until

COVER = "position:fixed;inset:0;background:#fffe;z-index:9;"
LEAVING = {
    "opacity": ("transition:opacity .35s", "o.style.opacity = 0; o.ontransitionend = () => o.remove()"),
    "opacity_then_timer": ("transition:opacity .3s", "o.style.opacity = 0; setTimeout(() => o.remove(), 400)"),
    "faded": ("", "o.style.opacity = 0; setTimeout(() => o.remove(), 500)"),
    "keyframes": ("", "o.animate([{opacity: 1}, {opacity: 0}], {duration: 350, fill: 'forwards'}).onfinish = () => o.remove()"),
    "slide": ("transition:transform .35s", "o.style.transform = 'translateY(100%)'"),
    "height": ("transition:height .35s;bottom:auto;height:100%;overflow:hidden", "o.style.height = 0"),
    "timer": ("", "setTimeout(() => o.remove(), 250)"),
    "request": ("", "fetch('/slow?ms=200').then(() => o.remove())"),
}


def _rows(group: str, names: Any) -> list[Any]:
    return [pytest.param(name, id=f"{group}/{name}") for name in names]


@pytest.mark.rows(1)
@pytest.mark.parametrize("way", _rows("leaving", LEAVING))
async def test_what_leaves_is_waited_for(ground: Ground, way: str) -> None:
    style, leaves = LEAVING[way]
    cover = f"<div id=o style='{COVER}{style}'><button id=close onclick=\"{leaves}\">Close</button></div>"
    await ground.show(cover, "", "<button id=go onclick='note()'>Go</button>")
    assert (await ground.call(action="click", ref="CLOSE")).data["ok"]
    pressed = await ground.call(action="click", selector="#go")
    if way == "timer":  # Nothing on the page says that it is leaving: to fail fast is right, to propose that it be pressed is not.
        assert pressed.data["ok"] or (pressed.data["remedy"] or {}).get("action") != "click", pressed.line
        return
    assert pressed.data["ok"], pressed.line
    assert await ground.happened(awaited=True) == 1, pressed.line


INERT = {
    "transparent": f"<button id=o aria-label=Veil style='{COVER}opacity:0;width:100%'></button>",
    "plain": f"<div id=o style='{COVER}'>Please wait</div>",
    "spinner": f"<div id=o role=progressbar style='{COVER}'></div>",
    "image": f"<img id=o alt=Veil src='data:image/gif;base64,R0lGODlhAQABAAAAACw=' style='{COVER}width:100%;height:100%'>",
}


@pytest.mark.rows(1)
@pytest.mark.parametrize("kind", _rows("veil", INERT))
@pytest.mark.usefixtures("impatient")
async def test_a_remedy_is_no_circle(ground: Ground, kind: str) -> None:
    await ground.show(INERT[kind], "", "<button id=go onclick='note()'>Go</button>")
    seen: list[dict[str, Any]] = []
    for _ in range(4):
        answered = await ground.call(action="click", selector="#go", timeout_ms=2500)
        assert answered.data["code"] == "covered", answered.line
        remedy = answered.data["remedy"]
        if not remedy or remedy["action"] in ("content", "detail", "state", "find"):
            return  # Reading changes nothing, and so promises nothing.
        assert remedy not in seen, f"the same again, after it was followed: {answered.line}"
        seen.append(remedy)
        followed = await ground.call(**{name: value for name, value in remedy.items() if name not in ("browser_id", "hint")})
        assert followed.data["ok"], f"a remedy that is refused: {remedy}: {followed.line}"


@pytest.fixture
def hurried(chat_under: ChatUnder) -> Chat:
    """A chat whose dialogs are dismissed after 300 ms."""
    return chat_under(dialog_watchdog_ms=300)


async def _dismissed(chat: Chat) -> None:
    async def recent() -> Any:
        return (await do(chat, "state")).get("recent_dialogs") or []

    found = await until(recent, lambda entries: entries and entries[-1].get("closed_by"))
    assert found[-1]["closed_by"] == "watchdog"


PAGE = "<button onclick='o.textContent = `Answer ` + confirm(`Sure?`)'>Go</button><button>Rest</button><p id=o>None</p>"


@pytest.mark.long("browser/test_dialogs.py::test_a_dialog_that_nobody_answers_is_dismissed_by_the_watchdog")
@pytest.mark.parametrize("way", _rows("watchdog", ["late_answer"]))
async def test_a_late_answer_learns_that_the_watchdog_was_there(hurried: Chat, site: Site, way: str) -> None:
    numbers = await opened(hurried, site.page(PAGE))
    held = await do(hurried, "click", ref=numbers["Go"])
    assert held["action"]["suspended"] is True
    await _dismissed(hurried)
    answer = await hurried.call({"action": "dialog", "operation": "accept"})
    assert "watchdog" in render(answer), render(answer)
    assert await evaluated(hurried, "o.textContent") == "Answer false"


@pytest.mark.long("browser/test_dialogs.py::test_a_dialog_that_nobody_answers_is_dismissed_by_the_watchdog")
@pytest.mark.parametrize("way", _rows("watchdog", ["next"]))
async def test_what_the_watchdog_dismissed_is_not_said_to_be_of_the_next_press(hurried: Chat, site: Site, way: str) -> None:
    numbers = await opened(hurried, site.page(PAGE))
    await do(hurried, "click", ref=numbers["Go"])
    await _dismissed(hurried)
    text = render(await hurried.call({"action": "click", "ref": numbers["Rest"]}))
    own = re.sub(r"(?s)changed before this action:.*?(?=\n\S+:)", "", text)
    assert "+ Answer false" not in own, text.replace("\n", " | ")
    assert "dismissed by watchdog" in text


@pytest.mark.long("browser/test_dialogs.py::test_a_dialog_that_nobody_answers_is_dismissed_by_the_watchdog")
async def test_a_page_that_a_dialog_held_while_it_was_read_is_readable_afterwards(hurried: Chat, site: Site) -> None:
    numbers = await opened(hurried, site.page(PAGE))
    await do(hurried, "click", ref=numbers["Go"])
    await _dismissed(hurried)
    assert "Answer false" in await do(hurried, "content")
