"""What pages have again after their chat slept, wherever they stood and however it came there; the page and the server's log judge."""

from typing import Any
from urllib.parse import urlsplit

import pytest

from refbrowser import Chat
from refbrowser.masking import Masker
from tests.conftest import ChatUnder
from tests.support.calls import do, evaluated, opened, read, refused
from tests.support.server import Response, Site
from tests.support.waiting import until

FORM = """<!doctype html><title>Form</title><script>
localStorage.cart ??= '3';
window.sent = [];
for (const type of ['input', 'change', 'click', 'submit']) addEventListener(type, (event) => sent.push([type, event.isTrusted]), true);
window.stored = (value) => new Promise((done) => {
  const opening = indexedDB.open('db');
  opening.onupgradeneeded = () => opening.result.createObjectStore('notes');
  opening.onsuccess = () => {
    const store = opening.result.transaction('notes', value ? 'readwrite' : 'readonly').objectStore('notes');
    const asked = value ? store.put(value, 1) : store.get(1);
    asked.onsuccess = () => { opening.result.close(); done(asked.result ?? null); };
  };
});
window.byScript = () => {
  document.querySelector('[name=set]').value = 'by script';
  document.querySelector('[name=day]').value = '2026-11-28';
  document.querySelector('[name=hidden]').value = 'h';
  document.querySelector('[name=agreed]').checked = true;
  document.querySelector('[name=size]').value = 'L';
  document.querySelector('[name=second]').checked = true;
  sessionStorage.step = '2';
  document.querySelector('#box').scrollTop = 40;
  scrollTo(0, 500);
  return stored('kept');
};
window.held = async () => JSON.stringify([
  ...['typed', 'note', 'set', 'day', 'hidden'].map((name) => document.querySelector(`[name=${name}]`).value),
  ...['agreed', 'first', 'second'].map((name) => document.querySelector(`[name=${name}]`).checked),
  document.querySelector('[name=size]').value, document.querySelector('[contenteditable]').innerText,
  scrollY, document.querySelector('#box').scrollTop, sessionStorage.step ?? null, localStorage.cart, await stored(),
]);
</script>
<form method=post action=/sent><label>Typed <input name=typed value=before></label><label>Note <textarea name=note></textarea></label>
<label>Set <input name=set></label><input type=hidden name=hidden><label>Day <input type=date name=day></label>
<label><input type=checkbox name=agreed> Agreed</label><label><input type=radio name=first checked> One</label>
<label><input type=radio name=second> Two</label>
<label>Size <select name=size><option>S<option>L</select></label><label>Password <input type=password name=pass></label>
<div contenteditable aria-label=Editor></div><button>Send</button></form>
<div id=box style="height:50px;overflow:auto"><p style="height:500px">Long</div><div style="height:3000px"></div>"""

HELD = [
    "typed words", "two\nlines", "by script", "2026-11-28", "", True, True, True, "L", "edited", 500, 40, "2", "3", "kept",
]  # fmt: skip


async def fill(chat: Chat, refs: dict[str, int], tab: int) -> None:
    """Type what a person types, and have a script set the rest."""
    for label, text in (("Typed", "typed words"), ("Note", "two\nlines"), ("Editor", "edited"), ("Password", "secret word")):
        await do(chat, "type", browser_id=tab, ref=refs[label], text=text, observe="none")
    await do(chat, "evaluate", browser_id=tab, ref=refs["Typed"], script="field => field.ownerDocument.defaultView.byScript()")


async def held(chat: Chat, ref: int, tab: int) -> Any:
    """What the document of ``ref`` holds."""
    import json

    script = "field => field.ownerDocument.defaultView.held()"
    return json.loads((await do(chat, "evaluate", browser_id=tab, ref=ref, script=script))["result"])


async def test_a_page_is_as_it_was_and_nothing_was_sent(chat_under: ChatUnder, site: Site) -> None:
    """In the active tab, in a popup with an opener, and in a tab in the background."""
    chat = chat_under()
    url = site.page(FORM, "/form")
    site.page(f"{FORM}<a href='/popup' target=_blank rel=opener>Open</a>", "/opens")
    site.page(FORM, "/popup")
    refs = {1: await opened(chat, site.url("/opens"))}
    await do(chat, "click", ref=refs[1]["Open"])
    refs[2] = await read(chat, browser_id=2)
    await do(chat, "open", url=url)
    refs[3] = await read(chat, browser_id=3)
    for tab in (1, 2, 3):
        await fill(chat, refs[tab], tab)
    asked = len(site.requests)
    checkpoint = await chat.sleep()
    assert "secret word" not in str(checkpoint)
    listing = await do(chat, "list")
    lost = listing["restored"]["lost"]
    assert [line for line in lost if line.startswith("tab")] == [
        "tab 1: a secret in a field",
        "tab 2: window.opener",
        "tab 2: a secret in a field",
        "tab 3: a secret in a field",
    ]
    assert [(tab["browser_id"], tab["active"]) for tab in listing["browsers"]] == [(1, False), (2, False), (3, True)]
    for tab in (1, 2, 3):
        assert await held(chat, refs[tab]["Typed"], tab) == HELD
        events = await do(chat, "evaluate", browser_id=tab, script="JSON.stringify([...new Set(sent.map(String))].sort())")
        assert events["result"] == '["change,true","input,true"]'
    sent = [(request.method, request.path) for request in site.requests[asked:]]
    assert sorted(sent) == [("GET", "/form"), ("GET", "/opens"), ("GET", "/popup")]
    assert "restored" not in await do(chat, "state")


