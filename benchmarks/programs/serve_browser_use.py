"""browser-use behind pipes, run by its own Python: one JSON object a line in, ``{"navigate": url}`` ``{"click": index}`` or ``{"content": true}``, one out.

``serve_browser_use.py EXECUTABLE FOLDER WIDTH HEIGHT [ARGUMENT...]``. Its waits, highlights and extensions are off: it is measured at
its fastest.
"""

import asyncio
import json
import os
import sys
import traceback

os.environ |= {"ANONYMIZED_TELEMETRY": "false", "BROWSER_USE_LOGGING_LEVEL": "critical", "BROWSER_USE_CONFIG_DIR": sys.argv[2]}

# It reads the environment when it is imported.
from browser_use.browser import BrowserProfile, BrowserSession
from browser_use.browser.events import ClickElementEvent


async def main(executable: str, folder: str, width: str, height: str, *arguments: str) -> None:
    size = {"width": int(width), "height": int(height)}
    profile = BrowserProfile(
        executable_path=executable,
        user_data_dir=f"{folder}/profile",
        headless=True,
        viewport=size,
        window_size=size,
        args=list(arguments),
        enable_default_extensions=False,
        highlight_elements=False,
        dom_highlight_elements=False,
        minimum_wait_page_load_time=0,
        wait_for_network_idle_page_load_time=0,
        wait_between_actions=0,
        keep_alive=True,
    )
    session = BrowserSession(browser_profile=profile)
    await session.start()
    try:
        say({"ready": True})
        while line := await asyncio.to_thread(sys.stdin.readline):
            try:
                say({"answer": await answer(session, json.loads(line))})
            except Exception:
                say({"error": traceback.format_exc(limit=1)})
    finally:
        await session.kill()


async def answer(session: BrowserSession, request: dict[str, object]) -> str:
    if url := request.get("navigate"):
        await session.navigate_to(str(url))
        return ""
    if index := request.get("click"):
        node = await session.get_element_by_index(int(str(index)))
        event = session.event_bus.dispatch(ClickElementEvent(node=node))
        await event
        await event.event_result(raise_if_any=True, raise_if_none=False)
        return ""
    summary = await session.get_browser_state_summary(include_screenshot=False)
    return str(summary.dom_state.llm_representation())


def say(message: dict[str, object]) -> None:
    # The real standard output: whatever the package prints goes to standard error.
    os.write(pipe, (json.dumps(message) + "\n").encode())


pipe = os.dup(1)
os.dup2(2, 1)
asyncio.run(main(*sys.argv[1:]))
