"""The demo shop as a web application: its addresses, and what each answers."""

from collections.abc import Mapping
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Final

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from refbrowser.demo import forms, pages
from refbrowser.demo.orders import CartError, Sessions
from refbrowser.demo.products import Product, find, reviews, search
from refbrowser.demo.templates import SITE, Html, render

_COOKIE: Final = "shop_session"
_LARGEST_BODY: Final = 5_000_000
_STATIC: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


def application(port: int) -> Starlette:
    """The shop, which is served on ``port`` of this machine; its carts and orders are those of this application alone."""
    shop = _Shop(port)
    return Starlette(
        routes=[
            Route("/", shop.home),
            Route("/search", shop.search),
            Route("/product/{id}", shop.product),
            Route("/cart", shop.cart),
            Route("/cart/{operation}", shop.change_cart, methods=["POST"]),
            Route("/checkout", shop.checkout),
            Route("/checkout", shop.place_order, methods=["POST"]),
            Route("/order/{number}", shop.order),
            Route("/help", shop.help),
            Route("/widget/delivery", shop.delivery),
            Route("/api/reviews", shop.reviews),
            Route("/static/{name:path}", shop.static),
        ],
        middleware=[Middleware(_OwnNames, port=port)],
        exception_handlers={HTTPException: shop.refused},
    )


class _OwnNames:
    """Answers under the shop's two names alone, and sends the headers that every answer has."""

    def __init__(self, app: ASGIApp, port: int) -> None:
        self._app = app
        self._hosts = (f"127.0.0.1:{port}", f"localhost:{port}")
        frames = f"'self' http://localhost:{port}"
        self._headers = {
            "Content-Security-Policy": f"default-src 'self'; frame-src {frames}; base-uri 'none'",
            "Cache-Control": "no-store",
            "Connection": "close",
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self._headers)
            await send(message)

        # Another host name means that a page elsewhere has rebound its own name to this machine.
        is_own = Request(scope).headers.get("host") in self._hosts
        app = self._app if is_own else Response(status_code=HTTPStatus.MISDIRECTED_REQUEST)
        await app(scope, receive, send_with_headers)


