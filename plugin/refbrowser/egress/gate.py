"""One chat's gate: which connections it may have, and to which addresses. Names keep the kind of place that they first had."""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from refbrowser.egress.answers import Answers
from refbrowser.egress.dial import dialled, net_error_of
from refbrowser.egress.environment import Environment
from refbrowser.egress.outcomes import Outcomes, Refused, Unreachable
from refbrowser.egress.streams import Connection
from refbrowser.egress.upstream import directly, tunnelled
from refbrowser.policy.askers import Expected
from refbrowser.policy.egress import INTERNAL, Asker, EgressRules
from refbrowser.policy.hosts import IPAddress, address_of, host_and_port, is_loopback_name
from refbrowser.policy.rules import Verdict
from refbrowser.policy.sites import Site, ascii_host
from refbrowser.policy.upstreams import Upstream

Admitted = Sequence[IPAddress] | None
"""Where a connection may go: one of these addresses, or (None) to the name, through the upstream."""

MOST_NAMES: Final = 100_000
MOST_REDIRECTS: Final = 20

WhoAsks = Callable[[], Awaitable[Asker]]
DenialOf = Callable[[Site], Verdict | None]
"""The verdict of the policy on whatever involves a site, if it denies that."""

_TUNNELLED: Final = {80: ("http",), 443: ("https",)}
_ANY_SCHEME: Final = ("http", "https")


