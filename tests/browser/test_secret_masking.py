"""A secret that a page prints back is in nothing that leaves: answers, events, logs, files, names of files, pictures."""

import base64
import json
import logging
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from refbrowser import Chat
from tests.support.calls import do, navigated, opened, refs, refused
from tests.support.server import Site
from tests.support.vault import PASSWORD, origin


@pytest.mark.long("browser/test_secret_masking.py::test_a_page_that_prints_it_back_is_masked_everywhere")
async def test_the_source_and_names_of_files_have_it_in_no_form(
    keeping: Any, list_secrets: Any, site: Site, monkeypatch: Any
) -> None:
    """Though fields hold short pieces of it, and a file's name cannot have all of its characters."""
    chat, value = keeping(list_secrets(origin(site))), "S3cr3t-Pass&word<9>x"
    monkeypatch.setenv("SHOP_PASSWORD", value)
    html = """<input type=password id=p><input type=password id=short maxlength=4><button id=go>Go</button><div id=out></div><script>
    go.onclick = () => { const s = p.value; for (const text of [s, encodeURIComponent(s), [...s].reverse().join(''), btoa(s)]) {
      const e = document.createElement('p'); e.textContent = text; out.append(e) }
      const a = document.createElement('a'); a.href = URL.createObjectURL(new Blob(['c'])); a.download = s + '.txt'; a.click() }</script>"""
    await opened(chat, site.page(html))
    for field in ("#p", "#short"):
        await do(chat, "type", selector=field, secret="shop.password")
    await do(chat, "click", selector="#go")
    await do(chat, "wait", download=True)
    shown = json.dumps([await do(chat, "source"), await do(chat, "downloads")], ensure_ascii=False)
    shown += " ".join(path.name for path in chat.folder.rglob("*"))
    # "word" is also in the markup, in "password".
    pieces = [piece for at in range(len(value) - 3) if (piece := value[at : at + 4]) != "word"]
    forms = [
        *pieces,
        *(quote(piece, safe="") for piece in pieces),
        *(piece[::-1] for piece in pieces),
        "9_x",
        "x_9",
        base64.b64encode(value.encode()).decode()[:8],
    ]
    markup = shown.split("<script>")[0] + shown.split("</script>")[-1]
    assert [form for form in forms if form in markup] == []


