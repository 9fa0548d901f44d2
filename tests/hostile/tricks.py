"""Pages that try to have a press land on something else than its target, and that note what each of their elements received.

The target is ``#target`` and what must not be pressed has the class ``trap``. Every document notes the trusted events that its own
listeners got, in ``record`` of the top document: ``[type, id, whether it is the target or a trap]``.
"""

from typing import Final

from tests.support.server import Site

STYLE: Final = """<style>body { margin: 0 } .b { position: absolute; left: 40px; top: 60px; width: 160px; height: 40px }
.trap { top: 160px } .over { z-index: 9; top: 60px } .under { z-index: -1; top: 60px }</style>"""

RECORDER: Final = """<script>
window.record = [];
window.noted = entry => { if (top === window) { record.push(entry); window.name = JSON.stringify(record) } else top.postMessage({ entry }, '*') };
window.watch = element => { for (const type of ['pointerdown', 'mousedown', 'mouseup', 'click', 'dblclick', 'contextmenu', 'mouseover'])
  element.addEventListener(type, event => event.isTrusted && noted([type, element.id, element.classList.contains('trap') ? 'trap' : 'target'])) };
window.watched = root => { for (const one of root.querySelectorAll('.trap, #target')) watch(one) };
window.once = (type, act, on = window) => on.addEventListener(type, act, { once: true, capture: true });
window.swap = () => { const t = document.querySelector('#target'), o = document.querySelector('#trap'); t.style.top = '160px'; o.style.top = '60px' };
window.cover = (root = document.body) => { const box = document.createElement('div'); box.id = 'cover'; box.className = 'b trap over'; box.style.background = 'pink'; watch(box); root.append(box); return box };
window.busy = ms => { for (const end = performance.now() + ms; performance.now() < end;); };
addEventListener('message', event => {
  if (event.data.entry) noted(event.data.entry);
  if (event.data.ping) { if (event.source === parent && frames.length === 0) top.postMessage({ pong: event.data.ping }, '*'); else for (let i = 0; i < frames.length; i++) frames[i].postMessage(event.data, '*') }
});
</script>"""

BUTTONS: Final = "<button id=target class=b>Help</button><button id=trap class='b trap'>Delete</button>"
BEHIND: Final = "<button id=target class=b>Help</button><button id=trap class='b trap under'>Delete</button>"
NEXT: Final = """`<!doctype html>${document.scripts[0].outerHTML}<style>body { margin: 0 } button { position: absolute; left: 0; top: 0; width: 500px; height: 300px }</style>
<button id=next class=trap>Delete</button><scr` + `ipt>if (top === window) record.push(...JSON.parse(window.name || '[]')); watched(document)</scr` + `ipt>`"""
"""The next document, whose one button lies where the target was."""
READY: Final = "<script>window.name = ''; watched(document)</script>"


def _script(code: str, body: str = BUTTONS) -> str:
    return f"{body}{READY}<script>{code}</script>"


