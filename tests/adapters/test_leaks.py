"""``refbrowser doctor --leaks``: nothing gets past the proxy, and a browser that lets something past is found out."""

from pathlib import Path

import pytest

from refbrowser.adapters.doctor import run_leaks
from refbrowser.adapters.leak_probes import probes
from refbrowser.settings import Settings


async def test_nothing_gets_past_the_proxy(tmp_path: Path, capsys: pytest.CaptureFixture[str], marker: str) -> None:
    assert await run_leaks(Settings(home=tmp_path)) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(line[14:18] == "pass" for line in lines[:-1]), lines
    assert lines[-1].endswith("nothing gets past the proxy")


@pytest.mark.long("adapters/test_leaks.py::test_nothing_gets_past_the_proxy")
async def test_a_browser_with_webrtc_of_its_own_is_found_out(tmp_path: Path, marker: str) -> None:
    args = ("--force-webrtc-ip-handling-policy=default", "--webrtc-ip-handling-policy=default")
    found = {probe.name: probe.passed for probe in await probes(Settings(home=tmp_path, browser_args=args))}
    assert found["webrtc"] is False
    assert found["names"]
