"""MCP over standard input and output, with clients that do not keep to the protocol."""

from pathlib import Path
from typing import Any

from tests.support.mcp_lines import lines

RULES = 'default = "allow"\n[[rule]]\nname = "scripts"\nverdict = "ask"\nscripts = true\n'
HANDOFF = {"action": "handoff", "reason": "Confirm the order", "timeout_ms": 60_000}
SCRIPT = {"action": "evaluate", "script": "document.title = 'run'"}
NO_RESULTS: list[dict[str, Any]] = [
    {"action": "banana", "content": {"answer": "once"}},
    {"action": None},
    {},
    {"action": "accept", "content": {"answer": "once", "said": {"a": 1}}},
    {"action": "accept", "content": {"answer": "once", "other": [1, 2]}},
    {"action": "accept", "content": "text"},
    {"action": "accept", "content": {"answer": "once", "said": 5}},
]


async def test_an_answer_that_is_not_to_the_form_is_none(tmp_path: Path, marker: str) -> None:
    policy = tmp_path / "policy.toml"
    policy.write_text(RULES)
    async with lines(str(tmp_path / "home"), REFBROWSER_POLICY=str(policy)) as client:
        await client.called(action="open", url="data:text/html,<title>Order</title>")
        for result in NO_RESULTS:
            client.answer = {"result": result}
            assert "error approval_unavailable" in (refused := await client.called(**SCRIPT)), (result, refused)
        for result in NO_RESULTS[-3:]:
            client.answer = {"result": result}
            # Half a second is left for the answer, which comes in milliseconds.
            assert "timeout" in (ended := await client.called(**{**HANDOFF, "timeout_ms": 1000})), (result, ended)
        assert len(client.questions) == len(NO_RESULTS) + 3
        client.answer = {"result": {"action": "accept", "content": {"answer": "no such choice"}}}
        assert "error approval_denied" in await client.called(**SCRIPT)
        client.answer = {"result": {"action": "accept", "content": {"answer": "once", "said": None}}}
        assert "person" in await client.called(**HANDOFF)
        assert "run" in await client.called(**SCRIPT)
