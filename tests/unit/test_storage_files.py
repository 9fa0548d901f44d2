"""Files with stored data: what is taken, and the place that is named where something is not."""

import json
from pathlib import Path
from typing import Any

import pytest

from refbrowser.browser.storage.given_state import checked
from refbrowser.browser.storage.state_file import read_state_file
from refbrowser.content import cookie_file
from refbrowser.errors import FileError

COOKIE = {"name": "sid", "value": "one", "domain": "shop.example", "path": "/"}
ORIGIN = "https://shop.example"
EXPIRIES: list[object] = ["never", "1764081035", -2, True, float("nan"), float("inf"), 1764081035000, [], 1e300]
SAME_SITES: list[object] = ["banana", 5, True, []]


def cookie(**parts: Any) -> dict[str, Any]:
    """A state whose second cookie has ``parts``; ``...`` leaves one out."""
    return {"cookies": [COOKIE, {key: part for key, part in {**COOKIE, **parts}.items() if part is not ...}], "origins": []}


def origin(**parts: Any) -> dict[str, Any]:
    return {"cookies": [], "origins": [{"origin": ORIGIN, "localStorage": [], **parts}]}


def store(**parts: Any) -> dict[str, Any]:
    return origin(indexedDB=[{"name": "d", "version": 1, "stores": [{"name": "s", "records": [], "indexes": [], **parts}]}])


@pytest.mark.parametrize(
    ("state", "place"),
    [
        ({"cookies": 5}, "cookies"),
        ({"cookies": [5]}, "cookies[0]"),
        ({"cookies": [{}]}, "cookies[0].name"),
        (cookie(name=...), "cookies[1].name"),
        (cookie(name=5), "cookies[1].name"),
        (cookie(name="a=b"), "cookies[1].name"),
        (cookie(name="a;b"), "cookies[1].name"),
        (cookie(name="", value=""), "cookies[1]"),
        (cookie(name="", value="a=b"), "cookies[1]"),
        (cookie(name="n" * 2_000, value="ü" * 1_100), "cookies[1]"),
        (cookie(name="__Secure-a"), "cookies[1]"),
        (cookie(name="__Host-a", secure=True, domain=".shop.example"), "cookies[1]"),
        (cookie(name="__host-a", secure=True, path="/x"), "cookies[1]"),
        (cookie(name="__Http-a", secure=True), "cookies[1]"),
        *((cookie(value=bad), "cookies[1].value") for bad in (..., None, 5, "a;b", "a\nb", "a\0b", "a\tb", "a\x7fb", " a")),
        *(
            (cookie(domain=bad), "cookies[1].domain")
            for bad in (
                ...,
                None,
                "",
                ".",
                "..shop.example",
                "a b",
                "a/b",
                "http://shop.example",
                "shop.example:80",
                "a\nb",
                "a" * 300,
            )
        ),
        *((cookie(path=bad), "cookies[1].path") for bad in ("", "no", "/a;b", "/a\nb", "/" + "a" * 1_100, None)),
        *((cookie(expires=bad), "cookies[1].expires") for bad in EXPIRIES),
        (cookie(expirationDate="never"), "cookies[1].expirationDate"),
        *((cookie(httpOnly=bad), "cookies[1].httpOnly") for bad in (None, 1, "true")),
        (cookie(secure="no"), "cookies[1].secure"),
        *((cookie(sameSite=bad), "cookies[1].sameSite") for bad in SAME_SITES),
        (cookie(partitionKey="banana", secure=True), "cookies[1].partitionKey"),
        (cookie(partitionKey="https://a.example"), "cookies[1]"),
        *(
            (origin(origin=bad), "origins[0].origin")
            for bad in (None, "", "banana", "shop.example", "ftp://a.example", "file:///x", "about:blank", "http://a b")
        ),
        *((origin(origin=f"{ORIGIN}{rest}"), "origins[0].origin") for rest in ("/x", "/?q", "/#f", ":99999")),
        (origin(origin="https://u:p@shop.example"), "origins[0].origin"),
        (origin(localStorage={}), "origins[0].localStorage"),
        (origin(localStorage=[{"name": "a"}]), "origins[0].localStorage[0].value"),
        (origin(localStorage=[{"name": "a", "value": "b"}, {"name": 1, "value": "b"}]), "origins[0].localStorage[1].name"),
        (origin(localStorage=[{"name": "a", "value": None}]), "origins[0].localStorage[0].value"),
        (origin(indexedDB=[{"name": "d"}]), "origins[0].indexedDB[0].stores"),
        (origin(indexedDB=[{"stores": []}]), "origins[0].indexedDB[0].name"),
        (origin(indexedDB=[{"name": "d", "version": "1", "stores": []}]), "origins[0].indexedDB[0].version"),
        (store(name=None), "origins[0].indexedDB[0].stores[0].name"),
        (store(records=5), "origins[0].indexedDB[0].stores[0].records"),
        (store(records=[5]), "origins[0].indexedDB[0].stores[0].records[0]"),
        (store(indexes=[{}]), "origins[0].indexedDB[0].stores[0].indexes[0].name"),
        (store(notKept={"why": "x"}), "origins[0].indexedDB[0].stores[0].notKept.why"),
        (origin(unreadDatabases=[{"name": 5, "why": "x"}]), "origins[0].unreadDatabases[0].name"),
    ],
)
def test_a_wrong_file_is_refused_at_its_place(tmp_path: Path, state: Any, place: str) -> None:
    path = tmp_path / "state.json"
    path.write_text(json.dumps(state))
    with pytest.raises(FileError) as raised:
        read_state_file(path)
    assert (raised.value.code, raised.value.details["place"]) == ("file_unreadable", place)
    assert f": {place} " in raised.value.message


