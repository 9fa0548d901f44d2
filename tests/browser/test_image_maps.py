"""The areas of image maps are pressed inside their regions: of every shape, wherever their image is and however it is drawn."""

from typing import Any

from refbrowser import Chat
from tests.support.calls import do, evaluated, navigated, refs, refused
from tests.support.server import Site

SCRIPT = """<script>
  window.heard = [];
  const source = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='300' height='200'/>";
  const shapes = {rect: '10,10,60,60', circle: '120,100,30', poly: '200,20,290,20,290,110,270,110,270,40,200,40'};
  const areas = name => Object.entries({...shapes, default: ''}).map(([shape, coords]) =>
    `<area shape=${shape} coords="${coords}" href="javascript:void(0)" alt="${name} ${shape}">`).join('');
  const image = (name, style = '') => `<img src="${source}" usemap="#${name}" width=300 height=200 style="${style}">`;
  const map = (name, style = '') => `${image(name, style)}<map name="${name}">${areas(name)}</map>`;
  const listen = tree => { for (const type of ['click', 'mouseover', 'dblclick', 'contextmenu', 'keydown']) tree.addEventListener(type, event => {
    if (event.target.localName === 'area') top.heard.push(type + ' ' + event.target.alt); }, true); };
  listen(window);
</script>"""

PAGE = f"""<body style="margin:0">{SCRIPT}<div id=plain></div><div id=shut></div><iframe id=frame width=400 height=120></iframe><div id=low style="margin-top:900px"></div>
<script>
  plain.innerHTML = map('padded', 'border: 5px solid; padding: 7px 9px') + map('scaled', 'transform: scale(1.5); transform-origin: 0 0')
    + '<div style="height:160px"></div>' + image('gone', 'display: none') + '<map name=gone>' + areas('gone') + '</map>';
  low.innerHTML = map('turned', 'transform: rotate(90deg)') + '<div style="height:150px"></div>'
    + '<div style="width:150px;height:90px;overflow:auto">' + map('boxed') + '</div>' + image('twice', 'display: none') + map('twice');
  const root = shut.attachShadow({{mode: 'closed'}});
  root.innerHTML = map('shadow');
  listen(root);
  frame.srcdoc = document.querySelector('script').outerHTML + '<div id=inside style="height:300px"></div><script>inside.outerHTML = inside.outerHTML + map("framed")<\\/script>';
</script>"""


async def heard_of(chat: Chat, action: str, ref: int, **arguments: Any) -> list[str]:
    await evaluated(chat, "heard.length = 0")
    await do(chat, action, ref=ref, **arguments)
    heard: list[str] = await evaluated(chat, "[...heard]")
    return heard


async def test_each_area_takes_the_press_that_is_meant_for_it(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page(PAGE))
    await do(common_chat, "wait", text="framed default")
    found = refs(await do(common_chat, "content"))
    names = [
        f"{name} {shape}"
        for name in ("padded", "scaled", "turned", "boxed", "twice", "shadow", "framed")
        for shape in ("rect", "circle", "poly", "default")
    ]
    missed = {}
    for name in names:
        heard = await heard_of(common_chat, "click", found[name], observe="none")
        if [one for one in heard if one.startswith("click")] != [f"click {name}"]:
            missed[name] = heard
    assert missed == {}
    assert not [name for name in found if name.startswith("gone")]


async def test_an_area_is_hovered_focused_and_forced_like_a_link(common_chat: Chat, site: Site) -> None:
    found = await navigated(common_chat, site.page(f"{SCRIPT}<script>document.write(map('one'))</script>"))
    area = found["one poly"]
    assert await heard_of(common_chat, "hover", area) == ["mouseover one poly"]
    assert (await do(common_chat, "focus", ref=area))["action"]["focused"] is True
    assert await heard_of(common_chat, "click", area, force=True) == ["click one poly"]
    assert await heard_of(common_chat, "double_click", area) == ["click one poly", "click one poly", "dblclick one poly"]
    assert await heard_of(common_chat, "right_click", area) == ["contextmenu one poly"]
    await evaluated(common_chat, "heard.length = 0")
    await do(common_chat, "keyboard", key="Enter")
    assert await evaluated(common_chat, "heard") == ["keydown one poly", "click one poly"]
    # Offsets count from the corner of the region.
    assert "click one rect" in await heard_of(common_chat, "click", found["one rect"], offset_x=45, offset_y=45)


async def test_an_area_without_a_link_has_a_ref_if_it_takes_presses(common_chat: Chat, site: Site) -> None:
    areas = "<area coords=0,0,50,50 alt=Acts onclick='document.title = 1'><area coords=60,0,90,50 alt=Idle>"
    found = await navigated(
        common_chat, site.page(f"{SCRIPT}<script>document.write(image('one'))</script><map name=one>{areas}</map>")
    )
    assert "Idle" not in found
    await do(common_chat, "click", ref=found["Acts"])
    assert await evaluated(common_chat, "document.title") == "1"


async def test_a_region_that_is_covered_is_named_with_what_covers_it(common_chat: Chat, site: Site) -> None:
    cover = "<button style='position:absolute;left:0;top:0;width:100px;height:100px'>Over</button>"
    found = await navigated(
        common_chat, site.page(f"<body style='margin:0'>{SCRIPT}<script>document.write(map('one'))</script>{cover}")
    )
    assert "Over" in (await refused(common_chat, "covered", "click", ref=found["one rect"]))["error"]
    await do(common_chat, "click", ref=found["one circle"])
    await evaluated(common_chat, "document.querySelector('img').style.display = 'none'")
    await refused(common_chat, "not_visible", "click", ref=found["one circle"])
