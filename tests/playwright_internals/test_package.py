"""What refbrowser reads out of Playwright's driver."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from refbrowser.browser.playwright_internals import package
from refbrowser.browser.playwright_internals.package import browser_revisions, disabled_features

DRIVER = """
    disabledFeatures = [
      // See "[the thread]" at https://github.com/microsoft/playwright/issues/1
      "PaintHolding",
      // Prevents "nothing"
      "MediaRouter<Trial"
    ].filter(Boolean);
    enabledFeatures = () => [
      "Other"
    ]
"""


@pytest.fixture
def driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file in which Playwright's driver would be; not there yet."""
    monkeypatch.setattr(package, "driver_package", lambda: tmp_path)
    disabled_features.cache_clear()
    (tmp_path / "lib").mkdir()
    yield tmp_path / "lib" / "coreBundle.js"
    disabled_features.cache_clear()


@pytest.mark.parametrize("source", [None, "", "disabledFeatures = [", 'disabledFeatures = ["A"]'])
def test_a_driver_that_is_not_understood_switches_off_nothing_known(driver: Path, source: str | None) -> None:
    if source is not None:
        driver.write_text(source)
    assert disabled_features() == ()


def test_features_are_read_without_comments(driver: Path) -> None:
    driver.write_text(DRIVER)
    assert disabled_features() == ("PaintHolding", "MediaRouter<Trial")


def test_the_installed_playwright_is_understood() -> None:
    theirs = disabled_features()
    assert {"PaintHolding", "HttpsUpgrades"} <= set(theirs)
    assert all(name.isascii() and name.isalnum() for name in theirs)


def test_the_installed_playwright_names_its_chromium() -> None:
    assert browser_revisions()["chromium"].isdigit()


def test_a_repackaged_playwright_names_no_browser(driver: Path) -> None:
    assert browser_revisions() == {}
