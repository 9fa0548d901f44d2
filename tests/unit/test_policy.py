"""The policy, without a browser: rules, presets, files, and what cannot be decided before the element is observed."""

from base64 import b64encode
from dataclasses import replace
from typing import Any
from urllib.parse import quote

import pytest

from refbrowser.errors import CallError
from refbrowser.policy.facts import ElementFacts, Facts
from refbrowser.policy.policy_file import read_policy
from refbrowser.policy.presets import guarded, preset, read_only
from refbrowser.policy.rules import Policy
from refbrowser.policy.scripts import reach_of
from refbrowser.policy.sites import Site, SitePattern
from refbrowser.service.calls.validation import read_call
from refbrowser.service.oversight.call_facts import facts_of
from refbrowser.service.oversight.policy_source import vocabulary

HERE = "https://shop.example/cart"


def facts(page_url: str | None = HERE, **call: Any) -> Facts:
    action, arguments = read_call(call)
    return facts_of(action, arguments, page_url=page_url, asker=call.pop("asker", "python"))


def click(
    name: str = "Next", kind: str = "button", frame: str = HERE, fields: tuple[str, ...] = (), leads_to: str | None = None
) -> Facts:
    return replace(facts(action="click", ref=1), observed=True, element=ElementFacts(kind, name, frame, leads_to, fields))


def decision(policy: Policy, judged: Facts) -> str | None:
    verdict = policy.judge(judged)
    return None if verdict is None else verdict.decision


def observed(judged: Facts) -> Facts:
    """With an ordinary element, for the calls that take one."""
    return replace(judged, observed=True, element=ElementFacts("button", "Next", HERE) if judged.takes_element else None)


TIERS = [
    ("allow", {"action": "navigate", "url": "https://github.com/a"}), ("ask", {"action": "navigate", "url": "https://example.com/"}),
    ("allow", {"action": "open", "url": "docs.python.org"}), ("ask", {"action": "open", "url": "https://github.com.evil.example/"}),
    ("deny", {"action": "open", "url": "data:text/html,x"}), ("ask", {"action": "open", "url": "data:text/plain,x"}), ("allow", {"action": "open"}), ("ask", {"action": "read", "url": "https://example.com/"}),
    ("allow", {"action": "back"}), ("allow", {"action": "forward"}), ("allow", {"action": "content"}), ("allow", {"action": "screenshot"}),
    ("allow", {"action": "close_all"}), ("ask", {"action": "close_all", "wipe": True}), ("allow", {"action": "network"}), ("allow", {"action": "console"}), ("allow", {"action": "wait", "text": "x"}), ("allow", {"action": "list"}),
    ("ask", {"action": "click", "ref": 1}), ("ask", {"action": "type", "ref": 1, "text": "x"}), ("ask", {"action": "fill_form", "fields": [{"ref": 1, "value": "x"}]}),
    ("ask", {"action": "select_option", "ref": 1, "value": "x"}), ("ask", {"action": "keyboard", "key": "Enter"}), ("ask", {"action": "key_chord", "keys": ["Control", "a"]}),
    ("ask", {"action": "drag", "ref": 1, "target_ref": 2}), ("ask", {"action": "hover", "ref": 1}), ("ask", {"action": "scroll", "direction": "down"}),
    ("ask", {"action": "dialog", "operation": "accept"}), ("ask", {"action": "set_viewport", "width": 800, "height": 600}),
    ("deny", {"action": "evaluate", "script": "1"}), ("deny", {"action": "cdp", "method": "DOM.enable"}), ("deny", {"action": "upload_file", "ref": 1, "path": "x"}),
    ("deny", {"action": "wait", "script": "fetch('/x')"}), ("deny", {"action": "expect", "script": "1"}),
]  # fmt: skip
"""The three tiers, with github.com and docs.python.org as allowed domains."""


@pytest.mark.parametrize(
    ("expected", "call"), TIERS, ids=lambda value: value if isinstance(value, str) else "-".join(map(str, value.values()))
)
def test_guarded_has_three_tiers(expected: str, call: dict[str, Any]) -> None:
    domains = [SitePattern.read("github.com"), SitePattern.read("docs.python.org")]
    assert decision(guarded(domains), observed(facts(**call))) == expected


