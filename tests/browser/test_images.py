"""Images have refs: what they are, what one does with them, and that a page which makes them anew is not told image by image."""

import re
from pathlib import Path

from PIL import Image

from refbrowser import Chat
from tests.support.calls import do, evaluated, failure, navigated, opened, read
from tests.support.server import Site

PIXEL = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"


def drawn(size: str, colour: str = "teal") -> str:
    width, height = size.split("x")
    return f"src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}'><rect width='999' height='999' fill='{colour}'/></svg>\""


SHAPES = {
    f"<img {drawn('200x100')} alt='Oak lamp'>": "[image] Oak lamp",
    f"<img {drawn('200x100')} title='Sales in May'>": "[image] Sales in May",
    f"<img {drawn('200x100')} aria-label='Named'>": "[image] Named",
    f"<img {drawn('200x100')}>": "[image]",
    f"<p>before <img {drawn('200x100')} alt=Mid> after</p>": "before [image] Mid[/] after",
    f"<h2><img {drawn('40x40')} alt=Logo> Alder</h2>": "## [image] Logo[/] Alder",
    "<svg width=80 height=80 aria-label=Plan></svg>": "[image] Plan",
    "<svg width=80 height=80><rect width=9 height=9 /></svg>": "[image]",
    "<svg width=80 height=80><text y=20>Bars</text></svg>": "Bars",
    "<div role=img aria-label=Map style=width:90px;height:90px></div>": "[image] Map",
    "<canvas width=90 height=90></canvas>": "[canvas]",
    "<canvas width=90 height=90 role=img aria-label=Chart></canvas>": "[image] Chart",
    f"<table><tr><td>Ada<td><img {drawn('30x30')} alt=Face><tr><td>Bob<td>x</table>": "Ada | [image] Face",
    f"<div><template shadowrootmode=closed><img {drawn('64x64')} alt=Deep></template></div>": "[image] Deep",
    f"<iframe width=200 height=120 srcdoc='<img width=70 height=70 alt=Inner src={PIXEL}>'></iframe>": "  [image] Inner",
    # Signs in text, decoration, and what is part of a control.
    f"<p>Ada <img {drawn('16x16')} alt=Verified> wrote</p>": "Ada (image: Verified) wrote",
    f"<img {drawn('60x300')}>": "",
    f"<img {drawn('200x100')} alt=''>": "",
    f"<img {drawn('200x100')} role=presentation>": "",
    f"<div aria-hidden=true><img {drawn('200x100')}></div>": "",
    f"<img {drawn('200x100')} style=pointer-events:none>": "",
    f"<a href=x><img {drawn('200x100')} alt='To the lamp'></a>": "[link] To the lamp",
    f"<button><img {drawn('200x100')}> Buy</button>": "[button] Buy",
    f"<div onclick=1><img {drawn('200x100')} alt=Photo> <b>Card</b></div>": "[clickable] (image: Photo) Card",
    f"<div onclick=1><img {drawn('200x100')} alt=Photo> <b>Card</b> <button>Add</button></div>": "[clickable] [image] Photo[/] Card [button] Add",
}

ANEW = f"""<button>Again</button> <button>Swap</button> <button>More</button> <button>Less</button> <div id=list></div><p id=count>0</p><script>
  let names = ['Oak lamp', 'Tin lamp', '', ''];
  const render = () => list.innerHTML = names.map((name) => `<div><img width=80 height=80 src="{PIXEL}" ${{name && `alt="${{name}}"`}}></div>`).join('');
  render();
  const [again, swap, more, less] = document.querySelectorAll('button');
  again.onclick = () => {{ render(); count.textContent++; }};
  swap.onclick = () => {{ names[0] = 'Elm lamp'; render(); }};
  more.onclick = () => {{ names.splice(2, 0, 'Tin lamp', ''); render(); }};
  less.onclick = () => {{ names = names.slice(1); render(); }};
</script>"""


