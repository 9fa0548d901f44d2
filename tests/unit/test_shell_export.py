"""A session as a shell script: what its calls carry arrives as it was, whatever a shell or JSON would make of it."""

import json
import os
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from refbrowser.journal.store import Session
from refbrowser.replay.export import exported

NASTY = st.lists(
    st.sampled_from(['"', "'", "$", "`", "\\", "\n", "\t", "\r", " ", "<0>", "&", "%s", "é", "🙂", "(", "!", "x"]), max_size=12
).map("".join)
VALUES = NASTY | st.text(st.characters(min_codepoint=32, exclude_categories=["Cs"]), max_size=12)


@given(st.lists(st.tuples(VALUES, VALUES), min_size=20, max_size=30))
@settings(max_examples=4, deadline=None, database=None, phases=[Phase.generate])
def test_texts_and_secrets_arrive_as_they_were(pairs: list[tuple[str, str]]) -> None:
    calls = [
        {"kind": "call", "n": number, "ok": True, "action": "fill_form", "arguments": {"fields": [
            {"selector": text, "value": text}, {"selector": "#pw", "value": {"hidden": f"pw {number}"}}, {"selector": "#pw2", "value": {"hidden": f"pw {number}"}},
        ]}}
        for number, (text, _) in enumerate(pairs)
    ]  # fmt: skip
    with TemporaryDirectory() as name:
        folder = Path(name)
        script = folder / "again.sh"
        script.write_text(exported(Session(folder, {}, calls, None, False, True), "shell"), newline="")
        tool = folder / "refbrowser"
        tool.write_text(f"#!/bin/sh\nprintf '%s\\0' \"$4\" >> {folder}/seen\n")
        tool.chmod(0o755)
        secrets = {f"PW_{number}": secret for number, (_, secret) in enumerate(pairs)}
        subprocess.run(["sh", script], check=True, env={**os.environ, **secrets, "PATH": f"{folder}:{os.environ['PATH']}"})
        seen = [json.loads(call) for call in (folder / "seen").read_bytes().split(b"\0")[:-1]]
    wanted = [
        [{"selector": text, "value": text}, {"selector": "#pw", "value": secret}, {"selector": "#pw2", "value": secret}]
        for text, secret in pairs
    ]
    assert [call["fields"] for call in seen] == wanted
