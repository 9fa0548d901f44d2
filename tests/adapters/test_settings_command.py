"""``refbrowser settings``, settings files of a shell's calls, and what ``ps`` says of a server's settings."""

import json
from pathlib import Path

import pytest

from refbrowser.adapters.client import LocalServer
from tests.support.local_server import here


def test_what_holds_and_where_it_comes_from(server: LocalServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tmp_path / "refbrowser.toml"
    project.write_text("max_tabs = 4\n", encoding="utf-8")
    monkeypatch.setenv("REFBROWSER_UPSTREAM", "http://ada:hunter2@proxy.test:1")
    shown = here(server.home, "settings", cwd=tmp_path)
    assert f"max_tabs = 4  ({project}; the running server has default)\n" in shown.stdout
    assert "upstream = •••  (REFBROWSER_UPSTREAM" in shown.stdout
    assert "hunter2" not in shown.stdout
    listed = json.loads(here(server.home, "settings", "--json", cwd=tmp_path).stdout)
    assert listed["settings"]["max_tabs"] == {"value": 4, "from": str(project), "running": "default"}
    assert listed["settings"]["timeout_ms"] == {"value": 15_000, "from": "default"}
    assert {"kind": "project", "path": str(project), "exists": True} in listed["files"]


def test_a_call_from_a_project_with_other_settings_is_refused(server: LocalServer, tmp_path: Path) -> None:
    (tmp_path / "refbrowser.toml").write_text('network = "offline"\n', encoding="utf-8")
    refused = here(server.home, "list", cwd=tmp_path)
    assert (refused.returncode, "REFBROWSER_NETWORK is 'offline' here and 'open' there" in refused.stderr) == (13, True), refused
    (tmp_path / "refbrowser.toml").write_text('polcy = "read_only"\n', encoding="utf-8")
    misspelt = here(server.home, "list", cwd=tmp_path)
    assert (misspelt.returncode, "did you mean policy?" in misspelt.stderr) == (2, True), misspelt
    assert here(server.home, "--version", cwd=tmp_path).returncode == 0
    (tmp_path / "refbrowser.toml").unlink()
    assert here(server.home, "list", cwd=tmp_path).returncode == 0


def test_ps_lists_what_the_server_was_given(server: LocalServer) -> None:
    record = json.loads(here(server.home, "ps", "--json").stdout)
    assert record["settings"]["home"] == {"value": server.home, "from": "REFBROWSER_HOME"}
    assert f"  home = {server.home}  (REFBROWSER_HOME)\n" in here(server.home, "ps").stdout
