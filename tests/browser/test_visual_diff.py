"""Pictures compared: what changed, how much, under which elements; what moves by itself is left out, what cannot be compared said."""

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from refbrowser import Chat
from tests.conftest import ChatUnder
from tests.support.calls import do, evaluated, navigated, opened, read, refused
from tests.support.server import Site

PAGE = "<style>body{margin:20px;font:16px sans-serif} button,p,h1{width:300px;margin:20px 0}</style><h1>Shop</h1><p>Total: 5</p><button onclick=\"this.style.background='red'\">Buy</button><button onclick=1>Wait</button><p style='height:2000px'>End</p>"


def names(result: dict[str, Any]) -> list[str]:
    return [name for region in result["regions"] for name in region["names"]]


async def test_a_page_against_its_last_screenshot_names_what_changed(shared_chat: Chat, site: Site) -> None:
    numbers = await navigated(shared_chat, site.page(PAGE))
    shot = await do(shared_chat, "screenshot")
    same = await do(shared_chat, "visual_diff")
    assert (same["changed_percent"], same["significant"], same["regions"]) == (0, False, [])
    assert "picture" not in same
    assert same["before"] == shot["path"]
    await evaluated(
        shared_chat,
        "document.querySelectorAll('button')[0].style.background = 'red'; document.querySelector('p').textContent = 'Total: 12'",
    )
    result = await do(shared_chat, "visual_diff")
    # The picture that the comparison took is the tab's last one now.
    assert result["before"] == same["after"]
    assert names(result)[0] == f"[button {numbers['Buy']}] Buy"
    assert names(result)[1].startswith("[p ")
    assert names(result)[1].endswith("] Total: 12")
    assert result["regions"][0]["refs"] == [numbers["Buy"]]
    x, y, width, height = result["regions"][0]["box"]
    box = (await do(shared_chat, "detail", ref=numbers["Buy"]))["box"]
    assert box[0] - 1 <= x and x + width <= box[0] + box[2] + 1 and box[1] - 1 <= y and y + height <= box[1] + box[3] + 1  # noqa: PT018
    assert 0 < result["changed_percent"] < 3
    assert result["significant"]
    with Image.open(result["picture"]) as picture:
        assert picture.size == (shot["width"], shot["height"])
    assert (await do(shared_chat, "visual_diff"))["changed_percent"] == 0


@pytest.mark.long("browser/test_visual_diff.py::test_pictures_that_are_none_are_refused")
async def test_a_file_that_is_no_picture_leaves_the_last_screenshot_as_it_was(shared_chat: Chat, site: Site) -> None:
    await navigated(shared_chat, site.page(PAGE))
    shot = Path((await do(shared_chat, "screenshot"))["path"])
    pictures = sorted(shot.parent.iterdir())
    (shared_chat.folder / "a.txt").write_text("no picture")
    await refused(shared_chat, "file_unreadable", "visual_diff", before="a.txt")
    assert sorted(shot.parent.iterdir()) == pictures
    assert (await do(shared_chat, "visual_diff"))["before"] == str(shot)
    wrong = await refused(shared_chat, "invalid_arguments", "visual_diff", ignore=["zzz"])
    assert wrong["error"].endswith('("[button 6]").')


@pytest.mark.long("browser/test_visual_diff.py::test_a_page_against_its_last_screenshot_names_what_changed")
async def test_two_files_are_compared_without_elements(shared_chat: Chat, site: Site) -> None:
    await navigated(shared_chat, site.page(PAGE))
    one = await do(shared_chat, "screenshot", path="one.png")
    await evaluated(shared_chat, "document.querySelector('h1').style.visibility = 'hidden'")
    two = await do(shared_chat, "screenshot", path="two.png")
    result = await do(shared_chat, "visual_diff", before="one.png", after="two.png")
    assert (result["before"], result["after"]) == (one["path"], two["path"])
    assert [list(region) for region in result["regions"]] == [["box"]]
    assert result["significant"]


@pytest.mark.long("browser/test_visual_diff.py::test_a_page_against_its_last_screenshot_names_what_changed")
async def test_a_file_is_compared_with_the_page_now(shared_chat: Chat, site: Site) -> None:
    await navigated(shared_chat, site.page(PAGE))
    await do(shared_chat, "screenshot", path="first.png")
    await evaluated(shared_chat, "document.querySelector('h1').style.color = 'red'")
    result = await do(shared_chat, "visual_diff", before="first.png")
    assert [name.partition("] ")[2] for name in names(result)] == ["Shop"]