@pytest.mark.parametrize(
    "call",
    [{"action": "evaluate", "script": "1"}, {"action": "wait", "script": "1"}, {"action": "upload_file", "ref": 1, "path": "x"}],
)
def test_what_is_enabled_is_asked_for(call: dict[str, Any]) -> None:
    policy = guarded(enabled=["evaluate", "upload_file"])
    assert decision(policy, observed(facts(**call))) == "ask"
    assert decision(policy, observed(facts(action="cdp", method="DOM.enable"))) == "deny"


@pytest.mark.parametrize(
    ("level", "scroll", "press", "script"),
    [
        (0, "ask", "ask", "ask"),
        (0.99, "ask", "ask", "ask"),
        (1, "allow", "ask", "ask"),
        (1.9999999999, "allow", "ask", "ask"),
        (2.5, "allow", "allow", "ask"),
        (3, "allow", "allow", "allow"),
        (float("nan"), "ask", "ask", "ask"),
        (float("inf"), "ask", "ask", "ask"),
    ],
)
def test_a_fraction_of_autonomy_counts_as_the_level_below(level: float, scroll: str, press: str, script: str) -> None:
    policy = guarded(enabled=["evaluate"]).with_autonomy(level)
    assert decision(policy, observed(facts(action="scroll", direction="down"))) == scroll
    assert decision(policy, click()) == press
    assert decision(policy, observed(facts(action="evaluate", script="1"))) == script
    assert decision(policy, click(fields=("card",))) == "ask", "no level presses on a form with a card in it"


def test_read_only_reads() -> None:
    policy = read_only()
    reading: list[dict[str, Any]] = [
        {"action": "content"},
        {"action": "open", "url": "example.com"},
        {"action": "scroll", "direction": "down"},
        {"action": "dialog", "operation": "dismiss"},
        {"action": "close_all"},
        {"action": "emulate", "color_scheme": "dark"},
        {"action": "emulate", "offline": False},
    ]
    for call in reading:
        assert decision(policy, observed(facts(**call))) == "allow", call
    changing: list[dict[str, Any]] = [{"action": "click", "ref": 1}, {"action": "type", "ref": 1, "text": "x"}, {"action": "evaluate", "script": "1"}, {"action": "wait", "script": "1"},
                 {"action": "dialog", "operation": "accept"}, {"action": "storage", "operation": "get"}, {"action": "route", "operation": "list"},
                 {"action": "close_all", "wipe": True}, {"action": "emulate", "offline": True}, {"action": "emulate", "offline": True, "locale": "de"}]  # fmt: skip
    for call in changing:
        assert decision(policy, facts(**call)) == "deny", call


def test_open_judges_nothing() -> None:
    assert decision(preset("open"), click(fields=("card",))) == "allow"


RULES = """
default = "allow"

[[rule]]
name = "pay"
verdict = "deny"
target = ["button: *buy*", "*pay now*"]
reason = "no purchases"

[[rule]]
name = "their frame"
verdict = "ask"
sites = ["*.ads.example", "ads.example"]

[[rule]]
name = "cards"
verdict = "deny"
fields = "card"

[[rule]]
name = "carried"
verdict = "ask"
carries = true

[[rule]]
name = "sends"
verdict = "deny"
does = ["network", "unclear"]

[[rule]]
name = "keys"
verdict = "deny"
files = "*.pem"

[[rule]]
name = "raw"
verdict = "deny"
actions = "cdp"
operations = "Runtime.*"

[[rule]]
name = "robots"
verdict = "deny"
askers = "mcp"
effects = "input"
"""

FACTS = [
    ("allow", click()),
    ("deny", click("Buy now")), ("deny", click("BUY  NOW")), ("deny", click("\uff22uy now")), ("deny", click("B\u00aduy\u200b it")), ("allow", click("Buy now", kind="link")), ("deny", click("Pay now", kind="link")),
    ("ask", click(frame="https://x.ads.example/f")), ("ask", click(frame="https://ADS.example./f")), ("allow", click(frame="https://bads.example/f")), ("ask", click(leads_to="https://ads.example/go")),
    ("deny", click(fields=("email", "card"))), ("allow", click(fields=("email",))),
    ("ask", replace(observed(facts(action="type", ref=1, text="x")), carries=("mail.example",), carried_kinds=frozenset({"any"}))),
    ("deny", facts(action="evaluate", script="fetch('/x')")), ("deny", facts(action="evaluate", script="window['fe'+'tch']('/x')")), ("allow", facts(action="evaluate", script="document.title")),
    ("deny", observed(facts(action="upload_file", ref=1, path="a/id.pem"))), ("allow", observed(facts(action="upload_file", ref=1, path="a/id.txt"))),
    ("deny", facts(action="cdp", method="Runtime.evaluate", params={"expression": "1"})), ("allow", facts(action="cdp", method="DOM.enable")),
    ("deny", replace(click(), asker="mcp")), ("allow", replace(facts(action="content"), asker="mcp")),
    ("ask", facts(page_url="https://ads.example/", action="content")), ("ask", facts(action="navigate", url="ads.example")),
]  # fmt: skip


