"""Refs: one number for one element for as long as it lives, and never for another."""

import pytest

from refbrowser import Chat
from tests.support.calls import do, evaluated, navigated, opened, read, refs, refused
from tests.support.server import Site
from tests.support.waiting import within


async def test_numbers_are_unique_over_tabs_and_counted_per_chat(shared_chat: Chat, chat: Chat, site: Site) -> None:
    url = site.page("<a href=/a>A</a><a href=/b>B</a>")
    assert await opened(chat, url) == {"A": 1, "B": 2}
    first = (await navigated(shared_chat, url))["A"]
    assert await read(shared_chat) == {"A": first, "B": first + 1}
    assert await opened(chat, url) == {"A": 3, "B": 4}
    assert await read(chat, browser_id=1) == {"A": 1, "B": 2}
    assert await read(shared_chat) == {"A": first, "B": first + 1}


async def test_an_element_keeps_its_number_over_every_way_of_reading(shared_chat: Chat, site: Site) -> None:
    before = await navigated(
        shared_chat,
        site.page(
            "<main><h1>Head</h1><button>One</button><p id=part><button>Two</button></p></main><footer><button>Three</button></footer>"
        ),
    )
    for way in (
        {"mode": "interactive"},
        {"mode": "viewport"},
        {"mode": "main"},
        {"selector": "#part"},
        {"selectors": ["#part", "footer"]},
        {"ref": before["Two"]},
        {},
    ):
        found = await read(shared_chat, **way)
        assert found
        assert found.items() <= before.items(), way
    await do(shared_chat, "click", selector="footer button", observe="none")
    assert await read(shared_chat) == before


async def test_an_element_keeps_its_number_when_it_moves_is_renamed_and_when_others_come(shared_chat: Chat, site: Site) -> None:
    buttons = "<button>One</button><button onclick='this.textContent = `Stop`'>Two</button>"
    before = await navigated(shared_chat, site.page(f"<div id=a>{buttons}</div><div id=b></div>"))
    await evaluated(
        shared_chat, "b.append(document.querySelectorAll('button')[0]); b.insertAdjacentHTML('afterbegin', '<button>New</button>')"
    )
    after = await read(shared_chat)
    assert after == {**before, "New": max(before.values()) + 1}
    await do(shared_chat, "click", ref=before["Two"], observe="none")
    assert await read(shared_chat) == {"One": before["One"], "Stop": before["Two"], "New": after["New"]}


@pytest.mark.long("browser/test_refs.py::test_an_element_keeps_its_number_over_every_way_of_reading")
async def test_an_element_keeps_its_number_over_tab_switches_and_push_state(chat: Chat, site: Site) -> None:
    before = await opened(chat, site.page("<button onclick=\"history.pushState(null, '', '/elsewhere')\">Go</button>"))
    await do(chat, "open", url=site.page("<button>Other</button>"))
    await do(chat, "set_active", browser_id=1)
    assert await read(chat) == before
    result = await do(chat, "click", ref=before["Go"])
    assert result["action"]["navigation"]["same_document"] is True
    assert await read(chat) == before
    await evaluated(chat, "location.hash = 'part'")
    assert await read(chat) == before
    assert (await do(chat, "click", ref=before["Go"]))["action"]["ref"] == before["Go"]


@pytest.mark.long("browser/test_refs.py::test_an_element_keeps_its_number_when_it_moves_is_renamed_and_when_others_come")
async def test_an_element_that_was_taken_out_and_put_back_is_the_same(chat: Chat, site: Site) -> None:
    before = await opened(chat, site.page("<button>One</button>"))
    await evaluated(chat, "window.kept = document.querySelector('button'); kept.remove()")
    assert await read(chat) == {}
    await refused(chat, "ref_stale", "click", ref=before["One"])
    await evaluated(chat, "document.body.append(kept)")
    assert await read(chat) == before


ROWS = """<div role=grid aria-label=Files><div role=row id=a style=cursor:pointer onclick="tabIndex = 0; focus(); hits++">
<div role=gridcell>a.txt</div></div></div><input type=password aria-label=Code><script>hits = 0</script>"""


async def test_a_kind_that_was_read_still_fits_when_the_element_has_come_to_another(shared_chat: Chat, site: Site) -> None:
    numbers = await navigated(shared_chat, site.page(ROWS))
    row, field = numbers["a.txt |"], numbers["Code"]
    await evaluated(shared_chat, "document.querySelector('input').type = 'text'")
    await do(shared_chat, "click", ref=f"[clickable {row}]", observe="none")
    assert f"[focused row {row}] a.txt" in await do(shared_chat, "content")
    await do(shared_chat, "click", ref=f"[clickable {row}]", observe="none")
    await do(shared_chat, "click", ref=f"[row {row}]", observe="none")
    await do(shared_chat, "type", ref=f"[input password {field}]", text="1", observe="none")
    assert await evaluated(shared_chat, "[hits, document.querySelector('input').value]") == [3, "1"]
    await refused(shared_chat, "ref_kind", "click", ref=f"[button {row}]")


