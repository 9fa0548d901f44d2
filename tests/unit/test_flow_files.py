"""Files of flows: each mistake with its line and column, values and readings, and what no file may hold."""

import contextlib
import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from refbrowser.errors import CallError, FlowError
from refbrowser.flows.checking import checked, read_flow
from refbrowser.flows.model import Reading, file_schema
from refbrowser.flows.readings import Unread, read_output
from refbrowser.flows.store import FlowFolder
from refbrowser.flows.targets import match_said
from refbrowser.flows.values import filled, filled_address, input_schema, inputs_of
from refbrowser.replay.matching import Match, NoMatch

HEAD = """flow: 1
name: order
site: https://shop.example
inputs:
  query: {type: string, default: lamp}
  many: {type: integer, default: 1}
  login: {secret: true, default: shop}
outputs:
  total: {type: number}
steps:
  - action: content
    read: {total: {after: Total}}
"""


def mistakes(text: str) -> list[str]:
    return [str(mistake) for mistake in checked(text)[1]]


def step(text: str) -> str:
    """The head with one more step, which begins in line 13."""
    return f"{HEAD}  - {text}\n"


@pytest.mark.parametrize(
    "text",
    [
        "{action: navigate, with: {url: /}}",
        '{action: navigate, with: {url: "/search?q=${query}"}, expect: {page: "/search?q=${query}", status: 200}}',
        '{action: type, target: {kind: input text, name: Search}, with: {text: "${query} $${x}"}}',
        '{action: type, target: {kind: input password, name: Password}, with: {secret: "${login}"}}',
        "{action: fill_form, with: {fields: [{target: {kind: input text, name: A}, value: x}, {target: {kind: checkbox, name: B}, value: true}]}}",
        "{action: drag, target: {kind: button, name: A}, goal: {kind: button, name: B}}",
        "{first_of: [{action: click, target: {kind: button, name: A}}, {action: click, target: {kind: link, name: A}}]}",
        "{repeat: {steps: [{action: content, read: {total: {after: T}}}], next: {kind: link, name: Next}, most: 3}}",
        "{action: click, target: {selector: '#buy'}, once: true}",
        "{action: keyboard, with: {key: Enter}}",
        '{action: type, target: {kind: input text, name: "of ${total}"}, with: {text: "${total}"}, expect: {text: "${total} is right"}}',
        '{action: type, target: {kind: input text, name: One-time code}, with: {text: "${total}"}}',
        '{repeat: {steps: [{action: content}], next: {kind: link, name: "after ${total}"}, most: 3}}',
    ],
)
def test_a_right_file_is_right(text: str) -> None:
    assert mistakes(step(text)) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{action: clik, target: {kind: button, name: A}}", "13:14: there is no action 'clik'; did you mean click?"),
        ("{action: click}", "13:5: click needs a target"),
        ("{action: click, target: {name: A}}", "13:29: a target has a kind, and what else is known of it, or a selector alone"),
        ("{action: click, target: {kind: button, nme: A}}", "13:44: there is no key 'nme' here"),
        ('{action: click, target: {kind: button, name: "${nme}"}}', "13:50: ${nme}: there is no such input ($${ writes ${)"),
        ("{action: click, target: {kind: button, name: A}, with: {button: lft}}", "13:69: Input should be 'left', 'right' or 'middle'"),
        ("{action: click, target: {kind: button, name: A}, with: {ref: 3}}", "13:66: ref cannot stand in a flow: write a target"),
        ("{action: click, target: {kind: button, name: A}, with: {bttn: left}}", "13:67: click has no argument bttn; did you mean button?"),
        ('{action: click, target: {selector: "#${query}"}}', "13:40: ${query} would be read as part of a program here: inputs stand in texts, values, addresses and targets alone"),
        ('{action: evaluate, with: {script: "x(${query})"}}', "13:39: ${query} would be read as part of a program here: inputs stand in texts, values, addresses and targets alone"),
        ("{action: type, target: {kind: input password, name: P}, with: {text: hunter2}}", "13:74: the value of a secret field cannot stand in a flow: give the name of a secret (secret), or an input with secret: true"),
        ('{action: type, target: {kind: input text, name: API token}, with: {text: "${query}"}}', "13:78: the value of a secret field cannot stand in a flow: give the name of a secret (secret), or an input with secret: true"),
        ('{action: type, target: {kind: input text, name: A}, with: {text: "${login}"}}', "13:70: the secret's name would be typed: write secret: ${login}"),
        ('{action: type, target: {kind: input password, name: A}, with: {secret: "${query}"}}', "13:76: the input query is no secret's name: declare it with secret: true"),
        ("{action: fill_form, with: {fields: [{target: {kind: input password, name: P}, value: hunter2}]}}", "13:90: the value of a secret field cannot stand in a flow: give the name of a secret (secret), or an input with secret: true"),
        ("{action: navigate, with: {url: 'https://shop.example/?access_token=abcdef123456'}}", "13:36: url holds what looks like a secret: give the name of a secret (secret), or an input with secret: true"),
        ("{action: click, target: {kind: button, name: A}, tab: popup}", "13:59: no step before it opens a tab called popup"),
        ("{action: flow, with: {name: order}}", "13:14: flow is no step of a flow: a flow runs no other flow"),
        ("{action: multi, with: {calls: []}}", "13:14: multi is no step of a flow: write each of its calls as a step"),
        ("{action: click, target: {kind: button, name: A}, read: {total: {after: T}}}", "13:68: click returns no text: after goes with content, find, read, source"),
        ("{action: content, read: {sum: {after: T}}}", "13:35: outputs has no sum"),
        ("{action: content, read: {total: {after: T, text: true}}}", "13:37: exactly one of text, after, table, items, value, download says how total is read"),
        ("{repeat: {steps: [{action: click, once: true, target: {kind: link, name: A}}], next: {kind: link, name: N}, most: 3}}", "13:45: what is repeated cannot be once"),
        ("{repeat: {steps: [{action: content}], next: {kind: link, name: N}, most: 1000000000}}", "13:78: most is 1000000000; it must be less than or equal to 1000"),
        ("{action: content, optional: true}", "13:33: what is optional has a target, which decides"),
        ("{action: content, policy: open}", "13:23: a flow has the policy of the chat that runs it, and cannot bring one"),
        ("{action: content, action: click}", "13:23: action stands here twice"),
        ("{action: content, note: &a b}", "13:29: &a or *a: a flow has no anchors"),
        ("{action: !!python/object/apply:os.system [id]}", "13:14: !python/object/apply:os.system: a flow has no tags"),
        ('{action: evaluate, with: {script: "x(${total})"}}', "13:39: ${total} would be read as part of a program here: inputs stand in texts, values, addresses and targets alone"),
        ('{action: type, target: {kind: input password, name: A}, with: {secret: "${total}"}}', "13:76: the output total is no secret's name: declare an input with secret: true"),
        ("{action: content", "14:1: this is not YAML: while parsing a flow mapping, expected ',' or '}', but got '<stream end>'"),
    ],
)  # fmt: skip
def test_a_mistake_is_named_with_its_line_and_column(text: str, said: str) -> None:
    found = mistakes(step(text))
    assert said in found or any(each.startswith(said) for each in found), found


