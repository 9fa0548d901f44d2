"""The mutations: central lines of the product, each with what it would be if it were wrong, and the tests that keep it."""

from dataclasses import dataclass
from typing import Final

PACKAGE: Final = "plugin/refbrowser/"


@dataclass(frozen=True, slots=True)
class Mutation:
    """``before`` stands once in the file; ``tests`` are node ids below ``tests/``, of which one fails with ``after`` in its place."""

    name: str
    file: str
    before: str
    after: str
    tests: tuple[str, ...]

    def applied_to(self, text: str) -> str:
        """Return the mutated text. Raises ``ValueError`` where ``before`` does not stand there once."""
        if (times := text.count(self.before)) != 1:
            raise ValueError(f"{self.name}: {self.before!r} stands {times} times in {self.file}")
        return text.replace(self.before, self.after)


def _in(room: str, *mutations: tuple[str, str, str, str, tuple[str, ...]]) -> tuple[Mutation, ...]:
    return tuple(
        Mutation(f"{room}: {name}", PACKAGE + file, before, after, tests) for name, file, before, after, tests in mutations
    )


MUTATIONS: Final = (
    *_in(
        "capture",
        (
            "a page that was rendered anew counts as unchanged",
            "browser/tab/seen_page.py",
            "return counts is not None and self.ended.rendering == counts.rendering",
            "return counts is not None",
            ("browser/test_unchanged.py::test_no_change_is_missed",),
        ),
        (
            "a listener that was added is not noticed",
            "browser/tab/seen_page.py",
            "return counts is not None and self.listed is not None and self.listed.listening == counts.listening",
            "return counts is not None and self.listed is not None",
            ("browser/test_hearing.py::test_a_listener_that_comes_is_learned_of",),
        ),
        (
            "the marker of the fence stays in a page's text",
            "content/budget.py",
            'return text.replace(fence, "•" * len(fence))',
            "return text",
            ("unit/test_budget.py::test_the_fence_appears_nowhere_but_around_the_page",),
        ),
        (
            "a budget is exceeded by a line",
            "content/budget.py",
            "        if len(text) + 1 > room:\n            if shown or not some:",
            "        if room < 0:\n            if shown or not some:",
            ("unit/test_budget.py::test_a_cut_stays_within_its_room",),
        ),
        (
            "text that is clipped away is read",
            "inpage/visual/visibility.js",
            "  if (isClippedAway(style, taken)) return true;\n  if (!clipsContent",
            "  if (!clipsContent",
            ("inpage/test_hidden.py::test_all_that_bring_no_style_sheet_are_left_out_of_one_page",),
        ),
        (
            "a field for a card's number is read like any other",
            "inpage/aria/states.js",
            "  if (SECRET_AUTOCOMPLETE.test(",
            "  if (!element && SECRET_AUTOCOMPLETE.test(",
            ("browser/test_secret_fields.py::test_fields_of_every_kind_are_secret_on_one_page",),
        ),
    ),
    *_in(
        "refs",
        (
            "a number is given twice",
            "browser/engine/ref_table.py",
            "        self._next += count\n",
            "        self._next += max(1, count - 1)\n",
            ("browser/test_refs.py::test_numbers_are_unique_over_tabs_and_counted_per_chat",),
        ),
        (
            "a ref is the element after the one that it was given to",
            "browser/engine/ref_table.py",
            "        return run.document, run.first_local + number - run.first_number\n",
            "        return run.document, run.first_local + number - run.first_number + 1\n",
            ("browser/test_refs.py::test_an_element_keeps_its_number_when_it_moves_is_renamed_and_when_others_come",),
        ),
        (
            "the kind that an agent writes does not matter",
            "browser/element/element.py",
            "    if ref is not None and ref.kind is not None and not any(agrees(ref.kind, kind) for kind in kinds):",
            "    if ref is not None and ref.kind is not None and not kinds:",
            ("browser/test_bad_refs.py::test_a_kind_that_contradicts_the_element_is_an_error",),
        ),
        (
            "a ref of another document is looked up in this one",
            "inpage/operations/probe.js",
            "  if (request.doc && request.doc !== documentToken) return otherDocument();\n",
            "",
            ("inpage/test_identity.py::test_another_document_is_distinguished",),
        ),
        (
            "one of two likenesses takes over a ref",
            "inpage/operations/healing.js",
            "  if (twins.length !== 1 || arrivalOf(twins[0].element) < entry.gone) return null;",
            "  if (!twins.length || arrivalOf(twins[0].element) < entry.gone) return null;",
            ("inpage/test_identity.py::test_never_another_element",),
        ),
        (
            "what stands behind other words takes over a ref",
            "inpage/operations/healing.js",
            "  if (twins[0].sighting.near !== entry.sighting.near) return null;\n",
            "",
            ("inpage/test_identity.py::test_never_another_element",),
        ),
    ),
    *_in(
        "press",
        (
            "a press that the page did not get is not sent again",
            "browser/pointer/press.py",
            "(kept and self.presses < MOST_PRESSES)",
            "(kept and self.presses < 1)",
            ("browser/test_presses.py::test_what_a_page_moves_under_the_pointer_is_not_pressed",),
        ),
        (
            "a press that the browser dropped is not sent again",
            "browser/pointer/press.py",
            "(dropped and self.presses < MOST_DROPPED)",
            "(dropped and self.presses < 1)",
            ("browser/test_dropped_presses.py::test_a_press_is_sent_again_until_the_browser_takes_it",),
        ),
        (
            "a press that the element did not receive succeeds",
            "browser/pointer/press.py",
            '        if pressed.get("received") is False:\n            raise await not_received(self.element)\n        # To have',
            "        # To have",
            ("browser/test_press_tricks.py::test_a_control_that_is_disabled_as_the_pointer_comes_is_refused",),
        ),
        (
            "a press lands on what moved under the pointer",
            "inpage/tracking/press_guard.js",
            "  if (!aim.begun && !takes(aim, hit)) {",
            "  if (!aim.begun && !hit) {",
            ("browser/test_presses.py::test_what_a_page_moves_under_the_pointer_is_not_pressed",),
        ),
        (
            "a covered element is pressed",
            "inpage/operations/actionability.js",
            "  const hits = reaches(element, target, hit);",
            "  const hits = hit !== null;",
            ("browser/test_presses.py::test_a_covered_element_is_refused_at_once_with_what_covers_it",),
        ),
        (
            "a disabled element is pressed",
            "inpage/operations/actionability.js",
            "visible, enabled: !disabled,",
            "visible, enabled: true,",
            ("browser/test_presses.py::test_an_element_that_nobody_could_press_is_refused",),
        ),
        (
            "keys go where the focus went",
            "inpage/tracking/key_guard.js",
            "  aim.kept ||= where;\n  return true;",
            "  aim.kept ||= where;\n  return false;",
            ("browser/test_key_aims.py::test_what_the_page_takes_the_focus_from_types_nothing_elsewhere",),
        ),
    ),
    *_in(
        "settle",
        (
            "requests that the action began are not waited for",
            "browser/receipt/settle.py",
            "            if settled.pending_requests and not limit.passed:",
            "            if settled.pending_requests and limit.passed:",
            ("browser/test_receipts_of_navigations.py::test_changes_that_a_response_brings_are_waited_for",),
        ),
        (
            "a navigation that the action began is not waited for",
            "browser/receipt/settle.py",
            "                await self._navigation_ends()\n                return",
            "                return",
            ("browser/test_receipts_of_navigations.py::test_a_press_that_navigates_waits_for_the_page_and_reports_its_status",),
        ),
        (
            "animations that the action began are not waited for",
            "browser/receipt/settle.py",
            '                if settled.animation is None or settled.animation["left_ms"] > animated.remaining_ms:',
            "                if settled.animation is None or animated.remaining_ms:",
            ("browser/test_effects_without_nodes.py::test_an_animation_is_waited_for_by_the_press_that_began_it_and_by_no_other",),
        ),
        (
            "an earlier animation is waited for",
            "inpage/tracking/effects.js",
            "      if (earlierAnimations.has(animation)) continue;\n",
            "",
            ("browser/test_effects_without_nodes.py::test_an_animation_is_waited_for_by_the_press_that_began_it_and_by_no_other",),
        ),
    ),
    *_in(
        "receipts",
        (
            "what changed before the input is an effect of it",
            "browser/receipt/before.py",
            "    return replace(before, page=current, focused=current.focused, earlier=text)",
            "    return before",
            ("browser/test_effects_without_nodes.py::test_what_changed_before_an_action_is_reported_apart",),
        ),
        (
            "a press that did nothing succeeds",
            "browser/receipt/observation.py",
            "        if not taken and (",
            "        if taken and (",
            ("browser/test_press_tricks.py::test_a_click_that_the_page_stops_without_effect_is_missed",),
        ),
        (
            "what was typed and what the field holds are not compared",
            "browser/receipt/writing.py",
            "        elif not alike(value, typed) and not same_moment(value, typed):",
            "        elif not value:",
            (
                "browser/test_actions_input.py::test_typing_at_once_is_input_that_frameworks_hear",
                "browser/test_fields_that_change.py",
            ),
        ),
        (
            "no event of the page is noted",
            "inpage/tracking/changes.js",
            "  if (signals.length < SIGNAL_LIMIT) signals.push(signal);",
            "  if (signals.length > SIGNAL_LIMIT) signals.push(signal);",
            ("browser/test_actions_input.py::test_an_invalid_form_is_not_sent_and_the_receipt_reports_it",),
        ),
    ),
    *_in(
        "policy",
        (
            "what an unknown rule may yet deny is allowed at once",
            "policy/rules.py",
            "        if not possible:\n            return certain",
            "        if possible is not None:\n            return certain",
            ("unit/test_policy.py::test_what_depends_on_the_element_is_not_decided_before_it_is_observed",),
        ),
        (
            "a rule that allows needs one of the sites",
            "policy/rules.py",
            "            found, settled = bool(matches) and all(matches), not all(matches)",
            "            found, settled = any(matches), not any(matches)",
            ("unit/test_policy.py::test_a_rule_that_allows_needs_every_site_and_one_that_denies_one",),
        ),
        (
            "what lies in a frame at the point of an element is not judged",
            "browser/element/permitted.py",
            "    return [judged(element), *([judged(below)] if below is not None and below.frame is not element.frame else [])]",
            "    return [judged(element), *([judged(element)] if below is None else [])]",
            ("browser/test_policy_at_dispatch.py::test_what_lies_in_a_frame_is_judged_whichever_element_is_named",),
        ),
        (
            "a yes to one element is a yes to its likeness",
            "service/oversight/gate.py",
            "        if any(facts == agreed and mark.agrees(target.mark, entered) for agreed, mark in self._agreed):",
            "        if any(facts == agreed for agreed, _ in self._agreed):",
            ("browser/test_policy_at_dispatch.py::test_what_was_not_approved_is_not_done",),
        ),
        (
            "what changed under the press gets it",
            "inpage/tracking/press_guard.js",
            "const isAsJudged = (aim, hit) => !aim.judge || aim.judge(hit) === aim.judged;",
            "const isAsJudged = (aim, hit) => !aim.judge || aim.judge(hit) !== null;",
            ("browser/test_policy_at_dispatch.py::test_what_changes_under_the_press_is_kept_from_the_page",),
        ),
    ),
    *_in(
        "boundary",
        (
            "a name that led outside leads inside",
            "egress/gate.py",
            "        found = self._pinned(host, found)\n",
            "",
            ("egress/test_public_to_private.py::test_a_name_that_led_outside_never_leads_inside",),
        ),
        (
            "a page of a public site reaches this machine",
            "policy/egress.py",
            '        return "public_to_private" if asker == "page" else None',
            "        return None",
            ("egress/test_public_to_private.py::test_a_page_of_a_public_site_does_not_reach_this_machine",),
        ),
        (
            "a denied site is connected to",
            "egress/gate.py",
            "            if (denial := self.denial(host, port, schemes)) is not None:",
            "            if (denial := self.denial(host, port, ())) is not None:",
            ("egress/test_denied_sites.py::test_many_ways_at_once_do_not_arrive",),
        ),
    ),
    *_in(
        "secrets",
        (
            "an answer has them",
            "service/calls/dispatcher.py",
            "    masked: dict[str, Any] = masker.masked(envelope)\n    return masked",
            "    return envelope",
            ("browser/test_secret_masking.py::test_a_page_that_prints_it_back_is_masked_everywhere",),
        ),
        (
            "base64 is known in one phase alone",
            "masking/forms.py",
            "            for before in range(size):",
            "            for before in range(1):",
            ("unit/test_masking_matrix.py::test_base64_of_a_text_around_it_is_masked_in_every_phase",),
        ),
        (
            "another origin gets one",
            "inpage/operations/secret_entry.js",
            "  if (!request.origins.includes(origin)) return answer('origin');\n",
            "",
            ("browser/test_secrets.py::test_another_origin_does_not_get_it",),
        ),
    ),
    *_in(
        "journal",
        (
            "a line does not hold the one before",
            "journal/chain.py",
            "    return hashlib.sha256(previous.encode() + body).hexdigest()",
            "    return hashlib.sha256(body).hexdigest()",
            ("unit/test_journal_files.py::test_a_missing_doubled_or_exchanged_line_is_found",),
        ),
        (
            "it has secrets",
            "service/calls/journaling.py",
            '            "arguments": bounded(masked(_without_secrets(record.action, given, recording, outcome))),',
            '            "arguments": bounded(masked(given)),',
            ("browser/test_journal.py::test_no_secret_is_in_it",),
        ),
    ),
    *_in(
        "replay",
        (
            "an element of another item is taken for the recorded one",
            "replay/matching.py",
            "        if _is_of_another_item(wanted, candidate, repeated=repeated) or _is_worded_otherwise(wanted, candidate, shared)\n",
            "        if False\n",
            ("unit/test_matching.py::test_the_item_belongs_to_what_an_element_means",),
        ),
        (
            "the better of two guesses is taken",
            "replay/matching.py",
            "    if best >= _ENOUGH and best - second >= _AHEAD:",
            "    if ranked:",
            ("unit/test_matching.py::test_none_is_found_where_it_would_be_a_guess",),
        ),
    ),
    *_in(
        "deadline",
        (
            "a part may take longer than the whole",
            "browser/deadline.py",
            "return type(self)(max(1.0, min(self.remaining_ms, most_ms)), self.stage, self)",
            "return type(self)(max(1.0, most_ms), self.stage, self)",
            ("unit/test_deadline.py::test_an_earlier_end_holds",),
        ),
        (
            "a person's time is the call's",
            "browser/deadline.py",
            "            self._extend(time.monotonic() - began)",
            "            self._extend(0)",
            ("unit/test_deadline.py::test_time_that_stands_still_is_added_to_the_parts_around",),
        ),
        (
            "a call whose input was sent may be repeated",
            "browser/deadline.py",
            "            failure.not_to_repeat = True",
            "            failure.not_to_repeat = False",
            ("unit/test_deadline.py::test_an_error_after_input_was_sent_says_so_and_is_not_to_be_repeated",),
        ),
    ),
    *_in(
        "cancellation",
        (
            "the work of a stopped call goes on",
            "service/calls/control.py",
            "            if not task.done():\n                task.cancel()\n                self._cleaning.add(task)",
            "            if not task.done():\n                self._cleaning.add(task)",
            ("browser/test_control.py::test_a_stop_ends_the_call_in_flight_at_once_though_the_page_hangs",),
        ),
        (
            "the input of a cancelled call goes on",
            "browser/tab/operation.py",
            "        except asyncio.CancelledError:\n            await _cancelled(task)\n            raise",
            "        except asyncio.CancelledError:\n            raise",
            (
                "browser/test_loops.py::test_a_call_that_is_cancelled_half_way_leaves_no_key_or_button_down",
                "browser/test_loops.py::test_a_cancelled_call_leaves_the_tab_usable_at_once",
            ),
        ),
        (
            "a call that is cancelled keeps the tab",
            "browser/tab/tab.py",
            "            yield\n        finally:\n            self.lock.release(passage)",
            "            yield\n            self.lock.release(passage)\n        finally:\n            pass",
            ("browser/test_loops.py::test_a_cancelled_call_leaves_the_tab_usable_at_once",),
        ),
    ),
)
