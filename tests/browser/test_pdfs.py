"""The text of a PDF: in a tab, in a frame, of a download, of a file."""

import json
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader, PdfWriter

from refbrowser import Chat
from refbrowser.egress import fetch
from tests.support.calls import do, failure, refused
from tests.support.server import Site

HEADERS = {"Content-Type": "application/pdf"}


async def printed(chat: Chat, site: Site) -> bytes:
    await do(chat, "navigate", url=site.page("<p>Grew by 4 %</p>"))
    return Path((await do(chat, "pdf"))["path"]).read_bytes()


def reading_calls(text: str) -> list[dict[str, Any]]:
    return [json.loads(call) for call in re.findall(r"its text: (\{.*?\})", text)]


async def test_each_way_to_a_pdf_names_the_call_that_reads_it(shared_chat: Chat, site: Site) -> None:
    report = site.route("/report.pdf", await printed(shared_chat, site), headers=HEADERS)
    blank = await do(shared_chat, "navigate", url=report, observe="content")
    if not (calls := reading_calls(blank["content"])):
        await do(shared_chat, "wait", download=True)
        calls = reading_calls(await do(shared_chat, "content"))
    assert len(calls) == 1
    (download,) = (await do(shared_chat, "downloads"))["downloads"]
    assert calls[0] == download["read_with"] == {"action": "read", "path": download["path"]}
    assert (await do(shared_chat, **calls[0]))["markdown"] == "Grew by 4 %"
    embedded = "<object data=/report.pdf width=300 height=300>No PDF is shown here</object>"
    embedded += "<embed src=/report.pdf type=application/pdf width=300 height=300><iframe src=/report.pdf></iframe>"
    await do(shared_chat, "navigate", url=site.page(embedded))
    text = await do(shared_chat, "content")
    assert "No PDF is shown here" in text
    frames = re.findall(r"\[frame \d+\] \(PDF, its text: (\{.*?\})\)", text)
    assert [json.loads(call) for call in frames] == [{"action": "read", "url": report}] * 3
    assert (await do(shared_chat, "read", url=report))["markdown"] == "Grew by 4 %"


async def test_a_file_is_read_where_it_has_text(shared_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    body = await printed(shared_chat, site)
    encrypted, scanned = BytesIO(), BytesIO()
    writer = PdfWriter(clone_from=PdfReader(BytesIO(body)))
    writer.encrypt("secret", algorithm="RC4-128")
    writer.write(encrypted)
    writer = PdfWriter()
    writer.add_blank_page(100, 100)
    writer.write(scanned)
    folder = shared_chat.folder / "downloads"
    for name, content, said in (
        ("locked.pdf", encrypted.getvalue(), "locked.pdf is a PDF that needs a password."),
        ("broken.pdf", body[:300], "broken.pdf is a PDF that is malformed."),
        ("picture.png", b"\x89PNG", "picture.png has the type image/png, which read cannot show as text."),
    ):
        (folder / name).write_bytes(content)
        refusal = await shared_chat.call({"action": "read", "path": f"downloads/{name}"})
        assert failure(refusal, "file_unreadable")["error"] == said
    (folder / "scanned.pdf").write_bytes(scanned.getvalue())
    answer = await do(shared_chat, "read", path="downloads/scanned.pdf")
    assert answer["markdown"] == "None of the 1 pages has text: they are pictures, as in a scan."
    (folder / "notes.txt").write_text("One\nTwo", encoding="utf-8")
    assert (await do(shared_chat, "read", path="downloads/notes.txt"))["markdown"] == "One\nTwo"
    (folder / "page.html").write_text("<title>Saved</title><main><h1>Head</h1></main>", encoding="utf-8")
    answer = await do(shared_chat, "read", path="downloads/page.html")
    assert (answer["title"], answer["markdown"]) == ("Saved", "# Head")
    (folder / "long.pdf").write_bytes(body)
    monkeypatch.setattr(fetch, "MOST_PDF_BYTES", 500)
    refusal = await refused(shared_chat, "file_unreadable", "read", path="downloads/long.pdf")
    assert refusal["error"] == f"long.pdf has {len(body)} bytes; the limit is 500."
    refusal = await refused(shared_chat, "navigation_failed", "read", url=site.route("/report.pdf", body, headers=HEADERS))
    assert "is a PDF of more than 30 MB, the limit" in refusal["error"]


async def test_which_files_are_read(shared_chat: Chat) -> None:
    await refused(shared_chat, "file_denied", "read", path="/etc/passwd")
    await refused(shared_chat, "file_not_found", "read", path="downloads/none.pdf")
    await refused(shared_chat, "invalid_arguments", "read")
    await refused(shared_chat, "invalid_arguments", "read", path="a.txt", url="https://shop.example/")
