"""The icons in the tab strip: those of the pages, and never more than pictures."""

import asyncio
import base64
import io
import struct
import zlib
from urllib.parse import quote

import pytest
from PIL import Image
from playwright.async_api import expect

from refbrowser import Chat
from tests.support.calls import do
from tests.support.exchange import Response
from tests.support.server import Site
from tests.viewer.conftest import OpenWindow, Window, choose


def picture(colour: tuple[int, int, int], kind: str = "PNG", side: int = 48) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (side, side), colour).save(out, kind)
    return out.getvalue()


async def colour(eye: Window, tab: str) -> list[int]:
    """The colour in the middle of the icon of that tab, once it has one."""
    image = eye.page.get_by_role("tab", name=tab).locator("img")
    await expect(image).to_be_visible()
    assert str(await image.get_attribute("src")).startswith("blob:")
    script = """async image => { await image.decode(); const canvas = document.createElement('canvas'); canvas.width = canvas.height = 32;
        const context = canvas.getContext('2d'); context.drawImage(image, 0, 0);
        return [image.naturalWidth, ...context.getImageData(16, 16, 1, 1).data.slice(0, 3)] }"""
    found: list[int] = await image.evaluate(script)
    return found


@pytest.mark.long("viewer/test_icons.py::test_an_icon_is_fetched_under_the_pages_own_policy_and_without_its_cookies")
async def test_declared_inline_and_default_icons_are_shown(chat: Chat, site: Site, window: OpenWindow) -> None:
    site.route("/mark.ico", Response(picture((200, 30, 30), "ICO"), headers={"Content-Type": "image/x-icon"}))
    site.route("/favicon.ico", Response(picture((30, 160, 60), "GIF"), headers={"Content-Type": "image/gif"}))
    eye = await window(chat.id)
    vector = (
        "<svg xmlns='http://www.w3.org/2000/svg' width='32' height='32'><rect width='32' height='32' fill='rgb(9,99,199)'/></svg>"
    )
    site.route("/mark.svg", Response(vector.encode(), headers={"Content-Type": "image/svg+xml"}))
    await do(chat, "open", url=site.page("<title>Vector</title><link rel=icon href='/mark.svg' type='image/svg+xml' sizes=any>"))
    assert await colour(eye, "Vector") == [32, 9, 99, 199]
    await do(chat, "open", url=site.page("<title>Declared</title><link rel='shortcut icon' href='/mark.ico' sizes='48x48'>"))
    assert await colour(eye, "Declared") == [32, 200, 30, 30]
    inline = base64.b64encode(picture((20, 40, 180))).decode()
    await do(chat, "open", url=site.page(f"<title>Inline</title><link rel=icon href='data:image/png;base64,{inline}'>"))
    assert await colour(eye, "Inline") == [32, 20, 40, 180]
    await do(chat, "open", url=site.page("<title>Default</title>"))
    # A GIF has a palette: its colour is near, not exact.
    size, red, green, blue = await colour(eye, "Default")
    assert (size, red < 60, green > 140, blue < 80) == (32, True, True, True)
    await do(chat, "navigate", url=site.page("<title>Another</title><link rel=icon href='/mark.ico'>"))
    assert await colour(eye, "Another") == [32, 200, 30, 30]


@pytest.mark.long("viewer/test_icons.py::test_an_icon_is_fetched_under_the_pages_own_policy_and_without_its_cookies")
async def test_hostile_icons_are_no_icons(chat: Chat, site: Site, window: OpenWindow) -> None:
    svg = b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'><script>alert(2)</script></svg>"
    header = struct.pack(">IIBBBBB", 50_000, 50_000, 8, 2, 0, 0, 0)
    bomb = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in ((b"IHDR", header), (b"IDAT", zlib.compress(b"\0" * 100_000)), (b"IEND", b""))
    )
    files = {
        "script": (b"<script>alert(3)</script>", "text/html"),
        "vector": (svg + b" " * 40_000, "image/svg+xml"),
        "bomb": (bomb, "image/png"),
        "cut off": (picture((9, 9, 9))[:60], "image/png"),
        "too large": (picture((9, 9, 9)) + b"\0" * 200_000, "image/png"),
    }
    eye = await window(chat.id)
    alerts: list[str] = []
    eye.page.on("dialog", lambda dialog: alerts.append(dialog.message))
    for number, (name, (data, kind)) in enumerate(files.items()):
        path = f"/hostile-{number}"
        site.route(path, Response(data, headers={"Content-Type": kind}))
        await do(chat, "open", url=site.page(f"<title>{name}</title><link rel=icon href='{path}'>"))
        await asyncio.to_thread(site.wait_for_request, path)
    for href in ("javascript:alert(4)", "file:///etc/passwd", "data:text/html," + quote("<script>alert(5)</script>")):
        await do(chat, "open", url=site.page(f'<title>{href[:4]}</title><link rel=icon href="{href}">'))
    path = "/scripted.svg"
    request = f"<image href='{site.url('/outside.png')}'/>".encode()
    site.route(path, Response(svg.replace(b"<script>", request + b"<script>"), headers={"Content-Type": "image/svg+xml"}))
    await do(chat, "open", url=site.page(f"<title>Scripted</title><link rel=icon href='{path}'>"))
    await expect(eye.page.get_by_role("tab", name="Scripted").locator("img")).to_be_visible()
    good = "<title>Last</title><link rel=icon href='/good.png'>"
    site.route("/good.png", Response(picture((20, 40, 180)), headers={"Content-Type": "image/png"}))
    await do(chat, "open", url=site.page(good))
    assert await colour(eye, "Last") == [32, 20, 40, 180]
    await expect(eye.page.locator(".tab img:visible")).to_have_count(2)
    assert site.hits("/outside.png") == 0
    await expect(eye.page.get_by_role("tab", name="vector").locator(".mark")).to_have_text("1")
    assert alerts == []


async def test_an_icon_is_fetched_under_the_pages_own_policy_and_without_its_cookies(chat: Chat, site: Site, eye: Window) -> None:
    site.route("/mark.png", Response(picture((200, 30, 30)), headers={"Content-Type": "image/png"}))
    await do(chat, "open")
    await choose(eye.page, chat.id)
    # What is no link of HTML, and sizes without a measure, keep nothing from being found.
    link = f"<svg><link rel=icon href='/drawn.png'></svg><link rel=icon href='/mark.png' sizes='{'9' * 5000}x9'>"
    forbids = site.page(f"<title>Forbids</title>{link}", headers={"Content-Security-Policy": "default-src 'none'"})
    await do(chat, "open", url=forbids)
    await do(chat, "open", url=site.page(f"<title>Allows</title>{link}", headers={"Set-Cookie": "session=secret"}))
    assert await colour(eye, "Allows") == [32, 200, 30, 30]
    request = await asyncio.to_thread(site.wait_for_request, "/mark.png")
    assert "secret" not in str(request.headers)
    assert site.hits("/mark.png") == 1
    await expect(eye.page.get_by_role("tab", name="Forbids").locator("img")).to_be_hidden()
