"""What a policy costs: the same presses and texts in a chat whose calls are judged, and whose text is watched."""

from typing import Final

from benchmarks.arena import Arena
from benchmarks.contestants.refbrowser_chat import RefbrowserChat
from benchmarks.pages import BUTTONS, FIELD
from benchmarks.sampling import Goal, Row, interleaved, measured_ms
from refbrowser import Browser, Settings

GUARDED: Final = "refbrowser with policy"
RULES: Final = """default = "allow"
[[rule]]
name = "purchases"
verdict = "ask"
target = ["*buy*", "*order*", "*pay*"]
[[rule]]
name = "sensitive"
verdict = "ask"
fields = ["card", "password", "one-time-code"]
[[rule]]
name = "carried"
verdict = "ask"
carries = "any"
"""


async def run(arena: Arena) -> list[Row]:
    """Rules about elements, forms and carried text, none of which fits; the baseline is a chat with the policy ``open``."""
    folder = arena.folder / "guarded"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "policy.toml").write_text(RULES, encoding="utf-8")
    settings = Settings(executable_path=str(arena.executable.path), home=folder / "home", policy=str(folder / "policy.toml"))
    async with Browser(settings) as browser:
        pair = (arena.refbrowser, RefbrowserChat(browser, name=GUARDED))
        tabs = {one.name: await one.open(f"{arena.address}/1000") for one in pair}
        buttons = {one.name: [await one.find(tabs[one.name], f"Press {n}", "") for n in range(BUTTONS)] for one in pair}
        fields = {one.name: await one.find(tabs[one.name], FIELD, "") for one in pair}

        async def press_ms(one: RefbrowserChat, number: int) -> float:
            return await measured_ms(one.click(tabs[one.name], buttons[one.name][number % BUTTONS]))

        async def type_ms(one: RefbrowserChat, number: int) -> float:
            return await measured_ms(one.type(tabs[one.name], fields[one.name], f"remark number {number}, some thirty characters"))

        rows = [
            Row(
                "click under a policy",
                await interleaved(arena.many, pair, press_ms),
                GUARDED,
                arena.refbrowser.name,
                goal=Goal(ratio=1.1),
            ),
            Row(
                "type under a policy",
                await interleaved(arena.many, pair, type_ms),
                GUARDED,
                arena.refbrowser.name,
                goal=Goal(ratio=1.2),
            ),
        ]
        await arena.refbrowser.close(tabs[arena.refbrowser.name])
    return rows