class Gate:
    """Decides by ``rules`` in ``environment`` and by ``denial_of``, and connects. ``outcomes`` is what was refused or failed,
    ``answers`` what came in place of what was asked for."""

    def __init__(
        self, rules: EgressRules, environment: Environment, upstream: Upstream | None = None, denial_of: DenialOf = lambda _: None
    ) -> None:
        self.rules = rules
        self.upstream = upstream
        self._denial_of = denial_of
        self.outcomes = Outcomes()
        self.answers = Answers()
        self._environment = environment
        self._internal: dict[str, bool] = {}
        self._expected: list[set[tuple[str, int]]] = []

    @property
    def expected(self) -> Expected:
        """What calls under way have named."""
        return Expected(frozenset().union(*self._expected))

    @contextmanager
    def expecting(self, urls: Iterable[str]) -> Iterator[None]:
        """While this lasts, navigations to the hosts of ``urls`` count as the agent's own."""
        places = {place for url in urls if (place := host_and_port(url)) is not None}
        self._expected.append(places)
        try:
            yield
        finally:
            self._expected = [other for other in self._expected if other is not places]

    def redirected(self, place: tuple[str, int], url: str) -> None:
        """The server at ``place`` redirects to ``url``: if it is internal and a call has named it, ``url`` counts as named too."""
        target = host_and_port(url)
        if target is None or not self.is_internal(place[0]):
            return
        for places in self._expected:
            if place in places and len(places) < MOST_REDIRECTS:
                places.add(target)

    def is_internal(self, host: str) -> bool:
        """Whether the site called ``host`` was found at a loopback or private address."""
        address = address_of(host)
        if address is not None:
            return self._environment.space_of(address) in INTERNAL
        return is_loopback_name(host) or self._internal.get(host, False)

    async def connect(self, host: str, port: int, who: WhoAsks) -> Connection:
        """A connection for a tunnel that the rules allow. Raises :class:`Refused`, :class:`Unreachable`; both are noted."""
        # A WebSocket without TLS has a tunnel, too.
        return await self.reach(host, port, await self.admitted(host, port, who, _TUNNELLED.get(port, _ANY_SCHEME)))

    async def admitted(self, host: str, port: int, who: WhoAsks, schemes: Sequence[str] = ("http",)) -> Admitted:
        """Where ``host`` may be connected to for one of ``schemes``; ``who`` is asked only where that makes a difference. Raises as
        :meth:`connect`."""
        try:
            if (denial := self.denial(host, port, schemes)) is not None:
                raise Refused(f"policy: {denial.rule}", denial)
            return await self._admitted(host, port, who)
        except (Refused, Unreachable) as failure:
            self.outcomes.note(host, port, failure)
            raise

    def denial(self, host: str, port: int, schemes: Sequence[str] = _ANY_SCHEME) -> Verdict | None:
        """The policy's verdict on what goes there, if it denies that for one of ``schemes``."""
        denials = (self._denial_of(Site(scheme, ascii_host(host), port)) for scheme in schemes)
        return next((denial for denial in denials if denial is not None), None)

    async def reach(self, host: str, port: int, admitted: Admitted, *, in_absolute_form: bool = False) -> Connection:
        """A connection to where that is, or ``in_absolute_form`` to an upstream that takes requests so. Raises
        :class:`Unreachable`, which is noted."""
        try:
            if admitted is not None:
                connection = await dialled(admitted, port)
            else:
                assert self.upstream is not None
                connection = await (directly(self.upstream) if in_absolute_form else tunnelled(self.upstream, host, port))
        except Unreachable as failure:
            self.outcomes.note(host, port, failure)
            raise
        self.outcomes.connected(host, port)
        return connection

    async def _admitted(self, host: str, port: int, who: WhoAsks) -> Admitted:
        if (rule := self.rules.refuses_name(host, port)) is not None:
            raise Refused(rule)
        if self.upstream is not None and not self._is_local(host):
            await self._check_remote(host, port, who)
            return None
        try:
            found = await self._environment.addresses(host)
        except OSError as failure:
            raise Unreachable(net_error_of(failure)) from None
        found = self._pinned(host, found)
        asker: Asker = "page"
        refusals = self._refusals(host, port, found, asker)
        if "public_to_private" in refusals.values() and (asker := await who()) == "insider":
            refusals = self._refusals(host, port, found, asker)
        allowed = [address for address in found if refusals[address] is None]
        if not allowed:
            raise Refused(next((rule for rule in refusals.values() if rule is not None), "unroutable"))
        return allowed

    def _is_local(self, host: str) -> bool:
        """Whether ``host`` is this machine, which no upstream can reach for us."""
        address = address_of(host)
        return is_loopback_name(host) or (address is not None and self._environment.space_of(address) == "loopback")

    async def _check_remote(self, host: str, port: int, who: WhoAsks) -> None:
        """Whether the upstream may be asked for ``host``, which it resolves itself: of a name, the rules for names decide alone."""
        address = address_of(host)
        if address is None:
            if self.rules.mode == "allowlist" and not self.rules.allows_name(host, port):
                raise Refused("allowlist")
            return
        refusal = self._refusals(host, port, [address], "page")[address]
        if refusal == "public_to_private" and await who() == "insider":
            refusal = self._refusals(host, port, [address], "insider")[address]
        if refusal is not None:
            raise Refused(refusal)

    def _refusals(self, host: str, port: int, addresses: Sequence[IPAddress], asker: Asker) -> dict[IPAddress, str | None]:
        space_of = self._environment.space_of
        return {address: self.rules.refuses_address(host, port, address, space_of(address), asker) for address in addresses}

    def _pinned(self, host: str, addresses: Sequence[IPAddress]) -> Sequence[IPAddress]:
        """Those addresses that are of the kind which the name had at first: a public site that later answers with an internal
        address would have its pages read what is there (DNS rebinding). Of a mixed answer, the public ones count."""
        if address_of(host) is not None:
            return addresses
        space_of = self._environment.space_of
        inside = [address for address in addresses if space_of(address) in INTERNAL]
        if host not in self._internal and len(self._internal) < MOST_NAMES:
            self._internal[host] = len(inside) == len(addresses)
        # A name that there is no room for counts as public.
        internal = self._internal.get(host, False)
        kept = inside if internal else [address for address in addresses if address not in inside]
        if not kept:
            raise Refused("rebinding")
        return kept