@pytest.mark.parametrize(("expected", "judged"), FACTS)
def test_each_fact_decides(expected: str, judged: Facts) -> None:
    verdict = read_policy(RULES, "rules").judge(replace(judged, observed=True))
    assert verdict is not None
    assert verdict.decision == expected, verdict


def test_a_verdict_names_its_rule_and_why() -> None:
    verdict = read_policy(RULES, "rules").judge(click("Buy"))
    assert verdict is not None
    assert (verdict.decision, verdict.rule, verdict.reason) == ("deny", "pay", "no purchases")


def test_what_depends_on_the_element_is_not_decided_before_it_is_observed() -> None:
    policy = read_policy(RULES, "rules")
    assert policy.judge(facts(action="click", ref=1)) is None
    assert decision(policy, facts(action="navigate", url="example.com")) is None, "what it carries may be asked for"
    assert decision(policy, facts(action="content")) == "allow"
    strict = read_policy(
        '[[rule]]\nname = "buy"\nverdict = "deny"\ntarget = "buy"\n[[rule]]\nname = "all"\nverdict = "deny"', "strict"
    )
    assert decision(strict, facts(action="click", ref=1)) == "deny", "whatever the element is"


def test_a_rule_that_allows_needs_every_site_and_one_that_denies_one() -> None:
    allows = read_policy('default = "deny"\n[[rule]]\nname = "a"\nverdict = "allow"\nsites = "shop.example"', "a")
    assert decision(allows, click()) == "allow"
    assert decision(allows, click(frame="https://evil.example/")) == "deny"
    assert decision(allows, click(leads_to="https://evil.example/")) == "deny"
    assert decision(allows, facts(page_url=None, action="content")) is None, "the tab is not known yet"
    assert decision(allows, facts(action="list")) == "deny", "a call about no site is at none of them"


NO_BANK = '[[rule]]\nname = "no bank"\nverdict = "deny"\nsites = "*.bank.example"\n'


@pytest.mark.parametrize(
    ("before", "rule", "denied"),
    [("", NO_BANK, True), ("", NO_BANK.replace("*.bank", "bank"), False), ("", NO_BANK + 'actions = "navigate"\n', False), ("", NO_BANK + 'groups = "*"\n', True),
     ("", NO_BANK.replace("deny", "ask"), False), ("", NO_BANK.replace("*.", "https://my."), False), ("", NO_BANK.replace("*.", "http://my."), True),
     ("", NO_BANK.replace('"*.bank.example"', '"my.bank.example:8080"'), False), ("", NO_BANK + 'target = "*"\n', False),
     ('[[rule]]\nname = "a"\nverdict = "allow"\nsites = "my.bank.example"\n', NO_BANK, False), ('[[rule]]\nname = "a"\nverdict = "allow"\nactions = "content"\n', NO_BANK, True),
     ('[[rule]]\nname = "a"\nverdict = "allow"\nsites = "*"\naskers = "mcp"\n', NO_BANK, False), ('[[rule]]\nname = "a"\nverdict = "ask"\nactions = "navigate"\n', NO_BANK, False),
     ('[[rule]]\nname = "a"\nverdict = "deny"\nactions = "navigate"\n', NO_BANK, True)],
)  # fmt: skip
def test_a_rule_about_sites_alone_denies_whatever_goes_there(before: str, rule: str, denied: bool) -> None:
    verdict = read_policy(before + rule, "rules").denial_of(Site("http", "my.bank.example", 80))
    assert (verdict is not None and verdict.rule == "no bank") is denied


