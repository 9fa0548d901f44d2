"""The command line that Chromium is started with: of several ``--disable-features`` it heeds the last alone."""

from pathlib import Path

import pytest

from refbrowser.browser.launch import command_line
from refbrowser.browser.launch.command_line import merged, switched_off_by_playwright
from refbrowser.settings import Settings

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
def driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file in which Playwright's driver would be; not there yet."""
    monkeypatch.setattr(command_line, "_DRIVER", tmp_path / "coreBundle.js")
    return tmp_path / "coreBundle.js"


@pytest.mark.parametrize(
    ("given", "switched_off"),
    [
        ((), "PaintHolding,MediaRouter,RenderDocument"),
        (("--disable-features=Mine,PaintHolding",), "PaintHolding,MediaRouter,Mine,RenderDocument"),
        (("--disable-features=", "--disable-features=A", "--disable-features=B"), "PaintHolding,MediaRouter,A,B,RenderDocument"),
        (("--enable-features=RenderDocument,Other",), "PaintHolding,MediaRouter"),
    ],
)
def test_what_is_switched_off_is_told_in_one_switch(given: tuple[str, ...], switched_off: str) -> None:
    kept = [one for one in given if one.startswith("--enable")]
    assert merged(["--mute-audio", *given], ("PaintHolding", "MediaRouter")) == [
        "--mute-audio",
        *kept,
        f"--disable-features={switched_off}",
    ]


def test_where_playwright_is_not_understood_its_switch_is_left_to_it(driver: Path) -> None:
    assert merged(["--disable-features=Mine", "--mute-audio"], ()) == ["--disable-features=Mine", "--mute-audio"]
    for source in (None, "", "disabledFeatures = [", 'disabledFeatures = ["A"]'):
        if source is not None:
            driver.write_text(source)
        switched_off_by_playwright.cache_clear()
        assert switched_off_by_playwright() == ()
    switched_off_by_playwright.cache_clear()


def test_names_are_read_out_of_the_driver_without_its_comments(driver: Path) -> None:
    driver.write_text(DRIVER)
    switched_off_by_playwright.cache_clear()
    assert switched_off_by_playwright() == ("PaintHolding", "MediaRouter<Trial")
    switched_off_by_playwright.cache_clear()


def test_the_installed_playwright_is_understood() -> None:
    theirs = switched_off_by_playwright()
    assert {"PaintHolding", "HttpsUpgrades"} <= set(theirs)
    assert all(name.isascii() and name.isalnum() for name in theirs)
    assert command_line.switches(Settings())[-1].startswith("--disable-features=" + ",".join(theirs))
