"""A browser in a small internet: a public site, this machine, a private network."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from refbrowser import Browser, Chat, Settings
from tests.support.calls import do
from tests.support.internet import Names, small_internet
from tests.support.server import Site
from tests.support.waiting import until


@dataclass(frozen=True)
class Internet:
    """`public` is at public.example, `inner` at this machine, `private` in the private network."""

    names: Names
    public: Site
    inner: Site
    private: Site

    def at(self, name: str, path: str = "/") -> str:
        """The address of `path` of the public site by that name."""
        return f"http://{name}:{self.public.port}{path}"

    def page(self, text: str) -> str:
        """A page of public.example; the words of `tests/egress/attempts.py` are replaced."""
        return self.at("public.example", "/" + self.public.page(self.filled(text)).split("/", 3)[3])

    def filled(self, text: str) -> str:
        """`text` with the addresses of this internet."""
        words = {"INNER": self.inner.url("").rstrip("/"), "LOCAL": self.inner.other("").rstrip("/")}
        words |= {"SOCKET": words["INNER"].replace("http", "ws"), "PUBLIC": self.at("public.example", "")}
        for word, value in words.items():
            text = text.replace(word, value)
        return text


@pytest.fixture(scope="session")
def internet() -> Iterator[Internet]:
    names = Names()
    names.add("public.example", "127.0.0.2")
    names.add("ads.example", "127.0.0.2")
    names.add("sub.ads.example", "127.0.0.2")
    names.add("xn--bcher-kva.example", "127.0.0.2")
    names.add("loopback.example", "127.0.0.1")
    names.add("private.example", "127.0.1.1")
    names.add("mixed.example", ("127.0.0.1", "127.0.0.2"))
    with Site("127.0.0.2") as public, Site() as inner, Site("127.0.1.1") as private:
        yield Internet(names, public, inner, private)


@pytest.fixture(scope="session")
async def networked(tmp_path_factory: pytest.TempPathFactory, internet: Internet, marker: str) -> AsyncIterator[Browser]:
    """The browser in that internet that tests share."""
    async with Browser(Settings(home=tmp_path_factory.mktemp("home")), environment=small_internet(internet.names)) as browser:
        first = browser.chat("first")
        await do(first, "open")
        await first.close()
        yield browser


@pytest.fixture(scope="session")
def net_numbers() -> Iterator[int]:
    return itertools.count(1)


@pytest.fixture
async def net_chat(networked: Browser, net_numbers: Iterator[int]) -> AsyncIterator[Chat]:
    """A chat in that internet."""
    fresh = networked.chat(f"net-{next(net_numbers)}")
    yield fresh
    await fresh.close()


@pytest.fixture(scope="session")
async def shared_net_chat(networked: Browser, net_numbers: Iterator[int]) -> AsyncIterator[Chat]:
    """As ``shared_chat``, in that internet: for tests that give their chat no rules and leave no page that goes on asking."""
    shared = networked.chat(f"net-{next(net_numbers)}")
    await do(shared, "open")
    yield shared
    await shared.close()


async def blocked(chat: Chat) -> list[dict[str, Any]]:
    """What the chat's rules have refused so far."""
    found: list[dict[str, Any]] = (await do(chat, "network")).get("blocked", [])
    return found


async def refusals(chat: Chat, before: Sequence[dict[str, Any]] = ()) -> list[dict[str, Any]]:
    """What the chat's rules refused, and had not ``before``, once that is something."""

    async def newly() -> list[dict[str, Any]]:
        return [one for one in await blocked(chat) if one not in before]

    found: list[dict[str, Any]] = await until(newly)
    return found