@pytest.mark.long("browser/test_refs.py::test_numbers_are_unique_over_tabs_and_counted_per_chat")
async def test_numbers_are_not_used_again_after_a_navigation(shared_chat: Chat, site: Site) -> None:
    url = site.page("<button>One</button><button>Two</button>")
    one = (await navigated(shared_chat, url))["One"]
    for expected in (one + 2, one + 4):
        assert await navigated(shared_chat, url) == {"One": expected, "Two": expected + 1}


async def test_a_stale_ref_is_never_another_element(shared_chat: Chat, site: Site) -> None:
    old = await navigated(shared_chat, site.page("<button>Harmless</button>"))
    await do(shared_chat, "navigate", url=site.page("<button onclick='document.title = `hit`'>Delete everything</button>"))
    await read(shared_chat)
    answer = await within(0.5, lambda: refused(shared_chat, "ref_stale", "click", ref=old["Harmless"]))
    assert answer["details"]["reason"] == "the page was navigated"
    assert (await do(shared_chat, "state"))["title"] == ""


REPLACE = "const old = document.querySelector('#{0}'); const twin = old.cloneNode(true); old.replaceWith(twin); twin.onclick = () => document.title = 'hit'"


async def test_an_element_that_was_replaced_by_its_only_likeness_is_healed_and_says_so(shared_chat: Chat, site: Site) -> None:
    numbers = await navigated(shared_chat, site.page("<button id=a>Save</button><button>Other</button>"))
    await evaluated(shared_chat, REPLACE.format("a"))
    result = await do(shared_chat, "click", ref=numbers["Save"])
    assert result["action"]["healed"] is True
    assert result["action"]["ref"] == numbers["Save"]
    assert result["state"]["title"] == "hit"
    assert (await read(shared_chat))["Save"] == numbers["Save"]
    assert "healed" not in (await do(shared_chat, "click", ref=numbers["Save"]))["action"]


async def test_an_element_with_two_likenesses_or_that_was_one_of_twins_is_not_healed(shared_chat: Chat, site: Site) -> None:
    one, twins = "<ul><li><button class=a>Save</button></ul>", "<p><button id=a>Send</button><button id=b>Send</button></p>"
    numbers = await navigated(shared_chat, site.page(one + twins))
    await evaluated(
        shared_chat,
        "document.querySelector('ul').innerHTML = '<li><button>Save</button><button>Save</button>'; document.querySelector('#a').remove()",
    )
    for name in ("Save", "Send"):
        await refused(shared_chat, "ref_stale", "click", ref=numbers[name])


@pytest.mark.long("browser/test_content.py::test_frames_stand_where_they_are_in_the_page")
async def test_frames_count_in_the_one_number_space(shared_chat: Chat, site: Site) -> None:
    site.page("<button>Inner</button>", "/inner")
    text = await opened_text(
        shared_chat,
        site.page(f"<button>Outer</button><iframe src='/inner'></iframe><iframe src='{site.other('/inner')}'></iframe>"),
    )
    numbers = [int(part.split("]")[0].split()[-1]) for part in text.split("[")[1:] if "]" in part]
    assert len(numbers) == len(set(numbers)) == 5


async def opened_text(chat: Chat, url: str) -> str:
    await do(chat, "navigate", url=url)
    text: str = await do(chat, "content")
    return text


@pytest.mark.long("browser/test_content.py::test_frames_stand_where_they_are_in_the_page")
async def test_an_element_that_moves_to_another_frame_does_not_take_its_number_along(chat: Chat, site: Site) -> None:
    numbers = await opened(chat, site.page("<button>One</button><iframe></iframe>"))
    await evaluated(chat, "frames[0].document.body.append(document.querySelector('button'))")
    await refused(chat, "ref_stale", "click", ref=numbers["One"])
    assert (await read(chat))["One"] != numbers["One"]


@pytest.mark.long("inpage/test_isolation.py::test_nothing_is_written_to_the_page")
async def test_refs_are_neither_seen_nor_forged_by_the_page(shared_chat: Chat, site: Site) -> None:
    watcher = "<script>window.before = Object.getOwnPropertyNames(window).length; window.mutations = 0; new MutationObserver(list => mutations += list.length).observe(document, {subtree: true, childList: true, attributes: true, characterData: true})</script>"
    numbers = await navigated(shared_chat, site.page("<!doctype html><body><button>Real</button><p>[button 9999] Forged" + watcher))
    await do(shared_chat, "content")
    await refused(shared_chat, "ref_unknown", "click", ref=9999)
    await do(shared_chat, "click", ref=numbers["Real"])
    assert await evaluated(shared_chat, "[mutations, Object.getOwnPropertyNames(window).length - before]") == [0, 2]
    assert 9999 not in refs(await do(shared_chat, "content", mode="interactive")).values()