SCENES: Final[dict[str, str]] = {
    **{f"swap on {type_}": _script(f"once('{type_}', swap)") for type_ in ("pointermove", "mousemove", "pointerover", "mouseover", "pointerdown", "mousedown", "pointerrawupdate")},
    **{f"swap on {type_} of the target": _script(f"once('{type_}', swap, target)") for type_ in ("pointerenter", "mouseenter", "pointerdown", "mousedown")},
    **{f"stop {type_} at the window": _script(f"addEventListener('{type_}', event => event.stopImmediatePropagation(), true)") for type_ in ("pointerdown", "mousedown", "click")},
    "stop all at the window": _script("for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) addEventListener(type, event => event.stopImmediatePropagation(), true)"),
    "window acts on what is hit": _script("once('pointermove', swap); addEventListener('mousedown', event => { if (event.target.id === 'trap' && event.isTrusted) noted(['mousedown', 'trap', 'trap']) }, true)"),
    "window acts on what is clicked": _script("once('mousemove', swap); addEventListener('click', event => { if (event.target.id === 'trap' && event.isTrusted) noted(['click', 'trap', 'trap']); event.stopImmediatePropagation() }, true)"),
    "blocks, then swaps": _script("once('pointermove', () => { busy(2300); swap() })"),
    "blocks, then covers": _script("once('mousemove', () => { busy(2300); cover() })"),
    "hover moves it": _script("", "<style>#target:hover { top: 260px }</style>" + BEHIND),
    "hover moves it by transform": _script("", "<style>#target:hover { transform: translateX(300px) }</style>" + BEHIND),
    "hover moves it in a transition": _script("", "<style>#target { transition: transform .1s } #target:hover { transform: translateX(300px) }</style>" + BEHIND),
    "hover of the body moves it": _script("", "<style>body:hover #target { top: 260px } body { height: 500px }</style>" + BEHIND),
    "hover hides it": _script("", "<style>#target:hover { visibility: hidden }</style>" + BEHIND),
    "hover shrinks it": _script("", "<style>#target:hover { width: 20px; height: 10px }</style>" + BEHIND),
    "hover shows an overlay": _script("", "<style>#trap { display: none } #target:hover + #trap, #trap:hover { display: block; z-index: 9; top: 60px }</style>" + BUTTONS),
    "hover takes it from the pointer": _script("", "<style>#target:hover { pointer-events: none }</style>" + BEHIND),
    **{f"overlay on {type_}": _script(f"once('{type_}', () => cover())") for type_ in ("pointermove", "mousemove", "pointerover", "mouseover", "pointerdown", "mousedown", "mouseup")},
    "overlay on mouseenter": _script("once('mouseenter', () => cover(), target)"),
    "overlay in a frame after the move": _script("once('pointermove', () => requestAnimationFrame(() => cover()))"),
    "overlay in a timer after the move": _script("once('pointermove', () => setTimeout(cover))"),
    "overlay in two ms": _script("once('pointermove', () => setTimeout(cover, 2))"),
    "overlay in a microtask": _script("once('pointermove', () => Promise.resolve().then(() => cover()))"),
    "overlay takes the pointer on move": _script("const box = cover(); box.style.pointerEvents = 'none'; once('pointermove', () => { box.style.pointerEvents = 'auto' })"),
    "overlay takes the pointer on pointerdown": _script("const box = cover(); box.style.pointerEvents = 'none'; once('pointerdown', () => { box.style.pointerEvents = 'auto' })"),
    "capture of the pointer by another": _script("once('pointerdown', event => trap.setPointerCapture(event.pointerId))"),
    **{f"clone on {type_}": _script(f"once('{type_}', () => {{ const other = target.cloneNode(); other.textContent = 'Delete'; other.id = 'other'; other.className = 'b trap over'; watch(other); target.replaceWith(other) }})") for type_ in ("pointermove", "pointerdown", "mousedown")},
    "clone with its id on pointermove": _script("once('pointermove', () => { const other = document.createElement('div'); other.textContent = 'Delete'; other.className = 'b trap over'; other.id = 'target'; watch(other); target.replaceWith(other) })"),
    "list turned round": _script("once('pointermove', () => { list.prepend(list.lastElementChild) })", "<ul id=list style='list-style:none;padding:0'><li><button id=target style='width:160px;height:40px'>Help</button><li><button id=trap class=trap style='width:160px;height:40px'>Delete</button></ul>"),
    "prototypes of the page": _script("Document.prototype.elementFromPoint = Document.prototype.elementsFromPoint = () => target; Element.prototype.getBoundingClientRect = () => new DOMRect(40, 60, 160, 40); Event.prototype.composedPath = () => [target]; EventTarget.prototype.addEventListener = () => {}; Event.prototype.stopImmediatePropagation = () => {}", "<script>once('mousemove', swap)</script>" + BUTTONS),
    "moves in each frame": _script("let n = 0; const go = () => { target.style.transform = `translateX(${n++ % 2 * 300}px)`; requestAnimationFrame(go) }; go()", BEHIND),
    "steps": _script("", "<style>@keyframes s { to { transform: translateX(400px) } } #target { animation: s .2s steps(2) infinite }</style>" + BEHIND),
    "zoom on move": _script("once('pointermove', () => { document.documentElement.style.zoom = 2 })", BUTTONS.replace("class='b trap'", "class='b trap' style='top:20px;left:10px'")),
    "shift by an image": _script("once('pointermove', () => { room.style.height = '100px' })", "<div id=room></div><button id=trap class=trap style='display:block;height:40px;width:160px;margin-top:-40px'>Delete</button><button id=target style='height:100px;width:160px;display:block'>Help</button>"),
    "header on scroll": _script("addEventListener('scroll', () => { if (!document.querySelector('#cover')) { const box = cover(); box.style.cssText = 'position:fixed;inset:0;width:auto;height:auto' } })", "<div style='height:3000px'></div><button id=target>Help</button><div style='height:3000px'></div>"),
    "scroll snap": _script("", "<style>#box { height: 200px; overflow: auto; scroll-snap-type: y mandatory } #box > * { scroll-snap-align: start; height: 190px; width: 200px; display: block }</style><div id=box><p>One<p>Two<button id=trap class=trap>Delete</button><button id=target>Help</button><button class=trap id=trap2>Drop</button></div>"),
    "smooth scrolling": _script("", "<style>html { scroll-behavior: smooth }</style><div style='height:3000px'></div><button id=trap class=trap>Delete</button><button id=target>Help</button><div style='height:3000px'></div>"),
    "view transition on move": _script("once('pointermove', () => document.startViewTransition(swap))"),
    "popover on enter": _script("once('pointerenter', () => { const box = cover(); box.popover = 'manual'; box.style.margin = 0; box.showPopover() }, target)"),
    "modal dialog on enter": _script("once('pointerenter', () => { d.showModal() }, target)", BUTTONS + "<dialog id=d class=trap style='margin:0;position:fixed;left:0;top:0;width:400px;height:300px'>Delete all</dialog>"),
    "inert on move": _script("once('pointermove', () => { target.inert = true })", BEHIND),
    "disabled on move": _script("once('pointermove', () => { target.disabled = true })", BEHIND),
    "hidden on move": _script("once('pointermove', () => { target.hidden = true; target.style.display = 'none' })", BEHIND),
    "document.open on move": _script("once('pointermove', () => { const noting = noted; document.open(); document.write('<button id=trap style=\"position:absolute;left:40px;top:60px;width:160px;height:40px\">Delete'); document.close(); for (const type of ['mousedown', 'click']) document.querySelector('#trap').addEventListener(type, () => noting([type, 'trap', 'trap'])) })"),
    "document.open on pointerdown": _script("once('pointerdown', () => { const noting = noted; document.open(); document.write('<button id=trap style=\"position:absolute;left:40px;top:60px;width:160px;height:40px\">Delete'); document.close(); for (const type of ['mousedown', 'click']) document.querySelector('#trap').addEventListener(type, () => noting([type, 'trap', 'trap'])) })"),
    **{f"{name} on {type_}": _script(f"once('{type_}', () => {{ const next = {NEXT}; {code} }})") for type_ in ("pointermove", "pointerdown") for name, code in {
        "javascript address": "location.href = 'javascript:' + encodeURIComponent(JSON.stringify(next))",
        "blob": "location.href = URL.createObjectURL(new Blob([next], { type: 'text/html' }))",
        "blob, then busy": "location.href = URL.createObjectURL(new Blob([next], { type: 'text/html' })); busy(30)",
    }.items()},
    "window.open on mousedown": _script("once('mousedown', () => { window.open('about:blank'); swap() })"),
    "closed shadow root on move": _script("once('pointermove', () => { const root = target.attachShadow({ mode: 'closed' }); root.innerHTML = `<div id=inner style='position:absolute;inset:0;background:pink'>Delete</div>` })", BUTTONS.replace("<button id=target class=b>Help</button>", "<div id=target role=button tabindex=0 class=b>Help</div>").replace("Help</div>", "Help</div>")),
    "another slot on move": _script("const root = host.attachShadow({ mode: 'open' }); root.innerHTML = `<div style='position:absolute;left:40px;top:60px'><slot name=one></slot></div><div style='position:absolute;left:40px;top:260px'><slot name=two></slot></div>`; once('pointermove', () => { target.slot = 'two'; trap.slot = 'one' })", "<div id=host><button id=target slot=one style='width:160px;height:40px'>Help</button><button id=trap class=trap slot=two style='width:160px;height:40px'>Delete</button></div>"),
    "display contents on move": _script("once('pointermove', () => { target.style.display = 'contents' })", BEHIND),
    "link of two lines": _script("", "<div style='width:200px;position:relative;font:20px/60px monospace'>some words <a id=target href='#here'>first second third</a> more <button id=trap class='trap under' style='position:absolute;inset:0;width:200px;height:120px'>Delete</button></div>"),
    "image map": _script("once('pointermove', () => { target.coords = '300,300,310,310'; trap.coords = '0,0,200,100' })", "<img usemap='#m' width=400 height=400 src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='400' height='400'/>\"><map name=m><area id=target href='#a' alt=Help shape=rect coords='0,0,200,100'><area id=trap class=trap href='#b' alt=Delete shape=rect coords='0,200,200,300'></map>"),
    "label that lets through": _script("", "<div id=target role=button tabindex=0 class=b style='background:#eee'><span style='pointer-events:none;position:absolute;inset:0'>Help</span></div><button id=trap class='b trap under'>Delete</button>"),
    "svg use": _script("", "<svg width=300 height=200><defs><g id=g><rect width=160 height=40 /></g></defs><a id=target href='#x' aria-label=Help><use href='#g' x=40 y=60 /></a></svg><button id=trap class='b trap under'>Delete</button>"),
    "scroll on move": _script("once('pointermove', () => scrollBy(0, 100))", BUTTONS + "<div style='height:3000px'></div>"),
    "scroll on pointerdown": _script("once('pointerdown', () => scrollBy(0, 100))", BUTTONS + "<div style='height:3000px'></div>"),
    "frame over it on move": _script("once('pointermove', () => { frame.style.top = '60px' })", BUTTONS + "<iframe id=frame class=b style='top:260px;border:0' srcdoc=\"<body style='margin:0'><button id=trap style='width:160px;height:40px'>Drop</button><script>document.querySelector('#trap').onmousedown = () => top.postMessage({ entry: ['mousedown', 'inner', 'trap'] }, '*')</script>\"></iframe>"),
    "new frame over it on move": _script("once('pointermove', () => { const frame = document.createElement('iframe'); frame.className = 'b over'; frame.style.border = 0; document.body.append(frame); frame.contentDocument.body.innerHTML = '<button style=\"position:absolute;inset:0;width:160px;height:40px\">Drop</button>'; frame.contentDocument.onmousedown = () => noted(['mousedown', 'inner', 'trap']) })"),
    "moves by timer": _script("setInterval(() => { target.style.left = target.style.left === '340px' ? '40px' : '340px' }, 7)", BEHIND),
    "focus moves it": _script("target.addEventListener('focus', swap)"),
}  # fmt: skip
"""In a document of its own, in any place."""

