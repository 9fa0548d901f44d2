"""The size of a tab's viewport, and how many device pixels make one of its CSS pixels."""

from refbrowser.browser.tab import Tab


async def resize(tab: Tab, width: int, height: int, device_scale: float | None) -> None:
    """Sets the viewport in CSS pixels; without ``device_scale`` the screen stays as dense as it is."""
    await tab.page.set_viewport_size({"width": width, "height": height})
    if device_scale is not None:
        tab.device_scale = device_scale
    if tab.device_scale is not None:
        # Playwright sets the density of a whole context, at its birth; whoever overrides last counts.
        metrics = {"width": width, "height": height, "deviceScaleFactor": tab.device_scale, "mobile": False}
        await tab.inspector.send("Emulation.setDeviceMetricsOverride", metrics)
