"""``handoff`` over MCP: a client that can ask its person does, and what they answer is what the agent hears."""

import asyncio
from typing import Any

import mcp_types as types
import pytest
from mcp import Client

from refbrowser import Chat
from refbrowser.adapters.client import LocalServer
from refbrowser.browser.tab.handoff import Question, Reply
from tests.support.calls import do
from tests.support.mcp_client import ERAS, Connect, at, text_of
from tests.support.server import Site

pytestmark = pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning")

HANDOFF = {"action": "handoff", "reason": "Confirm the order of 3 lamps", "timeout_ms": 60_000}


class Person:
    """The person at the client: gives every question the same answer, and records it."""

    def __init__(self, action: Any, said: str | None = None) -> None:
        self.answer = types.ElicitResult(action=action, content=None if said is None else {"said": said})
        self.questions: list[str] = []

    async def __call__(self, _: Any, params: types.ElicitRequestParams) -> types.ElicitResult:
        assert isinstance(params, types.ElicitRequestFormParams)
        self.questions.append(params.message)
        return self.answer


async def handed_off(client: Client, url: str) -> dict[str, Any]:
    await client.call_tool("browser", {"action": "open", "url": url})
    answer = await client.call_tool("browser", HANDOFF)
    assert not answer.is_error, text_of(answer)
    result = answer.structured_content["result"]
    assert isinstance(result, dict)
    return result


@pytest.mark.rows(1)
@pytest.mark.parametrize("connect", ["http", "stdio"], indirect=True)
async def test_the_person_at_the_client_is_asked_and_heard(connect: Connect, site: Site) -> None:
    url = site.page("<title>Order</title>")
    ada = Person("accept", "take the blue ones")
    async with connect(mode="legacy", elicitation_callback=ada) as client:
        result = await handed_off(client, url)
        assert (result["ended_by"], result["said"], result["state"]["title"]) == ("person", "take the blue ones", "Order")
        (question,) = ada.questions
        assert question.startswith(f"Confirm the order of 3 lamps\n\nThe browser is at {url}.")


@pytest.mark.rows(1)
@pytest.mark.parametrize(("action", "ended_by"), [("decline", "declined"), ("cancel", "dismissed")])
@pytest.mark.parametrize("era", ERAS)
async def test_a_person_who_says_no_ends_the_wait(server: LocalServer, era: str, action: str, ended_by: str, site: Site) -> None:
    async with at(server, f"?chat=no-{era}-{action}", mode=era, elicitation_callback=Person(action)) as client:
        result = await handed_off(client, site.page("<p>Here"))
        assert result["ended_by"] == ended_by
        assert "said" not in result


@pytest.mark.rows(1)
@pytest.mark.parametrize("era", ERAS)
async def test_the_question_names_the_command_that_shows_the_page(server: LocalServer, era: str, site: Site) -> None:
    ada = Person("accept", "done")
    async with at(server, f"?chat=it%27s-{era}", mode=era, elicitation_callback=ada) as client:
        result = await handed_off(client, site.page("<p>Here"))
    assert (result["ended_by"], result["said"]) == ("person", "done")
    assert f"""run: refbrowser view --chat 'it'"'"'s-{era}'\n""" in ada.questions[0]


@pytest.mark.parametrize(
    ("action", "content", "ends"),
    [
        ("accept", {"answer": "once"}, "1"),
        ("accept", {"answer": "deny", "said": "later"}, "error approval_denied"),
        ("cancel", None, "error approval_unavailable"),
    ],
)
async def test_a_client_that_repeats_its_call_with_the_answer_has_it_carried_out_once(
    server: LocalServer, site: Site, action: Any, content: dict[str, Any] | None, ends: str
) -> None:
    cards: list[str] = []

    async def person(_: Any, params: types.ElicitRequestParams) -> types.ElicitResult:
        cards.append(params.message)
        return types.ElicitResult(action=action, content=content)

    url = site.page("<title>Shop</title>").replace("127.0.0.1", "localhost")
    script = {"action": "evaluate", "script": "window.made = (window.made || 0) + 1"}
    async with at(server, f"?chat=parked-{action}-{ends[-6:]}", mode="auto", elicitation_callback=person) as client:
        await client.call_tool("browser", {"action": "open", "url": url})
        assert ends in text_of(await client.call_tool("browser", script))
        assert len(cards) == 1
        assert "rule scripts" in cards[0]


@pytest.mark.rows(1)
@pytest.mark.parametrize("era", ERAS)
async def test_nobody_is_asked_for_a_call_that_cannot_be_made(server: LocalServer, era: str) -> None:
    ada = Person("accept")
    async with at(server, f"?chat=nothing-{era}", mode=era, elicitation_callback=ada) as client:
        assert (await client.call_tool("browser", HANDOFF)).structured_content["code"] == "no_tab"
        await client.call_tool("browser", {"action": "open"})
        for wrong in ({"reason": ""}, {"reason": 7}, {"browser_id": 99}):
            assert (await client.call_tool("browser", {**HANDOFF, **wrong})).is_error
    assert ada.questions == []


async def test_a_client_that_cannot_ask_leaves_it_to_the_viewer(server: LocalServer, site: Site) -> None:
    async with at(server, "?chat=unasked") as client:
        await client.call_tool("browser", {"action": "open", "url": site.page("<p>Here")})
        answer = await client.call_tool("browser", {**HANDOFF, "timeout_ms": 700})
        assert answer.structured_content["result"]["ended_by"] == "timeout"


async def test_a_question_that_nobody_answers_is_withdrawn_when_the_call_is_cancelled(server: LocalServer, site: Site) -> None:
    asked, withdrawn = asyncio.Event(), asyncio.Event()

    async def unanswered(_: Any, __: types.ElicitRequestParams) -> types.ElicitResult:
        asked.set()
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            withdrawn.set()
        return types.ElicitResult(action="accept")

    async with at(server, "?chat=withdrawn", mode="legacy", elicitation_callback=unanswered) as client:
        await client.call_tool("browser", {"action": "open", "url": site.page("<p>Here")})
        answer = await client.call_tool("browser", {**HANDOFF, "timeout_ms": 1500})
        assert asked.is_set()
        assert answer.structured_content["result"]["ended_by"] == "timeout"
        async with asyncio.timeout(30):
            await withdrawn.wait()


async def test_a_program_may_ask_in_its_own_way(shared_chat: Chat, site: Site) -> None:
    url = site.page("<title>Here</title>")
    await do(shared_chat, "navigate", url=f"{url}?token=abc123")
    questions = []

    async def ask(question: Question) -> Reply:
        questions.append(question)
        return Reply("declined", "not today " * 1000)

    answer = await shared_chat.call(HANDOFF, ask)
    assert answer["result"]["ended_by"] == "declined"
    assert answer["result"]["said"].startswith("not today not today")
    assert len(answer["result"]["said"]) < 2100
    assert questions == [Question(HANDOFF["reason"], questions[0].url)]  # type: ignore[arg-type]
    assert questions[0].url.startswith(url)
    assert "abc123" not in questions[0].url


async def test_a_question_that_cannot_be_asked_fails_the_call(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page("<p>Here"))

    async def ask(_: Question) -> Reply:
        raise RuntimeError("no telephone")

    assert (await shared_chat.call(HANDOFF, ask))["code"] == "internal_error"
