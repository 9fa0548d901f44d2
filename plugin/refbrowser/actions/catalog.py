"""The list of all actions. A duplicate name fails the import."""

from typing import Final

from refbrowser.actions.batch import multi
from refbrowser.actions.capture import pdf, screenshot, set_viewport
from refbrowser.actions.comparing import visual_diff
from refbrowser.actions.dialogs import dialog
from refbrowser.actions.emulation import emulate
from refbrowser.actions.expecting import expect
from refbrowser.actions.flows import flow
from refbrowser.actions.forms import fill_form, select_option, set_checked, upload_file
from refbrowser.actions.handoff import handoff
from refbrowser.actions.helping import help_
from refbrowser.actions.identity import identity
from refbrowser.actions.inspection import console, frames, network
from refbrowser.actions.keyboard import clipboard, focus, key_chord, keyboard_, submit, type_, type_submit
from refbrowser.actions.mouse import double_click, drag_, hover_, mouse, right_click, wheel
from refbrowser.actions.navigation import back, forward, navigate, reload
from refbrowser.actions.pointer import click, scroll
from refbrowser.actions.reading import content, detail
from refbrowser.actions.recording import record
from refbrowser.actions.routing import route
from refbrowser.actions.scripting import cdp, evaluate, page_tools
from refbrowser.actions.searching import downloads, find, read, source
from refbrowser.actions.secrets import secrets
from refbrowser.actions.selecting import select_text
from refbrowser.actions.spec import Action
from refbrowser.actions.storage import storage
from refbrowser.actions.tabs import close, close_all, list_, open_, set_active, state
from refbrowser.actions.waiting import wait

ACTIONS: Final[tuple[Action, ...]] = (
    open_, list_, state, set_active, close, close_all,
    navigate, back, forward, reload, wait, expect,
    content, detail, find, read, source, downloads, help_,
    console, network, frames,
    click, double_click, right_click, hover_, drag_, scroll, wheel, mouse,
    focus, type_, submit, type_submit, keyboard_, key_chord, select_text, clipboard,
    select_option, set_checked, fill_form, upload_file,
    screenshot, visual_diff, record, pdf, set_viewport, emulate,
    evaluate, cdp, page_tools,
    dialog,
    storage, route, secrets, identity,
    handoff,
    multi, flow,
)  # fmt: skip


def _by_name(actions: tuple[Action, ...]) -> dict[str, Action]:
    names: dict[str, Action] = {}
    for action in actions:
        if action.name in names:
            raise ValueError(f"two actions are called {action.name!r}")
        names[action.name] = action
    return names


BY_NAME: Final = _by_name(ACTIONS)
