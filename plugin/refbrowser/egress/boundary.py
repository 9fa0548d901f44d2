"""One chat's network boundary: its gate, and the proxy in which the gate stands."""

import asyncio
import secrets
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace

from refbrowser.egress.environment import Environment
from refbrowser.egress.gate import DenialOf, Gate
from refbrowser.egress.proxy import Proxy
from refbrowser.egress.requests import Requests
from refbrowser.policy.egress import EgressRules
from refbrowser.policy.outcomes import Outcome
from refbrowser.policy.upstreams import Upstream


class Boundary:
    """Every byte of a chat goes through ``proxy``; nothing goes where ``rules`` do not let it, or to a site that ``denial_of``
    denies."""

    def __init__(
        self, rules: EgressRules, environment: Environment, upstream: Upstream | None = None, denial_of: DenialOf = lambda _: None
    ) -> None:
        self._gate = Gate(rules, environment, upstream, denial_of)
        self._proxy = Proxy(self._gate)
        self._address: str | None = None
        self._turn = asyncio.Lock()
        self.circuit = 0
        """How many circuits the chat has had; 0 where its network is not Tor."""

    async def start(self) -> None:
        """Begins to listen, unless it does."""
        async with self._turn:
            if self._address is None:
                await self._proxy.start()
                self._address = self._proxy.address

    async def stop(self) -> None:
        """Ends every connection. What is about to listen is waited for."""
        async with self._turn:
            self._address = None
            await self._proxy.stop()

    @property
    def rules(self) -> EgressRules:
        """The rules of now."""
        return self._gate.rules

    @rules.setter
    def rules(self, rules: EgressRules) -> None:
        """They hold from now on, also for what is connected: it is ended."""
        if rules != self._gate.rules:
            self._gate.rules = rules
            self._gate.answers.forget_broken()
            self._proxy.drop_connections()

    def judge_again(self) -> None:
        """The policy has changed: end what is connected to sites that it denies now."""
        self._proxy.drop_denied()

    @property
    def upstream(self) -> Upstream | None:
        """The proxy that the traffic goes on through."""
        return self._gate.upstream

    @upstream.setter
    def upstream(self, upstream: Upstream | None) -> None:
        """It holds from now on; what is connected through the one before is ended."""
        if upstream != self._gate.upstream:
            self._gate.upstream = upstream
            self._proxy.drop_connections()

    def isolate(self) -> None:
        """Has the upstream, which is Tor, carry this chat on circuits of its own: other credentials get other circuits."""
        upstream = self._gate.upstream
        assert upstream is not None
        self.circuit += 1
        self.upstream = replace(upstream, username=f"refbrowser-{self.circuit}", password=secrets.token_hex(16))

    def move_to(self, tor: Upstream) -> None:
        """Goes on through another Tor client, on circuits of its own there, unless it is the present one."""
        present = self._gate.upstream
        if present is None or (present.host, present.port) != (tor.host, tor.port):
            self._gate.upstream = tor
            self.isolate()

    def new_circuit(self) -> bool:
        """Takes another circuit and ends what is connected through the one before; False where there is none."""
        if self.circuit:
            self.isolate()
        return bool(self.circuit)

    @property
    def proxy(self) -> str | None:
        """The proxy's address; None before :meth:`start`."""
        return self._address

    @property
    def agent_key(self) -> str:
        """By which the proxy knows a request that a call of the agent's names."""
        return self._proxy.agent_key

    def is_internal(self, host: str) -> bool:
        """Whether the site called ``host`` was found at a loopback or private address."""
        return self._gate.is_internal(host)

    def serve(self, requests: Requests) -> None:
        """From now on ``requests`` says who asks."""
        self._proxy.requests = requests

    def expecting(self, urls: Iterable[str]) -> AbstractContextManager[None]:
        """While this lasts, loading the hosts of ``urls`` into a tab is the agent's own wish."""
        return self._gate.expecting(urls)

    def outcome(self, url: str) -> Outcome | None:
        """Why a request for ``url`` has just failed, if it was for want of a connection."""
        return self._gate.outcomes.of(url)

    def http_error(self, url: str) -> int | None:
        """The HTTP status of the last answer for ``url``, if that was an error and came over plain HTTP."""
        return self._gate.answers.error(url)

    @property
    def refusals(self) -> Sequence[Outcome]:
        """What was refused so far, by host and rule."""
        return self._gate.outcomes.refusals
