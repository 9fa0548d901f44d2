"""Flows run on real pages: what they press and send is what the site's log has, and where the page is not as they say, nothing is."""

import asyncio
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from refbrowser import Browser, BrowserTools, Chat
from refbrowser.errors import CallError, FlowError
from refbrowser.replay.export import exported
from refbrowser.replay.run import Plan, replay
from tests.support.calls import do, failure, ok
from tests.support.journals import recorded
from tests.support.server import Site
from tests.support.vault import PASSWORD, origin

Write = Callable[..., str]


@pytest.fixture
def write(browser: Browser, site: Site) -> Iterator[Write]:
    """Writes a flow of the test's site into the browser's folder of flows; returns its name."""
    folder = browser.settings.home / "flows"
    folder.mkdir(exist_ok=True)

    def written(steps: str, head: str = "", name: str = "order") -> str:
        (folder / f"{name}.yaml").write_text(
            f"flow: 1\nname: {name}\nsite: {site.url('')}\n{head}\nsteps:\n{steps}", encoding="utf-8"
        )
        return name

    yield written
    shutil.rmtree(folder)


async def run(chat: Chat, name: str = "order", **inputs: Any) -> Any:
    return ok(await chat.call({"action": "flow", "name": name, "inputs": inputs}))


async def stopped(chat: Chat, reason: str, name: str = "order", **inputs: Any) -> dict[str, Any]:
    """The details of a run that must stop for that reason."""
    details = failure(await chat.call({"action": "flow", "name": name, "inputs": inputs}), "flow_stopped")["details"]
    assert details["reason"] == reason, details
    return dict(details)


SEARCH = "<title>Shop</title><h1>Shop</h1><form action=/found><label>Search <input name=q></label> <button>Go</button></form>"
FOUND = "<title>Found</title><h1>Found</h1><ul><li>Arc lamp <button onclick=\"fetch('/buy/arc');this.nextElementSibling.textContent='Bought'\">Buy</button><i></i><li>Desk lamp <button onclick=\"fetch('/buy/desk');this.nextElementSibling.textContent='Bought'\">Buy</button><i></i></ul><p>Total: 12.50 €</p>"
ORDER = """
  - {action: navigate, with: {url: /}}
  - {action: click, target: {kind: button, name: Accept cookies}, optional: true, wait_ms: 0}
  - {action: type, target: {kind: input text, name: Search}, with: {text: "${query}"}}
  - {action: click, target: {kind: button, name: Go}, expect: {page: "/found?q=${query}"}}
  - {action: click, target: {kind: button, name: Buy, item: "${what}"}, once: true, expect: {text: Bought}}
  - {action: content, read: {total: {after: "Total:"}}}
"""
HEAD = "inputs: {query: {default: lamp}, what: {default: Desk lamp}}\noutputs: {total: {type: number}}\n"


def shop(site: Site, found: str = FOUND) -> None:
    site.page(SEARCH, "/")
    site.page(found, "/found")
    site.route("/buy/arc", "")
    site.route("/buy/desk", "")


def bought(site: Site) -> list[str]:
    return [request.path.removeprefix("/buy/") for request in site.requests if request.path.startswith("/buy/")]


async def test_a_flow_does_with_other_inputs_what_it_says_and_the_journal_has_each_step(
    chat: Chat, site: Site, write: Write
) -> None:
    shop(site)
    write(ORDER, HEAD)
    result = await chat.flow("order", query="a&b=\"'${what}: [x] {y}\\")
    assert (result.outputs, result.healed, result.skipped) == ({"total": 12.5}, [], ["2"])
    assert [request.query for request in site.requests if request.path == "/found"] == [{"q": ["a&b=\"'${what}: [x] {y}\\"]}]
    assert (await run(chat, what="Arc lamp"))["calls"] == 6
    assert bought(site) == ["desk", "arc"]
    with pytest.raises(CallError, match="no input 'qury'"):
        await chat.flow("order", qury="x")
    listed = await do(chat, "flow", operation="list")
    assert listed["flows"] == [
        {"name": "order", "revision": 1, "description": "", "inputs": ["query", "what"], "outputs": ["total"]}
    ]
    assert "Buy" in (await do(chat, "flow", operation="show", name="order"))["text"]
    session = await recorded(chat)
    calls = session.calls
    # A replay makes the steps, and not the flow once more.
    program = exported(session, "python")
    assert program.count("its steps are the calls before it") == 5
    before = len(bought(site))
    assert [row.status async for row in replay(session, chat, Plan(until=7))] == ["same"] * 7
    assert len(bought(site)) == before + 1
    assert [(call["action"], call.get("flow")) for call in calls[:7]] == [
        ("navigate", "order 1"), ("type", "order 3"), ("click", "order 4"), ("click", "order 5"), ("expect", "order 5"), ("content", "order 6"), ("flow", None)
    ]  # fmt: skip


