"""The base of tools, as the host documents it."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any


@dataclass
class Response:
    message: str
    break_loop: bool
    additional: dict[str, Any] | None = None


class Tool(ABC):
    def __init__(
        self, agent: Any, name: str, method: str | None, args: dict[str, Any], message: str, loop_data: Any, **kwargs: Any
    ) -> None:
        self.agent = agent
        self.name = name
        self.method = method
        self.args = args
        self.loop_data = loop_data
        self.message = message

    @abstractmethod
    async def execute(self, **kwargs: Any) -> Response: ...
