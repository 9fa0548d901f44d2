"""Ten flows of ten sessions of an agent that errs: what is kept, and that each does once what it is for."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.support.calls import do
from tests.support.erring import ERRING, agrees
from tests.support.server import Site
from tests.support.vault import PASSWORD, origin


@pytest.mark.long("browser/test_flow_saving.py::test_what_failed_did_nothing_or_was_taken_back_is_left_out")
@pytest.mark.parametrize("name", ERRING)
async def test_a_flow_of_an_erring_session_does_once_what_it_is_for(
    keeping: Any, list_secrets: Any, site: Site, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    chat = keeping(list_secrets(origin(site)))
    chat.folder.mkdir(parents=True, exist_ok=True)
    await ERRING[name].work(chat, ERRING[name].serve(site))
    saved = await do(chat, "flow", operation="save", name=name)
    with capsys.disabled():
        dropped = [f"#{each['call']} {each['asked']}: {each['why']}" for each in saved["dropped"]]
        print(f"\n=== {name}: proved {saved['proved']}, inputs {saved['inputs']}, dropped {dropped}\n{saved['text']}")
    assert saved["proved"], saved["unproved"]
    whys = [each["why"] for each in saved["dropped"]]
    assert "it failed: ref_unknown" in whys
    assert any(why.startswith("it had no effect") for why in whys)
    assert PASSWORD not in saved["text"]
    assert "text" not in saved["inputs"]
    before = len(site.requests)
    result = await do(chat, "flow", name=name)
    assert agrees(ERRING[name].outputs, result["outputs"]), result["outputs"]
    assert result["healed"] == []
    sent = [request.path for request in site.requests[before:]]
    assert {path: sent.count(path) for path in ERRING[name].sent} == ERRING[name].sent
    shutil.rmtree(Path(saved["path"]).parent)
