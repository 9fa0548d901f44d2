"""The plugin in a copy of Agent Zero's documented loader and base classes: written, found, used, cleaned up, removed."""

import asyncio
import json
import re
import runpy
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from refbrowser import RefbrowserError, __version__
from refbrowser.adapters.agent_zero.host import look
from refbrowser.adapters.agent_zero.install import install, uninstall
from refbrowser.adapters.client import LocalServer
from tests.support.agent_zero import AgentZero
from tests.support.local_server import here, metric, until
from tests.support.server import Site

PROMPT = "agent.system.tool.browser.md"


@pytest.fixture
def host(tmp_path: Path) -> AgentZero:
    return AgentZero(tmp_path / "a0")


@pytest.fixture(scope="module")
def running(agent_zero: AgentZero) -> Iterator[AgentZero]:
    """A host with the plugin, in whose process the tests run."""
    with agent_zero.running():
        yield agent_zero


def server_of(host: AgentZero) -> LocalServer:
    return LocalServer(str(host.root / "usr" / "refbrowser"))


async def used(host: AgentZero, context_id: str, method: str | None = None, **arguments: Any) -> str:
    """What the agent reads of one use of the tool."""
    tool = host.tool("browser", context_id, method, **arguments)
    response = await tool.execute(**arguments)
    assert response.break_loop is False
    assert isinstance(response.message, str)
    return str(response.message)


