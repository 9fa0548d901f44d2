"""Secrets by name: typed into fields of their own origins, and into no others."""

import asyncio
import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pyotp
import pytest

from refbrowser import Chat
from refbrowser.service.vault.stores import read_file, write_file
from tests.support.calls import do, evaluated, navigated, read, refused
from tests.support.server import Site
from tests.support.tabs import tab_of
from tests.support.vault import KEY, PASSWORD, origin

LOGIN = "<form action='/in' method=post><label>Name <input name=n></label><label>Password <input type=password name=p></label><button>Log in</button></form>"


async def test_a_secret_is_typed_by_its_name_and_never_shown(shared_keeping: Any, list_secrets: Any, site: Site) -> None:
    chat = shared_keeping(list_secrets(origin(site)))
    site.route("/in", lambda request: f"<p>{request.body.decode()}</p>")
    found = await navigated(chat, site.page(LOGIN))
    answer = await do(chat, "type", ref=found["Password"], secret="shop.password")
    assert answer["action"]["secret"] == "shop.password"
    assert PASSWORD not in json.dumps(answer, ensure_ascii=False)
    assert await tab_of(chat).page.evaluate("document.querySelector('[type=password]').value") == PASSWORD
    await do(chat, "click", ref=found["Log in"], observe="none")
    request = await asyncio.to_thread(site.wait_for_request, "/in")
    assert quote(PASSWORD, safe="") in request.body.decode()
    content = await do(chat, "content")
    assert "p=•••" in content
    assert PASSWORD not in content
    assert quote(PASSWORD, safe="") not in content


@pytest.mark.rows(1)
@pytest.mark.parametrize("action", ["type_submit", "fill_form"])
async def test_every_way_of_typing_takes_a_secret(shared_keeping: Any, list_secrets: Any, site: Site, action: str) -> None:
    chat = shared_keeping(list_secrets(origin(site)))
    site.route("/in", "<p>in</p>")
    found = await navigated(chat, site.page(LOGIN))
    if action == "fill_form":
        answer = await do(
            chat,
            "fill_form",
            fields=[{"ref": found["Name"], "value": "ada"}, {"ref": found["Password"], "secret": "shop.password"}],
        )
        assert answer["action"]["fields"][1]["value"] == "•••"
        await do(chat, "submit", ref=found["Name"], observe="none")
    else:
        await do(chat, "type_submit", ref=found["Password"], secret="shop.password", observe="none")
    request = await asyncio.to_thread(site.wait_for_request, "/in")
    assert f"p={quote(PASSWORD, safe='')}" in request.body.decode()


@pytest.mark.rows(2)
@pytest.mark.parametrize("field", ["<input aria-label=F maxlength=4>", "<textarea aria-label=F oninput='this.value = 1'></textarea>",
                                   "<input aria-label=F type=password maxlength=40>"], ids=str)  # fmt: skip
async def test_a_field_that_keeps_only_a_part_says_so(shared_keeping: Any, list_secrets: Any, site: Site, field: str) -> None:
    chat = shared_keeping(list_secrets(origin(site)))
    number = (await navigated(chat, site.page(field)))["F"]
    cut = "maxlength=40" not in field
    receipt = (await do(chat, "type", ref=number, secret="shop.password"))["action"]
    assert receipt.get("differs_from_typed", False) is cut
    filled = (await do(chat, "fill_form", fields=[{"ref": number, "secret": "shop.password"}]))["action"]["fields"][0]
    assert (filled["value"], filled.get("differs_from_typed", False)) == ("•••", cut)