@pytest.mark.long("browser/test_visual_diff.py::test_a_page_against_its_last_screenshot_names_what_changed")
async def test_an_element_is_compared_with_its_own_last_picture(shared_chat: Chat, site: Site) -> None:
    numbers = await navigated(shared_chat, site.page(PAGE))
    await refused(shared_chat, "invalid_arguments", "visual_diff", ref=numbers["Buy"])
    await do(shared_chat, "screenshot", ref=numbers["Buy"])
    await evaluated(shared_chat, "document.querySelector('h1').textContent = 'Other'")
    assert (await do(shared_chat, "visual_diff", ref=numbers["Buy"]))["changed_percent"] == 0
    await evaluated(shared_chat, "document.querySelector('button').style.background = 'lime'")
    result = await do(shared_chat, "visual_diff", ref=numbers["Buy"])
    assert result["regions"][0]["refs"] == [numbers["Buy"]]
    assert result["changed_percent"] > 50


@pytest.mark.long("browser/test_visual_diff.py::test_a_page_against_its_last_screenshot_names_what_changed")
async def test_sizes_and_scroll_positions_are_said_instead_of_compared(shared_chat: Chat, site: Site) -> None:
    await navigated(shared_chat, site.page(PAGE))
    await do(shared_chat, "screenshot")
    await evaluated(shared_chat, "scrollTo(0, 300)")
    result = await do(shared_chat, "visual_diff")
    assert result["scroll_differs"] == {"before": [0, 0], "after": [0, 300]}
    assert "changed_percent" not in result
    await evaluated(shared_chat, "scrollTo(0, 0)")
    await do(shared_chat, "screenshot", full_page=True)
    await evaluated(shared_chat, "document.querySelector('p').style.height = '500px'")
    result = await do(shared_chat, "visual_diff")
    assert result["size_differs"]["after"][1] > result["size_differs"]["before"][1]
    assert "changed_percent" not in result


@pytest.mark.long("browser/test_visual_diff.py::test_a_page_against_its_last_screenshot_names_what_changed")
async def test_a_full_page_names_what_changed_where_it_is_scrolled_to(shared_chat: Chat, site: Site) -> None:
    numbers = await navigated(
        shared_chat, site.page("<body style='margin:0'><div style='height:3000px'></div><button style='height:80px'>Deep</button>")
    )
    await evaluated(shared_chat, "scrollTo(0, 2500)")
    await do(shared_chat, "screenshot", full_page=True)
    await evaluated(shared_chat, "document.querySelector('button').style.background = 'red'")
    result = await do(shared_chat, "visual_diff")
    assert result["regions"][0]["refs"] == [numbers["Deep"]]
    assert result["regions"][0]["box"][1] >= 3000


MOVING = {
    "a video": "<video style='width:200px;height:100px;background:#000' poster=''></video>",
    "a chosen ref": "<button id=clock style='width:200px;height:100px'>Clock</button>",
}


@pytest.mark.rows(1)
@pytest.mark.parametrize("what", MOVING)
async def test_what_always_moves_is_left_out_and_said(shared_chat: Chat, site: Site, what: str) -> None:
    numbers = await navigated(shared_chat, site.page(f"<body>{MOVING[what]}<p>Still"))
    await do(shared_chat, "screenshot")
    await evaluated(shared_chat, "document.body.firstElementChild.style.background = 'red'")
    ignore = {"ignore": [numbers["Clock"]]} if what == "a chosen ref" else {}
    result = await do(shared_chat, "visual_diff", **ignore)
    assert result["changed_percent"] == 0
    assert result["ignored"] == (["video"] if what == "a video" else [f"[button {numbers['Clock']}] Clock"])


@pytest.mark.long("browser/test_visual_diff.py::test_what_always_moves_is_left_out_and_said")
async def test_a_caret_is_no_change(shared_chat: Chat, site: Site) -> None:
    # Blinking cannot be timed; a line of a caret's size in the focused field is drawn where it was not before.
    await navigated(
        shared_chat,
        site.page(
            "<body><input style='width:300px;height:30px;outline:0;caret-color:transparent;position:absolute;left:50px;top:50px'><i id=caret style='position:absolute;left:80px;top:55px;width:1px;height:18px'></i>"
        ),
    )
    await evaluated(shared_chat, "document.querySelector('input').focus()")
    await do(shared_chat, "screenshot", path="blinked.png")
    await evaluated(shared_chat, "document.querySelector('#caret').style.background = 'black'")
    result = await do(shared_chat, "visual_diff")
    assert (result["changed_percent"], result["ignored"]) == (0, ["caret"])
    await evaluated(shared_chat, "document.querySelector('#caret').style.width = '9px'")
    assert (await do(shared_chat, "visual_diff"))["changed_percent"] > 0


@pytest.mark.long("browser/test_visual_diff.py::test_a_page_against_its_last_screenshot_names_what_changed")
async def test_an_element_in_a_frame_is_named(shared_chat: Chat, site: Site) -> None:
    site.page("<body style='margin:0'><button style='width:200px;height:60px'>Inner</button>", "/inner")
    numbers = await navigated(shared_chat, site.page("<iframe src=/inner style='width:400px;height:200px'></iframe>"))
    await do(shared_chat, "screenshot")
    frame = next(one["frame_id"] for one in (await do(shared_chat, "frames"))["frames"] if one["url"].endswith("/inner"))
    await evaluated(shared_chat, "document.querySelector('button').style.background = 'red'", frame_id=frame)
    assert numbers["Inner"] in (await do(shared_chat, "visual_diff"))["regions"][0]["refs"]