def test_the_installed_folder_is_complete(host: AgentZero) -> None:
    folder = install(host.root).folder
    assert folder == host.root / "usr" / "plugins" / "refbrowser"
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert {
        "plugin.yaml",
        "hooks.py",
        "default_config.yaml",
        "installed.json",
        "tools/browser.py",
        "helpers/connection.py",
        "helpers/local_server.py",
        f"prompts/{PROMPT}",
        "skills/browser-automation/SKILL.md",
        "webui/config.html",
        "webui/main.html",
        "webui/viewer-panel.js",
        "api/viewer.py",
        "extensions/webui/right-canvas-panels/refbrowser-panel.html",
        "extensions/webui/right_canvas_register_surfaces/register-refbrowser.js",
        "extensions/python/_functions/agent/AgentContext/reset/start/_30_refbrowser_close.py",
        "extensions/python/_functions/agent/AgentContext/remove/start/_30_refbrowser_close.py",
    } <= names
    assert not [name for name in names if "__pycache__" in name]
    assert f'version: "{__version__}"' in (folder / "plugin.yaml").read_text(encoding="utf-8")
    for path in folder.rglob("*.py"):
        imported = re.findall(r"^\s*(?:from|import) ([\w.]+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        foreign = {name.partition(".")[0] for name in imported} - set(sys.stdlib_module_names) - {"helpers", "usr"}
        assert foreign == set(), f"{path.name} needs {foreign} in the host's environment"


async def test_it_takes_the_built_in_tools_place_and_gives_it_back(host: AgentZero) -> None:
    with host.running():
        assert await used(host, "c") == "the built-in browser"
        install(host.root)
        assert [folder.name for folder in host.folders()] == ["refbrowser"]
        assert host.prompt(PROMPT).startswith("### browser\n")
    with host.running():
        uninstall(host.root)
        assert await used(host, "c") == "the built-in browser"
        assert host.prompt(PROMPT) == "the built-in prompt\n"
    assert list((host.root / "usr" / "plugins").iterdir()) == []


async def test_removed_through_the_hosts_own_screens_the_built_in_tool_comes_back(host: AgentZero) -> None:
    folder = install(host.root).folder
    with host.running():
        runpy.run_path(str(folder / "hooks.py"))["uninstall"]()
        shutil.rmtree(folder)
        assert await used(host, "c") == "the built-in browser"


def test_installing_again_keeps_what_was_set_and_what_to_give_back(host: AgentZero) -> None:
    switched_off = host.root / "usr" / "plugins" / "_browser" / ".toggle-0"
    config = install(host.root).folder / "config.json"
    config.write_text('{"home": "/elsewhere"}', encoding="utf-8")
    install(host.root, ["/opt/python", "-m", "refbrowser"])
    assert config.read_text(encoding="utf-8") == '{"home": "/elsewhere"}'
    assert json.loads((config.parent / "installed.json").read_text(encoding="utf-8"))["command"][0] == "/opt/python"
    uninstall(host.root)
    assert not switched_off.exists()
    switched_off.parent.mkdir()
    switched_off.touch()
    install(host.root)
    uninstall(host.root)
    assert switched_off.exists(), "it was off before, by somebody else's will"


def test_a_host_of_before_1_10_has_another_built_in_browser_and_no_canvas(host: AgentZero) -> None:
    plugins = host.root / "usr" / "plugins"
    (host.root / "plugins" / "_browser").rename(host.root / "plugins" / "_browser_agent")
    shutil.rmtree(host.root / "webui")
    installed = install(host.root)
    assert (installed.switched_off, installed.host.canvas) == ("_browser_agent", False)
    assert sorted(path.name for path in plugins.iterdir()) == ["_browser_agent", "refbrowser"]
    install(host.root)
    with host.running():
        runpy.run_path(str(installed.folder / "hooks.py"))["uninstall"]()
    assert not (plugins / "_browser_agent" / ".toggle-0").exists()
    install(host.root)
    uninstall(host.root)
    assert list(plugins.iterdir()) == []


def test_a_host_without_a_browser_of_its_own_has_none_switched_off(host: AgentZero) -> None:
    shutil.rmtree(host.root / "plugins" / "_browser")
    installed = install(host.root)
    assert installed.switched_off is None
    assert [path.name for path in (host.root / "usr" / "plugins").iterdir()] == ["refbrowser"]
    with host.running():
        runpy.run_path(str(installed.folder / "hooks.py"))["uninstall"]()
    assert [path.name for path in (host.root / "usr" / "plugins").iterdir()] == ["refbrowser"]


def test_the_release_is_the_tag_of_the_hosts_checkout(host: AgentZero) -> None:
    assert look(host.root).release is None
    author = ["-c", "user.name=a", "-c", "user.email=a@b.c"]
    for words in (["init", "-q"], [*author, "commit", "-q", "--allow-empty", "-m", "a"], ["tag", "v1.7"]):
        subprocess.run(["git", "-C", str(host.root), *words], check=True)
    assert str(look(host.root)) == "Agent Zero v1.7"


def test_what_is_no_agent_zero_or_not_ours_is_left_alone(host: AgentZero, tmp_path: Path) -> None:
    with pytest.raises(RefbrowserError, match=r"is not an Agent Zero release that loads plugins: it has no agent\.py and no usr"):
        install(tmp_path)
    with pytest.raises(RefbrowserError, match="not installed"):
        uninstall(host.root)
    foreign = host.root / "usr" / "plugins" / "refbrowser"
    foreign.mkdir()
    (foreign / "plugin.yaml").write_text("name: refbrowser\n", encoding="utf-8")
    for operation in (install, uninstall):
        with pytest.raises(RefbrowserError, match="was not written by refbrowser"):
            operation(host.root)
    assert (foreign / "plugin.yaml").exists()


def test_the_command_installs_and_uninstalls(host: AgentZero, tmp_path: Path) -> None:
    for operation, says in (("install", "installed "), ("uninstall", "removed ")):
        done = here(str(tmp_path), "agent-zero", operation, str(host.root))
        assert done.returncode == 0, done
        assert done.stdout.startswith(f"{says}{host.root}/usr/plugins/refbrowser")


def test_the_prompt_is_the_common_one_with_the_hosts_form_of_a_call(capsys: pytest.CaptureFixture[str]) -> None:
    from refbrowser.adapters.cli import main

    assert main(["prompt"]) == 0
    common = capsys.readouterr().out
    assert main(["prompt", "--for", "agent-zero"]) == 0
    own = capsys.readouterr().out
    assert '"tool_name": "browser"' in own
    assert "{{" not in own, "the host would take it for a variable"
    assert own.partition("## How to work")[2] == common.partition("## How to work")[2]


async def test_the_tool_opens_reads_and_acts(running: AgentZero, site: Site) -> None:
    url = site.page("<title>Shop</title><button onclick=\"this.textContent='Bought'\">Buy</button>")
    assert f"Tab 1*: Shop · {url}" in await used(running, "one", action="open", url=url)
    assert "[button 1] Buy" in await used(running, "one", "content")
    assert "~ [button 1] Bought" in await used(running, "one", action="click", ref="[button 1]")
    assert (await used(running, "one")).startswith("Tab 1*: Shop"), "without an action it returns the state"
    assert (await used(running, "one", action="clikc")).startswith("error unknown_action: ")
    assert (await used(running, "two")).startswith("error no_tab: "), "chats have nothing in common"


async def test_a_picture_is_named_as_the_hosts_own_tools_find_it(running: AgentZero) -> None:
    await used(running, "pictures", action="open")
    text = await used(running, "pictures", action="screenshot")
    path = re.search(r"^path: (.+)$", text, re.MULTILINE)
    inside = re.search(r"^a0_path: /a0/(.+)$", text, re.MULTILINE)
    assert path is not None
    assert inside is not None
    assert Path(path[1]) == running.root / inside[1]
    assert Path(path[1]).read_bytes()[:2] == b"\xff\xd8"


async def test_a_cancelled_use_ends_in_the_browser_and_leaves_the_loop_free(running: AgentZero) -> None:
    await used(running, "cancelled", action="open")
    server = server_of(running)
    use = asyncio.ensure_future(used(running, "cancelled", action="wait", text="never comes", timeout_ms=600_000))
    await asyncio.to_thread(until, lambda: metric(server, "refbrowser_calls_in_flight") >= 1, "the call to begin")
    assert "Tab" in await used(running, "other", action="open"), "another chat's call was held up"
    use.cancel()
    with pytest.raises(asyncio.CancelledError):
        await use
    assert "result: 2" in await used(running, "cancelled", action="evaluate", script="1 + 1", timeout_ms=20_000)


@pytest.mark.rows(1)
@pytest.mark.parametrize("when", ["reset", "remove"])
async def test_a_chat_that_ends_takes_its_tabs_with_it(running: AgentZero, when: str) -> None:
    await used(running, f"ending-{when}", action="open")
    await used(running, f"staying-{when}", action="open")
    server = server_of(running)

    def chats() -> list[str]:
        return [chat["id"] for chat in json.loads(server.request("GET", "/v1/chats")[2])["result"]["chats"]]

    assert {f"a0-ending-{when}", f"a0-staying-{when}"} <= set(chats())
    # The host's reset is a method of the chat, its remove is given the id alone.
    chat: Any = f"ending-{when}" if when == "remove" else type("AgentContext", (), {"id": f"ending-{when}"})()
    ran = running.extend(f"_functions/agent/AgentContext/{when}/start", data={"args": (chat,), "kwargs": {}})
    assert ran == ["_30_refbrowser_close.py"]
    await asyncio.to_thread(until, lambda: f"a0-ending-{when}" not in chats(), "the chat to be closed")
    assert f"a0-staying-{when}" in chats()


async def test_a_browser_that_cannot_be_started_is_said_to_the_agent(host: AgentZero) -> None:
    install(host.root, ["/nowhere/python", "-m", "refbrowser"])
    with host.running():
        text = await used(host, "c", action="open")
        assert text.startswith("error server_unreachable: The server could not be started: ")
        ended = host.extend("_functions/agent/AgentContext/reset/start", data={"args": (type("Context", (), {"id": "c"})(),)})
        assert ended
