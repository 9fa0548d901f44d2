"""Actions on form controls."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Self

from pydantic import Field, StrictBool, model_validator

from refbrowser.actions.acting import acting, find_element, hit
from refbrowser.actions.arguments import ActingArguments, Choice, ElementArguments, PartArguments, RefArgument, Selector
from refbrowser.actions.conduct import gives_input
from refbrowser.actions.secrets import SecretArgument, check_secret, type_secret
from refbrowser.actions.spec import ActionContext, action
from refbrowser.actions.uses import CHOICE, SELECTOR, SENT, SENT_FILE, SUBMIT
from refbrowser.browser.element.dispatched import DRAWN, Dispatched
from refbrowser.browser.element.element import PRESS, Element, Look, Preparation
from refbrowser.browser.element.permitted import all_permitted
from refbrowser.browser.form import fill
from refbrowser.browser.input import form_submission
from refbrowser.browser.input.uploads import upload
from refbrowser.errors import RefbrowserError
from refbrowser.policy.files import readable_path
from refbrowser.results import Hit


class SelectOptionArguments(ElementArguments, ActingArguments):
    value: Annotated[Choice | None, CHOICE, Field(description="an option's value, label or index")] = None
    values: Annotated[list[Choice] | None, CHOICE, Field(max_length=200)] = None

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        if (self.value is None) == (self.values is None):
            raise ValueError("exactly one of value and values is needed")
        return self


@action("select_option", group="forms", effect="input", arguments=SelectOptionArguments, conduct=gives_input())
async def select_option(context: ActionContext, arguments: SelectOptionArguments) -> dict[str, Any]:
    """Choose options of a select, listbox or combobox by value, label or index."""
    wanted = arguments.values if arguments.values is not None else [_given(arguments.value)]

    # A ref with a kind may still be refused for it, so nothing may be focused before that check.
    look = Look(offer=wanted, prepare=Preparation(enter=arguments.ref is None or arguments.ref.kind is None))

    async with acting(context, arguments) as act:
        element = await act.element(look)
        chosen = await fill.select(element, wanted, send_last=True)
        readback = {"chosen": chosen.labels, "changed": chosen.changed, **chosen.notes}
        what = hit("select_option", chosen.element, readback=readback, entry=chosen.changed)
        return await act.finish(Dispatched(what, chosen.element, chosen.confirmation, chosen.pending))


def _given(value: str | int | None) -> str | int:
    assert value is not None
    return value


class SetCheckedArguments(ElementArguments, ActingArguments):
    checked: bool = True


@action("set_checked", group="forms", effect="input", arguments=SetCheckedArguments, conduct=gives_input())
async def set_checked(context: ActionContext, arguments: SetCheckedArguments) -> dict[str, Any]:
    """Check or uncheck a checkbox, radio, switch or toggle."""
    async with acting(context, arguments) as act:
        found = await act.element(Look(prepare=PRESS))
        element, changed = await fill.set_checked(found, arguments.checked)
        # Checking a radio unchecks another one, which the readback of this element does not cover.
        alone = bool(changed) and element.kind != "radio"
        what = hit("set_checked", element, readback=_CHECKED[changed], entry=alone)
        answer = await act.finish(Dispatched(what, element, pending=None if changed is False else DRAWN))
    receipt = answer["action"]
    if not context.tab.closed and not receipt.keys() & {"checked", "navigation"}:
        [current] = await fill.read_again([found.within(fill.FLIP_MS)])
        receipt |= {"unconfirmed": f"the press removed the control: {current}"} if isinstance(current, str) else {}
    return answer


_CHECKED: Final[Mapping[bool | None, dict[str, Any]]] = {
    True: {"changed": True},
    False: {"already_so": True},
    None: {"unconfirmed": "the press removed the control"},
}


class UploadFileArguments(ElementArguments, ActingArguments):
    path: Annotated[str | None, SENT_FILE, Field(min_length=1, max_length=4000)] = None
    paths: Annotated[list[str] | None, SENT_FILE, Field(max_length=100, description="[] removes the chosen files")] = None

    @model_validator(mode="after")
    def _some_path(self) -> Self:
        if (self.path is None) == (self.paths is None):
            raise ValueError("exactly one of path and paths is needed")
        return self


@action("upload_file", group="forms", effect="input", arguments=UploadFileArguments, conduct=gives_input(tier="high_risk"))
async def upload_file(context: ActionContext, arguments: UploadFileArguments) -> dict[str, Any]:
    """Upload files or a folder by a file input, its label or button, or drop them on an element."""
    asked = arguments.paths if arguments.paths is not None else [arguments.path or ""]
    roots = context.session.files.readable
    files = [readable_path(path, roots=roots, or_folder=True) for path in asked]

    async with acting(context, arguments) as act:
        element = await act.element()
        element, dropped = await upload(element, files)
        taken = {"files": [file.name for file in files], **({"dropped": True} if dropped else {}), "changed": True}
        return await act.finish(Dispatched(hit("upload_file", element, readback=taken), element))


class FieldArguments(PartArguments):
    # Without a docstring, which the schema would repeat: the summary of fill_form says what a value is.
    ref: RefArgument | None = None
    selector: Annotated[Selector | None, SELECTOR] = None
    value: Annotated[StrictBool | str | int | float | list[Choice] | None, SENT] = None
    secret: SecretArgument = None

    @model_validator(mode="after")
    def _one_element(self) -> Self:
        if (self.ref is None) == (self.selector is None):
            raise ValueError("exactly one of ref, selector is needed")
        if (self.value is None) == (self.secret is None):
            raise ValueError("exactly one of value, secret is needed")
        return self


class FillFormArguments(ActingArguments):
    fields: Annotated[list[FieldArguments], Field(min_length=1, max_length=100)]
    submit: Annotated[bool, SUBMIT] = False


@action("fill_form", group="forms", effect="input", arguments=FillFormArguments, conduct=gives_input())
async def fill_form(context: ActionContext, arguments: FillFormArguments) -> dict[str, Any]:
    """Fill fields, each {ref, value}: text, true or false for a checkbox, an option's label for a select."""

    # A page may answer an entry, or the next one, by changing what was entered: the fields are read again at the end.
    written: list[_Written] = []

    async with acting(context, arguments) as act:
        found = [await find_element(context, field.ref, field.selector) for field in arguments.fields]
        found = await all_permitted(context.act, found)
        ways = [
            await _judged_way(context, element, field)
            for place, (element, field) in enumerate(zip(found, arguments.fields, strict=True))
        ]
        filled: list[dict[str, Any]] = []
        for element, write, field in zip(found, ways, arguments.fields, strict=True):
            # Filling one field may re-render the next, so each is resolved again before it is filled.
            fresh = await element.probed()
            done = await fill.fill(fresh, write)
            read_back = await fill.read_back(fresh)
            entries = fresh if isinstance(read_back, str) else read_back
            wanted = fill.expected(entries, field.value, done.shows, gone=entries is fresh)
            written.append(_Written(entries, wanted, done.notes))
            filled.append(written[-1].as_receipt(read_back))
            _note_filled(context, filled, len(found))
        numbers = frozenset(element.number for element in found if element.number is not None)
        what = Hit("fill_form", readback={"fields": filled, "changed": True}, read_back=numbers)
        if arguments.submit:
            last, check = await form_submission.submit(await found[-1].probed())
            return await act.finish(Dispatched(what, last, check))
        pending = DRAWN if any("checked" in entry for entry in filled) else None
        answer = await act.finish(Dispatched(what, pending=pending))
    if not answer["action"].get("navigation", {}).get("pending") and not context.tab.closed:
        later = await fill.read_again([entry.element for entry in written])
        for place, (current, entry) in enumerate(zip(later, written, strict=True)):
            if current is not None:
                answer["action"]["fields"][place] = entry.as_receipt(current)
    return answer


