"""What a page asks of the browser is in the receipt of the action that made it ask: what, what it got, and the call that answers."""

from typing import Any

import pytest

from refbrowser import Chat
from refbrowser.browser.receipt import watch
from refbrowser.surface.render import result as rendered
from tests.support.calls import do, evaluated, navigated, opened
from tests.support.server import Site

ESCAPE = {"action": "keyboard", "key": "Escape"}

PAGE = """<title>Asks</title><h1 id=out>-</h1><script>
  const said = one => out.textContent = one?.name ?? 'done';
  const frame = address => { const one = document.createElement('iframe'); one.hidden = true; one.src = address; document.body.append(one); };
</script>
<a href=mailto:info@example.com>Mail</a> <a href=tel:+4100 target=_blank>Call</a> <a href='web+shop://app' rel=opener target=_blank>App</a>
<button onclick="location = 'zoommtg://join?pwd=1'">Join</button><button onclick="window.open('slack://open')">Chat</button>
<button onclick="frame('facetime:you')">Frame</button><button onclick="setTimeout(() => location = 'sms:1', 40)">Later</button>
<form action=mailto:a@b.c><button>Send</button></form><a href=/away>Away</a>
<button onclick="print()">Print</button><button onclick="showOpenFilePicker().catch(said)">Pick</button>
<button onclick="showDirectoryPicker().catch(said)">Folder</button><button onclick="files.click()">Choose</button><input type=file id=files hidden>
<button onclick="document.documentElement.requestFullscreen()">Full</button>
<button onclick="frames[0].document.documentElement.requestFullscreen()">Inner</button>
<button onclick="this.requestPointerLock().then(said, said)">Play</button><button onclick="out.textContent = 'other'">Other</button>
<button onclick="dispatchEvent(new Event('beforeprint')); document.dispatchEvent(new Event('pointerlockchange', {bubbles: true}))">Fakes</button>
<iframe srcdoc="<button onclick='print()'>Print inside</button>" allowfullscreen></iframe>"""

ASKED: list[tuple[str, list[tuple[str, str]]]] = [
    ("Mail", [("another program", "mailto:info@example.com")]),
    ("Call", [("another program", "tel:+4100")]),
    ("App", [("another program", "web+shop://app")]),
    ("Join", [("another program", "zoommtg://join")]),
    ("Chat", [("another program", "slack://open")]),
    ("Frame", [("another program", "facetime:you")]),
    ("Later", [("another program", "sms:1")]),
    ("Send", [("another program", "mailto:a@b.c")]),
    ("Away", [("another program", "zoommtg://redirected")]),
    ("Print", [("print", "nothing was printed")]),
    ("Print inside", [("print", "nothing was printed")]),
    ("Pick", [("file picker", "refused")]),
    ("Folder", [("file picker", "refused")]),
    ("Choose", [("file picker", "nothing yet")]),
    ("Fakes", []),
    ("Other", []),
]


async def asked_by(chat: Chat, ref: int) -> dict[str, Any]:
    receipt: dict[str, Any] = (await do(chat, "click", ref=ref))["action"]
    return receipt


async def test_a_receipt_names_what_the_page_asked_for(common_chat: Chat, site: Site) -> None:
    site.route("/away", "", headers={"Location": "zoommtg://redirected"}, status=302)
    found = await navigated(common_chat, site.page(PAGE))
    for name, expected in ASKED:
        receipt = await asked_by(common_chat, found[name])
        asked = receipt.get("asked", [])
        assert [(one["what"], text in one["got"]) for one, (_, text) in zip(asked, expected, strict=True)] == [
            (what, True) for what, _ in expected
        ], (name, receipt)
        assert "navigation" not in receipt, (name, receipt)
        assert "opened_browser_ids" not in receipt, (name, receipt)
        assert "304" not in str(rendered({"action": receipt}))
    # No blank tab is left of the links that asked for one.
    assert len((await do(common_chat, "list"))["browsers"]) == 1
    answers = {
        name: (await asked_by(common_chat, found[name]))["asked"][0].get("answer_with") for name in ("Print", "Choose", "Pick")
    }
    assert answers == {
        "Print": {"action": "pdf"},
        "Choose": {"action": "upload_file", "ref": found["Choose"], "path": "…"},
        "Pick": None,
    }


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Receipts wait longer for an effect than a busy machine takes to grant what a page asks for."""
    monkeypatch.setattr(watch, "LOOK_MS", 5_000)


@pytest.mark.usefixtures("patient")
async def test_what_a_page_takes_is_told_and_left_by_escape(common_chat: Chat, site: Site) -> None:
    found = await navigated(common_chat, site.page(PAGE))
    for name in ("Full", "Inner"):
        receipt = await asked_by(common_chat, found[name])
        assert receipt.get("asked") == [{"what": "full screen", "got": "granted", "answer_with": ESCAPE}], (name, str(receipt))
        assert await evaluated(common_chat, "document.fullscreenElement !== null")
        ended = (await do(common_chat, "keyboard", key="Escape"))["action"]
        assert ended["ended"].startswith("full screen")
        assert await evaluated(common_chat, "document.fullscreenElement === null")
    await evaluated(common_chat, "addEventListener('keydown', event => document.title = event.key)")
    assert (await do(common_chat, "key_chord", keys=["Escape"]))["action"]["title"]["to"] == "Escape"


@pytest.mark.long("browser/test_asked.py::test_what_a_page_takes_is_told_and_left_by_escape")
@pytest.mark.usefixtures("patient")
async def test_a_page_that_takes_the_pointer_can_still_be_used(common_chat: Chat, site: Site) -> None:
    found = await navigated(common_chat, site.page(PAGE))
    taken = await asked_by(common_chat, found["Play"])
    assert [one["what"] for one in taken.get("asked", [])] == ["pointer lock"], str(taken)
    assert taken["asked"][0]["got"].startswith("granted")
    assert await evaluated(common_chat, "out.textContent") == "done"
    # The headless shell gave it back at once; elsewhere this press does, and only what it is meant for gets it.
    assert "other" in (await asked_by(common_chat, found["Other"]))["changes"]
    await asked_by(common_chat, found["Play"])
    await do(common_chat, "keyboard", key="Escape")
    assert await evaluated(common_chat, "document.pointerLockElement") is None
    await asked_by(common_chat, found["Play"])
    await navigated(common_chat, site.page("<button>Next</button>"))


@pytest.mark.parametrize("pauses", [0, 250])
async def test_every_download_of_a_press_is_in_its_receipt(chat: Chat, site: Site, pauses: int) -> None:
    for number in (1, 2, 3):
        site.route(f"/file{number}", "x", headers={"Content-Disposition": "attachment; filename=f.txt"})
    script = f"""for (const one of [1, 2, 3]) setTimeout(() => {{
        const link = document.createElement('a'); link.href = '/file' + one; link.download = ''; link.click(); }}, {pauses} * (one - 1))"""
    found = await opened(chat, site.page(f'<button onclick="{script}">All</button><button>Idle</button>'))
    assert (await asked_by(chat, found["All"]))["downloads"] == ["f.txt"] * 3
    assert "downloads" not in await asked_by(chat, found["Idle"])