async def test_events_are_trusted_and_the_old_value_is_replaced(shared_keeping: Any, list_secrets: Any, site: Site) -> None:
    chat = shared_keeping(list_secrets(origin(site)))
    html = "<input id=i value=old aria-label=Code><script>window.log = []; for (const type of ['beforeinput', 'input', 'focus']) i.addEventListener(type, e => log.push([type, e.isTrusted]))</script>"
    found = await navigated(chat, site.page(html))
    await do(chat, "type", ref=next(iter(found.values())), secret="shop.password", observe="none")
    log = await evaluated(chat, "log")
    assert ["input", True] in log
    assert await evaluated(chat, "i.value.length") == len(PASSWORD)


async def test_a_one_time_code_is_the_present_one(shared_keeping: Any, list_secrets: Any, site: Site) -> None:
    chat = shared_keeping(list_secrets(origin(site)))
    found = await navigated(chat, site.page("<label>Code <input></label>"))
    totp = pyotp.TOTP(KEY)
    before = totp.now()
    await do(chat, "type", ref=found["Code"], secret="shop.otp", observe="none")
    assert await tab_of(chat).page.evaluate("document.querySelector('input').value") in (before, totp.now())


REFUSED = {
    "another site": ("{other}", "http://127.0.0.1:1"),
    "another port": ("{here}", "http://127.0.0.1:1"),
    "https for http": ("{here}", "{https}"),
    "a look-alike": ("{other}", "http://localhost.evil.example"),
    "a frame of another origin": ("{frame}", "{here_origin}"),
    "a sandboxed frame": ("{sandbox}", "{here_origin}"),
    "data": ("data:text/html,<label>Password <input type=password></label>", "{here_origin}"),
}


@pytest.mark.rows(3)
@pytest.mark.parametrize("case", REFUSED)
async def test_another_origin_does_not_get_it(shared_keeping: Any, list_secrets: Any, site: Site, case: str) -> None:
    url, bound = REFUSED[case]
    field = "<label>Password <input type=password oninput='parent.postMessage(1)'></label>"
    site.page(field, "/field")
    here = site.page(field)
    words = {
        "{other}": site.other("/field"), "{here}": here, "{here_origin}": origin(site), "{https}": origin(site).replace("http", "https"),
        "{frame}": site.page(f"<iframe src='{site.other('/field')}'></iframe>"), "{sandbox}": site.page("<iframe sandbox src='/field'></iframe>"),
    }  # fmt: skip
    chat = shared_keeping(list_secrets(words.get(bound, bound)))
    found = await navigated(chat, words.get(url, url))
    answer = await refused(chat, "secret_origin", "type", ref=found["Password"], secret="shop.password")
    assert answer["details"]["expected"] == [words.get(bound, bound)]
    for frame in tab_of(chat).page.frames:
        if await frame.locator("input").count():
            assert await frame.locator("input").input_value() == ""


_FIELD = "<label>Password <input type=password></label>"

FRAMES = {
    "srcdoc": f'<iframe srcdoc="{_FIELD}"></iframe>',
    "about:blank": f"<iframe></iframe><script>frames[0].document.body.innerHTML = '{_FIELD}'</script>",
    "srcdoc in about:blank": f"<iframe></iframe><script>frames[0].document.body.innerHTML = `<iframe srcdoc='{_FIELD}'></iframe>`</script>",
    "a sandbox with an origin": f'<iframe sandbox="allow-same-origin" srcdoc="{_FIELD}"></iframe>',
    "blob": f"<iframe></iframe><script>frames[0].location = URL.createObjectURL(new Blob(['{_FIELD}'], {{type: 'text/html'}}))</script>",
}


@pytest.mark.rows(1)
@pytest.mark.parametrize("kind", FRAMES)
async def test_a_frame_that_inherits_its_origin_gets_it_as_its_page_would(
    shared_keeping: Any, list_secrets: Any, site: Site, kind: str
) -> None:
    chat = shared_keeping(list_secrets(origin(site)))
    await do(chat, "navigate", url=site.page(FRAMES[kind]))
    await do(chat, "wait", text="Password")
    found = await read(chat)
    await do(chat, "type", ref=found["Password"], secret="shop.password", observe="none")
    assert await tab_of(chat).page.frames[-1].locator("input").input_value() == PASSWORD
    # In a page of another origin the same frame has that page's.
    await do(chat, "navigate", url=site.page(FRAMES[kind]).replace("127.0.0.1", "localhost"))
    await do(chat, "wait", text="Password")
    answer = await refused(chat, "secret_origin", "type", ref=(await read(chat))["Password"], secret="shop.password")
    assert answer["details"]["origin"] == origin(site).replace("127.0.0.1", "localhost")