async def test_a_page_that_prints_it_back_is_masked_everywhere(
    keeping: Any, list_secrets: Any, site: Site, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Every answer, event and file of a session in which a page echoes the secret in many forms."""
    caplog.set_level(logging.DEBUG)
    chat = keeping(list_secrets(origin(site)))
    events: list[Any] = []
    unsubscribe = chat.hub.subscribe(events.append)
    site.route("/echo", lambda request: request.body, headers={"Content-Type": "text/plain"})
    html = """<title>t</title><label>Secret <input type=password id=p></label><button id=go>Go</button><div id=out></div><script>
    go.onclick = async () => { const s = p.value, o = out;
      const add = (html) => o.insertAdjacentHTML('beforeend', '<p>' + html + '</p>');
      const text = (value) => { const e = document.createElement('p'); e.textContent = value; o.append(e) };
      document.title = 'Title ' + s; text('raw ' + s); text(s.toUpperCase()); text(encodeURIComponent(s)); text(btoa(unescape(encodeURIComponent(s)))); text(JSON.stringify({ s }));
      text([...s].map((c) => '\\\\u' + c.charCodeAt(0).toString(16).padStart(4, '0')).join('')); text([...s].reverse().join('')); text([...new TextEncoder().encode(s)].map((b) => b.toString(16).padStart(2, '0')).join(''));
      text([...s].map((c) => '&#' + c.charCodeAt(0) + ';').join('')); text([...s].join(' ')); text([...s].join('\\u200b'));
      add([...s].map((c) => { const e = document.createElement('b'); e.textContent = c; return e.outerHTML }).join('')); for (const c of s) { const b = document.createElement('button'); b.textContent = c; o.append(b) }
      const a = document.createElement('a'); a.href = '/leak?' + new URLSearchParams({ s }); a.textContent = 'link ' + s; o.append(a); const i = document.createElement('img'); i.alt = s; i.src = '/missing/' + encodeURIComponent(s); o.append(i);
      const f = document.createElement('input'); f.value = s; f.placeholder = s; o.append(f); o.setAttribute('data-s', s); console.log(s, btoa(unescape(encodeURIComponent(s)))); console.error(new Error(s));
      localStorage.s = s; document.cookie = 'plain=' + encodeURIComponent(s); history.pushState(null, '', '/at?q=' + encodeURIComponent(s)); await fetch('/echo', { method: 'POST', body: s }); const d = document.createElement('a'); d.download = s + '.txt'; d.href = 'data:text/plain,x'; d.click();
      setTimeout(() => alert('Dialog ' + s), 0) }</script>"""
    answers: list[Any] = []

    async def call(**request: Any) -> Any:
        answers.append(await chat.call(request))
        return answers[-1]

    found = await opened(chat, site.page(html))
    await call(action="type", ref=found["Secret"], secret="shop.password")
    await call(action="click", ref=found["Go"])
    await call(action="state")
    await call(action="dialog", operation="accept")
    await call(action="wait", download=True)
    await call(action="content", max_tokens=20_000)
    numbers = refs(answers[-1]["result"])
    requests: list[dict[str, Any]] = [
        {"action": "list", "include_content": True}, {"action": "find", "text": "raw"}, {"action": "source"}, {"action": "console"}, {"action": "network"}, {"action": "downloads"}, {"action": "frames"},
        {"action": "evaluate", "script": "({ a: p.value, b: [...p.value], c: new Map([[p.value, 1]]) })"}, {"action": "evaluate", "script": "throw new Error(p.value)"}, {"action": "evaluate", "script": "[...p.value].map(c => c.charCodeAt(0))"},
        {"action": "storage", "operation": "get", "reveal": True}, {"action": "storage", "operation": "save"}, {"action": "network", "path": "all.har"}, {"action": "cdp", "method": "Runtime.evaluate", "params": {"expression": "p.value"}},
        {"action": "wait", "text": "never", "timeout_ms": 50}, {"action": "screenshot"}, {"action": "clipboard", "operation": "copy"}, {"action": "click", "selector": "text=nothing like it", "timeout_ms": 100},
        *({"action": "detail", "ref": number} for number in list(numbers.values())[-12:]),
        *({"action": "network", "id": number} for number in range(1, 6)), {"action": "expect", "script": "p.value === 'x'", "timeout_ms": 50},
    ]  # fmt: skip
    for request in requests:
        await call(**request)
    unsubscribe()
    assert sum(answer["ok"] for answer in answers) > 20
    await chat.end_journal()
    folders = (chat.folder, chat.settings.home)
    recorded = {path for folder in folders for path in folder.rglob("*") if path.is_file() and chat.id in str(path)}
    files = {path: path.read_bytes() for path in recorded}
    assert any(b'"evaluate"' in data for data in files.values()), "the journal is among them"
    names = " ".join(path.name for path in files)
    shown = "\n".join(
        [
            *(json.dumps(answer, ensure_ascii=False) for answer in answers),
            json.dumps(answers),
            *map(repr, events),
            caplog.text,
            names,
        ]
    )
    searched = shown.encode() + b"\n".join(data for path, data in files.items() if path.suffix not in (".jpg", ".png"))
    assert "•••" in shown
    for form in (
        PASSWORD,
        PASSWORD.upper(),
        quote(PASSWORD, safe=""),
        json.dumps(PASSWORD)[1:-1],
        PASSWORD[::-1],
        PASSWORD.encode().hex(),
        PASSWORD.encode("utf-16-be").hex(),
    ):
        assert form.encode() not in searched, form
    assert base64.b64encode(PASSWORD.encode())[:16] not in searched
    for text in shown.split("\n"):
        letters = "".join(character for character in text if character.isalnum()).casefold()
        at = letters.find("tr0ub4dor3")
        assert at < 0, letters[max(0, at - 300) : at + 100]


SPLIT = """<label>Secret <input type=password id=p></label><button id=go>Go</button><div id=out></div><script>
go.onclick = () => { const s = p.value, half = s.length / 2;
  out.innerHTML = `<p>Kept</p><p>${s.slice(0, half)}</p><p>${s.slice(half)}</p><ul>${[...s].map((c) => '<li>' + c).join('')}</ul>`;
  console.log('spelled ' + s); fetch('/at?spelled=' + s) }</script>"""


async def test_what_is_masked_is_neither_found_nor_spelled_out_by_what_matches(
    shared_keeping: Any, list_secrets: Any, site: Site
) -> None:
    chat = shared_keeping(list_secrets(origin(site)))
    site.page("", "/at")
    found = await navigated(chat, site.page(SPLIT))
    await do(chat, "type", ref=found["Secret"], secret="shop.password")
    await do(chat, "click", ref=found["Go"])
    lines = [match["text"] for match in (await do(chat, "find", regex=".", limit=100))["matches"]]
    assert "Kept" in " ".join(lines)
    shown = "".join(line.strip("- ") for line in lines)
    assert not [start for start in range(len(PASSWORD) - 3) if PASSWORD[start : start + 4] in shown], lines
    for text in (PASSWORD[:6], PASSWORD[-6:]):
        assert (await do(chat, "find", text=text))["count"] == 0
    for action, whole in (("console", "spelled"), ("network", "spelled=")):
        assert (await do(chat, action, text=whole))["total"] == 1
        assert (await do(chat, action, text=f"{whole}{' ' * (action == 'console')}{PASSWORD[:3]}"))["total"] == 0


@pytest.mark.rows(1)
@pytest.mark.parametrize("first", [40, 41, 42])
async def test_a_part_of_what_is_read_does_not_begin_within_it(
    shared_keeping: Any, list_secrets: Any, site: Site, first: int
) -> None:
    chat = shared_keeping(list_secrets(origin(site)))
    found = await navigated(chat, site.page(SPLIT))
    await do(chat, "type", ref=found["Secret"], secret="shop.password")
    site.route(
        "/echo", lambda request: ("word " * 9 + PASSWORD + " end").encode(), headers={"Content-Type": "text/plain; charset=utf-8"}
    )
    for offset in range(first, 62, 3):
        text = (await do(chat, "read", url=site.url("/echo"), offset=offset))["markdown"]
        assert not [start for start in range(len(PASSWORD) - 3) if PASSWORD[start : start + 4] in text], (offset, text)


async def test_raw_commands_take_no_picture(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page("<p>Text"))
    error = await refused(shared_chat, "policy_denied", "cdp", method="Page.captureScreenshot")
    assert error["remedy"]["action"] == "screenshot"


@pytest.mark.rows(1)
@pytest.mark.parametrize("page", ["one line", "lines"])
async def test_a_part_of_the_page_does_not_begin_within_it(shared_keeping: Any, list_secrets: Any, site: Site, page: str) -> None:
    """The agent chooses where a page is cut, by ``max_tokens``; what follows the cut is read by the cursor."""
    chat = shared_keeping(list_secrets(origin(site)))
    half = len(PASSWORD) // 2
    shown = PASSWORD if page == "one line" else f"{PASSWORD[:half]}<br>{PASSWORD[half:]}"
    for words in (28, 33, 34):
        found = await navigated(
            chat, site.page(f"<p>{'word ' * words}{shown} {'end ' * 60}</p><label>Secret <input type=password></label>")
        )
        await do(chat, "type", ref=found["Secret"], secret="shop.password", observe="none")
        for mode in ("full", "changes"):
            text = await do(chat, "content", max_tokens=50, mode=mode)
            cursors = re.findall(r'"cursor": "([^"]+)"', text)
            text += "".join([await do(chat, "content", cursor=cursor, max_tokens=50) for cursor in cursors])
            assert not [start for start in range(len(PASSWORD) - 3) if PASSWORD[start : start + 4] in text], (words, mode, text)
