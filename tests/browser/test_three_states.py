"""Controls that are checked, unchecked or mixed."""

import pytest

from refbrowser import Chat
from tests.support.calls import do, evaluated, navigated, refused
from tests.support.server import Site


@pytest.mark.usefixtures("impatient")
@pytest.mark.rows(2)
@pytest.mark.parametrize(
    ("turns", "presses", "ends"),
    [
        (["false", "mixed"], 2, False),
        (["false", "mixed", "true"], 2, True),
        (["mixed", "false", "true"], 2, True),
        (["mixed"], 1, "mixed"),
    ],
)
async def test_a_control_of_three_states_is_not_pressed_round(
    common_chat: Chat, site: Site, turns: list[str], presses: int, ends: object
) -> None:
    """It is pressed again where it may yet come to the wanted state, and not once a state comes again."""
    script = f"let presses = 0; const turns = {turns}; all.onclick = () => {{ all.ariaChecked = turns[++presses % turns.length]; }}"
    await navigated(
        common_chat, site.page(f"<div id=all role=checkbox tabindex=0 aria-checked={turns[0]}>All</div><script>{script}</script>")
    )
    if ends is True:
        assert (await do(common_chat, "set_checked", selector="#all"))["action"]["checked"] is True
    else:
        failed = await refused(common_chat, "no_change", "set_checked", selector="#all")
        assert failed["details"]["checked"] == ends
    assert await evaluated(common_chat, "presses") == presses
