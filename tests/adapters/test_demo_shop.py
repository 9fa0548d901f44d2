"""The demo shop over plain HTTP: what a visitor can do, and what they cannot do to another visitor."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest

from refbrowser.demo.forms import earliest_delivery
from refbrowser.demo.products import PRODUCTS
from refbrowser.demo.server import ShopServer
from refbrowser.demo.walk import delivery_day


@dataclass
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass
class Visitor:
    """One browser's worth of cookies. Redirects are not followed."""

    netloc: str
    cookie: str = ""
    headers: dict[str, str] = field(default_factory=dict)

    def get(self, path: str, **headers: str) -> Answer:
        return self._call("GET", path, None, headers)

    def post(self, path: str, form: dict[str, Any], **headers: str) -> Answer:
        body = urlencode(form, doseq=True).encode()
        return self._call("POST", path, body, {"Content-Type": "application/x-www-form-urlencoded", **headers})

    def _call(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Answer:
        connection = http.client.HTTPConnection(self.netloc, timeout=30)
        try:
            connection.request(method, path, body, {"Cookie": self.cookie, **headers})
            response = connection.getresponse()
            answer = Answer(response.status, response.headers, response.read())
        finally:
            connection.close()
        if given := answer.headers["Set-Cookie"]:
            self.cookie = given.partition(";")[0]
        return answer


@pytest.fixture(scope="module")
def shop() -> Iterator[ShopServer]:
    with ShopServer() as running:
        yield running


@pytest.fixture
def visitor(shop: ShopServer) -> Visitor:
    return Visitor(urlsplit(shop.url).netloc)


def order_form(**changes: str) -> dict[str, str]:
    day = earliest_delivery()
    day += timedelta(days=1 if day.weekday() == 6 else 0)
    return {
        "name": "Ada Lovelace",
        "email": "ada@example.com",
        "street": "Kramgasse 49",
        "city": "Bern",
        "country": "CH",
        "delivery": "express",
        "date": day.isoformat(),
        "terms": "accepted",
        **changes,
    }


@pytest.mark.parametrize("path", ["/", "/search", "/product/arc-lamp", "/cart", "/help", "/widget/delivery?product=arc-lamp"])
def test_every_page_is_html_of_this_origin_alone(visitor: Visitor, path: str) -> None:
    answer = visitor.get(path)
    assert answer.status == 200
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'self'; ")
    assert "https://" not in answer.text
    assert answer.text.startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("q=DESK+lamp", ["Arc desk lamp"]),
        ("category=sound", ["Studio headphones", "Shelf radio"]),
        ("q=steel", ["Steel bottle"]),
        ("category=desk&in_stock=on&order=price", ["Grid notebook", "Oak desk tray", "Arc desk lamp"]),
        ("category=desk&order=rating", ["Grid notebook", "Arc desk lamp", "Oak desk tray", "Quiet wall clock"]),
        ("q=submarine", []),
    ],
)
def test_search_lists_what_matches_in_the_order_asked(visitor: Visitor, query: str, names: list[str]) -> None:
    text = visitor.get(f"/search?{query}").text
    table = text[text.index("<tbody>") :]
    listed = sorted((table.index(product.name), product.name) for product in PRODUCTS if product.name in table)
    assert [name for _, name in listed] == names
    assert f"{len(names)} product" in text


def test_what_is_searched_for_is_shown_as_text(visitor: Visitor) -> None:
    text = visitor.get("/search?q=%3Cscript%3Ealert(1)%3C/script%3E%22").text
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;&quot;" in text


def test_a_sold_out_product_cannot_be_bought(visitor: Visitor) -> None:
    assert "disabled>Add to cart" in visitor.get("/product/wall-clock").text
    answer = visitor.post("/cart/add", {"product": "wall-clock"})
    assert answer.status == 409
    assert "sold out" in answer.text


def test_a_cart_belongs_to_one_visitor(shop: ShopServer, visitor: Visitor) -> None:
    other = Visitor(visitor.netloc)
    answer = visitor.post("/cart/add", {"product": "arc-lamp", "quantity": "2"})
    assert (answer.status, answer.headers["Location"]) == (303, "/cart")
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    other.post("/cart/add", {"product": "steel-bottle"})
    assert "$178.00" in visitor.get("/cart").text
    assert "Steel bottle" not in visitor.get("/cart").text
    assert "Arc desk lamp" not in other.get("/cart").text
    assert "Your cart is empty" in Visitor(visitor.netloc, "shop_session=guessed").get("/cart").text


