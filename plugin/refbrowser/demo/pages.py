"""The demo shop's pages: products, carts and forms in, HTML out."""

import json
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Final

from refbrowser.demo.forms import earliest_delivery
from refbrowser.demo.orders import SHIPPING, Line, Placed
from refbrowser.demo.products import CATEGORIES, PRODUCTS, Product
from refbrowser.demo.templates import Html, joined, render

_FEATURED: Final = ("arc-lamp", "stoneware-mug", "day-pack", "studio-headphones")
_ORDERS: Final = {"relevance": "Relevance", "price": "Price, low to high", "rating": "Rating"}
_DELIVERY_DAYS: Final = {"CH": 2, "DE": 3, "NO": 5, "JP": 8}
_FEW: Final = 5
_SECRET: Final = "password"


def money(cents: int) -> str:
    """Cents as a price, such as ``$1,299.00``."""
    return f"${cents / 100:,.2f}"


def page(title: str, main: Html, in_cart: int) -> Html:
    """A whole page: the header with its navigation and cart, and ``main``."""
    links = joined(render("parts/category", id=key, name=name) for key, name in CATEGORIES.items())
    return render("layout", title=title, main=main, categories=links, in_cart=in_cart)


def home() -> Html:
    """The front page's main part."""
    featured = [product for product in PRODUCTS if product.id in _FEATURED]
    return render("home", cards=joined(render("parts/card", **_facts(product)) for product in featured))


def results(found: Sequence[Product], text: str, category: str, in_stock: bool, order: str) -> Html:
    """The table of search results under the form that filters it."""
    heading = f"Results for “{text}”" if text else CATEGORIES.get(category, "All products")
    rows = joined(render("parts/row", **_facts(product), disabled=Html("" if product.stock else "disabled")) for product in found)
    return render(
        "search",
        heading=heading,
        count=f"{len(found)} product{'' if len(found) == 1 else 's'}",
        text=text,
        categories=_options({"": "All", **CATEGORIES}, category),
        orders=_options(_ORDERS, order),
        in_stock=Html("checked" if in_stock else ""),
        rows=rows or render("parts/no_results"),
    )


def product(article: Product, widget_url: str) -> Html:
    """A product's page; ``widget_url`` is the delivery estimate that it frames."""
    details = joined(render("parts/detail", name=name, value=value) for name, value in article.details.items())
    return render(
        "product",
        **_facts(article),
        summary=article.summary,
        details=details,
        widget_url=widget_url,
        most=max(article.stock, 1),
        disabled=Html("" if article.stock else "disabled"),
    )


def cart(lines: Sequence[Line], problem: str = "") -> Html:
    """The cart, under an alert if the last change could not be made."""
    alert = render("parts/alert", text=problem) if problem else Html("")
    if not lines:
        return render("empty_cart", alert=alert)
    rows = joined(
        render("parts/cart_row", **_facts(line.product), quantity=line.quantity, total=money(line.total)) for line in lines
    )
    return render("cart", alert=alert, rows=rows, total=money(sum(line.total for line in lines)))


def checkout(lines: Sequence[Line], form: Mapping[str, str], problems: Mapping[str, str]) -> Html:
    """The checkout form, with what was entered and what was wrong with it."""
    entered = {name: value for name, value in form.items() if name != _SECRET}
    alert = Html("")
    if problems:
        items = joined(render("parts/problem", field=field, text=text) for field, text in problems.items())
        alert = render("parts/problems", items=items)
    return render(
        "checkout",
        alert=alert,
        entered=json.dumps(entered),
        lines=_summary(lines),
        total=money(sum(line.total for line in lines)),
        first_day=earliest_delivery().isoformat(),
        last_day=(earliest_delivery() + timedelta(days=60)).isoformat(),
        standard=money(SHIPPING["standard"]),
        express=money(SHIPPING["express"]),
    )


def order(placed: Placed) -> Html:
    """The confirmation of an order."""
    shown = {"Name": "name", "Email": "email", "Deliver to": "city", "On": "date", "By": "delivery", "Note": "note"}
    facts = [(name, placed.details.get(field, "")) for name, field in shown.items()]
    return render(
        "order",
        number=placed.number,
        lines=_summary(placed.lines),
        shipping=money(placed.shipping),
        total=money(placed.total),
        details=joined(render("parts/detail", name=name, value=value) for name, value in facts if value),
    )


def delivery(article: Product, country: str, today: date) -> Html:
    """The delivery estimate, a page of its own for a frame. An unknown or empty country has no estimate yet."""
    estimate = "Choose a country to see when it arrives."
    if days := _DELIVERY_DAYS.get(country):
        arrives = today + timedelta(days=days)
        estimate = f"{article.name}: with you by {arrives:%A, %d %B} for {money(SHIPPING['standard'])}."
    countries = {"": "Choose…", "CH": "Switzerland", "DE": "Germany", "NO": "Norway", "JP": "Japan"}
    return render("delivery", id=article.id, countries=_options(countries, country), estimate=estimate)


def _facts(article: Product) -> dict[str, object]:
    """What every presentation of a product may show."""
    stock = "Sold out" if not article.stock else f"Only {article.stock} left" if article.stock <= _FEW else "In stock"
    level = "none" if not article.stock else "few" if article.stock <= _FEW else "many"
    return {
        "id": article.id,
        "name": article.name,
        "category": CATEGORIES[article.category],
        "price": money(article.price),
        "rating": article.rating,
        "stock": stock,
        "level": level,
    }


def _summary(lines: Sequence[Line]) -> Html:
    return joined(render("parts/line", name=line.product.name, quantity=line.quantity, total=money(line.total)) for line in lines)


def _options(choices: Mapping[str, str], chosen: str) -> Html:
    return joined(
        render("parts/option", value=value, name=name, selected=Html("selected" if value == chosen else ""))
        for value, name in choices.items()
    )
