"""Every host's own code, with a scripted model in the place of its model: it shops in the demo shop, is interrupted, and is killed.

What is observed is what ``docs/hosts.md`` says.
"""

import json
import os
import re
import signal
import subprocess
import uuid
from pathlib import Path
from typing import Any

import pytest

from refbrowser.demo.server import ShopServer
from tests.hosts.dialects import Say, Turn, Use
from tests.hosts.endpoint import Endpoint, endpoint
from tests.hosts.environments import INSTALL_S, environ
from tests.hosts.lineup import HOSTS, ROWS
from tests.hosts.shopping import DONE, Shopper
from tests.hosts.table import cells
from tests.support import processes
from tests.support.server import Site

RUN_S = 300
LEAVING_S = 30

pytestmark = [pytest.mark.timeout(INSTALL_S + RUN_S + LEAVING_S)]
rows = pytest.mark.parametrize(("name", "way"), ROWS, ids=[f"{name}-{way}" for name, way in ROWS])


def started(name: str, way: str, model: Endpoint, home: Path, **variables: str) -> subprocess.Popen[str]:
    host = HOSTS[name]
    environment = environ(host.environment.python, home, model.root, **host.variables, **variables)
    command = host.command(way, "Put the oak desk tray into the cart.")
    pipes: Any = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    # A session of its own, so that an interrupt reaches the host alone; and not ignored, as it is in what a shell runs behind itself.
    program = ["env", "--default-signal=INT", *command]
    return subprocess.Popen(program, env=environment, cwd=home, text=True, start_new_session=True, **pipes)


@rows
def test_it_shops(name: str, way: str, site: Site, shop: ShopServer, tmp_path: Path) -> None:
    model = endpoint(site, f"{name}-{way}", Shopper(shop.url))
    with started(name, way, model, tmp_path) as host:
        try:
            printed, complained = host.communicate(timeout=RUN_S)
        finally:
            host.kill()
    assert host.returncode == 0, complained[-3000:]
    assert model.failures == [], complained[-3000:]
    assert DONE in printed
    said = cells(name, way)
    assert {column: said[column] for column in ("lists", "calls", "text", "image", "error", "instructions")} == observed(model)


def observed(model: Endpoint) -> dict[str, str]:
    """What the model was given."""
    opened, clicked, added, failed = model.heard[1:5]
    first = json.dumps(model.requests[0], ensure_ascii=False)
    read = (
        _holds(opened, r"browser_id: 1\nTab 1: .*\n(?:.*\n)*.*\[link \d+\] Oak desk tray")
        and _holds(clicked, r"click \[link \d+\] Oak desk tray\nnavigated: ")
        and _holds(added, r"click \[button \d+\] Add to cart\nchanges:\n~ ")
    )
    return {
        "lists": _yes({"browser", "vision_load"} <= {re.sub(r".*_(?=browser$|vision_load$)", "", tool) for tool in model.tools}),
        "calls": "yes",
        "text": _yes(read),
        "image": _yes(_shows(model.requests[-1])),
        "error": _yes(_holds(failed, r'error ref_unknown: No element .*\. Next: \{"action": "content"')),
        "instructions": "prompt" if "## How to work" in first.replace("\\n", "\n") else _yes("typed ref" in first, "description"),
    }


def _holds(texts: list[str], pattern: str) -> bool:
    """Whether a text has these lines as they are, and not as JSON in JSON."""
    return any(re.search(rf"(?m)^{pattern}", text) for text in texts)


def _shows(value: Any) -> bool:
    """Whether a request shows the model an image, in one of the ways of the four interfaces; base64 in a text is none."""
    if isinstance(value, list):
        return any(map(_shows, value))
    if not isinstance(value, dict):
        return False
    given = value.get("image_url") or value.get("source") or value.get("inlineData") or value.get("inline_data")
    address = given.get("url") or given.get("data") if isinstance(given, dict) else given
    is_image = isinstance(address, str) and ("data:image/jpeg;base64,/9j/" in address or address.startswith(("/9j/", "_9j_")))
    return is_image or any(map(_shows, value.values()))


def _yes(holds: bool, word: str = "yes") -> str:
    return word if holds else "no"


@rows
@pytest.mark.parametrize("ending", ["interrupted", "killed"])
def test_it_leaves_in_the_middle_of_a_call(name: str, way: str, ending: str, tmp_path: Path) -> None:
    assert cells(name, way)[ending] == left(name, way, ending, tmp_path)


def left(name: str, way: str, ending: str, home: Path) -> str:
    """Whether nothing is left of a host and its browser that is stopped while a page loads: yes or no."""
    own = uuid.uuid4().hex
    with Site() as site:
        turns: list[Turn] = [Use("browser", {"action": "open", "url": site.url("/hang"), "timeout_ms": 600_000})]
        model = endpoint(site, "model", lambda _: turns.pop(0) if turns else Say("The call has ended."))
        host = started(name, way, model, home, **{processes.MARKER: own})
        try:
            site.wait_for_request("/hang", RUN_S)
            host.send_signal(signal.SIGINT if ending == "interrupted" else signal.SIGKILL)
            host.communicate(timeout=LEAVING_S)
            return "no" if processes.remaining(own, LEAVING_S) else "yes"
        except subprocess.TimeoutExpired:
            return "no"
        finally:
            host.kill()
            host.communicate()
            for process in processes.marked(own):
                os.kill(process, signal.SIGKILL)
