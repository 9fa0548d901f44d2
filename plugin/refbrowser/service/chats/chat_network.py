"""The network of one chat: what the settings or its caller choose, and the boundary that is made of it."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from refbrowser.errors import CallError, Remedy, StateError
from refbrowser.settings import Settings

if TYPE_CHECKING:
    from refbrowser.egress.boundary import Boundary
    from refbrowser.egress.environment import Environment
    from refbrowser.egress.gate import DenialOf
    from refbrowser.policy.egress import EgressRules
    from refbrowser.policy.upstreams import Upstream


TOR_LOCALE: Final = "en-US"
TOR_TIMEZONE: Final = "UTC"
TOR_VIEWPORT: Final = (1400, 900)
"""What every chat in Tor shows of itself, so that they look alike."""


def closed_while_opening() -> StateError:
    return StateError("The chat was closed while it opened.", code="tab_closed", remedy=Remedy("list"))


@dataclass(frozen=True, slots=True)
class NetworkChoice:
    """Where a chat may connect, written as the settings of these names are."""

    network: str = "open"
    allow_hosts: tuple[str, ...] = ()
    deny_hosts: tuple[str, ...] = ()
    upstream: str | None = None

    @classmethod
    def of(cls, settings: Settings) -> "NetworkChoice":
        """What the settings say for every chat. A proxy among Chromium's switches is an upstream too."""
        from refbrowser.browser.launch.command_line import proxy_of

        return cls(
            settings.network, settings.allow_hosts, settings.deny_hosts, settings.upstream or proxy_of(settings.browser_args)
        )

    def but(
        self,
        network: str | None = None,
        allow_hosts: Sequence[str] | None = None,
        deny_hosts: Sequence[str] | None = None,
        upstream: str | None = None,
    ) -> "NetworkChoice":
        """This, with those parts that are given."""
        return NetworkChoice(
            self.network if network is None else network,
            self.allow_hosts if allow_hosts is None else tuple(allow_hosts),
            self.deny_hosts if deny_hosts is None else tuple(deny_hosts),
            self.upstream if upstream is None else upstream,
        )

    def read(self) -> "tuple[EgressRules, Upstream | None]":
        """The rules and the upstream. Raises ``invalid_arguments``."""
        from refbrowser.policy.egress import EgressRules
        from refbrowser.policy.upstreams import Upstream

        rules = EgressRules.read(self.network, self.allow_hosts, self.deny_hosts)
        return rules, Upstream.read(self.upstream) if self.upstream is not None else None


class ChatNetwork:
    """Owns the chat's boundary, which is made when it is first needed.

    ``denial_of`` is the policy's verdict on a site, if it denies that. ``in_own_tor``: the chat goes through a Tor client that
    refbrowser starts, and replaces when it has ended.
    """

    def __init__(self, settings: Settings, denial_of: "DenialOf") -> None:
        self._boundary: Boundary | None = None
        self._denial_of = denial_of
        self._hold(NetworkChoice.of(settings))

    def _hold(self, choice: NetworkChoice) -> None:
        self.choice = choice
        self.in_own_tor = choice.network == "tor" and choice.upstream is None

    @property
    def restricts(self) -> bool:
        """Whether anything but the default is wanted."""
        return self.choice != NetworkChoice()

    def choose(self, choice: NetworkChoice, *, begun: bool) -> None:
        """It holds from now on; of a chat that has ``begun``, whether it is in Tor can not be changed. Raises
        ``invalid_arguments``."""
        rules, upstream = choice.read()
        if (choice.network == "tor") != (self.choice.network == "tor") and begun:
            raise CallError(
                "A chat cannot change to or from the network tor after its first call; use another chat, or close this one first."
            )
        if choice.network == "tor" and begun and choice.upstream != self.choice.upstream:
            raise CallError("The upstream of a chat with the network tor cannot change; use another chat, or close this one first.")
        self._hold(choice)
        if self._boundary is not None:
            self._boundary.rules = rules
            if rules.mode != "tor":
                self._boundary.upstream = upstream

    def appearance(self, settings: Settings) -> Settings:
        """The settings by which the chat's browser context is made: in Tor, the same for all who use it."""
        if self.choice.network != "tor":
            return settings
        width, height = TOR_VIEWPORT
        return replace(settings, locale=TOR_LOCALE, timezone=TOR_TIMEZONE, viewport_width=width, viewport_height=height)

    async def started(self, environment: "Environment", tor: "Callable[[], Awaitable[Upstream]]") -> "Boundary":
        """The boundary, which listens; ``tor`` is asked for a Tor client where the settings name none. Raises ``invalid_arguments``
        for settings that name no rules, ``launch_failed``, and ``tab_closed`` where it is stopped before it listens."""
        if self._boundary is None:
            from refbrowser.egress.boundary import Boundary

            rules, upstream = self.choice.read()
            if rules.mode == "tor":
                upstream = upstream or await tor()
                if upstream.scheme != "socks5":
                    raise CallError(f"The upstream of a chat with the network tor is Tor's SOCKS port, not {upstream}.")
            # Another call may have made it while Tor started.
            if self._boundary is None:
                self._boundary = Boundary(rules, environment, upstream, self._denial_of)
                if rules.mode == "tor":
                    self._boundary.isolate()
        elif self.in_own_tor:
            self._boundary.move_to(await tor())
        boundary = self._boundary
        await boundary.start()
        if self._boundary is not boundary:
            raise closed_while_opening()
        return boundary

    def judge_again(self) -> None:
        """The policy has changed: what is connected to sites that it denies now is ended."""
        if self._boundary is not None:
            self._boundary.judge_again()

    async def stop(self) -> None:
        """Ends the boundary's connections."""
        boundary, self._boundary = self._boundary, None
        if boundary is not None:
            await boundary.stop()
