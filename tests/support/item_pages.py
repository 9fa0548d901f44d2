"""Pages of items with a control each, in every form that says in another way which control is of which item."""

from collections.abc import Callable, Sequence
from html import escape
from typing import Final

Items = Sequence[tuple[str, str]]
"""Names of items, each with what stands in the place of its control."""


def each(html: str) -> Callable[[Items], str]:
    return lambda items: "".join(
        html.format(name=name, control=control, place=place) for place, (name, control) in enumerate(items)
    )


def around(html: str, inner: str) -> Callable[[Items], str]:
    return lambda items: html.format(each(inner)(items))


def product(items: Items) -> str:
    """The page of the first item, with the others as related ones."""
    first = each("<h1>{name}</h1><p>In stock</p>{control}")(items[:1])
    return first + "<h2>Related</h2>" + each("<div>{name} {control}</div>")(items[1:])


def tabs(items: Items) -> str:
    """A tab of each item, of which the first is selected."""
    bar = each("<button role=tab id=t{place} aria-controls=p{place}>{name}</button>")(items).replace(
        "<button", "<button aria-selected=true", 1
    )
    panels = each("<div role=tabpanel id=p{place} aria-labelledby=t{place} hidden>{control}</div>")(items).replace(" hidden", "", 1)
    return f"<div role=tablist>{bar}</div>{panels}"


def window_of_list(items: Items) -> str:
    """Rows of a virtual list, each at its place by style alone."""
    rows = each("<div role=listitem style='position:absolute;transform:translateY({place}em)'><span>{name}</span> {control}</div>")(
        items
    )
    return f"<div role=list style='position:relative;height:20em;line-height:1;font-size:40px'>{rows}</div>"


def columns(*, headed: bool) -> Callable[[Items], str]:
    """A table with a column of each item, and with ``headed`` a row header in front of them."""

    def page(items: Items) -> str:
        rows = ("<th>{name}", "<td>9 euros", "<td>{control}")
        heads = ("<th>Plan", "<th scope=row>Price", "<th scope=row>Order") if headed else ("", "", "")
        return f"<table>{''.join(f'<tr>{head}{each(row)(items)}' for head, row in zip(heads, rows, strict=True))}</table>"

    return page


def columns_by_style(items: Items) -> str:
    """Columns of a grid, of which nothing but its style says that it has any."""
    rows = "".join(each(f"<div>{cell}</div>")(items) for cell in ("{name}", "9 euros", "{control}"))
    return f"<div style='display:grid;grid-template-columns:repeat({len(items)},1fr)'>{rows}</div>"


def in_frames(outer: str, inner: str) -> Callable[[Items], str]:
    """A frame for each item."""

    def page(items: Items) -> str:
        documents = [
            (name, inner.format(name=name, control=control.replace("pressed.", "parent.pressed."))) for name, control in items
        ]
        return "".join(outer.format(name=name, document=escape(document)) for name, document in documents)

    return page


def in_shadow(outer: str, inner: str, mode: str = "open") -> Callable[[Items], str]:
    return each(outer.replace("ROOT", f"<template shadowrootmode={mode}>{inner}</template>"))


def said_of_control(attribute: str, *, apart: bool = False) -> Callable[[Items], str]:
    """Only an attribute of the control names its item; ``apart``: by text at the end of the page."""

    def page(items: Items) -> str:
        own = [
            (name, control.replace(" onclick", f" {attribute.format(name=name, place=place)} onclick", 1))
            for place, (name, control) in enumerate(items)
        ]
        return each("<div>{control}</div>")(own) + (each("<p id=d{place}>{name}</p>")(items) if apart else "")

    return page


def labelled_apart(items: Items) -> str:
    texts = each("<p id=s{place}>{name}</p>")(items)
    return texts + each("<section aria-labelledby=s{place}><p>9 euros</p>{control}</section>")(items)