def test_an_output_is_named_by_later_steps_alone_and_where_it_is_one_value() -> None:
    outputs = HEAD.replace("  total: {type: number}\n", "  total: {type: number}\n  rows: {type: table}\n  later: {type: string}\n")
    steps = [
        '{action: navigate, with: {url: "/${later}"}}',
        "{action: content, read: {rows: {table: []}, later: {after: Later}}}",
        '{action: click, target: {kind: button, name: "${rows}"}}',
        '{action: navigate, with: {url: "/${later}"}}',
    ]
    assert mistakes("".join([outputs, *(f"  - {each}\n" for each in steps)])) == [
        "15:36: ${later}: no step before this one reads later",
        "17:50: ${rows}: rows is a table, which cannot stand in a text",
    ]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("flow: 1", "flow: 2"), "1:7: the file has format 2; this refbrowser reads formats up to 1"),
        (("name: order", "name: ../../etc/passwd"), "2:7: name is '../../etc/passwd'; it must be letters, figures and _, beginning with a letter"),
        (("https://shop.example", "https://user:pw@shop.example"), "3:7: 'https://user:pw@shop.example' is no origin such as https://shop.example"),
        (("https://shop.example", "https://shop.example/path"), "3:7: 'https://shop.example/path' is no origin such as https://shop.example"),
        (("https://shop.example", "file:///etc"), "3:7: 'file:///etc' is no origin such as https://shop.example"),
        (("default: lamp", "default: 3"), "5:34: 3 is no string"),
        (("default: 1}", "default: many}"), "6:34: 'many' is no integer"),
        (("total: {type: number}", "total: {type: number}\n  other: {type: string}"), "10:10: no step reads other"),
        (("steps:", "limits: {calls: 0}\nsteps:"), "10:17: calls is 0; it must be greater than or equal to 1"),
        (("steps:", "password: x\nsteps:"), "10:1: a flow holds no password: declare an input with secret: true, and give the name of a secret"),
    ],
)  # fmt: skip
def test_a_wrong_head_is_named(change: tuple[str, str], said: str) -> None:
    assert said in mistakes(HEAD.replace(*change)), mistakes(HEAD.replace(*change))