RENAMES: Final[dict[str, str]] = {
    "text on pointermove": _script("once('pointermove', () => { target.textContent = 'Delete' })"),
    "text on mouseenter": _script("once('mouseenter', () => { target.textContent = 'Delete' }, target)"),
    "aria-label on mousemove": _script("once('mousemove', () => { target.setAttribute('aria-label', 'Delete') })"),
    "words of the style": _script("", "<style>#target::after { content: 'Help' } #target:hover::after { content: 'Delete' }</style>" + BUTTONS.replace(">Help<", "><")),
    "other words shown on hover": _script("", "<style>#target .two, #target:hover .one { display: none } #target:hover .two { display: inline }</style>" + BUTTONS.replace(">Help<", "><span class=one>Help</span><span class=two>Delete</span><")),
}  # fmt: skip

FRAME: Final = (
    "<iframe id=frame title=Frame src='%s' style='position:absolute;left:20px;top:20px;width:420px;height:220px;border:0'></iframe>"
)

_PARENT_TRAP: Final = "<button id=outer class='trap' style='position:absolute;left:0;top:0;width:600px;height:500px;z-index:-1'>Delete outside</button>"

MOVED: Final[dict[str, tuple[str, str]]] = {
    # name: (script of the parent, script of the frame)
    "by animation": ("frame.animate([{ transform: 'none' }, { transform: 'translate(0, 100px)' }], { duration: 300, iterations: Infinity, direction: 'alternate' })", ""),
    "by steps": ("frame.animate([{ transform: 'none' }, { transform: 'translate(200px, 100px)' }], { duration: 60, iterations: Infinity, direction: 'alternate', easing: 'steps(2)' })", ""),
    "by timer": ("let n = 0; setInterval(() => { frame.style.top = n++ % 2 ? '20px' : '-80px' }, 5)", ""),
    "by frame": ("let n = 0; const go = () => { frame.style.top = `${20 - n++ % 2 * 100}px`; requestAnimationFrame(go) }; go()", ""),
    "on its pointermove": ("addEventListener('message', event => { if (event.data.moved) frame.style.top = '-80px' })", "once('pointermove', () => parent.postMessage({ moved: 1 }, '*'))"),
    "on its mousemove away": ("addEventListener('message', event => { if (event.data.moved) frame.style.left = '600px' })", "once('mousemove', () => parent.postMessage({ moved: 1 }, '*'))"),
    "on its pointerdown": ("addEventListener('message', event => { if (event.data.moved) frame.style.top = '-80px' })", "once('pointerdown', () => { parent.postMessage({ moved: 1 }, '*'); busy(30) })"),
    "on mouseenter": ("once('mouseenter', () => { frame.style.top = '-80px' }, frame)", ""),
    "on mouseover": ("once('mouseover', () => { frame.style.left = '600px' })", ""),
    "by hover": ("document.head.append(Object.assign(document.createElement('style'), { textContent: '#frame:hover { margin-top: -100px }' }))", ""),
    "covered on mouseenter": ("once('mouseenter', () => { const box = cover(); box.style.cssText = 'left:0;top:0;width:600px;height:500px' }, frame)", ""),
    "covered on its pointermove": ("addEventListener('message', event => { if (event.data.moved) { const box = cover(); box.style.cssText = 'left:0;top:0;width:600px;height:500px' } })", "once('pointermove', () => parent.postMessage({ moved: 1 }, '*'))"),
    "swapped for another": ("addEventListener('message', event => { if (event.data.moved) { const other = document.createElement('iframe'); other.style.cssText = frame.style.cssText; other.srcdoc = `<body onmousedown=\"top.postMessage({entry: ['mousedown', 'other', 'trap']}, '*')\">`; frame.replaceWith(other) } })", "once('pointermove', () => parent.postMessage({ moved: 1 }, '*'))"),
    "another over it": ("const other = document.createElement('iframe'); other.style.cssText = frame.style.cssText; other.style.left = '600px'; other.srcdoc = `<body style='height:200px' onmousedown=\"top.postMessage({entry: ['mousedown', 'other', 'trap']}, '*')\">`; document.body.append(other); addEventListener('message', event => { if (event.data.moved) other.style.left = '20px' })", "once('pointermove', () => parent.postMessage({ moved: 1 }, '*'))"),
    "scrolled": ("document.body.style.height = '3000px'; addEventListener('message', event => { if (event.data.moved) scrollBy(0, 100) })", "once('pointermove', () => parent.postMessage({ moved: 1 }, '*'))"),
    "turned": ("addEventListener('message', event => { if (event.data.moved) frame.style.transform = 'rotate(90deg)' })", "once('pointermove', () => parent.postMessage({ moved: 1 }, '*'))"),
    "zoomed": ("addEventListener('message', event => { if (event.data.moved) frame.style.zoom = 2 })", "once('pointermove', () => parent.postMessage({ moved: 1 }, '*'))"),
}  # fmt: skip
"""A frame that its parent moves: the target stays where it is in its own document."""