FORMS: Final[dict[str, Callable[[Items], str]]] = {
    "card": each("<div class=card><h3>{name}</h3><p>Solid.</p>{control}</div>"),
    "card without heading": each("<div class=card><b>{name}</b><p>9 euros</p>{control}</div>"),
    "list": around("<ul>{}</ul>", "<li>{name} {control}"),
    "table": around("<table><tr><th>Item<th>Order{}</table>", "<tr><td>{name}<td>{control}"),
    "boxes": each("<div><div>{name}</div><div>12 euros</div><div>{control}</div></div>"),
    "name behind": each("<div>{control}<div>{name}</div></div>"),
    "headings": each("<h2>{name}</h2><p>In oak or tin, from stock.</p>{control}"),
    "group": each("<div role=group aria-label='{name}'>{control}</div>"),
    "section": each("<section aria-label='{name}'><p>Good</p>{control}</section>"),
    "fieldset": each("<fieldset><legend>{name}</legend>{control}</fieldset>"),
    "article": each("<article><a href='/item'>{name}</a><p>7 euros</p>{control}</article>"),
    "definitions": around("<dl>{}</dl>", "<dt>{name}<dd>{control}"),
    "product": product,
    "row headers": around("<table>{}</table>", "<tr><th scope=row>{name}<td>5 euros<td>{control}"),
    "cells": around("<table><tr>{}</table>", "<td><b>{name}</b><br>{control}"),
    "grid": around(
        "<div role=grid>{}</div>", "<div role=row><div role=gridcell>{name}</div><div role=gridcell>{control}</div></div>"
    ),
    "grouped definitions": around("<dl>{}</dl>", "<div><dt>{name}</dt><dd>From 1990</dd><dd>{control}</dd></div>"),
    "accordion": each("<details open><summary>{name}</summary><p>Details</p>{control}</details>"),
    "accordion of buttons": each(
        "<h3><button aria-expanded=true aria-controls=a{place}>{name}</button></h3><div id=a{place}><p>Details</p>{control}</div>"
    ),
    "tabs": tabs,
    "equal headings": each("<section><h3>Lamp</h3><p>{name}</p>{control}</section>"),
    "equal headings, flat": each("<h3>Lamp</h3><p>{name}</p>{control}"),
    "virtual list": window_of_list,
    "tree": around("<ul role=tree>{}</ul>", "<li role=treeitem><span>{name}</span> {control}</li>"),
    "feed": around(
        "<div role=feed>{}</div>", "<div role=article aria-labelledby=n{place}><span id=n{place}>{name}</span>{control}</div>"
    ),
    "figure": each("<figure><figcaption>{name}</figcaption>{control}</figure>"),
    "picture": each("<div class=card><img alt='{name}' width=40 height=40><p>7 euros</p>{control}</div>"),
    "lines": each("{name} {control}<br>"),
    "lines, name behind": each("<p>{control} {name}</p>"),
    "described": each("<p id=d{place}>{name}</p><div aria-describedby=d{place}>{control}</div>"),
    "long text": each(
        "<div class=card><p>Hand made in a small workshop, each one of a kind. {name}, with a shade of linen.</p>{control}</div>"
    ),
    "columns": columns(headed=False),
    "headed columns": columns(headed=True),
    "columns by style": columns_by_style,
    "frames": in_frames("<iframe srcdoc='{document}' width=300 height=120></iframe>", "<p>{name}</p>{control}"),
    "frames below headings": in_frames("<h3>{name}</h3><iframe srcdoc='{document}' width=300 height=60></iframe>", "{control}"),
    "titled frames": in_frames("<iframe title='{name}' srcdoc='{document}' width=300 height=60></iframe>", "{control}"),
    "shadow": in_shadow("<x-card>ROOT</x-card>", "<h3>{name}</h3>{control}"),
    "closed shadow": in_shadow("<x-card>ROOT</x-card>", "<b>{name}</b><p>9 euros</p>{control}", "closed"),
    "labelled host": in_shadow("<x-card aria-label='{name}'>ROOT</x-card>", "<p>9 euros</p>{control}"),
    "slotted name": in_shadow(
        "<x-card><span slot=title>{name}</span>ROOT</x-card>", "<div><slot name=title></slot></div><p>9 euros</p>{control}"
    ),
    "slotted control": in_shadow("<x-card>ROOT{control}</x-card>", "<b>{name}</b><slot></slot>"),
    "described control": said_of_control("aria-describedby=d{place}", apart=True),
    "description": said_of_control("aria-description='{name}'"),
    "title of the control": said_of_control("title='{name}'"),
    "title of the card": each("<div title='{name}'><p>9 euros</p>{control}</div>"),
    "labelled apart": labelled_apart,
    "flat": each("<span>{name}</span> {control} "),
    "flat paragraphs": each("<p>{name}</p>{control}"),
    "flat grid": around(
        "<div style='display:grid;grid-template-columns:1fr 1fr 1fr'>{}</div>", "<span>{name}</span><span>9 euros</span>{control}"
    ),
    "rules": each("{name}<p>9 euros</p>{control}<hr>"),
    "equal headings, name below": each("<h3>Product</h3>{control}<p>{name}</p>"),
    "headings, name behind": each("{control}<h3>{name}</h3>"),
    "two rows": around("<table>{}</table>", "<tr><td>{name}<td>9 euros<tr><td colspan=2>{control}"),
    "row span": around("<table>{}</table>", "<tr><td rowspan=2>{name}<td>9 euros<tr><td>{control}"),
    "nested list": around("<ul>{}</ul>", "<li>{name}<ul><li><a href='#d'>Details</a><li>{control}</ul>"),
    "deep": each(f"<div class=c><b>{{name}}</b>{'<div>' * 11}<p>9 euros</p>{{control}}{'</div>' * 12}"),
    "field value": each("<div><input value='{name}'> {control}</div>"),
    "value that stands": each("<p><input readonly value='{name}'> {control}</p>"),
    "dialog": each(
        "<dialog open aria-labelledby=q{place} style='position:static'><h2 id=q{place}>Order</h2><p>Order {name}?</p>{control}</dialog>"
    ),
    "question": each("<div role=dialog aria-label=Confirm><p>Do you want {name}?</p><button>Cancel</button>{control}</div>"),
    "drawing": each("<div><svg role=img width=60 height=20><title>{name}</title><rect width=9 height=9 /></svg>{control}</div>"),
    "form": each("<form action='/cart/{name}' onsubmit='return false'>{control}</form>"),
    "crumbs": each("<nav>Home / {name}</nav><h2>Product</h2>{control}"),
    "equal summaries": each("<details open><summary>Product</summary><p>{name}</p>{control}</details>"),
    "numbered": each("<li>No. <b>{name}</b> {control}</li>"),
}
