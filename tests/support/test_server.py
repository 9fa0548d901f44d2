"""The test server itself: what every browser test takes for granted about it."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPException
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request as Call
from urllib.request import urlopen

import pytest

from tests.support.listener import CLOSE_TIMEOUT
from tests.support.server import Request, Response, Site, refused_url


@pytest.fixture
def site() -> Iterator[Site]:
    with Site() as running:
        yield running


def get(url: str, data: bytes | None = None, **headers: str) -> tuple[int, str]:
    try:
        with urlopen(Call(url, data, headers), timeout=30) as response:
            return response.status, response.read().decode()
    except HTTPError as error:
        with error:
            return error.code, error.read().decode()


def test_a_page_is_served_on_both_origins_with_a_doctype(site: Site) -> None:
    url = site.page("<h1>Größe</h1>")
    path = urlsplit(url).path
    assert get(url) == get(site.other(path)) == (200, "<!doctype html>\n<h1>Größe</h1>")
    assert urlsplit(site.url()).hostname == "127.0.0.1"
    assert urlsplit(site.other()).hostname == "localhost"


def test_requests_are_recorded_with_method_query_headers_and_body(site: Site) -> None:
    get(site.other("/echo?q=a+b&q=c"), b"x=1", Cookie="id=7")
    (request,) = site.requests
    assert (request.method, request.path, request.query, request.body) == ("POST", "/echo", {"q": ["a b", "c"]}, b"x=1")
    assert request.headers["cookie"] == "id=7"
    assert request.headers["host"].startswith("localhost:")
    assert site.hits("/echo") == 1
    assert site.hits("/other") == 0


def test_a_route_answers_with_text_bytes_a_response_or_a_callable(site: Site) -> None:
    assert get(site.route("/plain.txt", "text")) == (200, "text")
    assert get(site.route("/bytes", b"\x41")) == (200, "A")
    assert get(site.route("/made", Response(b"busy", 503))) == (503, "busy")

    def hello(request: Request) -> str:
        return f"hello {request.argument('name', 'nobody')}"

    assert get(site.route("/call", hello, status=201) + "?name=Ada") == (201, "hello Ada")
    assert get(site.url("/call")) == (201, "hello nobody")


def test_a_route_that_raises_answers_500_and_fails_the_test() -> None:
    def broken(_request: Request) -> str:
        raise LookupError("no such row")

    with pytest.RaisesGroup(LookupError), Site() as site:
        assert get(site.route("/broken", broken)) == (500, "LookupError: no such row")


def test_waiting_for_a_request_ends_when_it_arrives(site: Site) -> None:
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(site.wait_for_request, "/echo", 5.0, 2)
        get(site.url("/echo?n=1"))
        assert not waiting.done()
        get(site.url("/echo?n=2"))
        assert waiting.result(5).argument("n", "") == "2"
    with pytest.raises(TimeoutError, match=r"/never: 0 of 1 requests in 0.01 s; seen: GET /echo"):
        site.wait_for_request("/never", 0.01)


def test_hang_answers_only_after_release(site: Site) -> None:
    with ThreadPoolExecutor() as pool:
        hanging = pool.submit(get, site.url("/hang"))
        site.wait_for_request("/hang")
        get(site.url("/echo"))
        assert not hanging.done()
        site.release()
        assert hanging.result(5)[0] == 200
        hanging_again = pool.submit(get, site.url("/hang"))
        site.wait_for_request("/hang", count=2)
        get(site.url("/echo"))
        assert not hanging_again.done()
        site.release()
        assert hanging_again.result(5)[0] == 200


def test_hang_after_headers_sends_the_start_of_a_page(site: Site) -> None:
    connection = HTTPConnection(urlsplit(site.url()).netloc, timeout=30)
    connection.request("GET", "/hang?after=headers")
    response = connection.getresponse()
    assert response.status == 200
    assert b"<h1>Unfinished</h1>" in response.read(200)
    site.release()
    assert response.read().endswith(b"<p>Finished</p>")
    connection.close()


def test_closing_is_prompt_with_a_hung_request_and_an_idle_connection() -> None:
    of_others = set(threading.enumerate())
    with Site() as site, ThreadPoolExecutor() as pool:
        idle = socket.create_connection(("127.0.0.1", urlsplit(site.url()).port or 0), timeout=30)
        hanging = pool.submit(get, site.url("/hang"))
        site.wait_for_request("/hang")
        started = time.monotonic()
        site.close()
        assert time.monotonic() - started < CLOSE_TIMEOUT / 2
        assert isinstance(hanging.exception(5), URLError | HTTPException | OSError)
        assert idle.recv(1) == b""
        idle.close()
    assert not [thread for thread in set(threading.enumerate()) - of_others if thread.name.startswith("test-site")]


def test_slow_is_late_and_status_and_redirect_do_as_asked(site: Site) -> None:
    started = time.monotonic()
    assert get(site.url("/slow?ms=60"))[0] == 200
    assert time.monotonic() - started >= 0.06
    assert get(site.url("/status/404"))[0] == 404
    assert get(site.url("/status/503"))[1].endswith("<h1>503 Service Unavailable</h1>")
    target = site.page("<p>there</p>", "/there")
    assert get(site.url(f"/redirect?to={target}"))[1].endswith("<p>there</p>")


def test_download_has_the_asked_size_and_name(site: Site) -> None:
    with urlopen(site.url("/download?name=r%C3%A9sum%C3%A9.pdf&size=1000"), timeout=30) as response:
        assert len(response.read()) == 1000
        assert response.headers["content-disposition"] == "attachment; filename*=UTF-8''r%C3%A9sum%C3%A9.pdf"
    with urlopen(site.url('/download?name=..%2Fa"b&size=0'), timeout=30) as response:
        assert response.headers["content-disposition"] == 'attachment; filename="../a\\"b"'


def test_echo_returns_the_fields_and_files_of_a_form(site: Site) -> None:
    echoed = json.loads(get(site.url("/echo?step=2"), b"a=1&a=2&empty=")[1])
    assert (echoed["query"], echoed["form"]) == ({"step": ["2"]}, {"a": ["1", "2"], "empty": [""]})
    body = (
        b'--cut\r\nContent-Disposition: form-data; name="note"\r\n\r\nhi\r\n'
        b'--cut\r\nContent-Disposition: form-data; name="cv"; filename="cv.txt"\r\nContent-Type: text/plain\r\n\r\n'
        b"12345\r\n--cut--\r\n"
    )
    echoed = json.loads(get(site.url("/echo"), body, **{"Content-Type": "multipart/form-data; boundary=cut"})[1])
    assert echoed["form"] == {"note": ["hi"]}
    assert echoed["files"] == {"cv": [{"name": "cv.txt", "size": 5, "mime": "text/plain"}]}


def test_auth_wants_the_right_user(site: Site) -> None:
    assert get(site.url("/auth"))[0] == 401
    assert get(site.url("/auth"), Authorization="Basic YWRhOndyb25n")[0] == 401
    assert get(site.url("/auth"), Authorization="Basic YWRhOmxvdmVsYWNl")[0] == 200


def test_unknown_paths_and_paths_out_of_the_pages_folder_are_404(site: Site) -> None:
    for path in ("/nothing.html", "/../server.py", "/../pages/controls.html", "/%2e%2e/server.py"):
        assert get(site.url(path))[0] == 404, path


def test_a_named_page_is_served_from_the_pages_folder(site: Site) -> None:
    status, text = get(site.url("/controls.html"))
    assert status == 200
    assert "<title>Controls</title>" in text


def test_a_refused_url_refuses() -> None:
    with refused_url("/x") as url, pytest.raises(URLError, match="refused"):
        urlopen(url, timeout=30)
