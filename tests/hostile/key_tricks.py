"""Pages that try to have keys, a choice or the focus go to something else than the element that a call names.

``#target`` is the element, ``#trap`` must receive nothing. Both stand in forms of their own. Every document notes which trusted
events its own listeners got, in ``record`` of the top document: ``[type, id, target or trap]``.
"""

from typing import Final

from tests.hostile.tricks import RECORDER

_NOTES: Final = """<script>
const noteOf = whose => event => event.isTrusted && noted([event.type + (event.key === 'Enter' ? ' Enter' : ''), event.currentTarget.id, whose]);
window.listen = (element, whose) => { for (const type of ['focus', 'keydown', 'beforeinput', 'input', 'change', 'mousedown', 'click'])
  element.addEventListener(type, noteOf(whose)) };
window.trapped = element => { element.id = 'trap'; listen(element, 'trap'); return element };
for (const form of document.forms) form.addEventListener('submit', event => { event.preventDefault(); noted(['submit', form.id, form.contains(window.target) ? 'target' : 'trap']) });
for (const one of ['target', 'trap']) listen(document.getElementById(one), one);
</script>"""

FIELDS: Final[dict[str, str]] = {
    "text": "<input id={id} class='b {trap}' aria-label={label}>",
    "select": "<select id={id} class='b {trap}' aria-label={label}><option>one<option>two<option>three<option>four</select>",
    "checkbox": "<input type=checkbox id={id} class='b {trap}' aria-label={label}>",
    "button": "<button type=button id={id} class='b {trap}'>{label}</button>",
}

EVENTS: Final[dict[str, str]] = {
    # name: when the page acts, as a script around ACT
    "on focus": "once('focus', ACT, target)",
    "on focus seen by the window": "once('focusin', ACT)",
    "behind focus, in a microtask": "once('focus', event => Promise.resolve().then(ACT), target)",
    "behind focus, in a timer": "once('focus', event => setTimeout(ACT), target)",
    "behind focus, in a frame": "once('focus', event => requestAnimationFrame(ACT), target)",
    "on selection": "once('selectionchange', ACT, document)",
    "on keydown": "once('keydown', ACT, target)",
    "on keydown seen by the window": "once('keydown', ACT)",
    "on Enter": "addEventListener('keydown', event => { if (event.key === 'Enter') (ACT)(event) }, true)",
    "on beforeinput": "once('beforeinput', ACT)",
    "on input": "once('input', ACT)",
    "behind input, in a timer": "once('input', event => setTimeout(ACT))",
    "on mousedown": "once('mousedown', ACT)",
    "on mouseup": "once('mouseup', ACT)",
    "again and again": "once('focusin', () => setInterval(ACT, 3))",
}

ACTS: Final[dict[str, str]] = {
    "the other takes the focus": "() => trap.focus()",
    "a clone takes its place": "() => { const one = document.querySelector('#target'); if (!one?.isConnected || trap.dataset.made) return; "
    "const other = trapped(one.cloneNode(true)); trap.id = 'first'; other.dataset.made = 1; one.replaceWith(other); other.focus() }",
    "it goes to another form": "() => { document.querySelector('#other').append(target) }",
    "it is removed": "() => { target.remove(); trap.focus() }",
    "it is disabled": "() => { target.disabled = true; trap.focus() }",
    "it can no longer be written": "() => { target.readOnly = true; trap.focus() }",
    "it loses the focus": "() => { target.blur() }",
    "they change places": "() => { target.style.top = '160px'; trap.style.top = '60px'; trap.focus() }",
}


def scene(field: str, when: str, act: str) -> str:
    """The page on which ``act`` happens ``when``, with fields of that kind."""
    target, trap = (
        FIELDS[field].format(id=name, label=label, trap=other)
        for name, label, other in (("target", "Help", ""), ("trap", "Delete", "trap"))
    )
    body = f"<form id=form>{target}<button>Send</button></form><form id=other>{trap}<button>Send</button></form>{_NOTES}"
    acting = f"<script>window.target = document.querySelector('#target'); {EVENTS[when].replace('ACT', ACTS[act])}</script>"
    style = "<style>body { margin: 0 } .b { position: absolute; left: 40px; top: 60px; width: 160px; height: 40px } .trap { top: 160px }</style>"
    return f"<!doctype html><meta charset=utf-8><title>Scene</title>{RECORDER}{style}<body>{body}{acting}"
