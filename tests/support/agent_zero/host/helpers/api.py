"""The base of a plugin's HTTP handlers, as the host documents it."""

from abc import abstractmethod
from typing import Any

Request = Any
Response = Any


class ApiHandler:
    def __init__(self, app: Any, thread_lock: Any) -> None:
        self.app = app
        self.thread_lock = thread_lock

    @classmethod
    def requires_auth(cls) -> bool:
        return True

    @classmethod
    def requires_csrf(cls) -> bool:
        return cls.requires_auth()

    @abstractmethod
    async def process(self, input: dict[str, Any], request: Request) -> dict[str, Any] | Response: ...
