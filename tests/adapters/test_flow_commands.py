"""``refbrowser flow`` and ``refbrowser run``: flows on the command line."""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from xml.etree import ElementTree

import pytest

from refbrowser import Browser
from refbrowser.adapters.cli import main
from tests.support.calls import do, read
from tests.support.journals import recorded
from tests.support.server import Request, Site


def refbrowser(home: Path, *words: str, code: int = 0, **more: str) -> str:
    """What a command prints; it must end with ``code``."""
    environment = {**os.environ, "REFBROWSER_HOME": str(home), "PYTHONPATH": os.pathsep.join(sys.path), **more}
    ended = subprocess.run(
        [sys.executable, "-m", "refbrowser", *words],
        capture_output=True,
        text=True,
        timeout=80,
        check=False,
        env=environment,
        cwd=home,
    )
    assert ended.returncode == code, f"{ended.returncode}: {ended.stdout}{ended.stderr}"
    return ended.stdout + ended.stderr


FLOW = """flow: 1
name: order   # as the file
site: {site}
inputs: {{query: {{default: lamp}}}}
outputs: {{total: {{type: number}}}}
steps:
  - {{action: navigate, with: {{url: "/found?q=${{query}}"}}}}
  - {{action: click, target: {{kind: button, name: Buy}}, once: true}}
  - {{action: content, read: {{total: {{after: Total}}}}}}
"""


@pytest.fixture
def order(tmp_path: Path, site: Site) -> Path:
    """The file of a flow of the site."""
    site.page("<p>Total: 12.50 €</p><button onclick=\"fetch('/bought');this.textContent='Bought'\">Buy</button>", "/found")
    site.route("/bought", "")
    (tmp_path / "flows").mkdir()
    (path := tmp_path / "flows" / "order.yaml").write_text(FLOW.format(site=site.url("")))
    return path


def test_a_file_is_checked_and_run(
    order: Path, tmp_path: Path, site: Site, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFBROWSER_HOME", str(tmp_path))

    def checked(code: int) -> str:
        assert main(["flow", "check", str(tmp_path / "flows")]) == code
        return capsys.readouterr().out.replace(f"{tmp_path}/", "")

    assert checked(0) == "flows/order.yaml: ok\n"
    assert main(["run", str(order), "--set", "query=a&b", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)["result"]
    assert (result["outputs"], result["calls"]) == ({"total": 12.5}, 3)
    assert [(request.path, request.query) for request in site.requests] == [("/found", {"q": ["a&b"]}), ("/bought", {})]
    order.write_text(order.read_text().replace("after: Total", "aftr: Total").replace("name: Buy", "name: Sell"))
    assert checked(1) == "flows/order.yaml:9:38: there is no key 'aftr' here\n"
    assert main(["run", str(order)]) == 19
    assert "9:38" in capsys.readouterr().err
    assert main(["flow", "show", "../order"]) == 2


@pytest.mark.long("adapters/test_flow_commands.py::test_a_file_is_checked_and_run")
async def test_a_session_becomes_a_flow(browser: Browser, site: Site, tmp_path: Path) -> None:
    site.page("<title>There</title><p>Total: 3</p>", "/there")
    chat = browser.chat("to save")
    await do(chat, "open", url=site.page("<a href=/there>Go</a>", "/"))
    await do(chat, "click", ref=(await read(chat))["Go"])
    await do(chat, "find", text="Total")
    made = (await recorded(chat)).id
    await chat.close()
    (tmp_path / "journal").mkdir()
    (tmp_path / "journal" / made).symlink_to(browser.settings.home / "journal" / made)
    assert "it was run in a fresh browser" in refbrowser(tmp_path, "flow", "save", made, "--name", "total")
    assert refbrowser(tmp_path, "run", "total") == "total: 3\n"
    assert refbrowser(tmp_path, "flow", "list") == "total()\n"


@pytest.mark.long("unit/test_flow_tables.py::test_a_row_that_may_have_been_done_is_not_begun_again")
def test_a_killed_table_orders_nothing_twice(order: Path, tmp_path: Path, site: Site) -> None:
    held = threading.Event()

    def bought(request: Request) -> str:
        if request.query == {"q": ["two"]} and not held.is_set():
            held.set()
            threading.Event().wait(5)
        return ""

    site.page("<p>Total: 1</p><button onclick=\"fetch('/bought' + location.search)\">Buy</button>", "/found")
    site.route("/bought", bought)
    (tmp_path / "orders.csv").write_text("query\none\ntwo\nthree\n")
    words = [sys.executable, "-m", "refbrowser", "run", str(order), "--each", "orders.csv", "--json"]
    environment = {**os.environ, "REFBROWSER_HOME": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(words, cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
        assert held.wait(60)
        running.kill()
    again = refbrowser(tmp_path, "run", str(order), "--each", "orders.csv", "--jobs", "2", code=19)
    assert "row 1: skipped" in again
    assert "row 2: unsure" in again
    assert "row 3: done" in again
    orders = [request.query["q"][0] for request in site.requests if request.path == "/bought"]
    assert sorted(orders) == ["one", "three", "two"]


@pytest.mark.long("adapters/test_flow_commands.py::test_a_file_is_checked_and_run")
def test_a_folder_of_flows_is_a_suite_of_tests(
    order: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REFBROWSER_HOME", str(tmp_path))
    (order.parent / "sold.yaml").write_text(
        order.read_text().replace("name: order", "name: sold").replace("name: Buy}", "name: Sell}, wait_ms: 200")
    )
    (order.parent / "wrong.yaml").write_text("flow: 1\n")
    assert main(["run", "--check", str(order.parent), "--junit", str(tmp_path / "flows.xml")]) == 19
    said = capsys.readouterr().out.replace(f"{order.parent}/", "").splitlines()
    assert said[0] == "order.yaml: ok"
    assert said[1].startswith("sold.yaml: failed, sold stopped at step 2 (click [button] Sell)")
    assert said[2].startswith("wrong.yaml: failed")
    suite = ElementTree.parse(tmp_path / "flows.xml").getroot()
    assert [suite.get(name) for name in ("tests", "failures", "errors")] == ["3", "1", "1"]
    assert sorted(path.name for path in (order.parent / ".pictures").iterdir()) == ["order.good.jpg", "sold.stopped.jpg"]


@pytest.mark.long("adapters/test_flow_commands.py::test_a_file_is_checked_and_run")
def test_pytest_collects_flows(order: Path, tmp_path: Path) -> None:
    (order.parent / "sold.yaml").write_text(
        order.read_text().replace("name: order", "name: sold").replace("name: Buy}", "name: Sell}, wait_ms: 200")
    )
    environment = {**os.environ, "REFBROWSER_HOME": str(tmp_path / "home"), "PYTHONPATH": os.pathsep.join(sys.path)}
    words = [sys.executable, "-m", "pytest", "-p", "refbrowser.adapters.pytest_flows", "-q", "-p", "no:cacheprovider", "flows"]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=80, check=False, env=environment, cwd=tmp_path)
    assert "1 failed, 1 passed" in ended.stdout, ended.stdout + ended.stderr
    assert "sold stopped at step 2 (click [button] Sell)" in ended.stdout
    assert "Traceback" not in ended.stdout
