"""What a policy forbids is not done: the first judgement, before anything else."""

import os
from pathlib import Path

from refbrowser import Browser, Chat, Settings
from tests.support.calls import do, evaluated, navigated, refused
from tests.support.server import Site


async def test_what_is_denied_is_not_done_and_says_by_which_rule(ruled: Chat, rules: Path, site: Site) -> None:
    rules.write_text(
        'default = "allow"\n[[rule]]\nname = "no scripts"\nverdict = "deny"\nscripts = true\nreason = "nothing here needs one"\n'
    )
    await do(ruled, "open", url=site.page("<p>Here</p>"))
    answer = await refused(ruled, "policy_denied", "evaluate", script="document.title = 'done'")
    assert answer["details"]["rule"] == "no scripts"
    assert "nothing here needs one" in answer["error"]
    assert answer["details"]["facts"]["action"] == "evaluate"
    await refused(ruled, "policy_denied", "wait", script="document.title = 'done'")
    assert (await do(ruled, "state"))["title"] != "done"


async def test_a_denied_call_starts_no_chat(ruled: Chat, rules: Path, site: Site) -> None:
    rules.write_text('default = "allow"\n[[rule]]\nname = "elsewhere"\nverdict = "deny"\nsites = "127.0.0.1"\n')
    await refused(ruled, "policy_denied", "open", url=site.url("/never"))
    await refused(ruled, "policy_denied", "read", url=site.url("/never").removeprefix("http://"))
    assert ruled.existing() is None
    assert site.hits("/never") == 0


async def test_a_call_of_a_batch_is_judged_too(ruled: Chat, rules: Path, site: Site) -> None:
    rules.write_text('default = "allow"\n[[rule]]\nname = "no scripts"\nverdict = "deny"\nscripts = true\n')
    page = site.page("<p>Here</p>")
    first, second = await do(
        ruled, "multi", calls=[{"action": "open", "url": page}, {"action": "evaluate", "browser_id": "$0", "script": "1"}]
    )
    assert first["ok"]
    assert second["code"] == "policy_denied"


async def test_the_file_is_read_again_when_it_changes_and_a_broken_one_denies(ruled: Chat, rules: Path, site: Site) -> None:
    answer = await refused(ruled, "policy_denied", "list")
    assert str(rules) in answer["error"]
    rules.write_text('default = "allow"\n')
    await do(ruled, "open", url=site.page("<p>Here</p>"))
    rules.write_text('default = "allow"\n\n[[rule]]\nname = "x"\nverdict = "alow"\n')
    answer = await refused(ruled, "policy_denied", "content")
    assert answer["details"]["line"] == 5
    assert answer["remedy"]["command"] == "refbrowser policy check"
    rules.write_bytes(b'default = "\xff"\n')
    await refused(ruled, "policy_denied", "list")
    rules.write_text('default = "deny"\n')
    assert (await refused(ruled, "policy_denied", "content"))["details"]["rule"] == "default"
    same_size = rules.read_text().replace('"deny" ', '"deny"')
    os.utime(rules, ns=(1, 1))
    rules.write_text(same_size.replace("deny", "ask "))
    await refused(ruled, "policy_denied", "content")
    rules.write_text('default = "allow"\n')
    await do(ruled, "content")


async def test_the_presets_need_no_file(site: Site, tmp_path: Path, browser: Browser) -> None:
    settings = Settings(home=tmp_path, policy="read_only")
    assert settings.policy == "read_only"
    assert Browser(settings).oversight is not None
    assert browser.oversight is None, "open judges nothing"


async def test_without_a_policy_everything_is_as_before(shared_chat: Chat, site: Site) -> None:
    refs = await navigated(shared_chat, site.page("<button onclick=\"document.title = 'pressed'\">Press</button>"))
    await do(shared_chat, "click", ref=refs["Press"])
    assert await evaluated(shared_chat, "document.title") == "pressed"
