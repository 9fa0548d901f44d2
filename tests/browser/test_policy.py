"""What a policy forbids is not done: the first judgement, before anything else."""

import asyncio
import json
import os
from pathlib import Path

import pytest

from refbrowser import Browser, Chat, Settings
from refbrowser.policy import sites
from refbrowser.policy.urls import openable
from tests.support.calls import do, evaluated, navigated, refused
from tests.support.server import Site
from tests.support.waiting import until


async def test_what_is_denied_is_not_done_and_says_by_which_rule(shared_ruled: Chat, rules: Path, site: Site) -> None:
    rules.write_text(
        'default = "allow"\n[[rule]]\nname = "no scripts"\nverdict = "deny"\nscripts = true\nreason = "nothing here needs one"\n'
    )
    await do(shared_ruled, "navigate", url=site.page("<p>Here</p>"))
    answer = await refused(shared_ruled, "policy_denied", "evaluate", script="document.title = 'done'")
    assert answer["details"]["rule"] == "no scripts"
    assert "nothing here needs one" in answer["error"]
    assert answer["details"]["facts"]["action"] == "evaluate"
    await refused(shared_ruled, "policy_denied", "wait", script="document.title = 'done'")
    assert (await do(shared_ruled, "state"))["title"] != "done"


async def test_a_denied_call_starts_no_chat(ruled: Chat, rules: Path, site: Site) -> None:
    rules.write_text('default = "allow"\n[[rule]]\nname = "elsewhere"\nverdict = "deny"\nsites = "127.0.0.1"\n')
    await refused(ruled, "policy_denied", "open", url=site.url("/never"))
    await refused(ruled, "policy_denied", "read", url=site.url("/never").removeprefix("http://"))
    assert ruled.existing() is None
    assert site.hits("/never") == 0


SPELLINGS = [
    "http://127.0.0.1:{port}\\@localhost:{port}/never", "http:/\\127.0.0.1:{port}/never", "http:127.0.0.1:{port}/never", "\\\\127.0.0.1:{port}/never",
    "http://0177.0.0.1:{port}/never", "http://0x7f000001:{port}/never", "http://0x7f.1:{port}/never", "http://2130706433:{port}/never", "http://127.1:{port}/never",
    "http://%31%32%37.0.0.1:{port}/never", "http://[::ffff:127.0.0.1]:{port}/never", "http://１２７.0.0.1:{port}/never", "http://127。0。0。1:{port}/never",
    "http://localhost@127.0.0.1:{port}/never", "ht\ntp://127.\t0.0.1:{port}/never", "\x01http://127.0.0.1:{port}/never", "127.1:{port}/never", "127.0.0.1:{port}\\@localhost/never",
]  # fmt: skip
"""Of one address, as an agent may write it and Chromium reads it."""


@pytest.mark.parametrize(
    "kept_out", ['verdict = "deny"\nsites = "127.0.0.1"', 'verdict = "allow"\nsites = ["localhost", "about:"]']
)
async def test_an_address_is_judged_as_chromium_reads_it(kept_out: str, shared_ruled: Chat, rules: Path, site: Site) -> None:
    default = "allow" if "deny" in kept_out else "deny"
    rules.write_text(f'default = "{default}"\n[[rule]]\nname = "here"\nactions = ["open", "navigate", "read"]\n{kept_out}\n')
    await do(shared_ruled, "navigate", url=site.other("/"))
    for number, written in enumerate(SPELLINGS):
        action = ("navigate", "open", "read")[number % 3]
        await refused(shared_ruled, "policy_denied", action, url=written.format(port=site.port))
    assert site.hits("/never") == 0


async def test_a_relative_address_is_judged_as_the_one_that_it_means(shared_ruled: Chat, rules: Path, site: Site) -> None:
    rules.write_text('default = "allow"\n')
    await do(shared_ruled, "navigate", url=site.url("/"))
    rules.write_text(
        'default = "allow"\n[[rule]]\nname = "here"\nactions = ["open", "navigate", "read"]\nverdict = "deny"\nsites = "127.0.0.1"\n'
    )
    for action in ("navigate", "open", "read"):
        for relative in (
            "/never",
            "./never",
            "?never",
            f"//127.0.0.1:{site.port}/never",
            f"/\\127.0.0.1:{site.port}/never",
            "\\never",
        ):
            await refused(shared_ruled, "policy_denied", action, url=relative)
    rules.write_text('default = "deny"\n[[rule]]\nname = "here"\nactions = ["navigate"]\nverdict = "allow"\nsites = "127.0.0.1"\n')
    assert (await do(shared_ruled, "navigate", url="/echo?a"))["url"] == site.url("/echo?a")
    assert site.hits("/never") == 0


