"""Chats go on through an upstream proxy, which resolves every name; without it nothing loads."""

from __future__ import annotations

import asyncio
import datetime
import ipaddress
import os
import ssl
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from refbrowser import Browser, Chat
from refbrowser.policy.upstreams import Upstream
from refbrowser.service.chats.shared_tor import SharedTor
from tests.egress.conftest import Internet
from tests.support.calls import do, evaluated, refused
from tests.support.server import refused_url
from tests.support.upstream import UpstreamProxy
from tests.support.waiting import until


@dataclass
class StandIn:
    """A Tor client that a SOCKS server stands for."""

    upstream: Upstream
    alive: bool = True

    async def stop(self) -> None:
        self.alive = False


def certificate(folder: Path) -> Path:
    """A file with a key and a certificate of 127.0.0.1 that nobody trusts."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.datetime.now(datetime.UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    place = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.IPv4Address("127.0.0.1"))])
    builder = x509.CertificateBuilder(name, name, key.public_key(), 1, now, now + datetime.timedelta(days=1)).add_extension(
        place, False
    )
    pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ) + builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
    (folder / "proxy.pem").write_bytes(pem)
    return folder / "proxy.pem"


FAR = {"far.example": "127.0.0.2"}
"""A name that nobody but the upstream knows."""


@pytest.mark.rows(2)
@pytest.mark.parametrize("scheme", ["socks5", "socks5h", "http"])
async def test_pages_and_read_go_through_it_by_name(networked: Browser, net_chat: Chat, internet: Internet, scheme: str) -> None:
    async with UpstreamProxy(FAR, password="p@ss") as proxy:
        networked.chat(net_chat.id, upstream=f"{scheme}://ada:p%40ss@127.0.0.1:{proxy.port}")
        url = internet.at("far.example", "/status/200")
        await do(net_chat, "open", url=url)
        await do(net_chat, "read", url=url)
        socket = f"new Promise(yes => {{ new WebSocket('{url.replace('http', 'ws')}').onerror = () => yes(1) }})"
        assert await evaluated(net_chat, f"fetch('{url}').then(a => a.status).then(s => {socket}.then(() => s))") == 200
        assert set(proxy.asked) == {("far.example", internet.public.port, "ada")}
        assert bool(proxy.absolute) is (scheme == "http")
        assert "far.example" not in internet.names.asked
        # This machine is reached without it.
        await do(net_chat, "navigate", url=internet.inner.url("/status/200"))
        assert len({host for host, _, _ in proxy.asked}) == 1


@pytest.mark.long("egress/test_upstreams.py::test_in_tor_each_chat_has_circuits_of_its_own")
async def test_each_chat_has_its_own(networked: Browser, net_chat: Chat, internet: Internet) -> None:
    other = networked.chat(f"{net_chat.id}-other")
    async with UpstreamProxy(FAR, password="x") as proxy:
        for chat, user in ((net_chat, "ada"), (other, "bea")):
            networked.chat(chat.id, upstream=f"socks5://{user}:x@127.0.0.1:{proxy.port}")
            await do(chat, "open", url=internet.at("far.example", "/status/200"))
        assert [user for _, _, user in proxy.asked][-1] == "bea"
        assert {user for _, _, user in proxy.asked} == {"ada", "bea"}
        shown = await do(other, "identity")
        assert (shown["network"], shown["upstream"]) == ("open", f"socks5://127.0.0.1:{proxy.port}")
        assert "bea" not in str(shown)
    await other.close()


@pytest.mark.rows(1)
@pytest.mark.parametrize("scheme", ["socks5", "http"])
async def test_without_it_nothing_loads(networked: Browser, net_chat: Chat, internet: Internet, scheme: str) -> None:
    before = len(internet.public.requests)
    with refused_url() as nobody:
        networked.chat(net_chat.id, upstream=nobody.replace("http", scheme).rstrip("/"))
        await do(net_chat, "open")
        for action in ("navigate", "read"):
            for url in (internet.at("public.example"), internet.at("public.example").replace("http", "https")):
                answer = await refused(net_chat, "navigation_failed", action, url=url)
                assert answer["details"]["net_error"] == "ERR_PROXY_CONNECTION_FAILED"
    assert len(internet.public.requests) == before


@pytest.mark.long("browser/test_http_auth.py::test_wrong_credentials_are_said_to_be_wrong")
async def test_wrong_credentials_are_said_to_be_wrong(networked: Browser, net_chat: Chat, internet: Internet) -> None:
    async with UpstreamProxy(FAR, password="right") as proxy:
        for scheme, given in (("http", "ada:wrong@"), ("http", ""), ("socks5", "ada:wrong@")):
            networked.chat(net_chat.id, upstream=f"{scheme}://{given}127.0.0.1:{proxy.port}")
            for action in ("open", "read"):
                for url in ("https://far.example/", internet.at("far.example", "/status/200")):
                    answer = await refused(net_chat, "navigation_failed", action, url=url)
                    assert answer["details"]["net_error"] == "ERR_PROXY_AUTH_REQUESTED"
                    assert "setting upstream" in answer["error"]
                    assert "wrong" not in str(answer)
        await do(net_chat, "open", url=internet.inner.url("/status/200"))
        post = f"fetch('{internet.at('far.example')}', {{method: 'POST', body: 'x'.repeat(100000), mode: 'no-cors'}}).then(() => 1, () => 0)"
        assert await evaluated(net_chat, post) == 0
        networked.chat(net_chat.id, upstream=f"http://ada:right@127.0.0.1:{proxy.port}")
        await do(net_chat, "open", url=internet.at("far.example", "/status/200"))
        assert (await do(net_chat, "open", url=internet.at("far.example", "/status/403")))["state"]["http_status"] == 403


async def test_rules_for_names_hold_before_it_is_asked(networked: Browser, net_chat: Chat, internet: Internet) -> None:
    async with UpstreamProxy(FAR) as proxy:
        networked.chat(net_chat.id, upstream=f"socks5://127.0.0.1:{proxy.port}", deny_hosts=["far.example"])
        assert (await refused(net_chat, "egress_blocked", "open", url="http://far.example/"))["details"]["rule"] == "deny_hosts"
        networked.chat(net_chat.id, network="public", deny_hosts=[])
        await do(net_chat, "open")
        for host in ("10.0.0.1", "localhost", "169.254.169.254", "[::ffff:10.0.0.1]"):
            await refused(net_chat, "egress_blocked", "navigate", url=f"http://{host}/")
        assert proxy.asked == []


async def test_in_tor_each_chat_has_circuits_of_its_own(networked: Browser, net_chat: Chat, internet: Internet) -> None:
    """A SOCKS server stands for Tor: what isolates circuits is the credentials, and what is reached is what it was asked for."""
    async with UpstreamProxy(FAR) as proxy:
        users = []
        for chat in (net_chat, networked.chat(f"{net_chat.id}-other")):
            networked.chat(chat.id, network="tor", upstream=f"socks5://127.0.0.1:{proxy.port}")
            await do(chat, "open", url=internet.at("far.example", "/status/200"))
            users.append(proxy.asked[-1][2])
            seen = await evaluated(
                chat, "[navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone, innerWidth, innerHeight]"
            )
            assert seen == ["en-US", "UTC", 1400, 900]
            assert (await do(chat, "identity", operation="new"))["circuit"] == 2
            await do(chat, "reload")
            users.append(proxy.asked[-1][2])
            for host in ("localhost", "127.0.0.1", "10.0.0.1"):
                assert (await refused(chat, "egress_blocked", "navigate", url=f"http://{host}/"))["details"]["rule"] == "tor"
            await chat.close()
        assert None not in users
        assert len(proxy.credentials) == 4
        assert {host for host, _, _ in proxy.asked} == {"far.example"}


async def test_a_tor_that_has_ended_is_replaced(
    networked: Browser, net_chat: Chat, internet: Internet, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two SOCKS servers stand for the Tor client that refbrowser starts and the one that it starts next."""
    url = internet.at("far.example", "/status/200")
    started: list[StandIn] = []

    async def start(*_: object) -> StandIn:
        started.append(StandIn(Upstream("socks5", "127.0.0.1", ports.pop(0))))
        return started[-1]

    monkeypatch.setattr("refbrowser.egress.tor.TorProcess.start", start)
    networked.chat(net_chat.id, network="tor")
    async with UpstreamProxy(FAR) as second:
        async with UpstreamProxy(FAR) as first:
            ports = [first.port, second.port]
            await do(net_chat, "open", url=url)
        before = len(internet.public.requests)
        answer = await refused(net_chat, "navigation_failed", "navigate", url=url)
        assert answer["details"]["net_error"] == "ERR_PROXY_CONNECTION_FAILED"
        assert len(internet.public.requests) == before
        started[0].alive = False
        await do(net_chat, "navigate", url=url)
        assert second.asked[-1][2] is not None
        assert second.credentials.isdisjoint(first.credentials)
        assert (await do(net_chat, "identity"))["circuit"] == 2
        assert len(started) == 2
    # The browser goes on to other tests, whose first call starts another.
    started[1].alive = False