@pytest.mark.parametrize("text", ["", "- 1", "3", "\x00", "a: " + "[" * 400, "x" * 600_000, "flow: 1\n\tname: x", '{"flow": 1,'])
def test_what_is_no_flow_is_refused_with_a_place(text: str) -> None:
    assert mistakes(text)


TOKEN = "ghp_" + "aB3dE5gH7jK9" * 3


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (HEAD.replace("default: lamp", f"default: {TOKEN}"), "5:34"), (HEAD.replace("default: shop", f"default: {TOKEN}"), "7:34"), (f"# {TOKEN}\n{HEAD}", "1:3"),
        (step(f"{{action: evaluate, with: {{script: \"send('{TOKEN}')\"}}}}"), "13:46"), (step(f"{{action: keyboard, with: {{text: {TOKEN}}}}}"), "13:37"),
        (step(f"{{action: click, target: {{kind: button, name: A}}, expect: {{value: {TOKEN}}}}}"), "13:70"),
        (step('{action: route, with: {operation: add, url: "**", headers: {Authorization: letmein}}}'), "13:80"),
        (step("{action: type, target: {selector: 'input[type=password]'}, with: {text: hunter2}}"), "13:77"),
        (step("{action: fill_form, with: {fields: [{target: {kind: input text, name: P, hints: {field: password}}, value: hunter2}]}}"), "13:112"),
    ],
)  # fmt: skip
def test_a_file_holds_no_secret(text: str, where: str) -> None:
    assert any(each.startswith(f"{where}: ") and "secret" in each for each in mistakes(text)), mistakes(text)


def test_json_is_read_alike_and_the_schema_takes_what_is_right() -> None:
    flow = {
        "flow": 1,
        "name": "a",
        "site": "https://a.example",
        "steps": [{"action": "clik"}, {"action": "navigate", "with": {"url": "/"}}],
    }
    text = json.dumps(flow, indent=1)
    assert mistakes(text) == ["7:14: there is no action 'clik'; did you mean click?"]
    schema = Draft202012Validator(file_schema())
    schema.validate(flow)
    assert not schema.is_valid({**flow, "policy": "open"})
    # A date in YAML is the text that is typed.
    read, wrong = checked(step("{action: type, target: {kind: input date, name: Day}, with: {text: 2026-01-02}}"))
    assert not wrong
    assert read is not None
    assert read.steps[1].model_dump(by_alias=True)["with"] == {"text": "2026-01-02"}


@pytest.mark.parametrize("value", ['a"b', "a: b", "- x", "${many}", "$${", "{x}", "\\", "'", "\n", "#", "Ünï 😀", "%2F../?&=+"])
def test_an_input_is_entered_as_it_is(value: str) -> None:
    flow = read_flow(HEAD, "x")
    inputs = inputs_of(flow, {"query": value})
    assert filled("${query}", inputs) == value
    assert filled({"a": ["<${query}>"]}, inputs) == {"a": [f"<{value}>"]}
    address = filled_address("/s?q=${query}&n=${many}", inputs)
    assert address.endswith("&n=1")
    assert address.count("&") == 1
    assert "/" not in address[1:]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"qury": "x"}, "has no input 'qury'"), ({"many": "two"}, "The input many of order is a whole number, not 'two'"),
        ({"many": 1.5}, "is a whole number"), ({"many": True}, "is a whole number"), ({"query": ["x"]}, "is a text"), ({"query": {"a": 1}}, "is a text"),
        ({"many": "1e400"}, "is a whole number"), ({"query": "x" * 100_001}, "is a text"), ({"login": ["hunter2"]}, "The input login of order is a text."),
    ],
)  # fmt: skip
def test_an_input_of_another_type_is_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(CallError) as refused:
        inputs_of(read_flow(HEAD, "x"), given)
    assert said in refused.value.message
    assert "hunter2" not in refused.value.message


def test_inputs_of_a_table_are_texts_of_their_type() -> None:
    flow = read_flow(HEAD, "x")
    assert inputs_of(flow, {"many": "3"}) == {"query": "lamp", "many": 3, "login": "shop"}
    assert filled("${many}", {"many": 3}) == 3
    assert input_schema(flow)["properties"]["many"] == {"type": "integer", "default": 1}


