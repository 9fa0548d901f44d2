"""Keyboard actions."""

from collections.abc import Sequence
from contextlib import nullcontext
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from refbrowser.actions.acting import acting, hit, note_times
from refbrowser.actions.arguments import ActingArguments, ElementArguments, OverlayArguments, Text, TimesArgument
from refbrowser.actions.conduct import gives_input
from refbrowser.actions.secrets import SecretArgument, type_secret
from refbrowser.actions.spec import ActionContext, action
from refbrowser.actions.uses import KEYS, OPERATION, typed
from refbrowser.browser.clipboard.clip import Clip, may_touch, pastes
from refbrowser.browser.clipboard.selection import clipboard_focus
from refbrowser.browser.element.dispatched import Dispatched
from refbrowser.browser.element.element import Element, Look, Preparation
from refbrowser.browser.element.permitted import focus_permitted
from refbrowser.browser.input import form_submission, text_entry
from refbrowser.browser.input.escape import end_by_escape, is_escape
from refbrowser.browser.input.focus import FocusConfirmation, focus_is_secret, give_focus
from refbrowser.browser.input.judged_keys import JudgedKeys
from refbrowser.browser.input.keys import check_keys, chord, has_no_key, key_name, parts, press_keys, types_a_character
from refbrowser.browser.input.sliders import as_shown
from refbrowser.errors import Remedy, StateError
from refbrowser.results import Hit


class TypeArguments(ElementArguments, OverlayArguments, ActingArguments):
    text: Annotated[Text | None, typed("slowly"), Field(max_length=1_000_000)] = None
    secret: SecretArgument = None
    clear: Annotated[bool, Field(description="replace the field's text")] = True
    slowly: Annotated[bool, Field(description="one key event per character")] = False

    @model_validator(mode="after")
    def _one_text(self) -> Self:
        if (self.text is None) == (self.secret is None):
            raise ValueError("exactly one of text and secret is needed")
        if self.secret is not None and (self.slowly or not self.clear):
            raise ValueError("a secret replaces the whole text of the field: it excludes slowly and clear=false")
        return self


@action("type", group="keyboard", effect="input", arguments=TypeArguments, conduct=gives_input())
async def type_(context: ActionContext, arguments: TypeArguments) -> dict[str, Any]:
    """Type text into a field."""

    async with acting(context, arguments) as act:
        element = await act.element(_look(arguments))
        if arguments.secret is not None:
            element, kept = await type_secret(context, element, arguments.secret)
            return await act.finish(Dispatched(_secret_hit("type", element, arguments.secret, kept), element))
        typing = await _begin(context, arguments, element, send_last=True)
        expected = _expected(typing.element, arguments)
        return await act.finish(
            Dispatched(hit("type", typing.element, typed=expected), typing.element, typing.confirmation, typing.pending)
        )


class FocusArguments(ElementArguments, ActingArguments):
    pass


@action("focus", group="keyboard", effect="input", arguments=FocusArguments, conduct=gives_input())
async def focus(context: ActionContext, arguments: FocusArguments) -> dict[str, Any]:
    """Focus an element without clicking it."""

    async with acting(context, arguments) as act:
        element = await act.element()
        element, moved = await give_focus(element)
        focus = {"focused": True, "changed": True} if moved else {"focused": True, "already_so": True}
        return await act.finish(Dispatched(hit("focus", element, readback=focus), element, FocusConfirmation(element)))


class SubmitArguments(ElementArguments, ActingArguments):
    pass


@action("submit", group="keyboard", effect="input", arguments=SubmitArguments, conduct=gives_input(submits=True))
async def submit(context: ActionContext, arguments: SubmitArguments) -> dict[str, Any]:
    """Submit the form of a field or button."""

    async with acting(context, arguments) as act:
        element = await act.element()
        element, check = await form_submission.submit(element)
        return await act.finish(Dispatched(hit("submit", element), element, check))


