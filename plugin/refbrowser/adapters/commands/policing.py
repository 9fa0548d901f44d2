"""``refbrowser policy check``: what the policy would say of a call, and whether it can be read at all."""

import argparse
import json
from dataclasses import replace
from typing import Any, Final

from refbrowser.terminal import write

_NOT_OBSERVED: Final = "depends on what is observed: name the element with --element, --field and --frame"

EXIT_CODES: Final = {"allow": 0, "deny": 8, "ask": 18, "undecided": 19}
"""By verdict; 8 is what the call itself would exit with."""


def add(commands: Any) -> None:
    """Adds the command to the parser."""
    check = commands.add_parser("policy", help="judge a call without running it; without CALL, check the policy")
    check.add_argument("operation", choices=("check",))
    check.add_argument("call", nargs="?", help='a JSON object such as {"action": "click", "ref": 6}')
    check.add_argument("--policy", help="a preset or a TOML file; default: the setting")
    check.add_argument("--url", help="the tab's url")
    check.add_argument("--frame", help="url of the element's frame; default: --url")
    check.add_argument("--element", metavar="KIND: NAME", help='the target element, such as "button: Buy"')
    check.add_argument("--leads-to", metavar="URL", help="url of the element's link or form")
    check.add_argument("--field", action="append", default=[], help="kind of field in its form, such as card; may be repeated")
    check.add_argument(
        "--carries", action="append", default=[], metavar="SITE", help="site whose text the call would send; may be repeated"
    )
    check.add_argument("--asker", default="python", help="interface of the call; default: python")
    check.set_defaults(run=_check)


def _check(options: argparse.Namespace) -> int:
    from refbrowser.page_text import printable_json
    from refbrowser.service.oversight.policy_source import PolicySource
    from refbrowser.settings import Settings

    settings = Settings.from_environment()
    name = options.policy or settings.policy
    policy = PolicySource(name, settings.autonomy).current()
    if options.call is None:
        write(f"{name}: {len(policy.rules)} rules, default {policy.default.decision}\n")
        return 0
    facts = _facts(options)
    verdict = policy.judge(facts)
    if verdict is None:
        write(f"undecided: {_NOT_OBSERVED}\n")
    else:
        write(f"{verdict.decision}: {verdict.reason} (rule {verdict.rule})\n")
    write(printable_json(facts.as_dict()) + "\n")
    return EXIT_CODES.get(verdict.decision if verdict is not None else "undecided", 1)


def _facts(options: argparse.Namespace) -> Any:
    from refbrowser.errors import CallError
    from refbrowser.policy.facts import CARRIED_KINDS, FIELD_KINDS, ElementFacts
    from refbrowser.service.calls.validation import read_call
    from refbrowser.service.oversight.call_facts import facts_of

    try:
        call = json.loads(options.call)
    except ValueError as malformed:
        raise CallError(f"The call is not JSON: {malformed}.") from None
    if wrong := [field for field in options.field if field not in FIELD_KINDS]:
        raise CallError(f"--field must be one of {', '.join(FIELD_KINDS)}, not {wrong[0]!r}.")
    action, arguments = read_call(call)
    facts = facts_of(action, arguments, page_url=options.url, asker=options.asker)
    kind, _, name = (options.element or "").partition(":")
    if options.element is None and not options.field and not options.carries:
        return facts
    frame = options.frame or options.url or "about:blank"
    element = ElementFacts(kind.strip(), name.strip(), frame, options.leads_to, tuple(options.field))
    carried = frozenset(CARRIED_KINDS if options.carries else ())
    return replace(
        facts,
        element=element if facts.takes_element else None,
        carries=tuple(options.carries),
        carried_kinds=carried,
        observed=True,
    )