PAGE = """Tab 1: T · http://x/ · 4 refs
<page c32f52>
# Orders
Total: 12.50 €
## Open
Order | Date | Sum
-|-|-
A-1 | 2026-01-02 | 3 \\| 4
[link 1] A-2 | x | [button 2] Pay

- one
- two [link 3] p
Name
: Ada
## Closed
Order | Sum
-|-
B-1 | 7
Total paid: 3
Amount 1.234
</page c32f52>"""


@pytest.mark.parametrize(
    ("reading", "kind", "value"),
    [
        ({"after": "Total:"}, "number", 12.5), ({"after": "total"}, "string", "12.50 €"), ({"after": "Name"}, "string", "Ada"), ({"after": "Nam"}, "string", Unread), ({"after": "Sum"}, "string", Unread),
        ({"table": ["Date", "Order"]}, "table", [{"Date": "2026-01-02", "Order": "A-1"}, {"Date": "x", "Order": "A-2"}]), ({"table": ["Order"]}, "table", Unread),
        ({"table": [], "under": "Closed"}, "table", [{"Order": "B-1", "Sum": "7"}]), ({"table": ["Price"]}, "table", Unread), ({"items": True}, "list", ["one", "two p"]),
        ({"text": True, "under": "nowhere"}, "string", Unread), ({"after": "Total paid"}, "integer", 3), ({"after": "Amount"}, "number", Unread), ({"after": "Name"}, "number", Unread),
    ],
)  # fmt: skip
def test_an_output_is_read_or_it_is_said_why_not(reading: dict[str, Any], kind: Any, value: Any) -> None:
    asked = Reading.model_validate(reading)
    if value is Unread:
        with pytest.raises(Unread):
            read_output(asked, kind, PAGE)
    else:
        assert read_output(asked, kind, PAGE) == value


@pytest.mark.parametrize(
    ("lines", "reading", "kind", "value"),
    [
        # An empty cell at an end of a row.
        ("Order | Sum\n-|-\nA | 1\nC | |\n| | 4\nB | 2\n\nAfter", {"table": ["Order", "Sum"]}, "table", [("A", "1"), ("C", ""), ("", "4"), ("B", "2")]),
        ("Order | Sum\n-|-\nA | 1\n| alone |\nB | 2", {"table": ["Order", "Sum"]}, "table", Unread),
        ("Order | Sum\n-|-\nA | 1 | 2\nB | 2", {"table": ["Order", "Sum"]}, "table", Unread),
        ("Sum | Sum\n-|-\n1 | 2", {"table": ["Sum"]}, "table", Unread),
        ("| Sum |\n|-|\n| 1 |\n| 2 |", {"table": ["Sum"]}, "table", [("1",), ("2",)]),
        # Another label that begins alike, a label without a value, a value that has not arrived.
        ("Total items: 3", {"after": "Total"}, "number", Unread), ("Total items | 3", {"after": "Total"}, "string", Unread), ("Total (with tax): 8", {"after": "Total"}, "number", Unread),
        ("Total items: 3\nTotal: 8", {"after": "Total"}, "number", 8), ("Total\nShipping: 5", {"after": "Total"}, "number", Unread), ("Total:\nShipping: 5", {"after": "Total"}, "string", Unread),
        ("## Total\n## Shipping\n5", {"after": "Total"}, "string", Unread), ("Shipping\nTotal\n: 12.50 €", {"after": "Shipping"}, "string", Unread), ("Shipping\nTotal\n: 12.50 €", {"after": "Total"}, "number", 12.5),
        ("Total: …", {"after": "Total"}, "string", Unread), ("Total for 3 items", {"after": "Total"}, "number", Unread), ("Total EUR 12.50", {"after": "Total"}, "number", 12.5), ("Picked 480", {"after": "Picked"}, "integer", 480),
        ("Delivery on Monday at 10:30", {"after": "Delivery on"}, "string", "Monday at 10:30"),
        ('[input text 3] Total placeholder="0" value="12"', {"after": "Total"}, "number", 12), ('[input text 3] Total placeholder="12"', {"after": "Total"}, "number", Unread),
        ("- one\n- two\n\nMore\n- three", {"items": True}, "list", Unread), ("- one\n  more\n\n- two\nEnd", {"items": True}, "list", ["one", "two"]),
    ],
)  # fmt: skip
def test_nothing_else_is_taken_for_an_output(lines: str, reading: dict[str, Any], kind: Any, value: Any) -> None:
    asked = Reading.model_validate(reading)
    if value is Unread:
        with pytest.raises(Unread):
            read_output(asked, kind, lines)
        return
    found = read_output(asked, kind, lines)
    assert ([tuple(row.values()) for row in found] if kind == "table" else found) == value


