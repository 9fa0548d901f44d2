"""The command line that Chromium is started with: of several ``--disable-features`` it heeds the last alone."""

import pytest

from refbrowser.browser.launch.command_line import merged, switches
from refbrowser.browser.playwright_internals.package import disabled_features
from refbrowser.settings import Settings


@pytest.mark.parametrize(
    ("given", "switched_off"),
    [
        ((), "PaintHolding,MediaRouter,RenderDocument"),
        (("--disable-features=Mine,PaintHolding",), "PaintHolding,MediaRouter,Mine,RenderDocument"),
        (("--disable-features=", "--disable-features=A", "--disable-features=B"), "PaintHolding,MediaRouter,A,B,RenderDocument"),
        (("--enable-features=RenderDocument,Other",), "PaintHolding,MediaRouter"),
    ],
)
def test_disabled_features_are_merged_into_one_switch(given: tuple[str, ...], switched_off: str) -> None:
    kept = [one for one in given if one.startswith("--enable")]
    assert merged(["--mute-audio", *given], ("PaintHolding", "MediaRouter")) == [
        "--mute-audio",
        *kept,
        f"--disable-features={switched_off}",
    ]


def test_where_it_is_not_known_what_playwright_switches_off_its_switch_is_left_to_it() -> None:
    assert merged(["--disable-features=Mine", "--mute-audio"], ()) == ["--disable-features=Mine", "--mute-audio"]


def test_playwrights_features_come_first() -> None:
    assert switches(Settings())[-1].startswith("--disable-features=" + ",".join(disabled_features()))