class _Shop:
    def __init__(self, port: int) -> None:
        self._port = port
        self._sessions = Sessions()

    async def home(self, request: Request) -> Response:
        return self._page(request, "Alder & Co.", pages.home())

    async def search(self, request: Request) -> Response:
        query = request.query_params
        text, category, in_stock = query.get("q", ""), query.get("category", ""), "in_stock" in query
        order = query.get("order", "relevance")
        found = search(text, category, in_stock, order)
        return self._page(request, "Search", pages.results(found, text, category, in_stock, order))

    async def product(self, request: Request) -> Response:
        article = _article(request.path_params["id"])
        widget = f"http://localhost:{self._port}/widget/delivery?product={article.id}"
        return self._page(request, article.name, pages.product(article, widget))

    async def cart(self, request: Request) -> Response:
        return self._page(request, "Your cart", pages.cart(self._sessions.lines(_token(request))))

    async def change_cart(self, request: Request) -> Response:
        operation = request.path_params["operation"]
        if operation not in ("add", "update", "remove"):
            raise HTTPException(HTTPStatus.NOT_FOUND)
        form = await _form(request)
        session = self._sessions.begin(_token(request))
        given = "0" if operation == "remove" else form.get("quantity", "1")
        wants_json = request.headers.get("accept") == "application/json"
        try:
            if not given.isdecimal():
                raise CartError("Enter the quantity as a whole number.")
            line = self._sessions.put(session, form.get("product", ""), int(given), add=operation == "add")
        except CartError as problem:
            if wants_json:
                return _keeping(session, JSONResponse({"problem": str(problem)}, HTTPStatus.CONFLICT))
            main = pages.cart(self._sessions.lines(session), str(problem))
            return _keeping(session, self._page(request, "Your cart", main, HTTPStatus.CONFLICT, session))
        if wants_json:
            notice = f"{line.product.name} is in your cart ({line.quantity})."
            return _keeping(session, JSONResponse({"message": notice, "in_cart": self._count(session)}))
        return _keeping(session, _redirect("/cart"))

    async def checkout(self, request: Request) -> Response:
        lines = self._sessions.lines(_token(request))
        return self._page(request, "Checkout", pages.checkout(lines, {}, {})) if lines else _redirect("/cart")

    async def place_order(self, request: Request) -> Response:
        form = await _form(request)
        session = self._sessions.begin(_token(request))
        lines = self._sessions.lines(session)
        if not lines:
            return _keeping(session, _redirect("/cart"))
        if problems := forms.problems(form):
            main = pages.checkout(lines, form, problems)
            return _keeping(session, self._page(request, "Checkout", main, HTTPStatus.UNPROCESSABLE_ENTITY, session))
        return _keeping(session, _redirect(f"/order/{self._sessions.place(session, form).number}"))

    async def order(self, request: Request) -> Response:
        placed = self._sessions.order(_token(request), request.path_params["number"])
        if placed is None:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        return self._page(request, f"Order {placed.number}", pages.order(placed))

    async def help(self, _: Request) -> Response:
        return HTMLResponse(render("help"))

    async def delivery(self, request: Request) -> Response:
        query = request.query_params
        today = datetime.now(UTC).date()
        return HTMLResponse(pages.delivery(_article(query.get("product", "")), query.get("country", ""), today))

    async def reviews(self, request: Request) -> Response:
        article, page = _article(request.query_params.get("product", "")), request.query_params.get("page", "1")
        entries, following = reviews(article, int(page) if page.isdecimal() else 0)
        return JSONResponse({"reviews": entries, "next": following})

    async def static(self, request: Request) -> Response:
        path = SITE.joinpath(request.path_params["name"]).resolve()
        # Not Starlette's StaticFiles: the templates are in the same folder, and the system's table of types differs by machine.
        if not path.is_relative_to(SITE) or path.suffix not in _STATIC or not path.is_file():
            raise HTTPException(HTTPStatus.NOT_FOUND)
        return FileResponse(path, headers={"Content-Type": _STATIC[path.suffix]})

    async def refused(self, request: Request, refusal: Exception) -> Response:
        assert isinstance(refusal, HTTPException)
        if refusal.status_code not in (HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED):
            return Response(status_code=refusal.status_code, media_type="text/plain")
        return self._page(request, "Not found", render("missing", path=request.url.path), HTTPStatus.NOT_FOUND)

    def _page(
        self, request: Request, title: str, main: Html, status: HTTPStatus = HTTPStatus.OK, session: str | None = None
    ) -> Response:
        return HTMLResponse(pages.page(title, main, self._count(session or _token(request))), status)

    def _count(self, session: str | None) -> int:
        return sum(line.quantity for line in self._sessions.lines(session))


def _article(product_id: str) -> Product:
    if (article := find(product_id)) is None:
        raise HTTPException(HTTPStatus.NOT_FOUND)
    return article


def _token(request: Request) -> str | None:
    return request.cookies.get(_COOKIE)


def _keeping(session: str, answer: Response) -> Response:
    """The answer, with the cookie by which the visitor's next request finds the session."""
    answer.set_cookie(_COOKIE, session, httponly=True, samesite="lax")
    return answer


def _redirect(to: str) -> Response:
    return RedirectResponse(to, HTTPStatus.SEE_OTHER)


async def _form(request: Request) -> Mapping[str, str]:
    """The fields of a form post; several values of one field are joined by ``, ``, and a file is its name."""
    length = request.headers.get("content-length", "")
    if not length.isdecimal():
        raise HTTPException(HTTPStatus.LENGTH_REQUIRED)
    if int(length) > _LARGEST_BODY:
        raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    fields: dict[str, list[str]] = {}
    async with request.form(max_part_size=_LARGEST_BODY) as form:
        for name, value in form.multi_items():
            fields.setdefault(name, []).append(value if isinstance(value, str) else value.filename or "")
    return {name: ", ".join(values).strip() for name, values in fields.items()}
