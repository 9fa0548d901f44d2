"""What the checkout of the demo shop accepts."""

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Final

from refbrowser.demo.orders import SHIPPING

_EMAIL: Final = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
SUNDAY: Final = 6
_REQUIRED: Final[Mapping[str, str]] = {
    "name": "Enter your name.",
    "street": "Enter a street and number.",
    "city": "Enter a city.",
    "country": "Choose a country.",
}


def earliest_delivery() -> date:
    """The first day on which an order of today can arrive."""
    return datetime.now(UTC).date() + timedelta(days=2)


def problems(form: Mapping[str, str]) -> dict[str, str]:
    """What is wrong with a checkout form, by field name; empty if nothing is.

    The browser checks most of this too. Only the server knows that nothing is delivered on Sundays.
    """
    found = {name: message for name, message in _REQUIRED.items() if not form.get(name)}
    if not _EMAIL.fullmatch(form.get("email", "")):
        found["email"] = "Enter an email address such as ada@example.com."
    if form.get("delivery") not in SHIPPING:
        found["delivery"] = "Choose how we should deliver."
    if form.get("terms") != "accepted":
        found["terms"] = "Accept the terms to place the order."
    if form.get("password") and len(form["password"]) < 8:
        found["password"] = "Use at least 8 characters."
    if day := form.get("date"):
        if problem := _date_problem(day):
            found["date"] = problem
    else:
        found["date"] = "Choose a delivery date."
    return found


def _date_problem(day: str) -> str | None:
    try:
        wanted = date.fromisoformat(day)
    except ValueError:
        return "Enter a date as YYYY-MM-DD."
    if wanted < earliest_delivery():
        return f"The earliest delivery is on {earliest_delivery():%d %B %Y}."
    return "We do not deliver on Sundays." if wanted.weekday() == SUNDAY else None
