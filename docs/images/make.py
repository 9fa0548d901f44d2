"""Makes the pictures of this folder: ``python docs/images/make.py``. Two chats: one shops, the other photographs the viewer."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image

from refbrowser import Browser, Chat, Settings
from refbrowser.demo.server import ShopServer
from refbrowser.viewer import serve

FOLDER = Path(__file__).parent
LARGEST_BYTES = 120 * 1024


async def do(chat: Chat, action: str, **arguments: Any) -> Any:
    """The call's result. Raises RuntimeError with the error of one that failed."""
    answer = await chat.call({"action": action, **arguments})
    if not answer["ok"]:
        raise RuntimeError(f"{action}: {answer['error']}")
    return answer["result"]


async def annotated(agent: Chat, shop: str) -> str:
    """A product page with the refs drawn in; the path of the picture."""
    await do(agent, "open", url=f"{shop}product/arc-lamp")
    await do(agent, "content")
    return str((await do(agent, "screenshot", annotate=True))["path"])


async def watched(agent: Chat, person: Chat, viewer: str, shop: str) -> str:
    """The viewer after a search and a purchase; the path of the picture."""
    await do(person, "open", url=viewer)
    await do(person, "set_viewport", width=1440, height=860)
    await do(agent, "open", url=f"{shop}search?q=desk")
    await do(agent, "click", selector="text=Apply")
    await do(agent, "click", selector='role=button[name="Add Oak desk tray to cart"]')
    await do(agent, "content")
    await do(person, "wait", script="document.querySelector('#canvas').width > 0 && document.querySelectorAll('img').length > 0")
    await do(person, "wait", load_state="networkidle")
    return str((await do(person, "screenshot", path="viewer.png"))["path"])


def kept(path: str, name: str, width: int) -> None:
    """Writes the picture as WebP of that width. Raises ValueError when it is larger than a README should load."""
    target = FOLDER / name
    with Image.open(path) as picture:
        height = round(picture.height * width / picture.width)
        picture.convert("RGB").resize((width, height), Image.Resampling.LANCZOS).save(target, quality=80, method=6)
    if target.stat().st_size > LARGEST_BYTES:
        raise ValueError(f"{target} has {target.stat().st_size} bytes")


async def main() -> None:
    with TemporaryDirectory() as home, ShopServer() as shop:
        async with Browser(Settings(home=Path(home), file_roots=(home,))) as browser:
            agent, person = browser.chat("shopping"), browser.chat("person")
            kept(await annotated(agent, shop.url), "annotated.webp", 1280)
            viewer = await serve(browser)
            address = viewer.url_for(viewer.access.issue(chat="shopping"))
            kept(await watched(agent, person, address, shop.url), "viewer.webp", 1280)
            await viewer.close()


asyncio.run(main())