def test_a_message_does_not_have_the_value_of_a_cookie() -> None:
    for secret in ("hunter2;", "hunter2\n", " hunter2"):
        with pytest.raises(ValueError, match=r"cookies\[1\]\.value") as raised:
            checked(cookie(value=secret))
        assert "hunter2" not in str(raised.value)


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        ({}, {"path": "/", "expires": -1, "httpOnly": False, "secure": False}),
        ({"path": ...}, {"path": "/"}),
        ({"expires": None}, {"expires": -1}),
        ({"expires": 1764081035.5}, {"expires": 1764081035.5}),
        ({"expirationDate": 1764081035.5, "session": False, "storeId": "0", "id": 3}, {"expires": 1764081035.5}),
        ({"expirationDate": 1764081035.5, "session": True}, {"expires": -1}),
        ({"domain": ".shop.example", "hostOnly": True}, {"domain": "shop.example"}),
        ({"domain": "shop.example", "hostOnly": False}, {"domain": ".shop.example"}),
        ({"domain": "::1"}, {"domain": "[::1]"}),
        ({"domain": "[::1]"}, {"domain": "[::1]"}),
        ({"domain": "localhost"}, {"domain": "localhost"}),
        ({"domain": "straße.de"}, {"domain": "straße.de"}),
        ({"name": ""}, {"name": ""}),
        ({"value": 'a "b", ü='}, {"value": 'a "b", ü='}),
        ({"sameSite": "lax"}, {"sameSite": "Lax"}),
        ({"sameSite": "Strict"}, {"sameSite": "Strict"}),
        ({"sameSite": "no_restriction", "secure": True}, {"sameSite": "None"}),
        ({"sameSite": "no_restriction"}, {"sameSite": ...}),
        ({"sameSite": "unspecified"}, {"sameSite": ...}),
        ({"sameSite": None}, {"sameSite": ...}),
        ({"name": "__Host-a", "secure": True}, {"name": "__Host-a"}),
        ({"partitionKey": {"topLevelSite": "https://a.example"}, "secure": True}, {"partitionKey": "https://a.example"}),
        ({"partitionKey": None}, {"partitionKey": ...}),
    ],
)
def test_cookies_are_taken_as_browsers_and_extensions_write_them(given: dict[str, Any], taken: dict[str, Any]) -> None:
    made = checked(cookie(**given))["cookies"][1]
    assert {key: made.get(key, ...) for key in taken} == taken


def test_a_list_of_cookies_is_what_extensions_export(tmp_path: Path) -> None:
    path = tmp_path / "cookies.json"
    path.write_text(json.dumps([{**COOKIE, "hostOnly": True, "session": True, "sameSite": "unspecified"}]))
    assert read_state_file(path).state == {
        "cookies": [{**COOKIE, "expires": -1, "httpOnly": False, "secure": False}],
        "origins": [],
    }


def test_origins_are_written_as_chromium_writes_them_and_keep_their_data() -> None:
    state = origin(
        origin="HTTPS://Shop.example:443/", localStorage=[{"name": "\ud800", "value": ""}], indexedDB=[{"name": "d", "stores": []}]
    )
    assert checked(state)["origins"] == [{**state["origins"][0], "origin": ORIGIN}]
    whole = store(exactRecords=[{"key": 1, "value": 2}], notKept={"why": 2}, keyPath=None, autoIncrement=True)
    assert checked(whole) == whole


def test_cookies_txt_names_its_line_and_keeps_unusual_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "cookies.txt"
    path.write_text("# Netscape HTTP Cookie File\n\nshop.example\tFALSE\t/\tFALSE\t0\ta\tb\n\tFALSE\t/\tFALSE\t0\ta\tb\n")
    with pytest.raises(FileError) as raised:
        read_state_file(path)
    assert raised.value.details["place"] == "line 4: domain"
    path.write_text(cookie_file.written([{**COOKIE, "value": "a\u2028b"}]))
    assert read_state_file(path).state["cookies"][0]["value"] == "a\u2028b"