@pytest.mark.parametrize(
    ("pattern", "url", "expected"),
    [("example.com", "https://example.com/", True), ("example.com", "http://EXAMPLE.com.:8080/", True), ("example.com", "https://www.example.com/", False),
     ("*.example.com", "https://a.b.example.com/", True), ("*.example.com", "https://example.com/", False), ("*.example.com", "https://badexample.com/", False),
     ("https://example.com", "http://example.com/", False), ("localhost:3000", "http://localhost:3000/", True), ("localhost:3000", "http://localhost:3001/", False),
     ("example.com", "https://example.com@evil.example/", False), ("example.com", "https://evil.example/?example.com", False), ("bücher.example", "https://xn--bcher-kva.example/", True),
     ("*", "https://example.com/", True), ("*", "data:text/html,x", False), ("data:", "data:text/html,x", True), ("example.com", "blob:https://example.com/1", True), ("[::1]", "http://[::1]:80/", True),
     ("example.com", "https://example.com\\@evil.example/", True), ("evil.example", "https://example.com\\@evil.example/", False),
     ("127.0.0.1", "http://[::ffff:127.0.0.1]/", True), ("[::ffff:127.0.0.1]", "http://127.1/", True), ("0x7f.1", "http://0177.0.0.1/", True), ("strasse.de", "https://straße.de/", False),
     ("straße.de", "https://xn--strae-oqa.de/", True), ("127.0.0.1", "http:/\\2130706433", True), ("a.test", "ht\ntp://a\t.test", True), ("example.com", "https://%65xample.com/", True), ("about:", "about:blank", True), ("example.com", "not a url", False)],
)  # fmt: skip
def test_patterns_of_sites(pattern: str, url: str, expected: bool) -> None:
    assert SitePattern.read(pattern).matches(Site.of(url)) is expected