async def test_a_tor_that_builds_no_circuit_is_named_with_its_last_line(
    networked: Browser, net_chat: Chat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "tor"
    program.write_text(
        "#!/bin/sh\necho 'Nov 25 10:00:00.000 [notice] Bootstrapped 5% (conn): Connecting to a relay'\nexec sleep 60\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    networked.chat(net_chat.id, network="tor")
    # A later call waits for the same start, so that a slow machine only takes more of them.
    answer = await until(
        lambda: refused(net_chat, "timeout", "open", url="http://far.example/", timeout_ms=300),
        lambda refusal: not refusal["error"].endswith("none."),
    )
    assert answer["error"] == (
        "Waited 300 ms for Tor to build its first circuit; its last line: Bootstrapped 5% (conn): Connecting to a relay."
    )
    await networked.tor.stop()


@pytest.mark.parametrize("at", ["missing", "folder", "missing after a start"])
async def test_a_tor_config_that_cannot_be_read_starts_no_tor(
    at: str, networked: Browser, net_chat: Chat, internet: Internet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tor passes over a missing file: its bridges would not be used, and the network would see who uses Tor."""
    config, started = tmp_path / "torrc", tmp_path / "started"
    program = tmp_path / "tor"
    program.write_text(f'#!/bin/sh\ncat "$2" >{started}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    tor = SharedTor(replace(networked.settings, home=tmp_path / "home", tor_config=str(config)))
    monkeypatch.setattr(networked, "tor", tor)
    networked.chat(net_chat.id, network="tor")
    if at == "folder":
        config.mkdir()
    elif at == "missing after a start":
        config.write_text("UseBridges 1")
        await refused(net_chat, "launch_failed", "open", url=internet.at("far.example", "/"))
        assert started.read_text() == "UseBridges 1"
        started.unlink()
        config.unlink()
    refusal = await refused(net_chat, "launch_failed", "open", url=internet.at("far.example", "/"))
    assert (refusal["details"]["tor_config"], started.exists()) == (str(config), False)
    await tor.stop()


async def test_the_certificate_of_an_https_proxy_is_checked_and_said_to_be_wrong(
    networked: Browser, net_chat: Chat, internet: Internet, tmp_path: Path
) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate(tmp_path))
    server = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0, ssl=context)
    async with server:
        networked.chat(net_chat.id, upstream=f"https://127.0.0.1:{server.sockets[0].getsockname()[1]}")
        await do(net_chat, "open")
        for action in ("navigate", "read"):
            for url in ("https://far.example/", "http://far.example/"):
                answer = await refused(net_chat, "navigation_failed", action, url=url)
                assert answer["details"]["net_error"] == "ERR_PROXY_CERTIFICATE_INVALID"


@pytest.mark.long("egress/test_upstreams.py::test_the_certificate_of_an_https_proxy_is_checked_and_said_to_be_wrong")
async def test_an_https_proxy_that_ends_its_tunnels_is_only_a_failed_connection(
    networked: Browser,
    net_chat: Chat,
    internet: Internet,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def tunnel(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        await reader.read(50)
        writer.close()

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate(tmp_path))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "proxy.pem"))
    async with await asyncio.start_server(tunnel, "127.0.0.1", 0, ssl=context) as server:
        networked.chat(net_chat.id, upstream=f"https://127.0.0.1:{server.sockets[0].getsockname()[1]}")
        for action in ("open", "read"):
            answer = await refused(net_chat, "navigation_failed", action, url="https://far.example/")
            assert not answer["error"].endswith(": .")
    assert not caplog.records


async def test_a_chat_outside_tor_has_no_circuit(networked: Browser, net_chat: Chat) -> None:
    await do(net_chat, "open")
    assert (await do(net_chat, "identity"))["upstream"] is None
    await refused(net_chat, "unsupported", "identity", operation="new")
    with pytest.raises(Exception, match="after its first call"):
        networked.chat(net_chat.id, network="tor")