@pytest.mark.rows(3)
@pytest.mark.parametrize(
    ("change", "reason", "said"),
    [
        (("Desk lamp", "Floor lamp"), "target", "belonged to “Desk lamp”"),
        (("Buy<", "Order<"), "target", "no element is named [button] Buy"),
        (("<li>Arc lamp", "<li>Desk lamp <button>Buy</button><i></i><li>Arc lamp"), "target", "2 elements are [button] Buy"),
        (("fetch('/buy/desk');this", "var a;this.title=1;return;this"), "expectation", "Bought"),
        (("<h1>", "<script>alert('Hello')</script><h1>"), "expectation", "an alert"),
    ],
    ids=["another item", "renamed", "twins", "an expectation", "a dialog"],
)
async def test_a_page_that_is_not_as_the_flow_says_stops_it(
    shared_chat: Chat, site: Site, write: Write, change: tuple[str, str], reason: str, said: str
) -> None:
    shop(site, FOUND.replace(*change))
    write(
        ORDER.replace("expect: {text: Bought}", "expect: {text: Bought, within_ms: 200}").replace(
            'item: "${what}"}', 'item: "${what}"}, wait_ms: 200'
        ),
        HEAD,
    )
    details = await stopped(shared_chat, reason)
    assert said in " ".join(details["differs"]).replace("a alert", "an alert")
    assert bought(site) == []
    assert details["page"].startswith(site.url("/found"))
    if change[1].startswith("<script>"):
        await do(shared_chat, "dialog", operation="accept")


async def test_input_stays_on_the_sites_of_the_flow(shared_chat: Chat, site: Site, write: Write) -> None:
    site.page(f"<script>location = '{site.other('/evil')}'</script>", "/")
    site.page("<form action=/sent><input name=q aria-label=Search><button>Go</button></form>", "/evil")
    write(
        "  - {action: navigate, with: {url: /}, expect: {page: /evil}}\n  - {action: type_submit, target: {kind: input text, name: Search}, with: {text: x}}\n"
    )
    assert "not among the flow's sites" in (await stopped(shared_chat, "site"))["differs"][0]
    # Nor does an input lead elsewhere, or a frame of another site take it.
    write('  - {action: navigate, with: {url: "${where}"}}\n', "inputs: {where: {}}\n")
    assert (await stopped(shared_chat, "site", where=site.other("/evil")))["done"] == []
    site.page(f"<iframe src='{site.other('/evil')}'></iframe>", "/framed")
    steps = "  - {action: navigate, with: {url: /framed}}\n  - {action: type_submit, target: {kind: input text, name: Search, frame: %s}, with: {text: x}}\n"
    write(steps % site.other("/evil"))
    await stopped(shared_chat, "site")
    # Nor by a selector, at a point, or by keys that a frame with the focus gets.
    for aimed in (
        "{action: type_submit, target: {selector: '[aria-label=Search]'}, with: {text: x}}", "{action: click, with: {x: 20, y: 20}}",
        "{action: evaluate, with: {script: \"document.querySelector('iframe').focus()\"}}\n  - {action: keyboard, with: {key: Enter}}",
    ):  # fmt: skip
        write(f"  - {{action: navigate, with: {{url: /framed}}}}\n  - {{action: wait, with: {{text: Go}}}}\n  - {aimed}\n")
        await stopped(shared_chat, "site")
    assert not [request for request in site.requests if request.path == "/sent"]
    write(steps % site.other("/evil"), f"limits: {{sites: [{site.other('')}]}}\n")
    await run(shared_chat)
    assert [request.query for request in site.requests if request.path == "/sent"] == [{"q": ["x"]}]