BROKEN = [
    ("default = 'maybe'", 1), ("x = 1", 1), ("default = 'deny'\n\n[[rule]]\nname = 'a'\n", 3), ("[[rule]]\nname='a'\nverdict='allow'\n\n[[rule]]\nverdict = 'deny'\nname = 'a'", 7),
    ("[[rule]]\nname='a'\nverdict='deny'\nwho='x'", 4), ("[[rule]]\nname='a'\nverdict='deny'\nfields=['car']", 4), ("[[rule]]\nname='a'\nverdict='deny'\nsites=['a b']", 4),
    ("[[rule]]\nname='a'\nverdict='deny'\nsites=[]", 4), ("[[rule]]\nname='a'\nverdict='deny'\ntarget=[]", 4), ("[[rule]]\nname='a'\nverdict='deny'\nautonomy=2", 4), ("[[rule]]\nname='a'\nverdict='ask'\nautonomy=2.9", 4),
    ("[[rule]]\nname='a'\nreason='''\nverdict = 5\n'''\nverdict='no'", 6), ("default = 'deny'\nrule = 5", 2), ("extends = 'read_only'\nallowed_domains = ['a.example']", 1), ("default = ", 1), ("[[rule]\n", 1),
    ("[[rule]]\nname='a'\nverdict='deny'\nscripts='yes'", 4), ("[[rule]]\nname='a'\nverdict='deny'\nactions='clcik'", 4), ("[[rule]]\nname='a'\nverdict='deny'\nactions=['click', 'goto']", 4),
    ("[[rule]]\nname='a'\nverdict='deny'\nactions='clikc*'", 4), ("[[rule]]\nname='a'\nverdict='deny'\ngroups='pointr'", 4), ("[[rule]]\nname='a'\nverdict='deny'\neffects='inputs'", 4),
    ("[[rule]]\nname='a'\nverdict='deny'\noperations='acept'", 4), ("enabled = ['evalute']", 1), ("extends = 'guarded'\nenabled = ['click']", 2), ("[[rule]]\nname='a'\nverdict='deny'\nactions=['nope']\n[[rule]]\nname='b'\nverdict='deny'", 4),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line"), BROKEN)
def test_a_broken_file_is_refused_with_its_line(text: str, line: int) -> None:
    with pytest.raises(CallError) as broken:
        read_policy(text, "policy.toml", vocabulary())
    assert broken.value.details["line"] == line, broken.value.message
    assert f"line {line}" in broken.value.message


@pytest.mark.parametrize(
    "criterion",
    [
        "actions = ['*', 'click', 'KEY*']",
        "groups = 'point*'",
        "effects = 'input'",
        "operations = ['accept', 'Page.*', 'wipe', 'click']",
    ],
)
def test_names_of_the_catalog_are_accepted(criterion: str) -> None:
    assert read_policy(f"[[rule]]\nname='a'\nverdict='deny'\n{criterion}", "p", vocabulary()).rules


NETWORK = ["document.body.style.background = `u${0}rl(//x)`", "e.style.cssText = t", "i.srcset = t", "o.data = t", "v.poster = t", "new FontFace('a', t)", "s.insertRule(t)",
           "s.replaceSync(t)", "a.ping = t", "f.action = t", "document.adoptedStyleSheets", "e.setProperty('--x', t)", "x = 'url (//x)'", "'@import \"//x\"'", "parent.appendChild(e)", "e.animate([])"]  # fmt: skip


@pytest.mark.parametrize("script", NETWORK)
def test_what_loads_is_found_in_a_script(script: str) -> None:
    assert "network" in reach_of(script)


def test_the_name_of_a_window_goes_along() -> None:
    for script in ("window.name = t", "name = t", "e.defaultView.name = t", "top . name=t"):
        assert "navigation" in reach_of(script)
    for script in (
        "e.name == t",
        "document.querySelector('[name=q]')",
        "const names = t",
        "e.name",
        "const name = t; let name = t",
    ):
        assert "navigation" not in reach_of(script)


def test_a_script_that_reads_does_nothing() -> None:
    assert reach_of("const data = document.title; data == getComputedStyle(document.body).color") == frozenset()


def test_a_file_extends_a_preset() -> None:
    policy = read_policy(
        'extends = "guarded"\nallowed_domains = ["github.com"]\nenabled = ["evaluate"]\n[[rule]]\nname = "scroll"\nverdict = "allow"\nactions = "scroll"',
        "mine",
    )
    assert decision(policy, observed(facts(action="scroll", direction="down"))) == "allow"
    assert decision(policy, observed(facts(action="navigate", url="github.com"))) == "allow"
    assert decision(policy, observed(facts(action="evaluate", script="1"))) == "ask"
    assert decision(policy, facts(action="cdp", method="DOM.enable")) == "deny"
    assert decision(read_policy("", "empty"), facts(action="content")) == "ask", "a file without rules asks for everything"


def test_a_rule_about_downloads_is_about_no_call_and_takes_no_criterion_of_calls() -> None:
    policy = read_policy(
        'default = "allow"\n[[rule]]\nname = "x"\nverdict = "deny"\ndownloads = "*.exe"\nsites = "a.example"\n', "p"
    )
    assert policy.judge(Facts("click", "pointer", "input", observed=True)).decision == "allow"  # type: ignore[union-attr]
    assert policy.judge_download("a.EXE", Site.of("https://a.example/")).decision == "deny"  # type: ignore[union-attr]
    assert policy.judge_download("a.exe", Site.of("https://b.example/")) is None
    assert policy.judge_download("a.txt", Site.of("https://a.example/")) is None
    for wrong in ('actions = "click"', "scripts = true", 'fields = "card"'):
        with pytest.raises(CallError, match="about downloads"):
            read_policy(f'[[rule]]\nname = "x"\nverdict = "deny"\ndownloads = "*.exe"\n{wrong}\n', "p")


@pytest.mark.parametrize(
    ("call", "brings"),
    [
        ({"action": "open", "url": "data:text/html,<p>x"}, True),
        ({"action": "navigate", "url": " DATA:Text/HTML;charset=utf-8;base64,PHA+"}, True),
        ({"action": "open", "url": "data:image/svg+xml,<svg onload='x()'/>"}, True),
        ({"action": "open", "url": "data:application/xhtml+xml,<html/>"}, True),
        ({"action": "open", "url": "data:text/xml;x=image/png,<a/>"}, True),
        ({"action": "open", "url": "data:image/png;base64,AAAA"}, False),
        ({"action": "open", "url": "data:text/plain,<script>"}, False),
        ({"action": "open", "url": "data:,<script>"}, False),
        ({"action": "open", "url": "data.example/html"}, False),
        ({"action": "open"}, False),
        ({"action": "read", "url": "data:text/html,<p>x"}, False),
        ({"action": "evaluate", "script": "1"}, True),
        ({"action": "cdp", "method": "Runtime.callFunctionOn", "params": {}}, True),
        ({"action": "cdp", "method": "Page.reload", "params": {"scriptToEvaluateOnLoad": "x()"}}, True),
        ({"action": "cdp", "method": "Page.reload"}, False),
        ({"action": "cdp", "method": "Page.setDocumentContent", "params": {"html": "<img onerror=x()>"}}, True),
        ({"action": "cdp", "method": "DOM.setOuterHTML"}, True),
        ({"action": "cdp", "method": "DOM.setAttributesAsText"}, True),
        ({"action": "cdp", "method": "DOM.getDocument"}, False),
        ({"action": "route", "operation": "add", "url": "**", "fulfil": {"body": "<script>x()</script>"}}, True),
        ({"action": "route", "operation": "add", "url": "**", "fulfil": {"path": "a.html"}}, True),
        ({"action": "route", "operation": "add", "url": "**", "fulfil": {"body": "{}", "headers": {"Content-Type": "application/json"}}}, False),
        ({"action": "route", "operation": "add", "url": "**", "abort": True}, False),
    ],
)  # fmt: skip
def test_a_document_of_the_agents_own_is_a_script(call: dict[str, Any], brings: bool) -> None:
    assert (facts(**call).does is not None) is brings
    policy = read_policy('default = "allow"\n[[rule]]\nname = "x"\nverdict = "deny"\nscripts = true\n', "p")
    assert decision(policy, observed(facts(**call))) == ("deny" if brings else "allow")


def test_what_a_document_of_the_agents_own_does_is_read_in_any_coding() -> None:
    script = "<script>fetch('/x')</script>"
    for url in (
        f"data:text/html,{script}",
        f"data:text/html,{quote(script)}",
        f"data:text/html;base64,{b64encode(script.encode()).decode()}",
    ):
        assert facts(action="open", url=url).does == frozenset({"network", "unclear"}), url


def test_raw_input_fits_any_target_of_a_rule_that_denies_and_none_of_one_that_allows() -> None:
    raw = facts(action="cdp", method="Input.dispatchMouseEvent", params={})
    for criterion in ('target = "*buy*"', 'fields = "card"'):
        rule = f'[[rule]]\nname = "x"\nverdict = "VERDICT"\n{criterion}\n'
        denies = read_policy('default = "allow"\n' + rule.replace("VERDICT", "deny"), "p")
        assert decision(denies, raw) == decision(denies, observed(raw)) == "deny"
        assert decision(denies, observed(facts(action="cdp", method="DOM.enable"))) == "allow"
        assert decision(read_policy('default = "ask"\n' + rule.replace("VERDICT", "allow"), "p"), observed(raw)) == "ask"


@pytest.mark.parametrize(
    ("criterion", "call", "denied", "allowed"),
    [
        ('files = "*.pdf"', {"action": "upload_file", "ref": 1, "paths": ["a.pdf", "b.pdf"]}, True, True),
        ('files = "*.pdf"', {"action": "upload_file", "ref": 1, "paths": ["a.pdf", "id.pem"]}, True, False),
        ('files = "*.pdf"', {"action": "upload_file", "ref": 1, "paths": []}, False, False),
        ('files = "*.png"', {"action": "visual_diff", "before": "a.png"}, True, True),
        ('secrets = "bank"', {"action": "fill_form", "fields": [{"ref": 1, "value": "x"}, {"ref": 2, "secret": "bank"}]}, True, True),
        ('secrets = "bank"', {"action": "fill_form", "fields": [{"ref": 1, "secret": "mail"}, {"ref": 2, "secret": "bank"}]}, True, False),
        ('secrets = "bank"', {"action": "navigate", "url": HERE, "http_auth": {"secret": "bank"}}, True, True),
        ('operations = "overwrite"', {"action": "storage", "operation": "save", "path": "a.json", "overwrite": True}, True, False),
        ('operations = "save"', {"action": "storage", "operation": "save", "path": "a.json", "overwrite": True}, True, False),
        ('operations = "save"', {"action": "storage", "operation": "save", "path": "a.json"}, True, True),
    ],
)  # fmt: skip
def test_a_rule_that_allows_needs_every_name_and_one_that_denies_one(
    criterion: str, call: dict[str, Any], denied: bool, allowed: bool
) -> None:
    rule = f'[[rule]]\nname = "x"\nverdict = "VERDICT"\n{criterion}\n'
    denies = read_policy('default = "allow"\n' + rule.replace("VERDICT", "deny"), "p", vocabulary())
    allows = read_policy('default = "deny"\n' + rule.replace("VERDICT", "allow"), "p", vocabulary())
    assert (decision(denies, observed(facts(**call))) == "deny") is denied
    assert (decision(allows, observed(facts(**call))) == "allow") is allowed