async def test_an_image_that_says_or_shows_something_has_a_ref(common_chat: Chat, site: Site) -> None:
    page = site.page(
        "<!doctype html><body>" + "".join(f"<section><i>{number}:</i>{html}</section>" for number, html in enumerate(SHAPES))
    )
    await do(common_chat, "open", url=page)
    text = await do(common_chat, "content", max_tokens=20_000)
    shown = {}
    for block in re.split(r"^(?=\d+:)", text, flags=re.MULTILINE)[1:]:
        number, _, rest = block.partition(":")
        lines = [re.sub(r" \d+\]", "]", line).replace("</page", "\n</page").split("\n")[0] for line in rest.strip("\n").split("\n")]
        shown[int(number)] = "\n".join(lines)
    for number, (html, expected) in enumerate(SHAPES.items()):
        assert (expected.strip() in shown[number]) if expected else "[" not in shown[number], f"{html}\n{shown[number]}"


async def test_one_is_described_photographed_pressed_and_dragged(common_chat: Chat, site: Site) -> None:
    await opened(
        common_chat,
        site.page(
            f"<body style=margin:0><img {drawn('100x80')} alt=Lamp draggable=true style=display:block><img {drawn('90x70', 'navy')}>"
            "<div id=goal style=height:90px>Here</div><script>heard = [];"
            "for (const type of ['click', 'mouseover', 'dragstart', 'drop']) document.addEventListener(type, e => heard.push(type + ' ' + (e.target.alt ?? e.target.id)));"
            "goal.ondragover = e => e.preventDefault()</script>"
        ),
    )
    refs = await read(common_chat)
    lamp = refs["Lamp"]
    detail = await do(common_chat, "detail", ref=f"[image {lamp}]")
    assert (detail["kind"], detail["name"], detail["box"][2]) == ("image", "Lamp", 100)
    shot = await do(common_chat, "screenshot", ref=lamp + 1)
    with Image.open(Path(shot["path"])) as picture:
        assert picture.size == (90, 70)
    assert (await do(common_chat, "click", ref=lamp))["action"]["element"] == f"[image {lamp}] Lamp"
    await do(common_chat, "hover", ref=lamp + 1)
    await do(common_chat, "drag", ref=lamp, target_selector="#goal")
    heard = await evaluated(common_chat, "heard.join()")
    assert re.search(r"click Lamp.*mouseover .*dragstart Lamp.*drop goal", heard), heard
    assert f"[image {lamp}] Lamp" in str(await do(common_chat, "find", regex=".", kinds=["image"]))
    failure(await common_chat.call({"action": "click", "ref": f"button {lamp}"}), "ref_kind")


async def test_images_that_are_made_anew_are_no_change(common_chat: Chat, site: Site) -> None:
    refs = await navigated(common_chat, site.page(ANEW))
    oak = refs["Oak lamp"]
    again = (await do(common_chat, "click", ref=refs["Again"]))["action"]
    assert again["changes"] == "- 0\n+ 1"
    # The ref that was read means the image that took its place.
    assert (await do(common_chat, "detail", ref=oak))["name"] == "Oak lamp"
    swap = (await do(common_chat, "click", ref=refs["Swap"]))["action"]["changes"]
    assert re.fullmatch(r"- \[image \d+\] Oak lamp\n\+ \[image \d+\] Elm lamp", swap), swap
    more = (await do(common_chat, "click", ref=refs["More"]))["action"]["changes"]
    found = dict.fromkeys(re.findall(r"\+ \[image (\d+)\]", more))
    assert (len(found), more.count("\n")) == (2, 1), more
    for number in found:
        assert (await do(common_chat, "detail", ref=int(number)))["box"][2] == 80
    less = (await do(common_chat, "click", ref=refs["Less"]))["action"]["changes"]
    assert re.fullmatch(r"- \[image \d+\] Elm lamp", less), less