async def test_frames_are_as_they_were(chat_under: ChatUnder, site: Site) -> None:
    """One of the same site, and one of another, whose storage Chromium keeps apart: that is named."""
    chat = chat_under()
    site.page(FORM, "/form")
    frames = f"<iframe name=near src=/form height=600></iframe><iframe name=far src='{site.other('/form')}' height=600></iframe>"
    await do(chat, "open", url=site.page(frames))
    await do(chat, "wait", load_state="load")
    refs = await frame_refs(chat)
    for frame in refs:
        await fill(chat, frame, 1)
    await chat.sleep()
    lost = (await do(chat, "state"))["restored"]["lost"]
    assert [line for line in lost if "storage" in line] == [
        f"tab 1: session storage and local storage of the frame {site.other('/form')}"
    ]
    near, far = [await held(chat, frame["Typed"], 1) for frame in refs]
    assert near == HELD
    assert far[:12] == HELD[:12]


async def frame_refs(chat: Chat) -> list[dict[str, int]]:
    """The refs of each frame, by label."""
    from tests.support.calls import refs

    text = await do(chat, "content")
    return [refs(part) for part in text.split("[frame ")[1:]]


async def test_what_no_other_visit_has_is_named_and_no_form_is_sent_again(
    chat_under: ChatUnder, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat = chat_under()
    posted: list[str] = []

    def answer(request: Any) -> str:
        posted.append(request.method)
        return f"<title>{request.method}</title><canvas width=5 height=5></canvas><input type=file>"

    site.route("/sent", answer)
    await do(chat, "open", url=site.page("<form method=post action=/sent><button>Send</button></form>"))
    await do(chat, "click", selector="button")
    await chat.sleep()
    lost = (await do(chat, "state"))["restored"]["lost"]
    assert "tab 1: a drawing on a canvas" in lost
    assert any("the answer to a form (POST), which is not sent again" in line for line in lost)
    # The masker of the browser that all tests share never forgets.
    monkeypatch.setattr(chat.hub, "masker", Masker())
    chat.hub.masker.add("a known secret of this test")
    await do(
        chat, "evaluate", script="document.body.append(Object.assign(document.createElement('textarea'), {ariaLabel: 'Words'})), 1"
    )
    await do(chat, "type", selector="textarea", text="with a known secret of this test", observe="none")
    assert "a known secret" not in str(await chat.sleep())
    assert "tab 1: a secret in a field" in (await do(chat, "state"))["restored"]["lost"]
    (chat.folder / "file.txt").parent.mkdir(parents=True, exist_ok=True)
    (chat.folder / "file.txt").write_text("text")
    await do(chat, "upload_file", selector="input", path="file.txt")
    await chat.sleep()
    assert "tab 1: a file chosen for an upload" in (await do(chat, "state"))["restored"]["lost"]
    await do(chat, "evaluate", script="setTimeout(() => alert('Hello'), 500), 1")
    await until(lambda: do(chat, "state"), lambda state: bool(state["dialogs"]))
    await chat.sleep()
    lost = (await do(chat, "state"))["restored"]["lost"]
    assert "tab 1: an open alert dialog" in lost
    assert await evaluated(chat, "document.title") == "GET"
    assert posted == ["POST", *["GET"] * 4]


@pytest.mark.long("browser/test_waking.py::test_a_page_is_as_it_was_and_nothing_was_sent")
async def test_emulation_and_size_hold_before_the_page_loads(chat_under: ChatUnder, site: Site) -> None:
    chat = chat_under()
    seen = "[innerWidth, new Date(0).getHours(), navigator.language, navigator.userAgent, matchMedia('(prefers-color-scheme: dark)').matches]"
    url = site.page(f"<script>window.first = {seen}</script>")
    await do(chat, "open", url=url)
    await do(chat, "set_viewport", width=500, height=400)
    await do(chat, "emulate", timezone="Asia/Tokyo", locale="de-DE", user_agent="Own/1.0", color_scheme="dark")
    await do(chat, "emulate", color_scheme="none")
    await do(chat, "emulate", permissions={"notifications": "granted"})
    await chat.sleep()
    assert await evaluated(chat, "first") == [500, 9, "de-DE", "Own/1.0", False]
    assert await evaluated(chat, "Notification.permission") in ("granted", "denied")
    assert urlsplit(url).path in {request.path for request in site.requests}


async def test_refs_hold_from_sleep_to_sleep_and_never_on_another_page(chat_under: ChatUnder, site: Site) -> None:
    """Of elements that come late, that are hidden until later, in a frame; and no longer once the tab has gone elsewhere."""
    chat = chat_under()
    late = "<button>Late</button><label>Words <input></label>"
    site.route("/late", late)
    site.page("<button>Inner</button>", "/inner")
    url = site.page(
        "<title>Here</title><button>Now</button><button id=menu hidden>Menu</button><iframe src=/inner></iframe><main></main>"
        "<script>fetch('/late').then((answer) => answer.text()).then((text) => setTimeout(() => {"
        "document.querySelector('main').innerHTML = text; }, 150))</script>"
    )
    show = "menu.hidden = false"
    await do(chat, "open", url=url)
    await do(chat, "wait", text="Late")
    await evaluated(chat, show)
    refs = await read(chat)
    await do(chat, "type", ref=refs["Words"], text="typed", observe="none")
    for _ in range(2):
        await chat.sleep()
        assert (await do(chat, "detail", ref=refs["Words"]))["value"] == "typed"
        assert "not found again" in (await refused(chat, "ref_stale", "detail", ref=refs["Menu"]))["error"]
        await evaluated(chat, show)
        shown = await read(chat)
        assert [shown[label] for label in ("Now", "Late", "Inner")] == [refs[label] for label in ("Now", "Late", "Inner")]
        for label in ("Now", "Late", "Inner", "Menu"):
            assert (await do(chat, "detail", ref=refs[label]))["name"] == label
    await chat.sleep()
    await do(chat, "navigate", url=site.page("<title>There</title><button>Now</button><button id=menu>Menu</button>"))
    for label in ("Now", "Menu", "Inner", "Words"):
        await refused(chat, "ref_stale", "detail", ref=refs[label])


@pytest.mark.long("browser/test_waking.py::test_a_page_is_as_it_was_and_nothing_was_sent")
async def test_a_page_that_is_elsewhere_now_is_named(chat_under: ChatUnder, site: Site) -> None:
    chat = chat_under()
    url = site.page("<button>Go</button>", "/account")
    number = (await opened(chat, url))["Go"]
    await chat.sleep()
    site.route("/account", Response(status=302, headers={"Location": "/login"}))
    site.page("<title>Sign in</title><button>Go</button>", "/login")
    await refused(chat, "ref_stale", "click", ref=number)
    state = await do(chat, "state")
    assert (state["title"], state["restored"]["lost"][-1]) == ("Sign in", "tab 1: what its page had: it is at another address now")


async def test_a_field_that_is_not_shown_yet_is_filled_and_no_other_in_its_place(chat_under: ChatUnder, site: Site) -> None:
    """The second step of a form, which begins with the first one again; a field that is locked now, one that is shorter, one that is gone."""
    chat = chat_under()
    form = (
        "<label>First <input name=first></label><section id=second hidden><label>Second <input name=second></label>"
        "<label>Day <input type=date name=day></label></section><label>Locked <input name=locked {locked}></label>"
        "<label>Short <input name=short {short}></label>{gone}<button>Next</button>"
    )
    url = site.page(form.format(locked="", short="", gone="<label>Gone <input name=gone></label>"), "/steps")
    await do(chat, "open", url=url)
    await evaluated(chat, "second.hidden = false")
    refs = await read(chat)
    for label in ("First", "Second", "Locked", "Short", "Gone"):
        await do(chat, "type", ref=refs[label], text=f"text of {label}", observe="none")
    site.page(form.format(locked="readonly", short="maxlength=4", gone=""), "/steps")
    await chat.sleep()
    first = await do(chat, "wait", load_state="load")
    assert first["restored"]["lost"][-1] == "tab 1: 3 × field's content"
    values = "[...document.querySelectorAll('input')].map((field) => field.value)"
    assert await evaluated(chat, values) == ["text of First", "text of Second", "", "", "text"]


@pytest.mark.long("browser/test_waking.py::test_a_page_is_as_it_was_and_nothing_was_sent")
async def test_a_page_of_thousands_of_controls_is_as_it_was(chat_under: ChatUnder, site: Site) -> None:
    """What each is known by is read at the price of the page, and not of the page for each."""
    chat = chat_under(timeout_ms=60_000)
    fields = "".join(f"<input aria-label='Field {number}'>" for number in range(3_000))
    await do(chat, "open", url=site.page(f"{'<div>' * 60}{fields}"))
    refs = await read(chat)
    await do(chat, "type", ref=refs["Field 2"], text="typed", observe="none")
    await chat.sleep()
    assert (await do(chat, "detail", ref=refs["Field 2"]))["value"] == "typed"
