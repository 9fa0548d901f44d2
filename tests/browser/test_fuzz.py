"""Whatever a page does between being read and being pressed: a press reaches the element that its ref was given to, an unmistakable
replacement of it, or nothing at all. Never another element."""

import json
import os
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from refbrowser import Chat
from tests.support.calls import do, evaluated
from tests.support.server import Site

EXAMPLES = int(os.environ.get("REFBROWSER_FUZZ_EXAMPLES", "12"))
"""Each is a page of its own with up to forty mutations and ten presses. Without the variable they are the same every time."""

LANDING = 0.4
"""The share of presses that must land: a tool that refuses every ref would never press another element either."""

LABELS = ["Open", "Open", "Save", "Delete", "Delete", "Edit", "Edit", "Share"]

PAGE = """<h2>First</h2><div id=one></div><h2>Second</h2><div id=two></div>
<script>
  // Who a button is only this script knows: `self` is never shown. A button that is drawn anew is another one.
  window.presses = [];
  window.labels = {};
  let next = 0;
  function make(label) {
    const button = document.createElement('button');
    button.self = next++;
    button.textContent = label;
    button.onclick = event => presses.push({ self: button.self, label: button.textContent, trusted: event.isTrusted,
      twins: all().filter(other => other.textContent === button.textContent && place(other) === place(button)).length });
    return button;
  }
  // Where it is, in the words that a reader of the page has: under which heading, and in how many boxes.
  const place = button => button.closest('div').id + (button.closest('span') ? ' in a box' : '');
  const all = () => [...document.querySelectorAll('button')];
  const redrawn = old => make(old.textContent);
  const mutations = {
    remove: a => a.remove(),
    replace: a => a.replaceWith(redrawn(a)),
    twin_beside: a => a.after(redrawn(a)),
    twin_first: a => a.parentNode.prepend(redrawn(a)),
    swap: (a, b) => { const mark = document.createComment(''); a.before(mark); b.before(a); mark.replaceWith(b); },
    swap_labels: (a, b) => { [a.textContent, b.textContent] = [b.textContent, a.textContent]; },
    rename: a => { a.textContent += '!'; },
    move_over: a => (a.closest('#one') ? two : one).prepend(a),
    reverse: a => a.parentNode.append(...[...a.parentNode.children].reverse()),
    redraw: a => a.parentNode.replaceChildren(...[...a.parentNode.querySelectorAll('button')].map(redrawn)),
    redraw_rotated: a => {
      const [first, ...rest] = a.parentNode.querySelectorAll('button');
      a.parentNode.replaceChildren(...[...rest, first].map(redrawn));
    },
    wrap: a => { const box = document.createElement('span'); a.before(box); box.append(a); },
    grow: a => { a.style.padding = '9px'; },
  };
  const remember = () => { for (const { self, textContent } of all()) (labels[self] ??= []).push(textContent); };
  function mutate(steps) {
    for (const [name, a, b] of steps) {
      const buttons = all();
      if (buttons.length > 1) mutations[name](buttons[a % buttons.length], buttons[b % buttons.length]);
      remember();
    }
  }
  one.append(...LABELS.slice(0, 4).map(make));
  two.append(...LABELS.slice(4).map(make));
  remember();
</script>""".replace("LABELS", json.dumps(LABELS))

MUTATIONS = [
    "remove", "replace", "twin_beside", "twin_first", "swap", "swap_labels", "rename", "move_over", "reverse", "redraw", "redraw_rotated",
    "wrap", "grow",
]  # fmt: skip
STEP = st.tuples(st.sampled_from(MUTATIONS), st.integers(0, 30), st.integers(0, 30))
ROUND = st.tuples(st.lists(STEP, max_size=4), st.integers(0, len(LABELS) - 1), st.booleans())


@pytest.fixture
def landed() -> Iterator[list[bool]]:
    """Whether each press landed, of all examples together."""
    presses: list[bool] = []
    yield presses
    assert sum(presses) >= LANDING * len(presses), f"{sum(presses)} of {len(presses)} presses landed"


def fuzzed(examples: int) -> Callable[[Any], Any]:
    """A test that is given so many of them."""

    def decorate(test: Any) -> Any:
        given_rounds = given(rounds=st.lists(ROUND, min_size=6, max_size=10))(test)
        return settings(
            max_examples=examples,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            derandomize="REFBROWSER_FUZZ_EXAMPLES" not in os.environ,
            suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
        )(given_rounds)

    return decorate


@pytest.mark.long("browser/test_presses.py::test_what_a_page_moves_under_the_pointer_is_not_pressed")
@fuzzed(2)
async def test_no_press_ever_reaches_another_element(
    chat: Chat, site: Site, landed: list[bool], rounds: list[tuple[list[Any], int, bool]]
) -> None:
    await play(chat, site, landed, rounds)


@pytest.mark.long("browser/test_presses.py::test_what_a_page_moves_under_the_pointer_is_not_pressed")
@fuzzed(EXAMPLES)
async def test_of_many_presses_none_reaches_another_element(
    chat: Chat, site: Site, landed: list[bool], rounds: list[tuple[list[Any], int, bool]]
) -> None:
    await play(chat, site, landed, rounds)


async def play(chat: Chat, site: Site, landed: list[bool], rounds: list[tuple[list[Any], int, bool]]) -> None:
    """Presses on a page that changes in between; each must have landed on its own element, or nowhere."""
    await do(chat, "navigate", url=site.page(PAGE))
    numbers = [int(number) for number in re.findall(r"\[button (\d+)\]", await do(chat, "content"))]
    assert len(numbers) == len(LABELS)
    owners = list(range(len(LABELS)))
    for steps, target, read_again in rounds:
        await evaluated(chat, f"mutate({json.dumps(steps)})")
        if read_again:
            await do(chat, "content")
        answer = await chat.call({"action": "click", "ref": numbers[target], "observe": "none"})
        arrived, labels = await evaluated(chat, "[presses.splice(0), labels]")
        landed.append(bool(answer["ok"]))
        if not answer["ok"]:
            assert (answer["code"], arrived) == ("ref_stale", [])
            continue
        (press,) = arrived
        assert press["trusted"]
        if press["self"] != owners[target]:
            assert answer["result"]["action"]["healed"]
            assert press["label"] in labels[str(owners[target])]
            assert press["twins"] == 1
            # From now on the ref is that element's.
            owners[target] = press["self"]