async def test_popups_dialogs_downloads_and_frames_are_steps(shared_chat: Chat, site: Site, write: Write) -> None:
    site.page(
        "<a href=/consent target=_blank>Consent</a><button onclick=\"document.title=confirm('Delete it?')\">Delete</button><a href=/report.txt>Report</a><iframe src=/inner></iframe>",
        "/",
    )
    site.page("<button onclick=\"fetch('/agreed')\">Agree</button>", "/consent")
    site.route("/agreed", "")
    site.page("<label>Code <input name=c></label>", "/inner")
    site.route("/report.txt", "numbers", headers={"Content-Disposition": "attachment; filename=report.txt"})
    write(
        """
  - {action: navigate, with: {url: /}}
  - {action: click, target: {kind: link, name: Consent}, expect: {opens: popup}}
  - {action: click, target: {kind: button, name: Agree}, tab: popup}
  - {action: close, tab: popup}
  - {action: click, target: {kind: button, name: Delete}, expect: {dialog: {type: confirm, message: Delete it?}}}
  - {action: dialog, with: {operation: accept}}
  - {action: type, target: {kind: input text, name: Code, frame: FRAME}, with: {text: x}, expect: {value: x}}
  - {action: click, target: {kind: link, name: Report}, expect: {download: "*.txt"}, read: {file: {download: true}}}
  - {action: evaluate, with: {script: document.title}, read: {title: {value: true}}}
""".replace("FRAME", site.url("/inner")),
        "outputs: {file: {type: file}, title: {}}\n",
    )
    outputs = (await run(shared_chat))["outputs"]
    assert outputs["title"] == "true"
    assert Path(outputs["file"]).read_text() == "numbers"
    assert [request.path for request in site.requests if request.path == "/agreed"] == ["/agreed"]
    assert len((await do(shared_chat, "list"))["browsers"]) == 1


def pages(site: Site, count: int) -> None:
    for number in range(1, count + 1):
        more = f"<a href=/p{number + 1}>Next</a>" if number < count else "<button disabled>Next</button>"
        site.page(f"<h1>Orders</h1><table><tr><th>Order<th>Sum<tr><td>A-{number}<td>{number}</table>{more}", f"/p{number}")


async def test_pages_are_read_into_one_table_until_the_last_or_the_bound(shared_chat: Chat, site: Site, write: Write) -> None:
    pages(site, 3)
    steps = """
  - {action: navigate, with: {url: /p1}}
  - repeat:
      most: 5
      next: {kind: link, name: Next}
      steps: [{action: content, read: {rows: {table: [Sum]}}}]
"""
    write(steps, "outputs: {rows: {type: table}}\n")
    assert (await run(shared_chat))["outputs"] == {"rows": [{"Sum": "1"}, {"Sum": "2"}, {"Sum": "3"}]}
    write(steps.replace("most: 5", "most: 2"), "outputs: {rows: {type: table}}\n")
    result = await run(shared_chat)
    assert (len(result["outputs"]["rows"]), result["remarks"]) == (2, ["step 2 ended after 2 pages, its limit, and there are more"])
    write(steps, "outputs: {rows: {type: table}}\nlimits: {calls: 3}\n")
    assert (await stopped(shared_chat, "limit"))["outputs"] == {"rows": [{"Sum": "1"}]}
    # A next of which there are two is no way on.
    site.page("<table><tr><th>Order<th>Sum<tr><td>A<td>1</table><a href=/p2>Next</a><a href=/p3>Next</a>", "/p1")
    write(steps, "outputs: {rows: {type: table}}\n")
    assert "2 elements are [link] Next" in (await stopped(shared_chat, "target"))["differs"][0]


async def test_of_several_steps_the_first_is_made_whose_target_is_there(shared_chat: Chat, site: Site, write: Write) -> None:
    site.page(
        "<p>Later<script>setTimeout(() => document.querySelector('p').innerHTML = '<a href=/in>Sign in</a>', 300)</script>", "/"
    )
    site.page("<title>In</title><button>Log in</button><button>Log in</button>", "/in")
    first_of = "  - first_of: [{action: click, target: {kind: button, name: Log in}}, {action: click, target: {kind: link, name: Sign in}}]\n"
    write("  - {action: navigate, with: {url: /}}\n" + first_of)
    assert (await run(shared_chat))["steps"] == 2
    assert [request.path for request in site.requests][-1] == "/in"
    write("  - {action: navigate, with: {url: /in}}\n" + first_of + "    optional: true\n    wait_ms: 0\n")
    assert "2 elements are [button] Log in" in (await stopped(shared_chat, "target"))["differs"][0]
    site.page("<title>In</title>", "/in")
    assert (await run(shared_chat))["skipped"] == ["2"]


async def test_a_flow_is_judged_as_its_calls_are(ruled: Chat, rules: Path, site: Site, write: Write) -> None:
    shop(site)
    write(ORDER, HEAD)
    rules.write_text('default = "allow"\n[[rule]]\nname = "no-buying"\nverdict = "deny"\nreason = "no"\ntarget = ["Buy"]\n')
    details = await stopped(ruled, "call")
    assert details["cause"] == "policy_denied"
    assert bought(site) == []


