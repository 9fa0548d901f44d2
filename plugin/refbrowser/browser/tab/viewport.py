"""The size of a tab's viewport, how many device pixels make one of its CSS pixels, and how far fingers have zoomed into it."""

from playwright.async_api import Error

from refbrowser.browser.playwright_internals.wording import Wording, says
from refbrowser.browser.tab.tab import Tab


async def resize(tab: Tab, width: int, height: int, device_scale: float | None) -> None:
    """Sets the viewport in CSS pixels, and ends full screen; without ``device_scale`` the screen stays as dense as it is."""
    try:
        await tab.page.set_viewport_size({"width": width, "height": height})
    except Error as failure:
        if not says(failure, Wording.FULL_SCREEN):
            raise
        window = await tab.cdp.send("Browser.getWindowForTarget")
        await tab.cdp.send("Browser.setWindowBounds", {"windowId": window["windowId"], "bounds": {"windowState": "normal"}})
        await tab.page.set_viewport_size({"width": width, "height": height})
    if device_scale is not None:
        tab.device_scale = device_scale
    if tab.device_scale is not None:
        # Playwright sets the density of a whole context, when it is made; the last override counts.
        metrics = {"width": width, "height": height, "deviceScaleFactor": tab.device_scale, "mobile": False}
        await tab.cdp.send("Emulation.setDeviceMetricsOverride", metrics)


async def page_zoom(tab: Tab) -> float:
    """How much larger the page is shown than it is laid out."""
    metrics = await tab.cdp.send("Page.getLayoutMetrics")
    return float(metrics["cssVisualViewport"]["scale"])


async def end_zoom(tab: Tab) -> None:
    """Shows the page as it is shown before anybody zooms it: whole in its width, where that is wider than the viewport."""
    metrics = await tab.cdp.send("Page.getLayoutMetrics")
    width, size = metrics["cssLayoutViewport"]["clientWidth"], tab.page.viewport_size
    shown = min(1.0, size["width"] / width) if size is not None and width else 1.0
    if metrics["cssVisualViewport"]["scale"] > shown:
        await tab.cdp.send("Emulation.setPageScaleFactor", {"pageScaleFactor": shown})