@dataclass(frozen=True, slots=True)
class _Written:
    """A field that was filled: as it was then, what it holds if it accepted that, and what a receipt adds on how it was filled."""

    element: Element
    wanted: Any
    notes: Mapping[str, Any]

    def as_receipt(self, current: Element | str) -> dict[str, Any]:
        """The field in a receipt: what it holds, ``current``, or why it is gone."""
        if isinstance(current, str):
            return {"element": self.element.label, "gone": current}
        return {"element": self.element.label, **self.notes, **fill.held(current, self.wanted)}


_MOST_NOTED: Final = 20
"""Fields that were filled before the one that failed, in an error."""


def _note_filled(context: ActionContext, filled: list[dict[str, Any]], number: int) -> None:
    """Have an error of the call say which fields were filled before it, as a receipt shows them."""
    sentence = f"Before that, {len(filled)} of the {number} fields {'was' if len(filled) == 1 else 'were'} filled."
    context.deadline.progress.note("fields", filled[:_MOST_NOTED], sentence)


async def _judged_way(context: ActionContext, element: Element, field: FieldArguments) -> fill.Fill:
    """How the field gets its value. Raises, before any field is filled, what can be known to be wrong with it."""
    try:
        await fill.judge(element, "" if field.secret is not None else field.value)
        if field.secret is not None:
            await check_secret(context, field.secret)
    except RefbrowserError as failure:
        if element.label not in failure.message:
            failure.add(f"It was to be given to {element.label}.")
        failure.add("No field was filled.")
        raise
    return _way(context, element, field)


def _way(context: ActionContext, element: Element, field: FieldArguments) -> fill.Fill:
    """How the field gets its value."""
    if (name := field.secret) is None:
        return fill.way_to_fill(element, field.value)

    async def write(fresh: Element) -> fill.Filled:
        kept = (await type_secret(context, fresh, name))[1]
        return fill.Filled({} if kept else {"differs_from_typed": True})

    return write