@pytest.mark.long("browser/test_secrets.py::test_another_origin_does_not_get_it")
@pytest.mark.rows(1)
@pytest.mark.parametrize("sandbox", ["", "allow-scripts"])
async def test_a_sandboxed_frame_is_refused_for_what_it_is(
    shared_keeping: Any, list_secrets: Any, site: Site, sandbox: str
) -> None:
    chat = shared_keeping(list_secrets(origin(site)))
    found = await navigated(chat, site.page(f'<iframe sandbox="{sandbox}" srcdoc="{_FIELD}"></iframe>'))
    answer = await refused(chat, "secret_origin", "type", ref=found["Password"], secret="shop.password")
    assert "sandboxed" in answer["error"]


async def test_plain_http_is_for_this_machine_alone(shared_keeping: Any, list_secrets: Any, site: Site) -> None:
    chat = shared_keeping(list_secrets("http://shop.example"))
    await do(
        chat,
        "route",
        operation="add",
        url="http://shop.example/**",
        fulfil={"body": LOGIN, "headers": {"content-type": "text/html"}},
    )
    found = await navigated(chat, "http://shop.example/")
    answer = await refused(chat, "secret_origin", "type", ref=found["Password"], secret="shop.password")
    assert "https" in answer["error"]
    await do(chat, "route", operation="remove")


@pytest.mark.long("browser/test_secrets.py::test_a_page_that_moves_the_focus_gets_nothing_elsewhere")
async def test_a_frame_that_takes_the_focus_gets_nothing(shared_keeping: Any, list_secrets: Any, site: Site) -> None:
    chat = shared_keeping(list_secrets(origin(site)))
    site.page("<input id=i autofocus><script>setInterval(() => i.focus(), 0)</script>", "/thief")
    found = await navigated(
        chat, site.page(f"<label>Password <input type=password></label><iframe src='{site.other('/thief')}'></iframe>")
    )
    for _ in range(10):
        await chat.call({"action": "type", "ref": found["Password"], "secret": "shop.password"})
    thief = tab_of(chat).page.frames[1]
    assert await thief.locator("#i").input_value() == ""


async def test_a_page_that_moves_the_focus_gets_nothing_elsewhere(shared_keeping: Any, list_secrets: Any, site: Site) -> None:
    chat = shared_keeping(list_secrets(origin(site)))
    found = await navigated(chat, site.page("<label>Password <input type=password onfocus='t.focus()'></label><input id=t>"))
    await refused(chat, "no_change", "type", ref=found["Password"], secret="shop.password")
    assert await evaluated(chat, "t.value") == ""


async def test_names_are_listed_and_values_never(shared_keeping: Any, list_secrets: Any, site: Site) -> None:
    chat = shared_keeping(list_secrets(origin(site)))
    answer = await do(chat, "secrets")
    assert answer == {
        "secrets": [
            {"name": "shop.password", "kind": "text", "origins": [origin(site)]},
            {"name": "shop.otp", "kind": "otp", "origins": [origin(site)]},
        ]
    }
    found = await navigated(chat, site.page(LOGIN))
    unknown = await refused(chat, "secret_unknown", "type", ref=found["Password"], secret="shop.pasword")
    assert unknown["details"]["names"] == ["shop.password", "shop.otp"]
    wrongs: list[dict[str, Any]] = [
        {"text": "x", "secret": "shop.password"},
        {},
        {"secret": "shop.password", "slowly": True},
        {"secret": "shop.password", "clear": False},
    ]
    for wrong in wrongs:
        await refused(chat, "invalid_arguments", "type", ref=found["Password"], **wrong)


