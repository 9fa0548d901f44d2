"""The help action: actions, error codes and the prompt's sections, from the file that ``./dev gen`` writes of the catalog."""

import json
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import Field

from refbrowser.actions.arguments import Arguments
from refbrowser.actions.conduct import no_input
from refbrowser.actions.spec import ActionContext, action
from refbrowser.actions.uses import LOCAL
from refbrowser.errors import CallError, Remedy

FILE: Final = Path(__file__).with_name("help.json")
_PREFIX: Final = "browser_"


class HelpArguments(Arguments):
    topic: Annotated[str | None, LOCAL, Field(min_length=1, max_length=100, description="action, error code, refs, tabs…")] = None


@action("help", group="reading", effect="read", scope="chat", arguments=HelpArguments, conduct=no_input("call"))
async def help_(_: ActionContext, arguments: HelpArguments) -> dict[str, Any]:
    """Explain a topic, or list topics."""
    return help_on(arguments.topic)


def help_on(topic: str | None) -> dict[str, Any]:
    """Return ``{topic, help}``; without a topic, the list of topics. Raises ``invalid_arguments`` with the nearest topic."""
    document = _document()
    texts, others = document["topics"], document["others"]
    if topic is None:
        return {"topic": "topics", "help": document["overview"]}
    plain = topic.strip().strip("`").lower().replace("-", "_").replace(" ", "_")
    plain = others.get(plain, plain) if plain in others or plain in texts else plain.removeprefix(_PREFIX)
    if plain in texts:
        return {"topic": plain, "help": texts[plain]}
    # Loaded for a topic that does not exist.
    from difflib import get_close_matches

    near = list(dict.fromkeys(others.get(word, word) for word in get_close_matches(plain, [*texts, *others], n=1)))
    raise CallError(
        f"help: there is no topic {topic!r}" + (f"; did you mean {near[0]}?" if near else "."),
        remedy=Remedy("help", {"topic": near[0]} if near else {}),
        details={"nearest": near},
    )


@cache
def _document() -> Any:
    return json.loads(FILE.read_text(encoding="utf-8"))
