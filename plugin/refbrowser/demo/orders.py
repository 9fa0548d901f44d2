"""Carts and orders, per visitor: what a session has put into its cart is seen by no other session."""

import itertools
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from refbrowser.demo.products import Product, find

SHIPPING: Final[Mapping[str, int]] = {"standard": 490, "express": 1290, "pickup": 0}


class CartError(Exception):
    """The cart cannot hold what was asked; the message is for the customer."""


@dataclass(frozen=True, slots=True)
class Line:
    """So many of one product."""

    product: Product
    quantity: int

    @property
    def total(self) -> int:
        """In cents."""
        return self.product.price * self.quantity


@dataclass(frozen=True, slots=True)
class Placed:
    """An order as it was placed. ``details`` are the form's fields; ``shipping`` is in cents."""

    number: str
    lines: tuple[Line, ...]
    shipping: int
    details: Mapping[str, str]

    @property
    def total(self) -> int:
        """In cents, shipping included."""
        return sum(line.total for line in self.lines) + self.shipping


@dataclass(slots=True)
class _Session:
    quantities: dict[str, int] = field(default_factory=dict)
    orders: dict[str, Placed] = field(default_factory=dict)


class Sessions:
    """Every visitor's cart and orders, by session token."""

    def __init__(self) -> None:
        self._sessions: dict[str, _Session] = {}
        self._numbers = itertools.count(1001)

    def begin(self, token: str | None) -> str:
        """The token itself if it is known, else that of a new session."""
        if token is None or token not in self._sessions:
            token = secrets.token_urlsafe(16)
            self._sessions[token] = _Session()
        return token

    def lines(self, token: str | None) -> tuple[Line, ...]:
        """The cart, in the order in which it was filled."""
        session = self._sessions.get(token or "")
        return _lines(session) if session else ()

    def put(self, token: str, product_id: str, quantity: int, *, add: bool) -> Line:
        """Set how many of a product are in the cart, or ``add`` to them; 0 removes it. Raises :class:`CartError`."""
        product = find(product_id)
        if product is None:
            raise CartError("We do not sell that.")
        quantities = self._sessions[token].quantities
        wanted = quantity + (quantities.get(product_id, 0) if add else 0)
        if wanted < 0:
            raise CartError("The quantity cannot be negative.")
        if wanted > product.stock:
            notice = f"Only {product.stock} of {product.name} are left." if product.stock else "This is sold out."
            raise CartError(notice)
        quantities[product_id] = wanted
        if wanted == 0:
            del quantities[product_id]
        return Line(product, wanted)

    def place(self, token: str, details: Mapping[str, str]) -> Placed:
        """Turn the cart into an order; the cart is empty afterwards. Raises :class:`CartError` if it is already."""
        session = self._sessions[token]
        if not session.quantities:
            raise CartError("Your cart is empty.")
        placed = Placed(f"A-{next(self._numbers)}", _lines(session), SHIPPING[details["delivery"]], details)
        session.orders[placed.number] = placed
        session.quantities.clear()
        return placed

    def order(self, token: str | None, number: str) -> Placed | None:
        """An order of this session; another session's is as if it did not exist."""
        session = self._sessions.get(token or "")
        return session.orders.get(number) if session else None


def _lines(session: _Session) -> tuple[Line, ...]:
    found = ((find(product_id), quantity) for product_id, quantity in session.quantities.items())
    return tuple(Line(product, quantity) for product, quantity in found if product)
