"""What five viewers, one of them stalled, cost an agent's clicks."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Final

from benchmarks.contestants.refbrowser_chat import RefbrowserChat
from benchmarks.pages import BUTTONS
from benchmarks.sampling import measured_ms
from benchmarks.watching.audience import Audience

PAINTING: Final = 4
STALLED: Final = 1
CLICKS: Final = 6
"""In each half of a round, of which the first three are not counted: they tell the capture that an agent is at work."""
WARMING: Final = 3

PAUSE_S: Final = 0.4
"""Between the clicks of an agent that thinks: longer than what the viewers are shown after a call takes."""

ANIMATED: Final = """(() => { const bar = document.createElement('div');
  bar.style.cssText = 'position:fixed;left:0;bottom:0;width:100%;height:45%;background:linear-gradient(90deg,red,blue,lime);background-size:200% 100%';
  document.body.append(bar); let at = 0;
  requestAnimationFrame(function step() { bar.style.backgroundPositionX = `${(at += 3) % 400}px`; requestAnimationFrame(step) }) })()"""
"""Makes the lower part of the page change its picture with every frame."""


@dataclass
class Clicks:
    """Milliseconds by round, each the median of the round's clicks: with nobody there, and watched."""

    alone: list[float] = field(default_factory=list)
    watched: list[float] = field(default_factory=list)

    @property
    def cost(self) -> float:
        """What being watched adds, as a part of the time without: between the medians of all rounds."""
        return median(self.watched) / median(self.alone) - 1

    @property
    def paired_cost(self) -> float:
        """The same as the median of the rounds' own costs, so that what slows a whole round down cancels out."""
        return median(own / other for own, other in zip(self.watched, self.alone, strict=True)) - 1


@dataclass(frozen=True, slots=True)
class Scene:
    """What is clicked on, and how fast."""

    name: str
    animated: bool
    answers: bool
    pause_s: float


SCENES: Final = tuple(
    Scene(f"{page}, {effect}, {pace}", animated, answers, pause_s)
    for animated, page in ((False, "still page"), (True, "animating page"))
    for answers, effect in ((False, "nothing changes"), (True, "a line changes"))
    for pause_s, pace in ((0.0, "one click after the other"), (PAUSE_S, f"{PAUSE_S * 1000:.0f} ms between clicks"))
)


async def clicks(agent: RefbrowserChat, chat: str, url: str, address: str, audience: Audience, scene: Scene, rounds: int) -> Clicks:
    """Alternating rounds; the first is dropped."""
    tab = await agent.open(f"{address}/1000")
    await agent.evaluate(tab, f"window.answers = {str(scene.answers).lower()}")
    if scene.animated:
        await agent.evaluate(tab, ANIMATED)
    targets = [await agent.find(tab, f"Press {number}", f"press-{number}") for number in range(BUTTONS)]
    taken = Clicks()
    for number in range(rounds + 1):
        halves = (False, True) if number % 2 else (True, False)
        found: dict[bool, float] = {}
        for watched in halves:
            if watched:
                await audience.come(url, chat, PAINTING, STALLED)
            found[watched] = await _median_ms(agent, tab, targets, scene.pause_s)
            if watched:
                await audience.go()
        if number:
            taken.alone.append(found[False])
            taken.watched.append(found[True])
    await agent.close(tab)
    return taken


async def _median_ms(agent: RefbrowserChat, tab: int, targets: Sequence[int], pause_s: float) -> float:
    samples = []
    for number in range(WARMING + CLICKS):
        await asyncio.sleep(pause_s)  # what an agent does between calls, and part of what is measured
        samples.append(await measured_ms(agent.click(tab, targets[number % len(targets)])))
    return median(samples[WARMING:])
