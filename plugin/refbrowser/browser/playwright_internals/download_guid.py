"""Chromium's identifier of a download, which its events carry: Playwright has the file named by it until it is saved elsewhere."""

from pathlib import PurePath

from playwright.async_api import Download


def download_guid(download: Download) -> str | None:
    """None where this Playwright no longer keeps it in that place."""
    artifact = getattr(getattr(download, "_impl_obj", None), "_artifact", None)
    path = getattr(artifact, "_initializer", {}).get("absolutePath")
    return PurePath(path).name if path else None
