"""No call replaces a file that its chat has not made, unless it says `overwrite: true`."""

from pathlib import Path
from typing import Any, Final

import pytest

from refbrowser import Chat
from refbrowser.actions.catalog import ACTIONS
from tests.support.calls import do, refused
from tests.support.server import Site

WRITES: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "screenshot": ("file.png", {}),
    "pdf": ("file.pdf", {}),
    "network": ("file.har", {}),
    "network of one": ("file.bin", {"id": 1}),
    "storage": ("file.json", {"operation": "save"}),
    "storage of cookies": ("file.txt", {"operation": "save"}),
}
READS: Final = frozenset({"upload_file", "read"})


def test_every_action_with_a_path_is_here() -> None:
    with_path = {action.name for action in ACTIONS if "path" in action.arguments.model_fields} - READS
    assert with_path == {name.split()[0] for name in WRITES}
    assert with_path == {action.name for action in ACTIONS if "overwrite" in action.arguments.model_fields}


@pytest.mark.rows(2)
@pytest.mark.parametrize("case", WRITES)
async def test_a_persons_file_stays(shared_chat: Chat, site: Site, case: str) -> None:
    action, (name, arguments) = case.split()[0], WRITES[case]
    await do(shared_chat, "navigate", url=site.page("<p>Page"))
    session = shared_chat.existing()
    assert session is not None
    path = session.files.folder / "theirs" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("theirs")
    call = {**arguments, "path": f"theirs/{name}"}
    if "id" in call:
        call["id"] = (await do(shared_chat, "network"))["requests"][-1]["id"]
    error = await refused(shared_chat, "file_unwritable", action, **call)
    assert "overwrite: true" in error["remedy"]["hint"]
    assert path.read_text() == "theirs"
    await do(shared_chat, action, **call, overwrite=True)
    made = path.read_bytes()
    assert made != b"theirs"
    # What this chat has made, it replaces; not once somebody has changed it.
    await do(shared_chat, action, **call)
    path.write_bytes(made + b"\n")
    await refused(shared_chat, "file_unwritable", action, **call)
    # A link to it is it.
    link = path.with_name(f"link-{name}")
    link.symlink_to(path)
    await refused(shared_chat, "file_unwritable", action, **{**call, "path": f"theirs/{link.name}"})
    assert path.read_bytes() == made + b"\n"


async def test_policies_judge_overwriting(shared_ruled: Chat, rules: Path, site: Site) -> None:
    rules.write_text('default = "allow"\n')
    await do(shared_ruled, "navigate", url=site.page("<p>Page"))
    rules.write_text('extends = "read_only"\n')
    await do(shared_ruled, "screenshot", path="new.png")
    error = await refused(shared_ruled, "policy_denied", "screenshot", path="new.png", overwrite=True)
    assert error["details"]["rule"] == "overwrite"
    rules.write_text('extends = "guarded"\n')
    await refused(shared_ruled, "approval_unavailable", "pdf", path="new.pdf", overwrite=True)