def test_a_cart_can_be_changed_within_the_stock(visitor: Visitor) -> None:
    wants_json = {"Accept": "application/json"}
    added = visitor.post("/cart/add", {"product": "oak-tray", "quantity": "2"}, **wants_json)
    assert json.loads(added.body) == {"message": "Oak desk tray is in your cart (2).", "in_cart": 2}
    refused = visitor.post("/cart/add", {"product": "oak-tray", "quantity": "2"}, **wants_json)
    assert (refused.status, json.loads(refused.body)) == (409, {"problem": "Only 3 of Oak desk tray are left."})
    assert visitor.post("/cart/update", {"product": "oak-tray", "quantity": "3"}).status == 303
    assert "$117.00" in visitor.get("/cart").text
    for quantity in ("-1", "many", "1.5"):
        assert visitor.post("/cart/update", {"product": "oak-tray", "quantity": quantity}).status == 409
    assert visitor.post("/cart/add", {"product": "submarine"}).status == 409
    visitor.post("/cart/remove", {"product": "oak-tray"})
    assert "Your cart is empty" in visitor.get("/cart").text


def test_an_order_is_placed_shown_to_its_visitor_alone_and_empties_the_cart(visitor: Visitor) -> None:
    visitor.post("/cart/add", {"product": "stoneware-mug", "quantity": "2"})
    placed = visitor.post("/checkout", order_form(name="Ada <b>"))
    assert placed.status == 303
    page = visitor.get(placed.headers["Location"])
    assert page.status == 200
    assert "$48.90" in page.text
    assert "Ada &lt;b&gt;" in page.text
    assert Visitor(visitor.netloc).get(placed.headers["Location"]).status == 404
    again = visitor.post("/checkout", order_form())
    assert (again.status, again.headers["Location"]) == (303, "/cart")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": ""}, "Enter your name."),
        ({"email": "ada@nowhere"}, "Enter an email address"),
        ({"delivery": "pigeon"}, "Choose how we should deliver."),
        ({"terms": ""}, "Accept the terms"),
        ({"password": "short"}, "Use at least 8 characters."),
        ({"date": ""}, "Choose a delivery date."),
        ({"date": "tomorrow"}, "Enter a date as YYYY-MM-DD."),
        ({"date": "2020-01-01"}, "The earliest delivery is on"),
        (
            {"date": (earliest_delivery() + timedelta(days=6 - earliest_delivery().weekday())).isoformat()},
            "on Sundays.",
        ),
    ],
)
def test_a_wrong_checkout_says_what_is_wrong_and_keeps_the_rest(visitor: Visitor, changes: dict[str, str], message: str) -> None:
    visitor.post("/cart/add", {"product": "pour-over"})
    answer = visitor.post("/checkout", order_form(**changes))
    assert answer.status == 422
    assert message in answer.text
    assert answer.text.count("<li data-field=") == 1
    assert "Kramgasse 49" in answer.text
    assert changes.get("password", "nothing secret") not in answer.text
    assert "Pour-over set" in visitor.get("/cart").text


def test_the_checkout_has_every_kind_of_control(visitor: Visitor) -> None:
    assert visitor.get("/checkout").headers["Location"] == "/cart"
    visitor.post("/cart/add", {"product": "pour-over"})
    text = visitor.get("/checkout").text
    kinds = [
        "email",
        "tel",
        "password",
        "date",
        "time",
        "month",
        "number",
        "color",
        "range",
        "file",
        "checkbox",
        "radio",
    ]
    assert [kind for kind in kinds if f'type="{kind}"' not in text] == []
    parts = ["<textarea", "<optgroup", '<select name="extras" multiple', "<datalist", "contenteditable", "<legend>"]
    assert [part for part in parts if part not in text] == []


