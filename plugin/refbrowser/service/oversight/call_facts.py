"""What a call says of itself, as facts for the policy: read from its checked arguments by what the action declares of them."""

from pydantic import BaseModel

from refbrowser.actions.spec import Action
from refbrowser.actions.uses import CallUses, loads_in_tab, uses_of
from refbrowser.browser.clipboard.clip import pastes
from refbrowser.browser.input.keys import is_enter
from refbrowser.errors import RefbrowserError
from refbrowser.policy.facts import Facts
from refbrowser.policy.urls import openable
from refbrowser.policy.vocabulary import PASTE
from refbrowser.service.oversight.call_scripts import does_of
from refbrowser.service.oversight.outgoing_text import named_addresses, texts_of


def facts_of(action: Action, arguments: BaseModel, *, page_url: str | None, asker: str) -> Facts:
    """The facts before anything is observed; ``page_url`` is the address of the tab, None where there is none yet."""
    conduct, uses = action.conduct, uses_of(arguments)
    url = _url(arguments, uses)
    unseen_input = conduct.finds == "unobserved" or (uses.command or "").startswith("Input.")
    pasted = unseen_input or PASTE in uses.operations or pastes(uses.keys)
    return Facts(
        action.name,
        action.group,
        action.effect,
        asker,
        presses=tuple(f"tool: {tool}" for tool in uses.tools),
        url=url,
        page_url=page_url if action.scope == "tab" else None,
        operations=uses.operations,
        does=does_of(uses, url if loads_in_tab(type(arguments)) else None),
        files=uses.files,
        secrets=uses.secrets,
        tier=conduct.tier,
        about_tab=action.scope == "tab",
        takes_element=conduct.finds in ("focus", "words") or (conduct.finds == "named" and bool(uses.targets)),
        answers_dialog=conduct.finds == "dialog",
        sends_text=pasted or uses.sends_files or bool(uses.script or texts_of(uses)),
        sends_files=uses.sends_files,
        signs_in=uses.signs_in,
        sends_everywhere=conduct.everywhere or uses.everywhere,
        enters=conduct.submits or uses.breaks_lines or is_enter(uses.keys),
        pastes=pasted,
        unseen_input=unseen_input,
        undeclared=uses.undeclared,
        undeclared_urls=named_addresses(uses.undeclared),
    )


def _url(arguments: BaseModel, uses: CallUses) -> str | None:
    if uses.address is None:
        return "about:blank" if loads_in_tab(type(arguments)) else None
    try:
        # As it will be opened: with the scheme that the agent left out.
        return openable(uses.address, allow_file_urls=True)
    except RefbrowserError:
        return uses.address