@action("type_submit", group="keyboard", effect="input", arguments=TypeArguments, conduct=gives_input(submits=True))
async def type_submit(context: ActionContext, arguments: TypeArguments) -> dict[str, Any]:
    """Type text into a field and submit its form."""

    async with acting(context, arguments) as act:
        element = await act.element(_look(arguments))
        if arguments.secret is not None:
            element, kept = await type_secret(context, element, arguments.secret)
            await form_submission.submit(element)
            return await act.finish(Dispatched(_secret_hit("type_submit", element, arguments.secret, kept), element))
        typing = await _begin(context, arguments, element)
        element = typing.element
        notes = await text_entry.confirm_value(element, typing.confirmation)
        _, check = await form_submission.submit(element)
        return await act.finish(
            Dispatched(hit("type_submit", element, typed=_expected(element, arguments), readback=notes), element, check)
        )


def _secret_hit(performed: str, element: Element, name: str, kept: bool) -> Hit:
    differs = {} if kept else {"differs_from_typed": True}
    return hit(performed, element, readback={"secret": name, "changed": True, **differs}, entry=True)


def _expected(element: Element, arguments: TypeArguments) -> str:
    """Return the value that the field should have after typing; ``element`` was read before it, a slider after it."""
    assert arguments.text is not None
    if "dial" in element.probe:
        return as_shown(element, arguments.text)
    return arguments.text if arguments.clear else f"{element.probe.get('value') or ''}{arguments.text}"


def _look(arguments: TypeArguments) -> Look:
    # Focusing in the same request saves one; a ref with a kind may still be refused for it, before anything is focused.
    named = arguments.ref is not None and arguments.ref.kind is not None
    return Look(prepare=Preparation(enter=arguments.clear and not arguments.slowly and not named and arguments.secret is None))


async def _begin(
    context: ActionContext, arguments: TypeArguments, element: Element, *, send_last: bool = False
) -> text_entry.Typing:
    assert arguments.text is not None
    return await text_entry.begin_typing(
        element, arguments.text, clear=arguments.clear, slowly=arguments.slowly, send_last=send_last
    )


def _known_keys(key: str | None) -> str | None:
    if key is not None and not has_no_key(key):
        check_keys(parts(key))
    return key


def _known_key(key: str) -> str:
    check_keys([key])
    return key


class KeyboardArguments(ActingArguments):
    key: Annotated[
        Text | None,
        KEYS,
        Field(min_length=1, max_length=100, description="such as Enter or Control+a"),
        AfterValidator(_known_keys),
    ] = None
    text: Annotated[Text | None, typed(), Field(min_length=1, max_length=1_000_000)] = None
    times: TimesArgument = 1

    @model_validator(mode="after")
    def _one_input(self) -> Self:
        if (self.key is None) == (self.text is None):
            raise ValueError("exactly one of key and text is needed")
        if self.text is not None and self.times != 1:
            raise ValueError("times goes with key")
        return self


@action("keyboard", group="keyboard", effect="input", arguments=KeyboardArguments, conduct=gives_input("focus"))
async def keyboard_(context: ActionContext, arguments: KeyboardArguments) -> dict[str, Any]:
    """Press a key or type text at the focus."""

    async with acting(context, arguments) as act:
        text, shown = arguments.text, arguments.key or "text"
        if arguments.key is not None and has_no_key(arguments.key):
            text = arguments.key
        if text is None:
            assert arguments.key is not None
            if await _is_for_a_secret_field(context, keys := chord(arguments.key)):
                shown = "a character"
            if is_escape(keys) and (ended := await end_by_escape(context.tab, context.deadline)):
                return await act.finish(_escaped(f"keyboard {shown}", ended))
            await _press_often(context, keys, arguments.times, f"keyboard {shown}")
        elif context.act.gate is None:
            await text_entry.type_keys(context.act, text)
        else:
            await JudgedKeys(context.act).type(text)
        repeated = {"times": arguments.times} if arguments.times > 1 else {}
        return await act.finish(Dispatched(Hit(f"keyboard {shown}", readback=repeated)))


def _escaped(performed: str, ended: Sequence[str]) -> Dispatched:
    """Return the hit of an Escape that a browser keeps for itself."""
    note = {"ended": f"{' and '.join(ended)}; the page does not receive this Escape", "changed": True}
    return Dispatched(Hit(performed, readback=note, unannounced=True))


