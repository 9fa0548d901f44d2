"""What the systems that this one follows promise their users, and the tests that show it here.

One entry per promise, with its tests; `test_requirements.py` holds it to them.
A promise that this product keeps in another way (a tab that stays open instead of an address to load again) names the test of that way.
What it keeps in part, in another shape or not at all is under `OTHERWISE`, with what the documentation says of it.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Requirement:
    """``tests`` are node ids below ``tests/``, each the whole name of a test function or the beginning of one."""

    id: str
    promise: str
    tests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Otherwise:
    """``page`` of ``docs/`` says in ``words`` what there is in place of the promise; ``tests`` show it, as in `Requirement`."""

    system: str
    promise: str
    page: str
    words: str
    tests: tuple[str, ...]


def _kept(number: str, promise: str, *tests: str) -> Requirement:
    return Requirement(number, promise, tests=tests)


_AGENT_ZERO: Final = (
    _kept("a0-1", "Tabs and their state live on from call to call, for each chat its own.", "browser/test_loops.py::test_chats_share_neither_cookies_nor_storage_nor_tabs", "browser/test_tabs.py::test_a_call_without_a_tab_goes_to_the_active_one"),
    _kept("a0-2", "Controls stand in the text as typed markers with a number: link, button, image, input with its type.", "browser/test_content.py::test_a_page_is_read_as_markdown_with_typed_refs"),
    _kept("a0-3", "Nothing visible opens by itself: without a screen the browser works all the same.", "browser/test_foreign_calls.py::test_no_window_is_opened"),
    _kept("a0-4", "An image reaches a model only when a path is loaded on purpose; no answer carries image bytes.", "browser/test_screenshot.py::test_vision_load_gives_the_image_scaled_to_what_models_take", "browser/test_foreign_calls.py::test_a_screenshot_is_a_path_and_never_bytes"),
    _kept("a0-5", "Every action name of the tool is one of ours.", "browser/test_foreign_calls.py::test_every_action_of_the_prompt_exists"),
    _kept("a0-6", "Every common argument of the tool is taken by the actions that it is for.", "browser/test_foreign_calls.py::test_every_argument_of_the_prompt_is_taken"),
    _kept("a0-7", "Opening makes a new browser and answers with its number and state.", "browser/test_tabs.py::test_a_new_tab_becomes_the_active_one", "browser/test_tabs.py::test_a_state_says_where_the_tab_is"),
    _kept("a0-8", "Content answers with readable markdown, of the page or of chosen parts.", "browser/test_content.py::test_selectors_and_refs_choose_parts"),
    _kept("a0-9", "Detail describes one ref: link, image, input and button facts.", "browser/test_content.py::test_detail_reports_everything_about_one_element"),
    _kept("a0-10", "Acting actions use refs of the last reading and answer with what was done and the state.", "browser/test_receipts.py::test_a_press_without_any_effect_says_so_and_nothing_else", "browser/test_receipts.py::test_new_removed_and_changed_lines_are_reported_with_live_refs"),
    _kept("a0-11", "A ref of a page that is gone is refused.", "browser/test_bad_refs.py::test_a_ref_does_not_outlive_its_document"),
    _kept("a0-12", "Navigating, going back and forward, and reloading answer with a fresh state.", "browser/test_tabs.py::test_history_is_there_when_it_is_and_only_then", "browser/test_tabs.py::test_a_reload_asks_the_server_again"),
    _kept("a0-13", "A list shows all tabs; with include_content it reads them in one call.", "browser/test_tabs.py::test_list_reads_every_tab_when_asked"),
    _kept("a0-14", "A screenshot is a JPEG unless its path ends in .png.", "browser/test_screenshot.py::test_the_viewport_is_photographed_as_a_jpeg_in_the_chats_folder", "browser/test_screenshot.py::test_a_path_that_ends_in_png_is_a_png"),
    _kept("a0-15", "A screenshot answers with path, mime, state and arguments that are ready for vision_load.", "browser/test_foreign_calls.py::test_a_screenshot_is_a_path_and_never_bytes"),
    _kept("a0-16", "A screenshot also names its path as the host application's own runtime sees it (a0_path).", "adapters/test_agent_zero.py::test_a_picture_is_named_as_the_hosts_own_tools_find_it"),
    _kept("a0-17", "A screenshot takes a quality from 20 to 95, the full page, and a path.", "browser/test_screenshot.py::test_a_better_quality_is_a_larger_file", "browser/test_screenshot.py::test_a_full_page_is_as_tall_as_the_document", "browser/test_bad_calls.py::test_a_value_of_the_wrong_kind_or_size_is_refused_without_a_browser"),
    _kept("a0-18", "Hovering moves to the centre of a ref, or to a point.", "browser/test_mouse.py::test_hover_shows_what_appears_under_the_mouse"),
    _kept("a0-19", "Double and right clicks take a ref or a point; double clicks also a button and modifiers.", "browser/test_mouse.py::test_double_click_fires_one_dblclick", "browser/test_mouse.py::test_right_click_opens_the_context_menu_of_the_page", "browser/test_foreign_calls.py::test_a_double_click_takes_a_point_a_button_and_modifiers"),
    _kept("a0-20", "Dragging goes from a ref or point to a ref or point.", "browser/test_mouse.py::test_html5_drag_and_drop_carries_the_data", "browser/test_mouse.py::test_a_slider_is_dragged_by_points_on_a_canvas_or_an_input"),
    _kept("a0-21", "The wheel turns at a point by two deltas.", "browser/test_mouse.py::test_the_wheel_turns_at_the_given_point"),
    _kept("a0-22", "Keyboard presses a key, or types text, where the focus is.", "browser/test_keys.py::test_a_key_goes_to_whatever_has_the_focus"),
    _kept("a0-23", "The clipboard copies, cuts, and pastes, also a text given with the call.", "browser/test_keys.py::test_what_one_chat_copies_it_can_paste_and_no_other_chat_can", "browser/test_keys.py::test_cut_takes_the_selection_away_and_an_empty_paste_takes_nothing", "browser/test_foreign_calls.py::test_a_text_given_with_the_call_is_pasted"),
    _kept("a0-24", "The viewport can be resized.", "browser/test_files_of_a_page.py::test_the_viewport_is_resized"),
    _kept("a0-25", "Coordinates are CSS pixels of the viewport and agree with the screenshot.", "browser/test_foreign_calls.py::test_a_point_of_the_screenshot_is_a_point_of_the_viewport"),
    _kept("a0-26", "Offsets count from the element's top-left corner; without them its centre is meant.", "browser/test_presses.py::test_an_offset_counts_from_the_top_left_corner_and_none_is_the_centre", "browser/test_mouse.py::test_a_press_lands_on_the_offset_from_the_top_left_corner"),
    _kept("a0-27", "Options are chosen in native selects and in ARIA listboxes and comboboxes that can be recognised.", "browser/test_forms.py::test_an_option_is_chosen_by_value_label_or_index", "browser/test_forms.py::test_several_options_of_a_multiple_select", "browser/test_forms.py::test_choosing_from_what_is_no_select_says_so"),
    _kept("a0-28", "Checkboxes, radios, switches and toggles are set.", "browser/test_forms.py::test_a_toggle_is_pressed_only_if_it_is_not_as_wanted"),
    _kept("a0-29", "Files go to a file input or its label, and must exist.", "browser/test_forms.py::test_a_file_is_given_to_the_field_its_label_or_its_button", "browser/test_forms.py::test_files_outside_the_allowed_folders_are_refused"),
    _kept("a0-30", "A skill of its own teaches complex forms (browser-forms).", "docs/test_docs.py::test_a_skill_says_what_it_is_for_and_shows_it"),
    _kept("a0-31", "A click takes modifiers.", "browser/test_mouse.py::test_modifiers_are_held_for_the_press_only"),
    _kept("a0-32", "A click with Control or Meta opens a link in the background.", "browser/test_popups.py::test_a_tab_that_opens_in_the_background_stays_there"),
    _kept("a0-33", "focus_popup overrides whether the focus follows a new tab.", "browser/test_popups.py::test_focus_popup_brings_a_background_tab_forward"),
    _kept("a0-34", "The action that opened a tab names its number.", "browser/test_receipts.py::test_opened_tabs_are_reported", "browser/test_popups.py::test_popups_of_two_tabs_at_once_are_not_mixed_up"),
    _kept("a0-35", "Tabs that a site opens are in the list, which also marks the active one.", "browser/test_popups.py::test_a_tab_that_a_press_opens_in_front_becomes_active"),
    _kept("a0-36", "Work on another tab leaves the active one active.", "browser/test_tabs.py::test_work_on_another_tab_never_moves_the_active_one"),
    _kept("a0-37", "A tab becomes active by being opened, by set_active, or by a plain click whose popup takes the focus.", "browser/test_tabs.py::test_a_new_tab_becomes_the_active_one", "browser/test_popups.py::test_a_tab_that_a_press_opens_in_front_becomes_active", "browser/test_popups.py::test_a_popup_of_a_tab_in_the_background_does_not_take_over"),
    _kept("a0-38", "Chords press in order and release in reverse, also when something fails on the way.", "browser/test_keys.py::test_a_chord_is_pressed_in_order_and_released_in_reverse", "browser/test_keys.py::test_a_key_that_there_is_not_is_named_before_any_is_pressed"),
    _kept("a0-39", "A batch runs different tabs at the same time and one tab's calls in order.", "browser/test_multi.py::test_tabs_run_side_by_side", "browser/test_multi.py::test_the_calls_of_one_tab_run_one_after_the_other"),
    _kept("a0-40", "A batch answers with an outcome per call, in the order of the calls.", "browser/test_multi.py::test_answers_stand_in_the_order_of_the_calls"),
    _kept("a0-41", "Newer actions are taken in a batch too.", "browser/test_foreign_calls.py::test_every_action_of_the_prompt_exists", "browser/test_multi.py::test_everything_is_checked_before_anything_is_done"),
    _kept("a0-42", "Tabs close one by one or all together.", "browser/test_tabs.py::test_close_answers_what_list_answers_and_close_all_keeps_cookies_unless_it_wipes"),
    _kept("a0-43", "Typing and submitting go together in one call.", "browser/test_actions_input.py::test_type_submit_sends_the_form_once_as_its_button_would"),
    _kept("a0-44", "Submitting sends the form of a field.", "browser/test_actions_input.py::test_submit_sends_the_form_of_a_field_or_button"),
    _kept("a0-45", "Scrolling brings a ref into view.", "browser/test_actions_input.py::test_scrolling_moves_the_page_or_the_box_around_an_element"),
    _kept("a0-46", "Scripts are evaluated in the page.", "browser/test_bad_scripts.py::test_a_value_comes_back_as_json"),
    _kept("a0-47", "Raw mouse events are sent by type.", "browser/test_mouse.py::test_raw_events_press_move_and_release"),
    _kept("a0-48", "Files that the page hands out are downloaded.", "browser/test_files_of_a_page.py::test_a_download_lies_in_the_chats_folder_with_its_checksum"),
    _kept("a0-49", "Meta opens a link in the background as Control does, on every platform.", "browser/test_popups.py::test_meta_opens_a_tab_wherever_the_link_is_pressed"),
    _kept("a0-50", "A list that is asked for while tabs are restored says so, and has their addresses.", "browser/test_coming_back.py::test_a_tab_that_is_still_restored_says_so_with_its_address"),
    _kept("a0-51", "Calls that two callers make on one tab in batches do not mix.", "browser/test_multi.py::test_sequences_of_two_callers_on_one_tab_do_not_mix"),
    _kept("a0-52", "Images have refs, which detail and the actions by ref take.", "browser/test_images.py::test_an_image_that_says_or_shows_something_has_a_ref", "browser/test_images.py::test_one_is_described_photographed_pressed_and_dragged", "browser/test_images.py::test_images_that_are_made_anew_are_no_change"),
    _kept("a0-53", "A whole tool call, with the tool's name and its arguments in an object of their own, is read.", "unit/test_foreign_shapes.py::test_a_shape_of_other_tools_is_read_as_the_call_that_it_means"),
)  # fmt: skip

_GHOST: Final = (
    _kept("ghost-1", "Calls need no knowledge of the automation library: its lifecycle is the tool's.", "browser/test_loops.py::test_first_calls_at_once_share_the_launch_of_a_browser_that_has_nothing_in_common_with_another"),
    _kept("ghost-2", "Host names are resolved by the proxy, never without it.", "egress/test_modes.py::test_a_name_that_does_not_exist_says_so"),
    _kept("ghost-3", "WebRTC reveals no address of the host.", "adapters/test_leaks.py::test_nothing_gets_past_the_proxy"),
    _kept("ghost-4", "A Tor proxy given to the sandbox carries all traffic; localhost stays reachable.", "egress/test_upstreams.py::test_pages_and_read_go_through_it_by_name", "egress/test_upstreams.py::test_in_tor_each_chat_has_circuits_of_its_own"),
    _kept("ghost-5", "An upstream written as socks5h is read as socks5.", "egress/test_upstreams.py::test_pages_and_read_go_through_it_by_name", "unit/test_hosts.py::test_an_upstream_is_read"),
    _kept("ghost-6", "Parallel plans do not disturb each other.", "browser/test_loops.py::test_first_calls_at_once_share_the_launch_of_a_browser_that_has_nothing_in_common_with_another", "browser/test_loops.py::test_calls_on_one_tab_run_in_the_order_of_asking"),
    _kept("ghost-7", "Navigating reports the HTTP status, the final address and the title.", "browser/test_tabs.py::test_a_state_says_where_the_tab_is", "browser/test_bad_urls.py::test_a_redirect_is_reported_by_where_it_led"),
    _kept("ghost-8", "Text of the page, or of what a selector matches, comes bounded.", "browser/test_content.py::test_selectors_and_refs_choose_parts", "browser/test_content.py::test_a_budget_is_kept_and_the_rest_is_announced"),
    _kept("ghost-9", "A click by selector reports address and title afterwards.", "browser/test_receipts_of_navigations.py::test_a_press_that_navigates_waits_for_the_page_and_reports_its_status", "browser/test_bad_refs.py::test_a_selector_must_be_valid_and_match_one_element"),
    _kept("ghost-10", "A screenshot goes to a path inside the workspace and nowhere else.", "browser/test_bad_files.py::test_a_screenshot_outside_the_chats_folder_is_denied", "browser/test_bad_files.py::test_a_link_that_leads_outside_is_followed_before_judging"),
    _kept("ghost-11", "Closing can delete the profile, so that the next session starts afresh.", "browser/test_tabs.py::test_close_answers_what_list_answers_and_close_all_keeps_cookies_unless_it_wipes"),
    _kept("ghost-12", "A sequence of steps runs on one page, which keeps what scripts did to it between the steps.", "unit/test_aliases.py::test_a_foreign_call_is_read_as_ours", "browser/test_foreign_calls.py::test_a_sequence_runs_on_one_page"),
    _kept("ghost-13", "A step of a sequence may navigate.", "browser/test_multi.py::test_a_failed_navigation_ends_its_tabs_calls_and_no_others"),
    _kept("ghost-14", "Double clicks reach what listens for dblclick.", "browser/test_mouse.py::test_double_click_fires_one_dblclick"),
    _kept("ghost-15", "Every reading of a sequence is in its answer.", "browser/test_foreign_calls.py::test_a_sequence_runs_on_one_page"),
    _kept("ghost-16", "A field is filled by selector with real input.", "browser/test_actions_input.py::test_typing_at_once_is_input_that_frameworks_hear"),
    _kept("ghost-17", "A selector is waited for until it is visible, hidden, attached or detached.", "browser/test_wait.py::test_a_condition_that_comes_true_is_reported"),
    _kept("ghost-18", "A pause of a given time is possible.", "browser/test_wait.py::test_time_passes_as_long_as_was_asked"),
    _kept("ghost-19", "A press may first wait for an overlay to go, within a time of its own, and names the overlay when it stays.", "browser/test_actions_input.py::test_a_press_may_wait_for_an_overlay_to_go_and_may_be_forced"),
    _kept("ghost-20", "A press can be forced past the checks.", "browser/test_actions_input.py::test_a_press_may_wait_for_an_overlay_to_go_and_may_be_forced"),
    _kept("ghost-21", "A covered target is refused with a clear word of what covers it.", "browser/test_presses.py::test_a_covered_element_is_refused_at_once_with_what_covers_it"),
    _kept("ghost-22", "A failed step of a sequence is recorded and the rest goes on, unless stop_on_error is set.", "browser/test_multi.py::test_after_a_failure_what_acts_on_its_tab_is_skipped_and_what_reads_runs"),
    _kept("ghost-23", "The time for a sequence grows with its steps.", "browser/test_multi.py::test_a_deadline_is_each_calls_own"),
    _kept("ghost-24", "Cookies and storage last over calls.", "browser/test_tabs.py::test_close_answers_what_list_answers_and_close_all_keeps_cookies_unless_it_wipes"),
    _kept("ghost-25", "Cookies and storage last over restarts of the program.", "browser/test_profiles.py::test_cookies_storage_databases_and_tabs_are_there_in_the_next_run"),
    _kept("ghost-26", "The next call goes on where the last one was, without naming an address.", "browser/test_tabs.py::test_a_call_without_a_tab_goes_to_the_active_one"),
    _kept("ghost-27", "Asking for a page when none was opened is an error that says how to open one.", "browser/test_bad_calls.py::test_acting_on_a_tab_that_was_never_opened_says_how_to_open_one"),
    _kept("ghost-28", "A failed call does not spoil where the tab is.", "browser/test_bad_calls.py::test_refused_calls_leave_the_tab_as_it_was"),
    _kept("ghost-29", "What Chromium prints is kept out of results, and is reported when it dies at launch.", "browser/test_launch_failures.py::test_a_program_that_dies_at_launch_is_reported_with_what_it_printed"),
    _kept("ghost-30", "Results read the same way each time.", "docs/test_examples.py::test_transcripts_read_as_they_happen"),
    _kept("ghost-31", "An unknown operation is answered with the valid ones.", "browser/test_bad_calls.py::test_an_action_that_does_not_exist_is_unknown"),
    _kept("ghost-32", "A timeout or a missing browser is answered with what to do.", "unit/test_executable.py::test_nothing_found_names_the_command_that_installs_one", "browser/test_launch_failures.py::test_a_program_that_never_answers_holds_a_call_no_longer_than_its_deadline"),
    _kept("ghost-33", "A failed navigation ends the sequence whatever stop_on_error says, and the steps left out say why.", "browser/test_multi.py::test_a_failed_navigation_ends_its_tabs_calls_and_no_others"),
    _kept("ghost-34", "A static page can be fetched without a browser.", "browser/test_read.py::test_no_browser_is_started_for_it"),
    _kept("ghost-35", "An operation with an address loads it first, and answers for itself.", "browser/test_lenient.py::test_an_operation_with_an_address_loads_it_first_and_answers_for_itself"),
    _kept("ghost-36", "The operation close is a logout: what the profile holds is deleted.", "browser/test_lenient.py::test_the_operation_close_is_a_logout"),
    _kept("ghost-37", "On an error page no selector is waited for, and a sequence that begins there is aborted as initial_goto_failed.", "browser/test_lenient.py::test_nothing_is_waited_for_on_chromiums_error_page"),
    _kept("ghost-38", "The entry of the navigation that aborted a sequence is marked, and the text begins with a banner.", "browser/test_lenient.py::test_a_sequence_of_another_tool_says_whether_it_was_aborted", "unit/test_render.py::test_a_sequence_that_was_aborted_says_so_first"),
    _kept("ghost-39", "A failed load does not spoil the address that the next session begins at.", "browser/test_coming_back.py::test_a_tab_whose_load_failed_comes_back_where_it_was"),
    _kept("ghost-40", "Valid operations are in the text of an unknown one's answer: the nearest, or all.", "browser/test_lenient.py::test_an_operation_that_does_not_exist_is_answered_with_those_that_do"),
    _kept("ghost-41", "Tor is not started without the configuration that it was given.", "egress/test_upstreams.py::test_a_tor_config_that_cannot_be_read_starts_no_tor"),
    _kept("ghost-42", "A profile that cannot be kept refuses its first call.", "browser/test_profiles.py::test_one_that_cannot_be_saved_refuses_its_first_call"),
    _kept("ghost-43", "A pause in a sequence takes as long as it says, whatever time its other steps have.", "unit/test_aliases.py::test_a_foreign_call_is_read_as_ours", "unit/test_pauses.py::test_the_default_deadline_begins_after_the_time_that_a_call_asks_for"),
    _kept("ghost-44", "What a page asks of its server can be answered in the server's place.", "browser/test_route.py::test_a_route_blocks_answers_and_adds_headers_in_all_tabs"),
    _kept("ghost-45", "A condition of the caller's own can be waited for.", "browser/test_wait.py::test_a_condition_that_comes_true_is_reported"),
)  # fmt: skip

_HERMES: Final = (
    _kept("hermes-1", "A dialog never makes a call hang: the call answers with it.", "browser/test_dialogs.py::test_a_dialog_holds_the_action_until_it_is_answered"),
    _kept("hermes-2", "Elements in frames, also of other sites and processes, are read, pressed and typed into.", "browser/test_presses.py::test_elements_in_frames_with_processes_of_their_own_are_pressed_and_typed_into", "browser/test_content.py::test_frames_stand_where_they_are_in_the_page"),
    _kept("hermes-3", "Scripts run inside a frame.", "browser/test_bad_scripts.py::test_a_script_runs_in_the_frame_of_its_element"),
    _kept("hermes-4", "A raw protocol call can be sent to a frame by its id.", "browser/test_frames.py::test_commands_go_to_the_frame_that_is_named_or_nowhere"),
    _kept("hermes-5", "Remote browsers are used through their protocol address.", "browser/test_remote.py::test_a_remote_browser_is_used_and_left_as_it_was"),
    _kept("hermes-6", "A prompt returns the agent's text to the page.", "browser/test_dialogs.py::test_a_prompt_is_answered_with_the_given_text"),
    _kept("hermes-7", "A pending dialog is reported with id, type, message, default text and time of opening.", "browser/test_dialogs.py::test_a_dialog_that_nothing_of_ours_opened_is_in_the_state"),
    _kept("hermes-8", "The tree of frames is reported, with address, origin and process, capped at 30 entries and depth 2, and says when it is cut.", "browser/test_frames.py::test_the_tree_has_addresses_origins_parents_and_processes", "browser/test_frames.py::test_many_frames_are_cut_and_the_answer_says_so"),
    _kept("hermes-9", "Console errors are kept.", "browser/test_receipts.py::test_console_errors_and_exceptions_are_reported_and_warnings_are_not"),
    _kept("hermes-10", "The last console messages can be asked for.", "browser/test_console.py::test_messages_are_chosen_by_level_and_text"),
    _kept("hermes-11", "Dialogs of frames are seen like those of the page.", "browser/test_dialogs.py::test_a_dialog_in_a_frame_of_another_site_holds_the_tab_too"),
    _kept("hermes-12", "Synchronous callers in other threads are served.", "browser/test_loops.py::test_calls_may_come_from_the_loop_of_another_thread"),
    _kept("hermes-13", "Starting twice starts once; stopping discards everything.", "browser/test_loops.py::test_first_calls_at_once_share_the_launch_of_a_browser_that_has_nothing_in_common_with_another", "browser/test_loops.py::test_a_chat_that_was_closed_begins_afresh"),
    _kept("hermes-14", "Nothing of an ended browser is used with the next one.", "browser/test_launch_failures.py::test_a_browser_that_is_killed_fails_the_call_and_the_next_open_starts_another"),
    _kept("hermes-15", "By default a dialog waits for an answer, and a watchdog dismisses it at last.", "browser/test_dialogs.py::test_a_dialog_that_nobody_answers_is_dismissed_by_the_watchdog"),
    _kept("hermes-16", "Policies may accept or dismiss every dialog at once, and report it afterwards.", "browser/test_dialogs.py::test_an_automatic_policy_answers_and_the_receipt_reports_it"),
    _kept("hermes-17", "Policy and time-out are settings.", "unit/test_settings.py::test_every_setting_is_read_from_the_environment"),
    _kept("hermes-18", "A dialog is accepted or dismissed; which one may be named.", "browser/test_dialogs.py::test_an_answer_names_the_dialog_it_means"),
    _kept("hermes-19", "Answering where none is open is an error.", "browser/test_dialogs.py::test_answering_where_none_is_open_is_an_error"),
    _kept("hermes-20", "Leaving a page that asks to stay is seen as a dialog too.", "browser/test_dialogs.py::test_leaving_a_page_that_asks_to_stay_suspends_the_navigation"),
    _kept("hermes-21", "The last 20 closed dialogs are reported with who closed them.", "browser/test_dialogs_everywhere.py::test_the_last_20_closed_dialogs_are_reported_with_who_closed_them"),
    _kept("hermes-22", "Several queued dialogs come one after the other.", "browser/test_dialogs.py::test_two_dialogs_of_one_handler_come_one_after_the_other"),
    _kept("hermes-23", "Other tabs go on while a dialog holds one.", "browser/test_dialogs.py::test_other_tabs_go_on_while_one_is_held"),
    _kept("hermes-24", "A dialog on another tab of the same process is answered at once too.", "browser/test_dialogs_everywhere.py::test_a_dialog_on_another_tab_of_the_process_is_answered_at_once"),
    _kept("hermes-25", "A person's live browser is connected to, also while a tab of it has a dialog or a busy script.", "browser/test_persons_tabs.py::test_the_tabs_of_the_person_stay_as_they_were", "browser/test_persons_tabs.py::test_a_tab_of_the_person_that_does_not_answer_is_in_nobodys_way"),
    _kept("hermes-26", "One session connects to another browser, and disconnects, while it is at work.", "browser/test_remote.py::test_one_chat_moves_to_another_browser_and_back_with_its_tabs", "adapters/test_connecting.py::test_a_chat_connects_and_disconnects_beside_a_person"),
    _kept("hermes-27", "The tool for dialogs takes its answer by the name action.", "unit/test_foreign_shapes.py::test_a_shape_of_other_tools_is_read_as_the_call_that_it_means", "unit/test_foreign_shapes.py::test_a_tool_for_dialogs_may_be_called_with_its_answer_as_an_action"),
    _kept("hermes-28", "A remote browser that dismisses dialogs by itself is said to have done so.", "browser/test_remote.py::test_a_dialog_that_the_backend_dismissed_is_reported_as_such"),
)  # fmt: skip

_COORDINATES: Final = (
    _kept("coord-1", "The browser stays active over calls until it is closed.", "browser/test_foreign_calls.py::test_a_form_is_filled_by_coordinates"),
    _kept("coord-2", "Several tabs are open at a time; each is opened, chosen, closed and listed by its id.", "browser/test_foreign_calls.py::test_tabs_are_worked_by_their_ids"),
    _kept("coord-3", "The page after each action can be seen: a screenshot, handed over on demand.", "browser/test_screenshot.py::test_vision_load_gives_the_image_scaled_to_what_models_take"),
    _kept("coord-4", "Console messages can be read, at most the 200 newest and 50 kB, and cleared on request.", "browser/test_console.py::test_only_the_newest_are_kept_and_the_answer_counts_the_rest", "browser/test_console.py::test_it_is_cleared_on_request"),
    _kept("coord-5", "A page is saved as PDF at a given path.", "browser/test_foreign_calls.py::test_a_page_is_saved_and_its_source_viewed"),
    _kept("coord-6", "launch, goto, back and forward navigate.", "browser/test_foreign_calls.py::test_launching_and_going_back_and_forward"),
    _kept("coord-7", "Addresses have http, https or file for their scheme.", "unit/test_urls.py::test_files_may_be_opened_where_the_settings_say_so_and_nothing_else_then", "browser/test_bad_urls.py::test_an_address_without_a_scheme_gets_one"),
    _kept("coord-8", "click, double_click and hover take a coordinate written x,y.", "browser/test_foreign_calls.py::test_points_are_pressed_twice_and_hovered", "unit/test_aliases.py::test_what_cannot_be_read_is_an_error_that_says_so"),
    _kept("coord-9", "Text is typed into the field that has the focus.", "browser/test_foreign_calls.py::test_a_form_is_filled_by_coordinates"),
    _kept("coord-10", "Keys are letters, digits, special keys, modifiers and function keys.", "browser/test_foreign_calls.py::test_every_key_of_the_tool_is_known"),
    _kept("coord-11", "The page scrolls down and up.", "browser/test_foreign_calls.py::test_the_page_scrolls_down_and_up"),
    _kept("coord-12", "A script runs in the page with await; the value of its last expression comes back, an object in parentheses included.", "browser/test_foreign_calls.py::test_the_last_expression_of_a_script_comes_back"),
    _kept("coord-13", "Nothing of the tool is in a script's scope.", "inpage/test_isolation.py::test_nothing_is_written_to_the_page", "browser/test_foreign_calls.py::test_the_last_expression_of_a_script_comes_back"),
    _kept("coord-14", "A pause is given in seconds, also in fractions.", "unit/test_aliases.py::test_a_foreign_call_is_read_as_ours", "browser/test_wait.py::test_time_passes_as_long_as_was_asked"),
    _kept("coord-15", "The page's source comes bounded.", "browser/test_files_of_a_page.py::test_source_comes_in_parts", "browser/test_foreign_calls.py::test_a_page_is_saved_and_its_source_viewed"),
    _kept("coord-16", "Answers report address, title, viewport and the tab's id.", "browser/test_tabs.py::test_a_state_says_where_the_tab_is"),
    _kept("coord-17", "All tabs and their addresses are listed.", "browser/test_foreign_calls.py::test_tabs_are_worked_by_their_ids"),
    _kept("coord-18", "Each answer says what the action did.", "browser/test_receipts.py::test_a_press_without_any_effect_says_so_and_nothing_else"),
    _kept("coord-19", "A form is worked by pressing its fields, typing, and pressing Enter.", "browser/test_foreign_calls.py::test_a_form_is_filled_by_coordinates"),
    _kept("coord-20", "An action goes to the active tab unless it names another.", "browser/test_tabs.py::test_a_call_without_a_tab_goes_to_the_active_one"),
    _kept("coord-21", "A coordinate outside the picture is refused.", "browser/test_bad_calls.py::test_a_point_outside_the_viewport_is_refused"),
    _kept("coord-22", "With no tab left, the next call to open starts again.", "browser/test_foreign_calls.py::test_tabs_are_worked_by_their_ids"),
    _kept("coord-23", "The browser works together with other tools and without a screen.", "browser/test_foreign_calls.py::test_no_window_is_opened", "browser/test_loops.py::test_two_threads_and_this_loop_may_call_at_once"),
    _kept("coord-24", "A pause may be longer than the deadline of other calls.", "unit/test_pauses.py::test_the_default_deadline_begins_after_the_time_that_a_call_asks_for", "unit/test_pauses.py::test_a_client_waits_longer_than_any_deadline_of_its_call"),
)  # fmt: skip

_OPTA: Final = (
    _kept("opta-1", "Several sessions run at the same time and share nothing.", "browser/test_loops.py::test_chats_share_neither_cookies_nor_storage_nor_tabs", "browser/test_limits.py::test_chats_at_once_and_the_error_names_those_that_could_end"),
    _kept("opta-2", "Whatever listens for connections is bound to the loopback interface.", "adapters/test_server_life.py::test_others_are_not_served_without_a_token_file"),
    _kept("opta-3", "Actions are sorted into tiers: allowed, asked for, denied unless configured.", "unit/test_policy.py::test_guarded_has_three_tiers", "browser/test_policy.py::test_what_is_denied_is_not_done_and_says_by_which_rule"),
    _kept("opta-4", "A person confirms the actions that are to be asked for.", "browser/test_approvals.py::test_the_call_goes_on_when_a_person_agrees", "viewer/test_inbox.py::test_a_card_is_shown_and_answered", "browser/test_batch_approvals.py::test_one_card_lists_the_calls_of_all_tabs"),
    _kept("opta-5", "Navigation is checked against a list of allowed domains.", "unit/test_policy.py::test_guarded_has_three_tiers", "unit/test_policy.py::test_patterns_of_sites"),
    _kept("opta-6", "Addresses that are not of the web are denied.", "browser/test_bad_urls.py::test_an_address_outside_the_web_is_denied"),
    _kept("opta-7", "Scripts are denied until they are configured.", "unit/test_policy.py::test_what_is_enabled_is_asked_for"),
    _kept("opta-8", "Uploads come from allowed folders only.", "browser/test_forms.py::test_files_outside_the_allowed_folders_are_refused"),
    _kept("opta-9", "Every call and its outcome is recorded.", "browser/test_journal.py::test_every_call_is_recorded_with_its_verdict", "browser/test_journal.py::test_no_secret_is_in_it"),
    _kept("opta-10", "A fractional level of autonomy counts as the stricter one.", "unit/test_policy.py::test_a_fraction_of_autonomy_counts_as_the_level_below", "unit/test_settings.py::test_autonomy_is_never_rounded_up"),
    _kept("opta-11", "History, tabs and addresses are navigated.", "browser/test_tabs.py::test_history_is_there_when_it_is_and_only_then"),
    _kept("opta-12", "A login lasts over the pages of a session.", "browser/test_tabs.py::test_close_answers_what_list_answers_and_close_all_keeps_cookies_unless_it_wipes"),
    _kept("opta-13", "Waiting is for a selector, a text or a load state, with a time-out.", "browser/test_wait.py::test_a_condition_that_comes_true_is_reported", "browser/test_wait.py::test_a_condition_that_never_comes_true_is_refused_in_time_and_named"),
    _kept("opta-14", "Targets are CSS selectors or visible texts.", "browser/test_foreign_calls.py::test_targets_may_be_texts_and_roles"),
    _kept("opta-15", "Typing and hovering take a selector.", "browser/test_actions_input.py::test_every_kind_of_field_takes_its_text_and_reads_it_back", "browser/test_foreign_calls.py::test_targets_may_be_texts_and_roles"),
    _kept("opta-16", "Many fields are filled in one call: texts, text areas, checkboxes, radios, selects.", "browser/test_forms.py::test_a_whole_form_is_filled_with_one_receipt_per_field", "browser/test_forms.py::test_nothing_is_filled_when_one_field_is_wrong"),
    _kept("opta-17", "An option is chosen by value or label.", "browser/test_forms.py::test_an_option_is_chosen_by_value_label_or_index"),
    _kept("opta-18", "Keys are pressed alone or as chords written with a plus.", "browser/test_keys.py::test_a_chord_may_be_written_with_plus_signs"),
    _kept("opta-19", "Elements are dragged onto others, and lists sorted.", "browser/test_mouse.py::test_a_pointer_driven_list_is_sorted_by_dragging"),
    _kept("opta-20", "The answer to the next dialog is given before the action that opens it.", "browser/test_dialogs_everywhere.py::test_the_next_dialog_is_answered_ahead_and_only_that"),
    _kept("opta-21", "Dialogs are accepted or dismissed, prompts with a text.", "browser/test_dialogs.py::test_a_prompt_is_answered_with_the_given_text"),
    _kept("opta-22", "Screenshots show the viewport or the full page.", "browser/test_screenshot.py::test_a_full_page_is_as_tall_as_the_document"),
    _kept("opta-23", "The page is read as roles and names with handles, so that elements need not be guessed.", "browser/test_content.py::test_a_page_is_read_as_markdown_with_typed_refs"),
    _kept("opta-24", "Requests are listed with method, address, status and size.", "browser/test_network.py::test_requests_are_listed_with_what_came_of_them"),
    _kept("opta-25", "A failed request is reported by the action that caused it.", "browser/test_receipts.py::test_failed_requests_are_reported_and_successful_ones_are_not"),
    _kept("opta-26", "A person watches in real time, without a window taking the focus.", "viewer/test_watching.py::test_the_picture_on_the_canvas_is_the_page", "viewer/test_watching.py::test_the_agents_page_is_neither_resized_nor_given_the_focus"),
    _kept("opta-27", "Passwords and tokens are hidden from what is shown and logged.", "browser/test_page_text.py::test_secrets_are_in_no_output", "unit/test_redact.py::test_users_and_secret_parameters_are_hidden_and_the_rest_is_kept", "unit/test_redaction.py::test_tokens_and_card_numbers_are_taken_out_and_the_rest_stays"),
    _kept("opta-28", "Two pictures are compared: changed share, regions, significance.", "browser/test_visual_diff.py::test_a_page_against_its_last_screenshot_names_what_changed", "browser/test_visual_diff.py::test_receipts_compare_pictures_where_it_is_set", "unit/test_pixels.py::test_the_counts_are_those_of_pixelmatch"),
    _kept("opta-29", "An action's answer reports whether the page changed.", "browser/test_receipts.py::test_new_removed_and_changed_lines_are_reported_with_live_refs"),
    _kept("opta-30", "A goal is handed to an agent with a browser of its own.", "adapters/test_delegation.py::test_a_goal_is_reached_and_every_call_is_in_the_journal"),
    _kept("opta-31", "A recorded session is replayed step by step and compared.", "browser/test_replay.py::test_a_session_is_the_same_on_the_same_site", "browser/test_replay.py::test_what_differs_is_named", "browser/test_replay.py::test_a_replay_starts_and_ends_at_the_given_calls"),
    _kept("opta-32", "The tools are offered over MCP.", "adapters/test_mcp.py::test_a_page_is_opened_read_and_acted_on", "adapters/test_mcp.py::test_one_tool_for_each_action_of_the_groups"),
    _kept("opta-33", "The viewport is resized.", "browser/test_files_of_a_page.py::test_the_viewport_is_resized"),
    _kept("opta-34", "Scrolling takes a selector.", "browser/test_actions_input.py::test_scrolling_takes_a_selector"),
    _kept("opta-35", "Dragging takes a selector for its start and one for its end.", "browser/test_mouse.py::test_a_drag_from_selector_to_selector"),
    _kept("opta-36", "A delegated goal returns a structured result.", "adapters/test_delegation.py::test_a_result_is_what_its_schema_asks_for"),
    _kept("opta-37", "The parent sees each step of a delegation, and can end it.", "adapters/test_delegation.py::test_a_caller_sees_each_step_and_can_end_it"),
    _kept("opta-38", "A replay compares the pictures of both runs, and names the regions that changed.", "unit/test_looks.py::test_a_call_that_passed_says_where_its_page_looks_different"),
    _kept("opta-39", "A person confirms a drag once.", "browser/test_policy_asks_once.py::test_each_action_asks_once"),
    _kept("opta-40", "A model delegates by a tool of its own, sees checkpoints, and goes on or stops there.", "adapters/test_delegation.py::test_a_model_delegates_and_gets_a_result_of_its_schema", "adapters/test_delegation.py::test_a_model_sees_checkpoints_and_goes_on_or_stops"),
    _kept("opta-41", "Each running session is listed with its address and the time of its last use.", "adapters/test_commands.py::test_chats_and_the_server_are_shown"),
    _kept("opta-42", "A replay presses nothing of another item, also where one name holds the other.", "unit/test_matching.py::test_the_item_belongs_to_what_an_element_means", "browser/test_replay_items.py::test_on_no_seeded_page_another_items_control_is_pressed"),
    _kept("opta-43", "The session that is one too many is refused with those that could end.", "browser/test_limits.py::test_chats_at_once_and_the_error_names_those_that_could_end"),
    _kept("opta-44", "One request is shown with its headers and bodies.", "browser/test_network.py::test_one_request_has_headers_and_bodies_and_no_secrets", "browser/test_network.py::test_secrets_are_shown_where_the_settings_say_so"),
    _kept("opta-45", "A replay writes a report with the pictures of both runs.", "adapters/test_journal_commands.py::test_a_replay_says_what_was_the_same_and_writes_reports", "adapters/test_journal_commands.py::test_a_page_that_only_looks_different_is_named_and_fails_where_that_is_asked_for"),
    _kept("opta-46", "A model that only says that it is done has not finished.", "adapters/test_delegation.py::test_words_alone_end_nothing_and_a_finish_without_success_is_a_failure"),
    _kept("opta-47", "A delegated agent has the tools that its caller gives it, and no more.", "adapters/test_delegation.py::test_a_delegation_has_no_more_groups_than_its_caller"),
    _kept("opta-48", "A person clicks, types and presses keys in the page that they watch.", "viewer/test_takeover.py::test_calls_wait_while_a_person_has_the_tab_and_hear_what_they_changed"),
)  # fmt: skip


def _otherwise(system: str, promise: str, page: str, words: str, *tests: str) -> Otherwise:
    return Otherwise(system, promise, page, words, tests)


OTHERWISE: Final = (
    _otherwise("ghost-browser", "Each operation starts a browser of its own and loads the last address again.", "which-mode.md", "the tab stays open with what scripts did to it", "browser/test_tabs.py::test_a_call_without_a_tab_goes_to_the_active_one"),
    _otherwise("ghost-browser", "The text of a page comes as its innerText.", "which-mode.md", "markdown with refs, and the text alone from `read`", "browser/test_content.py::test_selectors_and_refs_choose_parts"),
    _otherwise("ghost-browser", "The text of each result names the HTTP status.", "which-mode.md", "the result has `http_status`; the text names one that is not 200", "browser/test_tabs.py::test_a_state_says_where_the_tab_is"),
    _otherwise("ghost-browser", "Close deletes the profile, whichever way it is called.", "which-mode.md", 'as an `operation` (`{"operation": "close"}`) it is a logout', "browser/test_lenient.py::test_the_operation_close_is_a_logout"),
    _otherwise("ghost-browser", "A screenshot is answered with a link to download it.", "which-mode.md", "hands it out at `/v1/chats/{chat}/files/{name}`", "adapters/test_server_files.py::test_a_file_is_sent_used_and_received"),
    _otherwise("ghost-browser", "Paths of the host are rewritten to those of the container.", "which-mode.md", "paths are those of the machine that the browser is on", "browser/test_bad_files.py::test_a_screenshot_outside_the_chats_folder_is_denied"),
    _otherwise("ghost-browser", "An unknown operation is always answered with the list of all.", "which-mode.md", "with the nearest, which `help` explains; with all, where none is near", "browser/test_bad_calls.py::test_an_action_that_does_not_exist_is_unknown"),
    _otherwise("ghost-browser", "The automation library itself can be used beside the tool.", "which-mode.md", "The library would go past policy, journal and masking", "unit/test_aliases.py::test_what_cannot_be_read_is_an_error_that_says_so"),
    _otherwise("hermes-supervisor", "Each snapshot has the tree of frames and the dialogs.", "which-mode.md", "what needs its page is refused with that dialog", "browser/test_frames.py::test_the_tree_has_addresses_origins_parents_and_processes", "browser/test_dialogs.py::test_a_dialog_refuses_other_calls_at_once_and_control_actions_answer"),
    _otherwise("hermes-supervisor", "The policy for dialogs is that of a task.", "which-mode.md", "the setting `dialog_policy`, for all chats of a `Browser`", "browser/test_dialogs_everywhere.py::test_the_next_dialog_is_answered_ahead_and_only_that"),
    _otherwise("hermes-supervisor", "Raw commands read cookies and slow the network down.", "which-mode.md", "raw commands that read what is masked, outlast their call or reach other chats are refused", "browser/test_frames.py::test_commands_that_reach_out_of_the_tab_are_refused"),
    _otherwise("hermes-supervisor", "Browsers without the DevTools protocol are driven in part.", "which-mode.md", "a browser without the DevTools protocol is driven in part | none is"),
    _otherwise("hermes-supervisor", "A command of the chat connects to another browser.", "which-mode.md", "`refbrowser chats connect`, HTTP or `chat.connect`, for one chat", "adapters/test_connecting.py::test_a_chat_connects_and_disconnects_beside_a_person"),
    _otherwise("coordinate-tool", "Every answer has a picture in base64.", "which-mode.md", "a path, and `vision_load`, which shows the picture to a model", "browser/test_foreign_calls.py::test_a_screenshot_is_a_path_and_never_bytes"),
    _otherwise("coordinate-tool", "The source comes in one part of 100 kB, the console with 200 messages.", "which-mode.md", "30 000 characters and the call for the rest", "browser/test_files_of_a_page.py::test_source_comes_in_parts", "browser/test_console.py::test_only_the_newest_are_kept_and_the_answer_counts_the_rest"),
    _otherwise("agent-zero-prompt", "Every image has a ref.", "which-mode.md", "images with a name from 24 × 24 pixels on, and all from 64 × 64", "browser/test_images.py::test_an_image_that_says_or_shows_something_has_a_ref"),
    _otherwise("agent-zero-prompt", "The canvas of the host shows the browser.", "agent-zero.md", "Not tested: the panel in Agent Zero's own styles", "adapters/test_agent_zero_panel.py::test_the_panel_shows_the_browser_of_the_selected_chat"),
    _otherwise("opta-browser", "A fixed number of sessions has a port each.", "which-mode.md", "as many chats as `max_chats` allows, in one Chromium, which listens on no port", "browser/test_limits.py::test_chats_at_once_and_the_error_names_those_that_could_end"),
    _otherwise("opta-browser", "A wait has 30 seconds.", "which-mode.md", "15 s, or the call's `timeout_ms`, or the setting", "browser/test_wait.py::test_a_condition_that_never_comes_true_is_refused_in_time_and_named"),
    _otherwise("opta-browser", "The snapshot has a selector for each element.", "which-mode.md", "a ref, which means that element and no other; selectors are taken too", "browser/test_foreign_calls.py::test_targets_may_be_texts_and_roles"),
    _otherwise("opta-browser", "Requests are shown with their tokens.", "which-mode.md", "they are masked, unless the setting `mask_secrets` is off", "browser/test_network.py::test_secrets_are_shown_where_the_settings_say_so"),
    _otherwise("opta-browser", "Each action is compared by pictures.", "which-mode.md", "pictures too where the setting `visual_diff` is `acting`", "browser/test_visual_diff.py::test_receipts_compare_pictures_where_it_is_set"),
    _otherwise("opta-browser", "The window of the browser is captured on macOS.", "which-mode.md", "[the viewer](viewer.md), on every platform", "viewer/test_watching.py::test_the_picture_on_the_canvas_is_the_page"),
    _otherwise("opta-browser", "Delegation is one of the browser's own tools.", "which-mode.md", "the tool `delegate`, where the settings name a second model", "adapters/test_delegation.py::test_the_server_and_mcp_have_the_tool_where_a_model_is_named"),
)  # fmt: skip
"""What is kept in part, in another shape or not at all: each with its reason in the documentation."""

BY_SYSTEM: Final = {
    "agent-zero-prompt": _AGENT_ZERO,
    "ghost-browser": _GHOST,
    "hermes-supervisor": _HERMES,
    "coordinate-tool": _COORDINATES,
    "opta-browser": _OPTA,
}
"""The promises of each system."""