async def test_a_caller_of_some_actions_runs_no_flow(shared_chat: Chat, site: Site, write: Write) -> None:
    shop(site)
    write(ORDER, HEAD)
    tools = BrowserTools(shared_chat, groups=("reading", "batch"))
    for operation in ("run", "save", "repair"):
        assert (await tools.call("browser", {"action": "flow", "operation": operation, "name": "order"})).envelope[
            "code"
        ] == "policy_denied"
    assert (await tools.call("browser", {"action": "flow", "name": "order"})).envelope["code"] == "policy_denied"
    assert (await tools.call("browser", {"action": "flow", "operation": "list"})).envelope["ok"]
    assert not site.requests


async def test_secrets_are_given_by_name_to_their_own_origin(keeping: Any, list_secrets: Any, site: Site, write: Write) -> None:
    chat = keeping(list_secrets(origin(site)))
    site.page(
        "<form action=/in method=post><label>Password <input type=password name=p></label><button>Log in</button></form>", "/"
    )
    site.route("/in", "<p>in</p>")
    steps = '  - {action: navigate, with: {url: /}}\n  - {action: type, target: {kind: input password, name: Password}, with: {secret: "${login}"}}\n  - {action: click, target: {kind: button, name: Log in}}\n'
    write(steps, "inputs: {login: {secret: true, default: shop.password}}\n")
    result = await run(chat)
    assert PASSWORD not in json.dumps(result, ensure_ascii=False)
    assert "p=Tr0ub4dor" in (await asyncio.to_thread(site.wait_for_request, "/in")).body.decode()
    # What was given in place of a name may be the value: it is in no answer, and in no journal.
    answer = await chat.call({"action": "flow", "name": "order", "inputs": {"login": "hunter2-long"}})
    assert "hunter2-long" not in json.dumps(failure(answer, "invalid_arguments"))
    assert "hunter2-long" not in json.dumps((await recorded(chat)).calls)
    write(
        steps.replace("url: /}", f"url: {site.other('/')}}}"),
        f"inputs: {{login: {{secret: true, default: shop.password}}}}\nlimits: {{sites: [{site.other('')}]}}\n",
    )
    assert (await stopped(chat, "call"))["cause"] == "secret_origin"
    assert len([request for request in site.requests if request.path == "/in"]) == 1


async def test_a_program_gets_the_error_with_what_differs(shared_chat: Chat, site: Site, write: Write) -> None:
    write("  - {action: navigate, with: {url: /gone}}\n")
    site.page("no", "/gone", status=404)
    with pytest.raises(FlowError) as stop:
        await shared_chat.flow("order")
    assert (stop.value.code, stop.value.details["differs"]) == ("flow_stopped", ["the page's status is 404"])


async def test_a_flow_is_a_tool_of_every_interface(chat: Chat, site: Site, write: Write) -> None:
    shop(site)
    write(ORDER, HEAD.replace("{default: lamp}", "{description: what to look for}") + "description: Order a lamp.\n")
    tools = BrowserTools(chat)
    definition = tools.definitions("openai")[-1]["function"]
    assert (definition["name"], definition["description"]) == ("flow_order", "Order a lamp. Returns total.")
    assert definition["parameters"] == {
        "type": "object", "additionalProperties": False, "required": ["query"],
        "properties": {"query": {"type": "string", "description": "what to look for"}, "what": {"type": "string", "default": "Desk lamp"}},
    }  # fmt: skip
    answer = await tools.langchain()[-1].ainvoke({"query": "mug"})
    assert '"total": 12.5' in answer, answer
    assert (bought(site), [request.query for request in site.requests if request.path == "/found"]) == (["desk"], [{"q": ["mug"]}])
    assert [tool["function"]["name"] for tool in BrowserTools(chat, groups=("reading", "batch")).definitions()] == [
        "browser",
        "vision_load",
    ]
    assert (await BrowserTools(chat, groups=("reading",)).call("flow_order", {})).envelope["ok"] is False


async def test_two_flows_in_one_chat_take_turns(shared_chat: Chat, site: Site, write: Write) -> None:
    for name in ("one", "two"):
        site.page(
            f"<label>Name <input></label><button onclick=\"fetch('/sent?by={name}&name='+document.querySelector('input').value)\">Send</button>",
            f"/{name}",
        )
        write(
            f"  - {{action: navigate, with: {{url: /{name}}}}}\n  - {{action: type, target: {{kind: input text, name: Name}}, with: {{text: {name}}}}}\n  - {{action: click, target: {{kind: button, name: Send}}}}\n",
            name=name,
        )
    site.route("/sent", "")
    await asyncio.gather(run(shared_chat, "one"), run(shared_chat, "two"))
    assert sorted(request.query["by"] + request.query["name"] for request in site.requests if request.path == "/sent") == [
        ["one", "one"],
        ["two", "two"],
    ]
