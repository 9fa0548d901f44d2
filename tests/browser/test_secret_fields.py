"""What secret fields hold is shown nowhere: whatever says that they are secret, and also after a button has made plain text of them."""

import json

import pytest

from refbrowser import Chat
from tests.support.calls import do, navigated
from tests.support.server import Site

SECRET = "s3cret-Zq9"

FIELDS = {
    "type": "<input type=password aria-label=Field>",
    "autocomplete": "<input aria-label=Field autocomplete='section-a billing cc-number'>",
    "one-time-code": "<input aria-label=Field inputmode=numeric autocomplete=one-time-code>",
    "disc": "<input aria-label=Field style='-webkit-text-security:disc'>",
    "name": "<input aria-label=Field name='user[password]'>",
    "name of a card": "<input aria-label=Field name=cardNumber>",
    "id": "<input aria-label=Field id=new-passphrase>",
    "label": "<label>Security code <input></label>",
    "label next to it": "<label for=a>Your PIN</label><input id=a>",
    "aria-label": "<input aria-label='One-time code'>",
    "placeholder": "<input placeholder='Card number'>",
    "German": "<label>Passwort <input></label>",
    "telephone": "<input type=tel aria-label=CVC>",
}


@pytest.mark.rows(2)
@pytest.mark.parametrize("field", FIELDS.values(), ids=FIELDS.keys())
async def test_no_answer_shows_what_a_secret_field_holds(shared_chat: Chat, site: Site, field: str) -> None:
    # As some libraries do, what is typed is kept in an attribute and in a script too.
    keep = "<script>document.querySelector('input').addEventListener('input', (e) => { e.target.setAttribute('value', e.target.value); document.title = e.target.value.length; })</script>"
    await do(shared_chat, "navigate", url=site.page(f"<form action=/echo>{field}<button>Go</button></form>{keep}"))
    content = await do(shared_chat, "content")
    ref = int(content.split("input")[1].split("]")[0].split()[-1])
    answers = [await do(shared_chat, "type", ref=ref, text=SECRET)]
    answers += [await do(shared_chat, action) for action in ("content", "source", "state", "list")]
    answers += [
        await do(shared_chat, "detail", ref=ref),
        await do(shared_chat, "find", text="value"),
        await do(shared_chat, "click", selector="body"),
    ]
    answers += [await do(shared_chat, "content", mode="interactive")]
    assert SECRET not in json.dumps(answers, ensure_ascii=False)
    assert "•••" in str(answers[1])
    assert answers[5]["secret"] is True


async def test_fields_of_every_kind_are_secret_on_one_page(shared_chat: Chat, site: Site) -> None:
    fill = f"<script>for (const field of document.querySelectorAll('input')) field.value = '{SECRET}'</script>"
    await do(shared_chat, "navigate", url=site.page("".join(f"<form>{field}</form>" for field in FIELDS.values()) + fill))
    content = await do(shared_chat, "content")
    assert content.count("•••") == len(FIELDS)
    assert SECRET not in content + await do(shared_chat, "content", mode="interactive")


async def test_a_password_stays_secret_when_a_button_shows_it(shared_chat: Chat, site: Site) -> None:
    page = "<input type=password aria-label=Field><button onclick=\"document.querySelector('input').type = 'text'\">Show</button>"
    refs = await navigated(shared_chat, site.page(page))
    await do(shared_chat, "type", ref=refs["Field"], text=SECRET)
    answers = [
        await do(shared_chat, "click", ref=refs["Show"]),
        await do(shared_chat, "content"),
        await do(shared_chat, "detail", ref=refs["Field"]),
    ]
    assert SECRET not in json.dumps(answers)


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    "field",
    ["<label>Pinned note <input></label>", "<label>Zip code <input></label>", "<label>Passenger <input></label>", "<input name=compass aria-label=Field>",
     "<label>Find a password manager that suits a team of twelve people in two towns <input></label>", "<input type=email name=login aria-label=Field>",
     "<label>Discount code <input></label>"],
)  # fmt: skip
async def test_what_other_fields_hold_is_shown(shared_chat: Chat, site: Site, field: str) -> None:
    await do(shared_chat, "navigate", url=site.page(field))
    await do(shared_chat, "type", selector="input", text="plain-words")
    assert 'value="plain-words"' in await do(shared_chat, "content")


async def test_the_source_is_without_what_is_typed_wherever_the_page_writes_it(shared_chat: Chat, site: Site) -> None:
    page = "<input type=password value='preset-Zq9'><input name=plain value=shown><p id=out></p><script>let t = 0;</script>"
    await do(shared_chat, "navigate", url=site.page(page))
    await do(shared_chat, "type", selector="[type=password]", text=SECRET)
    await do(shared_chat, "evaluate", script=f"document.getElementById('out').dataset.copy = {SECRET!r}")
    source = (await do(shared_chat, "source"))["html"]
    assert SECRET not in source
    assert "preset-Zq9" not in source
    assert 'value="shown"' in source


async def test_what_holds_a_secret_editor_is_not_named_after_it(common_chat: Chat, site: Site) -> None:
    editor = "<div contenteditable autocomplete=one-time-code>{}</div>"
    page = (
        f"<form id=around style='padding:9px;cursor:pointer' onclick='1'>{editor.format('hunter2 <b id=inner>hunter3</b>')}</form>"
    )
    await do(common_chat, "navigate", url=site.page(page))
    for selector in ("#around", "#inner"):
        assert "hunter" not in str(await common_chat.call({"action": "click", "selector": selector, "offset_x": 3, "offset_y": 3}))
    assert "hunter" not in str(await common_chat.call({"action": "click", "selector": "form, div"}))
    assert "hunter" not in str(await common_chat.call({"action": "click", "x": 30, "y": 20}))