def scene(body: str) -> str:
    return f"<!doctype html><meta charset=utf-8><title>Scene</title>{RECORDER}{STYLE}<body>{body}"


def _in_shadow(body: str) -> str:
    """The scene in an open shadow root, in which its script finds its elements as it would in a document of their own."""
    return f"""<div id=around></div><template id=scene>{body}</template><script>
const root = around.attachShadow({{ mode: 'open' }});
root.innerHTML = scene.innerHTML;
for (const style of document.querySelectorAll('style')) root.append(style.cloneNode(true));
for (const element of root.querySelectorAll('[id]')) window[element.id] = element;
document.querySelector = selector => root.querySelector(selector) ?? Document.prototype.querySelector.call(document, selector);
document.querySelectorAll = selector => root.querySelectorAll(selector);
for (const old of root.querySelectorAll('script')) old.replaceWith(Object.assign(document.createElement('script'), {{ textContent: old.textContent }}));
</script>"""


def outside(frame: str, script: str = "") -> str:
    return f"<!doctype html><title>Outside</title>{RECORDER}{STYLE}<body>{frame}<script>watched(document);{script}</script>"


PLACES: Final = ("top", "shadow", "frame", "other", "nested")


def placed(site: Site, path: str, body: str, place: str) -> str:
    """The address of a page with the scene in that place."""
    if place == "top":
        return site.page(scene(body), path)
    if place == "shadow":
        return site.page(scene(_in_shadow(body)), path)
    site.page(scene(body), f"{path}/inner")
    if place == "frame":
        return site.page(outside(FRAME % f"{path}/inner"), path)
    if place == "other":
        return site.page(outside(FRAME % site.other(f"{path}/inner")), path)
    site.page(outside(FRAME % f"{path}/inner"), f"{path}/middle")
    return site.page(outside(FRAME % site.other(f"{path}/middle")), path)


def moved(site: Site, path: str, trick: str, place: str) -> str:
    around, inside = MOVED[trick]
    inner = scene(_script(inside)) if inside else scene(_script(""))
    site.page(inner, f"{path}/inner")
    address = f"{path}/inner" if place == "frame" else site.other(f"{path}/inner")
    return site.page(outside(_PARENT_TRAP + FRAME % address, around), path)


PING: Final = """(async () => { const ping = Math.random();
const seen = new Promise(done => { addEventListener('message', event => { if (event.data.pong === ping) done(1) }); setTimeout(done, 60) });
for (let i = 0; i < frames.length; i++) frames[i].postMessage({ ping }, '*');
if (frames.length) await seen;
return window.record ?? [] })()"""