def test_the_checkout_is_posted_with_its_file_as_multipart(visitor: Visitor) -> None:
    visitor.post("/cart/add", {"product": "pour-over"})
    fields = "".join(
        f'--cut\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in order_form(note="Grüße").items()
    )
    file = '--cut\r\nContent-Disposition: form-data; name="picture"; filename="a.png"\r\n\r\n\x89PNG\r\n--cut--\r\n'
    connection = http.client.HTTPConnection(visitor.netloc, timeout=30)
    headers = {"Cookie": visitor.cookie, "Content-Type": "multipart/form-data; boundary=cut"}
    connection.request("POST", "/checkout", (fields + file).encode(), headers)
    placed = connection.getresponse()
    connection.close()
    assert placed.status == 303
    assert "Grüße" in visitor.get(placed.headers["Location"]).text


def test_reviews_come_in_pages(visitor: Visitor) -> None:
    page: int | None = 1
    sizes = []
    while page:
        answer = json.loads(visitor.get(f"/api/reviews?product=arc-lamp&page={page}").body)
        sizes.append(len(answer["reviews"]))
        page = answer["next"]
    assert sizes == [5, 5, 5]
    for outside in ("0", "4", "-1", "x"):
        assert json.loads(visitor.get(f"/api/reviews?product=arc-lamp&page={outside}").body)["reviews"] == []


def test_the_product_page_frames_the_other_site_which_estimates_a_delivery(shop: ShopServer, visitor: Visitor) -> None:
    port = urlsplit(shop.url).port
    assert f'src="http://localhost:{port}/widget/delivery?product=day-pack"' in visitor.get("/product/day-pack").text
    framed = visitor.get("/widget/delivery?product=day-pack&country=NO", Host=f"localhost:{port}")
    assert "Day pack 18 l: with you by" in framed.text


def test_another_host_name_is_refused(visitor: Visitor) -> None:
    assert visitor.get("/", Host="rebound.example").status == 421
    assert visitor.post("/cart/add", {"product": "arc-lamp"}, Host="rebound.example").status == 421


@pytest.mark.parametrize(
    ("name", "mime"), [("style.css", "text/css"), ("shop.js", "text/javascript"), ("images/leaf.svg", "image/svg+xml")]
)
def test_static_files_have_their_type(visitor: Visitor, name: str, mime: str) -> None:
    answer = visitor.get(f"/static/{name}")
    assert (answer.status, answer.headers["Content-Type"]) == (200, mime)


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/product/nothing",
        "/order/A-1001",
        "/static/",
        "/static/nothing.css",
        "/static/layout.html",
        "/static/../server.py",
        "/static/images/../../products.py",
        "/static/%2e%2e/server.py",
        "/static//etc/passwd",
        "/api/reviews?product=nothing",
    ],
)
def test_what_is_not_offered_is_a_404_page(visitor: Visitor, path: str) -> None:
    answer = visitor.get(path)
    assert answer.status == 404
    assert "<h1>Not found</h1>" in answer.text
    assert "import" not in answer.text


def test_a_body_that_is_too_large_or_of_unknown_length_is_refused(visitor: Visitor) -> None:
    assert visitor.post("/cart/add", {}, **{"Content-Length": "6000000"}).status == 413
    assert visitor.post("/cart/add", {}, **{"Transfer-Encoding": "chunked"}).status == 411
    assert visitor.post("/cart/add", {}, **{"Content-Length": "some"}).status == 400


def test_two_shops_have_nothing_in_common_and_closing_is_prompt() -> None:
    with ShopServer() as first, ShopServer() as second:
        visitor = Visitor(urlsplit(first.url).netloc)
        visitor.post("/cart/add", {"product": "arc-lamp"})
        stranger = Visitor(urlsplit(second.url).netloc, visitor.cookie)
        assert "Your cart is empty" in stranger.get("/cart").text
        idle = http.client.HTTPConnection(urlsplit(first.url).netloc)
        idle.connect()
        started = time.monotonic()
        first.close()
        assert time.monotonic() - started < 3
        idle.close()
        with pytest.raises(ConnectionRefusedError):
            visitor.get("/")


def test_the_demonstration_orders_for_no_sunday() -> None:
    days = [date(2026, 11, 25) + timedelta(days=n) for n in range(14)]
    chosen = [date.fromisoformat(delivery_day(day.isoformat())) for day in days]
    assert all(day.isoweekday() != 7 for day in chosen)
    assert [day for day, one in zip(days, chosen, strict=True) if day != one] == [day for day in days if day.isoweekday() == 7]
