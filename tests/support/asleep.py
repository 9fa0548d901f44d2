"""A page of lists in many forms, whose own record says which item each control is of; and what may happen to it while a chat sleeps."""

from collections.abc import Callable, Sequence

Items = Sequence[tuple[int, str]]
"""Numbers that the page alone has, and names."""


def _button(word: str, extra: str = "") -> str:
    return f"<button class=x {extra}>{word}</button>"


def _each(pattern: str) -> Callable[[str, Items], str]:
    """`{n}` is the item's name, `{i}` its number, `{k}` its place, `{b}` its button, `{w}` the button's word."""

    def made(word: str, items: Items) -> str:
        parts = (pattern.format(n=name, i=number, k=place, b=_button(word), w=word) for place, (number, name) in enumerate(items))
        return "".join(parts)

    return made


def _one(pattern: str) -> Callable[[str, Items], str]:
    return lambda word, items: pattern.format(n=items[0][1], b=_button(word)) if items else ""


FORMS: dict[str, Callable[[str, Items], str]] = {
    "list": _each("<li>{n} {b}</li>"),
    "list, words behind": _each("<li>{b} {n}</li>"),
    "table": lambda word, items: f"<table>{_each('<tr><td>{n}<td>{b}</tr>')(word, items)}</table>",
    "lines": _each("{n} {b}<br>"),
    "lines, words behind": _each("{b} {n}<br>"),
    "one line": _each("{n} {b} "),
    "cards": _each("<div><h3>{n}</h3><p>text</p>{b}</div>"),
    "cards, words behind": _each("<div>{b}<h3>{n}</h3></div>"),
    "boxes in boxes": _each("<div><div><span>{n}</span></div><div>{b}</div></div>"),
    "blocks": _each("<p>{n}</p><div>{b}</div>"),
    "blocks, words behind": _each("<div>{b}</div><p>{n}</p>"),
    "twins": _each("{b}"),
    "twins and words": lambda word, items: f"{_each('{b}')(word, items)}<p>after</p>",
    "twins in rows": _each("<li>Untitled {b}</li>"),
    "two of each": lambda word, items: f"{_each('{b}<button class=x>Edit {w}</button>')(word, items)} after",
    "data of a box": _each("<div data-id={i}>{b}</div>"),
    "ids": _each("<li>Untitled <button class=x id=b{i}>{w}</button></li>"),
    "ids that count": _each("<li>Untitled <button class=x id=c{k}>{w}</button></li>"),
    "hidden fields": _each("<form><input type=hidden name=id value={i}><button class=x type=button>{w}</button></form>"),
    "actions of forms": _each("<form action=/delete/{i}><button class=x type=button>{w}</button></form>"),
    "definitions": lambda word, items: f"<dl>{_each('<dt>{n}<dd>{b}')(word, items)}</dl>",
    "roles": _each("<div role=row><span role=cell>{n}</span><span role=cell>{b}</span></div>"),
    "fields": _each("<li>{n} <input class=x aria-label='{w}'></li>"),
    "fields of a column": lambda word, items: (
        f"<table><tr><th>Q</tr>{_each('<tr><td><input class=x aria-label={w!r}></tr>')(word, items)}</table>"
    ),
    "links": _each("<a class=x href=/item/{i}>{w}</a> "),
    "links of scripts": _each("<a class=x href='#'>{w}</a> {n} "),
    "shadow": _each("<div><template shadowrootmode=open><span>{n}</span> {b}</template></div>"),
    "slots": _each("<div><template shadowrootmode=open><slot></slot> {b}</template>{n}</div>"),
    "details": _each("<details open><summary>{n}</summary>{b}</details>"),
    "fieldsets": _each("<fieldset><legend>{n}</legend>{b}</fieldset>"),
    "radios": _each("<label><input type=radio class=x name='{w}'> {n}</label>"),
    "grid": lambda word, items: f"<div style='display: grid'>{_each('<div>{n}</div><div>{b}</div>')(word, items)}</div>",
    "only one": _one("<p>Order {n}</p>{b}"),
    "only one, words behind": _one("{b}<p>Order {n}</p>"),
    "only one, heading": _one("<h3>Order {n}</h3><p>text</p>{b}"),
}

TWINS = {"twins", "twins and words", "twins in rows", "two of each", "ids that count", "fields of a column"}
"""Nothing but their places tells these apart."""

START: Items = [(71, "Apple"), (34, "Pear"), (90, "Plum")]
APPLE, PEAR, PLUM = START
KIWI = (12, "Kiwi")
CHANGES: dict[str, Items] = {
    "nothing": START,
    "the first was removed": [PEAR, PLUM],
    "the second was removed": [APPLE, PLUM],
    "the last was removed": [APPLE, PEAR],
    "sorted": [PLUM, APPLE, PEAR],
    "one came first": [KIWI, *START],
    "one came last": [*START, KIWI],
    "the first was replaced": [KIWI, PEAR, PLUM],
    "the second was replaced": [APPLE, KIWI, PLUM],
    "all moved up": [PEAR, PLUM, KIWI],
    "one was renamed": [APPLE, (34, "Pear pie"), PLUM],
    "one came of the same name": [*START, (56, "Pear")],
    "all but the first went": [APPLE],
    "all but the last went": [PLUM],
    "all went": [],
}


def page(items: Items) -> str:
    """The lists with these items. ``recordOf(control)`` is the page's own record: item and place within it."""
    forms = "".join(
        f"<h2>{name}</h2><section>{form(f'Go {number}', items)}</section>" for number, (name, form) in enumerate(FORMS.items())
    )
    return f"""<!doctype html><title>Lists</title>{forms}<script>
const ids = {[number for number, _ in items]}, records = new WeakMap();
const every = (root) => [...root.querySelectorAll('*')].flatMap(
  (one) => [...(one.matches('.x') ? [one] : []), ...(one.shadowRoot ? every(one.shadowRoot) : [])]);
for (const section of document.querySelectorAll('section')) {{
  const all = every(section), each = all.length / Math.max(1, ids.length) || 1, name = section.previousSibling.textContent;
  all.forEach((one, place) => records.set(one, [name, ids[Math.floor(place / Math.max(1, each))], place % Math.max(1, each)]));
}}
window.recordOf = (control) => records.get(control) ?? null;
</script>"""
