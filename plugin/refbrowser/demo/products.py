"""What the demo shop sells, and what its customers say about it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

CATEGORIES: Final[Mapping[str, str]] = {"desk": "Desk", "kitchen": "Kitchen", "travel": "Travel", "sound": "Sound"}


@dataclass(frozen=True, slots=True)
class Product:
    """One article. ``id`` is its part of the address and the name of its picture; ``price`` is in cents."""

    id: str
    name: str
    category: str
    price: int
    stock: int
    rating: float
    summary: str
    details: Mapping[str, str]


PRODUCTS: Final[tuple[Product, ...]] = (
    Product(
        "arc-lamp",
        "Arc desk lamp",
        "desk",
        8900,
        14,
        4.7,
        "A warm, dimmable light on a counterweighted arm that stays where you put it.",
        {"Material": "Aluminium, ash", "Light": "2700 K, 800 lm", "Height": "52 cm"},
    ),
    Product(
        "grid-notebook",
        "Grid notebook",
        "desk",
        1450,
        120,
        4.8,
        "Thread-bound, lies flat, and 192 pages of a paper that does not mind a fountain pen.",
        {"Pages": "192, 5 mm grid", "Paper": "100 g/m²", "Size": "A5"},
    ),
    Product(
        "oak-tray",
        "Oak desk tray",
        "desk",
        3900,
        3,
        4.4,
        "One place for keys, pens and the earbuds. Oiled oak with a felt underside.",
        {"Material": "Oak, wool felt", "Size": "28 × 12 cm"},
    ),
    Product(
        "wall-clock",
        "Quiet wall clock",
        "desk",
        5400,
        0,
        4.1,
        "A sweep movement without a tick, under a face that can be read across the room.",
        {"Diameter": "30 cm", "Movement": "Silent sweep", "Battery": "1 × AA"},
    ),
    Product(
        "stoneware-mug",
        "Stoneware mug",
        "kitchen",
        1800,
        64,
        4.9,
        "Thrown by hand, glazed inside, bare outside. Keeps its warmth and your fingers cool.",
        {"Volume": "350 ml", "Care": "Dishwasher safe", "Made in": "Portugal"},
    ),
    Product(
        "pour-over",
        "Pour-over set",
        "kitchen",
        4600,
        21,
        4.6,
        "Dripper, carafe and forty filters: everything for two good cups but the beans.",
        {"Carafe": "600 ml glass", "Filters": "40", "Serves": "2"},
    ),
    Product(
        "herb-planter",
        "Herb planter",
        "kitchen",
        3200,
        9,
        4.3,
        "Three herbs, one reservoir. Waters itself for two weeks while you are away.",
        {"Reservoir": "1.2 l", "Size": "36 × 12 cm", "Seeds": "Basil, thyme, chives"},
    ),
    Product(
        "day-pack",
        "Day pack 18 l",
        "travel",
        11900,
        17,
        4.5,
        "Waxed canvas, a sleeve for a 14-inch laptop, and a front pocket that a hand finds by itself.",
        {"Volume": "18 l", "Weight": "780 g", "Laptop": "up to 14 inches"},
    ),
    Product(
        "steel-bottle",
        "Steel bottle",
        "travel",
        2900,
        48,
        4.6,
        "Double-walled steel: cold for a day, hot for half of one. The lid is leakproof.",
        {"Volume": "500 ml", "Weight": "290 g", "Lid": "Leakproof"},
    ),
    Product(
        "folding-umbrella",
        "Folding umbrella",
        "travel",
        3600,
        26,
        4.0,
        "Eight fibreglass ribs that turn inside out and back again without complaint.",
        {"Span": "98 cm", "Folded": "28 cm", "Weight": "340 g"},
    ),
    Product(
        "studio-headphones",
        "Studio headphones",
        "sound",
        17900,
        8,
        4.7,
        "Open-backed and honest, with cushions and a cable that can be replaced.",
        {"Type": "Open-back", "Cable": "2.5 m, detachable", "Weight": "255 g"},
    ),
    Product(
        "shelf-radio",
        "Shelf radio",
        "sound",
        13900,
        5,
        4.2,
        "FM, DAB+ and Bluetooth behind one dial and a walnut front.",
        {"Reception": "FM, DAB+", "Bluetooth": "5.3", "Front": "Walnut"},
    ),
)

_BY_ID: Final[Mapping[str, Product]] = {product.id: product for product in PRODUCTS}
_REVIEWERS: Final = ("Mina", "Jonas", "Adaeze", "Luca", "Signe", "Tomás", "Priya", "Wen", "Oskar", "Leila")
_REMARKS: Final = (
    "Better than the picture, which is rare.",
    "Bought one, then a second for the office.",
    "Arrived a day early and well packed.",
    "Solid. A little larger than I had thought.",
    "My third gift from this shop.",
    "Does one thing and does it well.",
    "The colour is warmer in daylight.",
)
_REVIEWS_PER_PAGE: Final = 5
_REVIEW_PAGES: Final = 3


def find(product_id: str) -> Product | None:
    """The product of that id."""
    return _BY_ID.get(product_id)


def search(text: str = "", category: str = "", in_stock: bool = False, order: str = "relevance") -> list[Product]:
    """The products that have every word of ``text`` in their name, category or summary, case aside.

    ``order`` is price, rating, or anything else for the catalogue's own order.
    """
    words = text.casefold().split()
    found = [
        product
        for product in PRODUCTS
        if category in ("", product.category)
        and (product.stock or not in_stock)
        and all(word in f"{product.name} {product.category} {product.summary}".casefold() for word in words)
    ]
    if order == "price":
        found.sort(key=lambda product: product.price)
    elif order == "rating":
        found.sort(key=lambda product: -product.rating)
    return found


def reviews(product: Product, page: int) -> tuple[list[dict[str, str | int]], int | None]:
    """One page of reviews (author, stars, text), counted from 1, and the number of the next page or None."""
    start = PRODUCTS.index(product) * 3 + (page - 1) * _REVIEWS_PER_PAGE
    entries: list[dict[str, str | int]] = [
        {
            "author": _REVIEWERS[number % len(_REVIEWERS)],
            "stars": 5 - number % 3 // 2,
            "text": _REMARKS[number % len(_REMARKS)],
        }
        for number in range(start, start + _REVIEWS_PER_PAGE)
    ]
    return (entries, page + 1 if page < _REVIEW_PAGES else None) if 1 <= page <= _REVIEW_PAGES else ([], None)
