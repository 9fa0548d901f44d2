"""Pages with one frame in which everything that the mouse and keys do is noted: in each kind of frame, and where it has to be scrolled to."""

from typing import Final

from tests.support.server import Site

INNER: Final = """<!doctype html><title>Inner</title><style>%(style)s</style>%(above)s
<p><button id=b>Press</button> <input type=checkbox id=c aria-label=Tick> <input id=i aria-label=Name>
<select id=s aria-label=Pick><option>One<option>Two</select></p>
<p><span id=piece draggable=true role=button tabindex=0>Piece</span> <span id=zone role=button tabindex=0 style='padding:9px'>Zone</span></p>
<script>zone.ondragover = event => event.preventDefault();
for (const type of ['click', 'dblclick', 'contextmenu', 'mouseover', 'change', 'input', 'drop', 'wheel'])
  document.addEventListener(type, event => top.postMessage({heard: `${type}:${event.target.id}`}, '*'), true)</script>"""

OUTER: Final = """<!doctype html><title>Outer</title><style>iframe { width: 420px; height: 160px } %(style)s</style>
<script>window.heard = []; onmessage = event => { if (event.data.heard) heard.push(event.data.heard) }</script>%(frame)s<p>End</p>"""

BLOCK: Final = "<div style='height:1500px'>Tall</div>"


def _quoted(html: str) -> str:
    return html.replace("&", "&amp;").replace('"', "&quot;")


def _inner(style: str = "", above: str = "") -> str:
    return INNER % {"style": style, "above": above}


def _srcdoc(html: str) -> str:
    return f'<iframe title=Frame srcdoc="{_quoted(html)}"></iframe>'


def pages(site: Site) -> dict[str, str]:
    """The address of each kind of page, by name."""
    site.page(_inner(), "/inner")
    site.page(_inner(above=BLOCK), "/tall")
    site.page(
        f"<title>Middle</title>{BLOCK}<iframe title=Deep src='{site.url('/inner')}' width=380 height=130></iframe>", "/middle"
    )
    own = "<iframe title=Frame src=/inner></iframe>"
    other = f"<iframe title=Frame src='{site.other('/inner')}'></iframe>"
    frames = {
        "in_view": own,
        "below": BLOCK + own,
        "below_srcdoc": BLOCK + _srcdoc(_inner()),
        "below_other": BLOCK + other,
        "below_nested": BLOCK + _srcdoc(BLOCK + _srcdoc(_inner())),
        "in_box": f"<div style='height:200px;overflow:auto'>{BLOCK}{own}</div>",
        "in_box_other": f"<div style='height:200px;overflow:auto'>{BLOCK}{other}</div>",
        "scrolled_inside": "<iframe title=Frame src=/tall></iframe>",
        "scrolled_inside_other": f"<iframe title=Frame src='{site.other('/tall')}'></iframe>",
        "other_then_own": f"{BLOCK}<iframe title=Frame src='{site.other('/middle')}'></iframe>",
        "bordered": "<div style='padding:70px 0 0 90px'><iframe title=Frame src=/inner style='border:12px solid;padding:15px'></iframe></div>",
        "scaled": "<div style='height:120px'></div><iframe title=Frame src=/inner style='transform:scale(.6);transform-origin:0 0'></iframe>",
        "scaled_other": f"<div style='height:120px'></div><iframe title=Frame src='{site.other('/inner')}' style='transform:scale(.6);transform-origin:0 0'></iframe>",
        "zoomed": "<iframe title=Frame src=/inner style='zoom:1.4'></iframe>",
        "turned": "<div style='padding:150px'><iframe title=Frame src=/inner style='transform:rotate(20deg)'></iframe></div>",
        "in_shadow": "<x-b id=x></x-b><script>x.attachShadow({mode: 'open'}).innerHTML = `<div style='height:1500px'></div><iframe title=Frame src=/inner></iframe>`</script>",
    }
    return {name: site.page(OUTER % {"style": "", "frame": frame}, f"/frames/{name}") for name, frame in frames.items()}