def test_what_find_returns_is_read_whole_and_under_its_heading() -> None:
    matches = [{"text": "Total: 3", "under": "Shop > Basket"}, {"text": "Total: 9", "under": "Shop > Saved"}]
    assert read_output(Reading(after="Total", under="basket"), "integer", {"matches": matches, "left_out": 0}) == 3
    long = [{"text": "Total: 3" + "x" * 300}]
    for answer in ({"matches": matches}, {"matches": matches[:1], "left_out": 1}, {"matches": long}):
        with pytest.raises(Unread):
            read_output(Reading(after="Total"), "string", answer)


@pytest.mark.parametrize(
    ("text", "value"),
    [("12.50 €", 12.5), ("1.234,50", 1234.5), ("$1,234.5", 1234.5), ("1 234", 1234), ("−3", -3), ("1.234.567", 1234567), ("1,5", 1.5), ("1.234", Unread), ("1 of 3", Unread), ("", Unread)],
)  # fmt: skip
def test_a_number_is_read_as_it_is_meant_or_not_at_all(text: str, value: Any) -> None:
    if value is Unread:
        with pytest.raises(Unread):
            read_output(Reading(value=True), "number", text)
    else:
        assert read_output(Reading(value=True), "number", text) == value


def test_a_page_that_is_cut_is_not_taken_for_all_of_it() -> None:
    for note in ("3 similar lines left out: {}", 'Cut at line 3 of 9; about 4 tokens more: {"action": "content"}'):
        with pytest.raises(Unread):
            read_output(Reading(after="Total:"), "number", f"{PAGE}\n{note}")


def test_what_a_target_leaves_out_may_be_anything_and_twins_are_not_guessed() -> None:
    one = {"ref": 1, "kind": "button", "name": "Buy", "item": "Arc lamp", "heading": "Lamps", "place": 1, "alike": 2}
    two = {**one, "ref": 2, "item": "Desk lamp", "place": 2}
    found = match_said({"kind": "button", "name": "buy", "item": "Desk lamp"}, [one, two])
    assert isinstance(found, Match)
    assert (found.found["ref"], found.how) == (2, "")
    assert isinstance(match_said({"kind": "button", "name": "Buy"}, [one, two]), NoMatch)
    assert match_said({"kind": "button", "name": "Buy"}, [one]) == Match(one)
    assert match_said({"kind": "button", "name": "Sell"}, [one, two]) == NoMatch(
        "no element is named [button] Sell now", absent=True
    )


def test_a_folder_keeps_earlier_revisions_and_no_name_leads_out_of_it(tmp_path: Path) -> None:
    folder = FlowFolder(tmp_path / "flows")
    with ThreadPoolExecutor() as threads:
        saved = list(threads.map(lambda number: folder.save("order", f"{HEAD}# {number}\n")[2], (1, 2)))
    assert sorted(saved) == [1, 2]
    before = folder.read("order")
    assert folder.save("order", f"{HEAD}# 3\n")[1:] == (folder.read("order").text, 3)
    with pytest.raises(FlowError) as changed:
        folder.replace(before, HEAD)
    assert "was changed while" in changed.value.message
    assert [path.name for path in folder.earlier("order")] == ["1.yaml", "2.yaml"]
    assert folder.read("order").text.endswith("# 3\n")
    for name in ("../order", "a/b", "", ".earlier", "/etc/passwd", "a" * 65, "order\n", "C:order"):
        with pytest.raises(CallError):
            folder.path(name)
    (tmp_path / "flows" / "other.yaml").write_text(HEAD)
    with pytest.raises(FlowError) as wrong:
        folder.read("other")
    assert wrong.value.code == "flow_invalid"
    assert [each["name"] for each in folder.listed()] == ["order", "other"]
    with pytest.raises(FlowError) as unknown:
        folder.read("ordr")
    assert unknown.value.code == "flow_unknown"
    assert "order" in unknown.value.message


def test_a_long_line_is_read_in_time() -> None:
    began = time.process_time()
    for line in ("Total " + "a " * 60_000, "Total " + "." * 120_000 + "5", "Total " + " " * 120_000):
        with contextlib.suppress(Unread):
            read_output(Reading(after="Total"), "number", line)
    assert time.process_time() - began < 2
