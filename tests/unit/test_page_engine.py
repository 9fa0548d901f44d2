"""The page's client, its in-page operations and their declarations on the wire have the same names and arguments."""

import asyncio
import inspect
import re
from collections.abc import Mapping
from importlib.resources import files
from types import SimpleNamespace
from typing import Any, get_type_hints

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine.page_engine import PageEngine
from refbrowser.browser.engine.ref_table import Document, RefTable
from refbrowser.browser.engine.wire_requests import OPERATIONS

INPAGE = files("refbrowser") / "inpage"
MAIN = (INPAGE / "main.js").read_text(encoding="utf-8")
DOCUMENT = Document("token", 1)

ELEMENT = SimpleNamespace(frame=None, document=DOCUMENT, local=7)
ARGUMENTS: dict[str, Any] = {
    "frame": None,
    "element": ELEMENT,
    "owner": ELEMENT,
    "document": DOCUMENT,
    "doc": DOCUMENT,
    "deadline": Deadline(1),
    "point": (1.0, 2.0),
    "meaning": {},
    "policy": None,
    "prepare": {},
    "known": None,
    **dict.fromkeys(("frames", "points", "files", "indexes", "origins", "within", "boxes", "fields"), ()),
    "data": {},
}
"""What a method gets for the parameters of these names; all others take a number."""


class Asked:
    """Stands for the table of frames, and keeps the last request."""

    def __init__(self) -> None:
        self.request: Mapping[str, Any] = {}

    async def ask(self, _frame: None, request: Mapping[str, Any], _deadline: Deadline, **_: Any) -> tuple[Document, Any, str]:
        self.request = request
        return DOCUMENT, {}, ""


def requests() -> dict[str, set[str]]:
    """The arguments of each operation that the client asks for, by the operation's name."""
    asked, found = Asked(), dict[str, set[str]]()
    engine = PageEngine(asked, RefTable())  # type: ignore[arg-type]
    for name, method in inspect.getmembers(engine, inspect.iscoroutinefunction):
        if name.startswith("_"):
            continue
        parameters = inspect.signature(method).parameters
        asyncio.run(method(**{parameter: ARGUMENTS.get(parameter, 1) for parameter in parameters}))
        assert name.startswith(asked.request["op"]), f"{name} asks for {asked.request['op']}"
        found.setdefault(asked.request["op"], set()).update(asked.request)
    return found


def test_the_client_has_a_method_for_each_operation_with_its_arguments() -> None:
    assert requests() == {name: set(get_type_hints(operation.request)) for name, operation in OPERATIONS.items()}


def test_the_page_answers_each_operation_and_reads_its_arguments() -> None:
    listed = re.search(r"const OPERATIONS = \{(.*?)\};", MAIN, re.DOTALL)
    assert listed is not None
    functions = dict(re.findall(r"(\w+)(?:: (\w+))?", listed[1]))
    assert functions.keys() == OPERATIONS.keys()
    modules = {
        name.strip(): path for names, path in re.findall(r"import \{ (.*?) \} from '\./(.*?)';", MAIN) for name in names.split(",")
    }
    for name, operation in OPERATIONS.items():
        source = (INPAGE / modules[functions[name] or name]).read_text(encoding="utf-8") + MAIN
        unread = {
            key for key in get_type_hints(operation.request) if not re.search(rf"\b{key}\b", re.sub(r"/\*.*?\*/", "", source))
        }
        assert not unread, f"{name} does not read {unread}"


def test_no_operation_of_the_page_takes_whatever_it_is_given() -> None:
    untyped = [
        path.name
        for folder in INPAGE.iterdir()
        if folder.is_dir()
        for path in folder.iterdir()
        if re.search(r"\{any\} request|request: any", path.read_text(encoding="utf-8"))
    ]
    assert untyped == []