async def test_pictures_that_are_none_are_refused(shared_chat: Chat, site: Site, tmp_path: Path) -> None:
    await navigated(shared_chat, site.page(PAGE))
    shared_chat.folder.mkdir(parents=True, exist_ok=True)
    (shared_chat.folder / "broken.png").write_bytes(b"\x89PNG\r\n\x1a\n broken")
    (tmp_path / "outside.png").write_bytes(b"")
    await refused(shared_chat, "file_unreadable", "visual_diff", before="broken.png", after="broken.png")
    await refused(shared_chat, "file_denied", "visual_diff", before=str(tmp_path / "outside.png"))
    await refused(shared_chat, "file_not_found", "visual_diff", before="none.png")
    buffer = io.BytesIO()
    Image.new("1", (9000, 9000)).save(buffer, "PNG")
    (shared_chat.folder / "huge.png").write_bytes(buffer.getvalue())
    await refused(shared_chat, "file_unreadable", "visual_diff", before="huge.png", after="huge.png")


@pytest.fixture
def comparing_chat(chat_under: ChatUnder) -> Chat:
    return chat_under(visual_diff="acting")


async def test_receipts_compare_pictures_where_it_is_set(comparing_chat: Chat, site: Site) -> None:
    numbers = await opened(comparing_chat, site.page(PAGE))
    receipt = (await do(comparing_chat, "click", ref=numbers["Buy"]))["action"]
    assert numbers["Buy"] in receipt["visual_diff"]["regions"][0]["refs"]
    assert Path(receipt["visual_diff"]["picture"]).is_file()
    assert 0 < receipt["visual_diff"]["changed_percent"] < 5
    receipt = (await do(comparing_chat, "scroll", to="bottom"))["action"]
    assert "scroll_differs" in receipt["visual_diff"]


@pytest.mark.long("browser/test_visual_diff.py::test_receipts_compare_pictures_where_it_is_set")
async def test_an_action_that_closes_its_tab_or_opens_a_dialog_is_not_compared(comparing_chat: Chat, site: Site) -> None:
    await do(
        comparing_chat,
        "open",
        url=site.page("<button onclick='window.close()'>Close</button><button onclick='alert(1)'>Ask</button>"),
    )
    numbers = await read(comparing_chat)
    receipt = (await do(comparing_chat, "click", ref=numbers["Ask"]))["action"]
    assert "visual_diff" not in receipt
    await do(comparing_chat, "dialog", operation="accept")


async def test_no_picture_is_taken_by_default(shared_chat: Chat, site: Site, asked: list[str]) -> None:
    numbers = await navigated(shared_chat, site.page(PAGE))
    receipt = (await do(shared_chat, "click", ref=numbers["Buy"]))["action"]
    assert "visual_diff" not in receipt
    assert "Page.captureScreenshot" not in asked


CHANGES = {
    "its ground": "one.style.background = 'gold'",
    "its text": "one instanceof HTMLInputElement ? one.value = 'more' : one.firstChild.data = [...one.firstChild.data].reverse().join('')",
    "its ink": "one.style.color = 'red'; one.style.borderColor = 'red'",
}


@pytest.mark.long("browser/test_visual_diff.py::test_a_page_against_its_last_screenshot_names_what_changed")
@pytest.mark.parametrize("how", CHANGES)
async def test_the_changed_element_is_named_in_95_of_100_changes(shared_chat: Chat, site: Site, how: str) -> None:
    rows = "".join(
        f"<tr><td><a href=/p{row} id=a{row}>Product {row}</a><td id=b{row}>Price {row}<td><button id=c{row}>Buy {row}</button>"
        f"<td><input id=d{row} aria-label='Amount {row}' value=1><td><span role=switch tabindex=0 id=e{row} style='display:inline-block'>Watch {row}</span>"
        for row in range(14)
    )
    await navigated(shared_chat, site.page(f"<h1>List</h1><table>{rows}</table>"))
    wrong = []
    ids = [f"{column}{row}" for row in range(14) for column in "abcde"]
    await do(shared_chat, "screenshot", path="last.png")
    for one in ids:
        name = await evaluated(
            shared_chat, f"const one = document.getElementById('{one}'); {CHANGES[how]}; one.ariaLabel ?? one.textContent"
        )
        result = await do(shared_chat, "visual_diff")
        if not any(name in called for region in result["regions"][:1] for called in region["names"][:1]):
            wrong.append((one, result["regions"][:2]))
    assert len(wrong) <= 0.05 * len(ids), wrong
