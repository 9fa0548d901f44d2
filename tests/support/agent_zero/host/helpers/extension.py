"""The base of extensions, as the host documents it."""

from abc import abstractmethod
from typing import Any


class Extension:
    def __init__(self, agent: Any, **kwargs: Any) -> None:
        self.agent = agent
        self.kwargs = kwargs

    @abstractmethod
    def execute(self, **kwargs: Any) -> Any: ...
