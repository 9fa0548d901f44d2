"""The four commands of a person, as methods of a chat and of a browser."""

from abc import abstractmethod
from typing import Generic, TypeVar

from refbrowser.service.calls.control import Command

S = TypeVar("S")


class Controllable(Generic[S]):
    """What a person stops, pauses, resumes and steps through. Each command returns what the chat does then; for a browser, what
    each chat does. All raise ``browser_closed``."""

    @abstractmethod
    async def controlled(self, command: Command, note: str | None = None) -> S:
        """Carry out the command."""

    async def stop(self, note: str | None = None) -> S:
        """End the calls under way and refuse later ones with ``stopped_by_person`` until ``resume``; ``note`` is read by the agent.
        The tabs stay as they are."""
        return await self.controlled("stop", note)

    async def pause(self, note: str | None = None) -> S:
        """Hold the next call of every tab until ``resume`` or ``step``; the call under way ends as usual."""
        return await self.controlled("pause", note)

    async def resume(self) -> S:
        """Let calls run again after ``stop`` or ``pause``."""
        return await self.controlled("resume")

    async def step(self) -> S:
        """Let one call through, the one that has waited longest or else the next one, and stay paused."""
        return await self.controlled("step")