async def test_a_site_is_the_host_that_chromium_reads(shared_chat: Chat) -> None:
    written = [one.format(port=81) for one in SPELLINGS if one.startswith("ht")]
    written += [
        "http://straße.de/",
        "http://xn--strae-oqa.de./",
        "http://BÜCHER.example/",
        "http://ⓛⓞⓒⓐⓛ.test/",
        "http://a_b.test/",
        "http://[1::0:2]/",
        "http://a..b/",
    ]
    read = await evaluated(shared_chat, f"{json.dumps(written)}.map((url) => new URL(url).hostname)")
    judged = [sites.Site.of(openable(url, allow_file_urls=False)).host for url in written]
    # One address has two spellings by the standard; they are judged as one.
    assert judged == ["127.0.0.1" if host == "[::ffff:7f00:1]" else host.strip("[]").removesuffix(".") for host in read]


async def test_a_call_of_a_batch_is_judged_too(shared_ruled: Chat, rules: Path, site: Site) -> None:
    rules.write_text('default = "allow"\n[[rule]]\nname = "no scripts"\nverdict = "deny"\nscripts = true\n')
    page = site.page("<p>Here</p>")
    first, second = await do(
        shared_ruled, "multi", calls=[{"action": "open", "url": page}, {"action": "evaluate", "browser_id": "$0", "script": "1"}]
    )
    assert first["ok"]
    await do(shared_ruled, "close")
    assert second["code"] == "policy_denied"


async def test_the_file_is_read_again_when_it_changes_and_a_broken_one_denies(shared_ruled: Chat, rules: Path, site: Site) -> None:
    answer = await refused(shared_ruled, "policy_denied", "list")
    assert str(rules) in answer["error"]
    rules.write_text('default = "allow"\n')
    await do(shared_ruled, "navigate", url=site.page("<p>Here</p>"))
    rules.write_text('default = "allow"\n\n[[rule]]\nname = "x"\nverdict = "alow"\n')
    answer = await refused(shared_ruled, "policy_denied", "content")
    assert answer["details"]["line"] == 5
    assert answer["remedy"]["command"] == "refbrowser policy check"
    rules.write_bytes(b'default = "\xff"\n')
    await refused(shared_ruled, "policy_denied", "list")
    rules.write_text('default = "deny"\n')
    assert (await refused(shared_ruled, "policy_denied", "content"))["details"]["rule"] == "default"
    same_size = rules.read_text().replace('"deny" ', '"deny"')
    os.utime(rules, ns=(1, 1))
    rules.write_text(same_size.replace("deny", "ask "))
    await refused(shared_ruled, "policy_denied", "content")
    rules.write_text('default = "allow"\n')
    await do(shared_ruled, "content")


async def test_the_presets_need_no_file(site: Site, tmp_path: Path, browser: Browser) -> None:
    settings = Settings(home=tmp_path, policy="read_only")
    assert settings.policy == "read_only"
    assert Browser(settings).oversight is not None
    assert browser.oversight is None, "open judges nothing"


async def test_without_a_policy_everything_is_as_before(shared_chat: Chat, site: Site) -> None:
    refs = await navigated(shared_chat, site.page("<button onclick=\"document.title = 'pressed'\">Press</button>"))
    await do(shared_chat, "click", ref=refs["Press"], observe="none")
    assert await evaluated(shared_chat, "document.title") == "pressed"


async def test_history_is_judged_by_where_it_leads(shared_ruled: Chat, rules: Path, site: Site) -> None:
    rules.write_text('default = "allow"\n')
    site.page("<title>there</title>", "/denied", headers={"Cache-Control": "no-store"})
    leaves = f"<title>1</title><script>onload = () => setTimeout(() => {{ location = '{site.other('/denied')}' }})</script>"
    await do(shared_ruled, "navigate", url=site.page(leaves), wait_until="commit")
    await asyncio.to_thread(site.wait_for_request, "/denied")
    await until(lambda: do(shared_ruled, "list"), lambda listed: "/denied" in listed["browsers"][0]["url"])
    rules.write_text('default = "allow"\n[[rule]]\nname = "not there"\nverdict = "deny"\nsites = "localhost"\n')
    await do(shared_ruled, "navigate", url=site.page("<title>2</title>"))
    before = site.hits("/denied")
    for action in ("back", "back"):
        answer = await refused(shared_ruled, "policy_denied", action)
        assert answer["details"]["facts"]["url"] == site.other("/denied")
        assert (await do(shared_ruled, "state"))["title"] == "2"
    assert site.hits("/denied") == before
    await do(shared_ruled, "navigate", url=site.page("<title>3</title>"))
    assert (await do(shared_ruled, "back"))["title"] == "2"
    assert (await do(shared_ruled, "forward"))["title"] == "3"
