"""What each action and each argument is to a policy, derived from the catalog: a new action stands here, or counts as the worst."""

from collections.abc import Iterator
from itertools import product
from typing import Annotated, Any, Final, Literal, get_args, get_origin

import pytest
from pydantic import BaseModel, Field

from refbrowser.actions.arguments import TabArguments
from refbrowser.actions.catalog import ACTIONS
from refbrowser.actions.spec import Action, action
from refbrowser.actions.uses import Declared, declared, uses_of
from refbrowser.policy.facts import Facts
from refbrowser.policy.seen_text import EVERYWHERE
from refbrowser.refs import Ref
from refbrowser.service.calls.validation import check
from refbrowser.service.oversight.call_facts import facts_of
from refbrowser.service.oversight.outgoing_text import destinations, texts_of

PAGE: Final = "https://shop.example/page"
MARK: Final = "marker"
SWITCHES: Final = ("operation", "slowly")
"""Arguments on which the use of others depends."""


def parts(model: type[BaseModel], text: str) -> Iterator[tuple[str, BaseModel]]:
    """An object of the model for each of its parts, which holds ``text`` there if it can."""
    fields = model.model_fields.items()
    others = {name: 1.0 if field.is_required() else field.get_default(call_default_factory=True) for name, field in fields}
    for name, field in fields:
        yield from ((f".{name}", model.model_construct(**{**others, name: value})) for _, value in values(field.annotation, text))


def values(annotation: Any, text: str) -> Iterator[tuple[str, Any]]:
    """Values of the type that hold ``text`` if they can, each with the part that does."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if annotation is Ref:
        yield "", Ref(6)
    elif origin is Literal:
        yield "", inner[0]
    elif origin is Annotated:
        yield from values(inner[0], text)
    elif origin is list:
        yield from ((part, [value]) for part, value in values(inner[0], text))
    elif origin is dict:
        yield "", {text: text}
    elif isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield from parts(annotation, text)
    elif origin is None:
        yield "", {bool: True, int: 1, float: 1.0}.get(annotation, text)
    else:
        yield from (each for choice in inner if choice is not type(None) for each in values(choice, text))


def calls(one: Action, text: str) -> Iterator[tuple[str, str, BaseModel]]:
    """Calls with one argument each, for each value of what uses depend on; each with the argument's name and that value."""
    fields = one.arguments.model_fields
    switches = [name for name in SWITCHES if name in fields]
    for setting in product(*(get_args(fields[name].annotation) or (False, True) for name in switches)):
        switched = dict(zip(switches, setting, strict=True))
        note = "".join(f"[{name if value is True else value}]" for name, value in switched.items() if value)
        for name, field in fields.items():
            for part, value in [("", switched[name])] if name in switches else values(field.annotation, text):
                given = {"y": 1.0, "to_y": 1.0, **switched, name: value}
                known = {key: each for key, each in given.items() if key in fields}
                yield f"{name}{part}", note, one.arguments.model_construct(**known)


def of(one: Action, arguments: BaseModel) -> Facts:
    return facts_of(one, arguments, page_url=PAGE, asker="python")


def sends(arguments: BaseModel) -> bool:
    uses = uses_of(arguments)
    return bool(texts_of(uses) or uses.script or uses.keys or uses.sends_files)


KINDS: Final = ("target", "enter", "sites", "carries", "everywhere", "scripts", "files", "secrets", "operations")


def concerned(kind: str, one: Action, arguments: BaseModel, bare: Facts) -> bool:
    """Whether rules of the kind are about a call, because of what it has beyond the ``bare`` one."""
    facts = of(one, arguments)
    return {
        "target": facts.takes_element and not bare.takes_element,
        "enter": facts.enters and not bare.enters,
        "sites": facts.url is not None and MARK in facts.url,
        "carries": sends(arguments),
        "everywhere": sends(arguments) and facts.sends_everywhere,
        "scripts": facts.does is not None,
        "files": MARK in facts.files,
        "secrets": MARK in facts.secrets,
        "operations": len(facts.operations) > len(bare.operations),
    }[kind]


def derived(kind: str) -> dict[str, str]:
    """By action, the arguments about which rules of the kind are; ``always`` where they are about every call of it."""
    table: dict[str, str] = {}
    for one in ACTIONS:
        bare = of(one, one.arguments.model_construct())
        if (kind == "target" and bare.takes_element) or (kind == "enter" and bare.enters):
            table[one.name] = "always"
            continue
        notes: dict[str, set[str]] = {}
        found: dict[str, set[str]] = {}
        texts = (f"{MARK}\n", "Enter") if kind == "enter" else (MARK,)
        for name, note, arguments in (call for text in texts for call in calls(one, text)):
            notes.setdefault(name, set()).add(note)
            others = of(
                one, one.arguments.model_construct(**{key: None if key == name else vars(arguments).get(key) for key in SWITCHES})
            )
            if concerned(kind, one, arguments, others):
                found.setdefault(name, set()).add(note)
        shown = [name if where == notes[name] else f"{name}{''.join(sorted(where))}" for name, where in found.items()]
        if shown:
            table[one.name] = " ".join(sorted(shown))
    return table