async def _is_for_a_secret_field(context: ActionContext, keys: Sequence[str]) -> bool:
    """Whether the keys enter a character into a field whose value is in no answer, which the journal notes. Without a journal, that
    is not asked."""
    noted = context.act.recording is not None and types_a_character(keys)
    return noted and await focus_is_secret(context.act)


async def _press_often(context: ActionContext, keys: list[str], times: int, performed: str) -> None:
    for done in range(times):
        if done:
            note_times(context, performed, done, times)
        context.deadline.progress.performed = performed
        await _press(context, keys)
    if times > 1:
        note_times(context, performed, times, times)


async def _press(context: ActionContext, keys: list[str], paste: Clip | None = None) -> None:
    """Press ``keys``. What they copy and paste is the chat's clipboard; ``paste`` replaces its content for this press."""
    tab, clipboard = context.tab, context.session.clipboard
    judged = JudgedKeys(context.act)
    lent = clipboard.in_use(tab, context.deadline, paste, pastes=pastes(keys)) if may_touch(keys) else nullcontext()
    async with lent:
        await press_keys(tab, keys, judged.before(keys))
    await judged.confirm()


class KeyChordArguments(ActingArguments):
    keys: Annotated[
        list[Annotated[Text, Field(min_length=1, max_length=40), AfterValidator(_known_key)]],
        KEYS,
        Field(min_length=1, max_length=8),
    ]
    times: TimesArgument = 1


@action("key_chord", group="keyboard", effect="input", arguments=KeyChordArguments, conduct=gives_input("focus"))
async def key_chord(context: ActionContext, arguments: KeyChordArguments) -> dict[str, Any]:
    """Press keys together, such as ["Control", "a"]."""

    async with acting(context, arguments) as act:
        keys = [key_name(key) for key in arguments.keys]
        if is_escape(keys) and (ended := await end_by_escape(context.tab, context.deadline)):
            return await act.finish(_escaped("key_chord Escape", ended))
        secret = await _is_for_a_secret_field(context, keys)
        await _press_often(context, keys, arguments.times, "key_chord")
        shown = "a character" if secret else "+".join(arguments.keys)
        repeated = {"times": arguments.times} if arguments.times > 1 else {}
        return await act.finish(Dispatched(Hit(f"key_chord {shown}", readback=repeated)))


class ClipboardArguments(ActingArguments):
    operation: Annotated[Literal["copy", "cut", "paste"], OPERATION]
    text: Annotated[Text | None, typed(), Field(max_length=1_000_000, description="paste this instead of the clipboard")] = None

    @model_validator(mode="after")
    def _something_to_paste(self) -> Self:
        if self.operation == "paste" and self.text == "":
            raise ValueError("the text to paste is empty; leave text out to paste the clipboard, or clear a field with type")
        return self


@action("clipboard", group="keyboard", effect="input", arguments=ClipboardArguments, conduct=gives_input("focus"))
async def clipboard(context: ActionContext, arguments: ClipboardArguments) -> dict[str, Any]:
    """Copy or cut the selection, or paste at the focus; it is this chat's own."""
    session = context.session

    async with acting(context, arguments) as act:
        clip = Clip(arguments.text) if arguments.text is not None else session.clipboard.clip
        await focus_permitted(context.act, typed=clip.text if arguments.operation == "paste" else "")
        if arguments.operation == "paste":
            if not clip.text:
                raise StateError(
                    "The clipboard of this chat is empty; copy something first, or give the text to paste.", code="clipboard_empty"
                )
            await _press(context, ["ControlOrMeta", "v"], clip)
            return await act.finish(Dispatched(Hit("paste", readback={"pasted_characters": len(clip.text)})))
        if not (await clipboard_focus(context.tab, context.deadline)).text:
            raise StateError(
                f"There is no selection to {arguments.operation}; select text first.",
                code="nothing_selected",
                remedy=Remedy("key_chord", {"keys": ["Control", "a"]}),
            )
        await _press(context, ["ControlOrMeta", "c" if arguments.operation == "copy" else "x"])
        text = session.clipboard.clip.text
        return await act.finish(Dispatched(Hit(arguments.operation, readback={"text": text[:1000], "characters": len(text)})))