async def test_without_a_list_there_are_none(shared_chat: Chat, site: Site) -> None:
    assert await do(shared_chat, "secrets") == {"secrets": []}
    found = await navigated(shared_chat, site.page(LOGIN))
    await refused(shared_chat, "secret_unknown", "type", ref=found["Password"], secret="shop.password")


@pytest.mark.usefixtures("quick_keys")
async def test_where_values_lie(
    shared_keeping: Any, list_secrets: Any, site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import keyring
    from keyring.backend import KeyringBackend

    class Kept(KeyringBackend):
        priority = 1

        def get_password(self, service: str, username: str) -> str | None:
            return {("refbrowser", "ring"): "from-the-ring"}.get((service, username))

        def set_password(self, service: str, username: str, password: str) -> None:
            raise NotImplementedError

    monkeypatch.setenv("OPEN_SESAME", "a passphrase")
    before = keyring.get_keyring()
    keyring.set_keyring(Kept())  # type: ignore[no-untyped-call]
    write_file(tmp_path / "kept.bin", {"file": "from-the-file"}, "a passphrase")
    assert b"from-the-file" not in (tmp_path / "kept.bin").read_bytes()
    assert (tmp_path / "kept.bin").stat().st_mode & 0o777 == 0o600
    assert read_file(tmp_path / "kept.bin", "a passphrase") == {"file": "from-the-file"}
    here, program = json.dumps([origin(site)]), json.dumps(["echo", "from-a-command"])
    failing = json.dumps(["sh", "-c", "echo leaked-by-stderr >&2; exit 3"])
    entries = {
        "ring": 'keyring = "refbrowser"',
        "file": 'file = "kept.bin"',
        "command": f"command = {program}",
        "fails": f"command = {failing}",
        "nothing": 'environment = "NO_SUCH"',
        "short": f"command = {json.dumps(['echo', 'abc'])}",
    }
    more = "".join(f'[[secret]]\nname = "{name}"\norigins = {here}\n{entry}\n' for name, entry in entries.items())
    listing = list_secrets(origin(site), more=more)
    listing.write_text('passphrase_variable = "OPEN_SESAME"\n' + listing.read_text())
    chat = shared_keeping(listing)
    found = await navigated(chat, site.page("<label>Code <input></label>"))
    try:
        for name, value in {"ring": "from-the-ring", "file": "from-the-file", "command": "from-a-command"}.items():
            await do(chat, "type", ref=found["Code"], secret=name, observe="none")
            assert await tab_of(chat).page.evaluate("document.querySelector('input').value") == value
        for name in ("fails", "nothing", "short"):
            answer = await refused(chat, "secret_unknown", "type", ref=found["Code"], secret=name)
            assert "leaked" not in json.dumps(answer)
        monkeypatch.setenv("OPEN_SESAME", "another")
        await refused(chat, "secret_unknown", "type", ref=found["Code"], secret="file")
    finally:
        keyring.set_keyring(before)


async def test_a_store_that_hangs_is_named_when_the_call_ends(shared_keeping: Any, list_secrets: Any, site: Site) -> None:
    here = json.dumps([origin(site)])
    chat = shared_keeping(
        list_secrets(origin(site), more=f'[[secret]]\nname = "slow"\norigins = {here}\ncommand = ["sleep", "60"]\n')
    )
    found = await navigated(chat, site.page(LOGIN))
    answer = await refused(chat, "timeout", "type", ref=found["Password"], secret="slow", timeout_ms=200)
    assert answer["details"]["waited_for"] == "the store of the secret slow"
    await do(chat, "type", ref=found["Password"], secret="shop.password", observe="none")