TABLES: Final = {
    "target": """
        click ref selector x
        double_click ref selector x
        right_click ref selector x
        hover ref selector x
        drag ref selector target_ref target_selector to_x x
        scroll ref selector
        wheel x
        mouse x
        focus ref selector
        type ref selector
        submit ref selector
        type_submit ref selector
        keyboard always
        key_chord always
        select_text always
        clipboard always
        select_option ref selector
        set_checked ref selector
        fill_form fields.ref fields.selector
        upload_file ref selector
    """,
    "enter": """
        type text[slowly]
        submit always
        type_submit always
        keyboard key text
        key_chord keys
        fill_form submit
        clipboard text
    """,
    "sites": """
        open url
        navigate url
        read url
    """,
    "carries": """
        open url
        navigate http_auth.password http_auth.secret http_auth.username url
        wait script
        expect script
        read url
        type text
        type_submit text
        keyboard key text
        key_chord keys
        clipboard text
        select_option value values
        fill_form fields.value
        upload_file path paths
        emulate geolocation.accuracy geolocation.latitude geolocation.longitude locale timezone user_agent
        evaluate script
        cdp params
        page_tools input name
        dialog text
        storage name[set] path[load] value[set]
        route fulfil.body fulfil.headers fulfil.path headers
    """,
    "everywhere": """
        emulate geolocation.accuracy geolocation.latitude geolocation.longitude locale timezone user_agent
        storage path[load]
        route fulfil.body fulfil.headers fulfil.path headers
    """,
    "scripts": """
        wait script
        expect script
        evaluate script
        route fulfil.body fulfil.headers fulfil.path fulfil.status
    """,
    "files": """
        read path
        network path
        upload_file path paths
        screenshot path
        visual_diff after before
        pdf path
        storage path
        route fulfil.path
    """,
    "secrets": """
        navigate http_auth.secret
        type secret
        type_submit secret
        fill_form fields.secret
    """,
    "operations": """
        close_all wipe
        network overwrite
        mouse event_type
        clipboard operation
        screenshot overwrite
        record operation
        pdf overwrite
        emulate offline
        cdp method
        dialog operation
        storage operation overwrite
        route operation
        identity operation
        flow operation
    """,
}
"""What rules of each kind are about: actions with the arguments that make it so, ``[…]`` where only with that operation or option."""


@pytest.mark.parametrize("kind", KINDS)
def test_what_rules_are_about_is_derived_from_the_catalog(kind: str) -> None:
    wanted = dict(line.split(maxsplit=1) for line in TABLES[kind].strip().splitlines())
    assert derived(kind) == {name: arguments.strip() for name, arguments in wanted.items()}


TIERS: Final = {
    "reading": "list state set_active close close_all wait expect content detail find source downloads help console network frames screenshot "
    "visual_diff pdf secrets identity handoff multi flow",
    "navigation": "open navigate read",
    "history": "back forward reload",
    "view": "scroll wheel set_viewport emulate",
    "motion": "hover",
    "input": "click double_click right_click drag mouse focus type submit type_submit keyboard key_chord select_text clipboard "
    "select_option set_checked fill_form",
    "dialog": "dialog",
    "high_risk": "upload_file record evaluate cdp page_tools storage route",
}


def test_each_action_has_a_tier_and_what_gives_input_is_in_none_that_reads() -> None:
    found: dict[str, list[str]] = {}
    for one in ACTIONS:
        found.setdefault(str(one.conduct.tier), []).append(one.name)
        assert one.conduct.finds != "unobserved", f"{one.name} does not say what it finds"
        assert one.conduct.tier not in ("reading", "navigation", "history") or one.effect != "input", one.name
    assert found == {tier: names.split() for tier, names in TIERS.items()}


def undeclared(arguments: tuple[Declared, ...]) -> Iterator[str]:
    for argument in arguments:
        if argument.use is None and not argument.parts:
            yield argument.name
        yield from (f"{argument.name}.{name}" for name in undeclared(argument.parts))


def test_each_argument_that_can_hold_text_says_what_it_is_for() -> None:
    missing = {one.name: names for one in ACTIONS if (names := list(undeclared(declared(one.arguments))))}
    assert missing == {}, "each needs a Use of refbrowser.actions.uses in its annotation"


class ScratchPart(BaseModel):
    inner: str | None = None


class ScratchArguments(TabArguments):
    note: Annotated[str | None, Field(max_length=100)] = None
    notes: list[str | int] | None = None
    tree: dict[str, Any] | None = None
    anything: Any = None
    part: ScratchPart | None = None
    mixed: list[ScratchPart | str] | dict[str, ScratchPart] | None = None
    choice: Literal["a", "b"] | None = None
    count: int | None = None


@pytest.mark.parametrize(
    ("given", "texts"),
    [
        ({"note": "x"}, ["x"]), ({"notes": ["x", 1]}, ["x"]), ({"tree": {"x": ["y", {"z": 1}]}}, ["x", "y", "z"]), ({"anything": ["x"]}, ["x"]), ({"part": {"inner": "x"}}, ["x"]),
        ({"mixed": ["x", {"inner": "y"}]}, ["x", "y"]), ({"mixed": {"x": {"inner": "y"}}}, ["x", "inner", "y"]), ({"choice": "a"}, []), ({"count": 3}, []),
    ],
)  # fmt: skip
def test_what_says_nothing_of_itself_counts_as_the_worst(given: dict[str, Any], texts: list[str]) -> None:
    async def handler(_: Any, __: Any) -> None: ...

    scratch = action("scratch", group="keyboard", effect="input", arguments=ScratchArguments)(handler)
    arguments = check(scratch, given)
    facts = of(scratch, arguments)
    assert texts_of(uses_of(arguments)) == list(facts.undeclared) == texts
    assert facts.sends_text
    assert facts.enters
    assert facts.pastes
    assert facts.unseen_input
    assert facts.sends_everywhere
    assert destinations(facts, uses_of(arguments), ()) == [EVERYWHERE]
    assert facts.tier is None
