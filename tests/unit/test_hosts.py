"""Hosts and addresses in one spelling, and what kind of place they are."""

import ipaddress

import pytest

from refbrowser.errors import CallError
from refbrowser.policy.addresses import space_of
from refbrowser.policy.egress import EgressRules, HostRule
from refbrowser.policy.hosts import host_and_port, normal_host
from refbrowser.policy.upstreams import Upstream


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("Example.COM", "example.com"), ("example.com.", "example.com"), ("bücher.example", "xn--bcher-kva.example"), ("faß.de", "xn--fa-hia.de"),
        ("127.1", "127.0.0.1"), ("0x7f.1", "127.0.0.1"), ("0177.0.0.1", "127.0.0.1"), ("2130706433", "127.0.0.1"), ("１２７.0.0.1", "127.0.0.1"),
        ("①②⑦.0.0.1", "127.0.0.1"), ("127。0。0。1", "127.0.0.1"), ("ⓛⓞⓒⓐⓛⓗⓞⓢⓣ", "localhost"), ("%6cocalhost", "localhost"), ("0", "0.0.0.0"),
        ("[::1]", "::1"), ("[0:0:0:0:0:0:0:1]", "::1"), ("[::ffff:127.0.0.1]", "::ffff:7f00:1"), ("[fe80::1%25eth0]", "fe80::1"),
    ],
)  # fmt: skip
def test_spellings_of_one_host_are_equal(written: str, normal: str) -> None:
    assert normal_host(written) == normal_host(normal)


@pytest.mark.parametrize("written", ["", ".", "1.2.3.4.5", "256.0.0.1", "1.2.3.09", "[::1", "[:::1]", "a" * 300])
def test_what_names_no_host_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        normal_host(written)


@pytest.mark.parametrize(
    ("address", "space"),
    [
        ("8.8.8.8", "public"), ("2606:4700::1111", "public"), ("127.0.0.1", "loopback"), ("127.255.0.1", "loopback"), ("0.0.0.0", "loopback"),
        ("::1", "loopback"), ("::", "loopback"), ("::ffff:127.0.0.1", "loopback"), ("::127.0.0.1", "loopback"), ("64:ff9b::127.0.0.1", "loopback"),
        ("2002:7f00:1::", "loopback"), ("10.1.2.3", "private"), ("172.16.0.1", "private"), ("192.168.1.1", "private"), ("100.64.0.1", "private"),
        ("198.18.0.1", "private"), ("fd00::1", "private"), ("::ffff:192.168.1.1", "private"), ("64:ff9b:1::1", "private"), ("169.254.1.1", "link_local"),
        ("fe80::1", "link_local"), ("169.254.169.254", "metadata"), ("::ffff:169.254.169.254", "metadata"), ("2002:a9fe:a9fe::", "metadata"),
        ("100.100.100.200", "metadata"), ("fd00:ec2::254", "metadata"), ("224.0.0.1", "unroutable"), ("255.255.255.255", "unroutable"), ("ff02::1", "unroutable"),
    ],
)  # fmt: skip
def test_an_address_is_known_for_what_it_is(address: str, space: str) -> None:
    assert space_of(ipaddress.ip_address(address)) == space


def test_a_url_has_its_port() -> None:
    assert host_and_port("HTTPS://Example.com/x") == ("example.com", 443)
    assert host_and_port("ws://user:pw@127.1:81/") == ("127.0.0.1", 81)
    for url in ("file:///etc/passwd", "about:blank", "http://", "http://a:99999/", "nothing"):
        assert host_and_port(url) is None


@pytest.mark.parametrize(
    ("rule", "host", "port", "names"),
    [
        ("example.com", "example.com", 80, True), ("example.com", "www.example.com", 80, False), ("*.example.com", "www.example.com", 80, True),
        ("*.example.com", "a.b.example.com", 1, True), ("*.example.com", "example.com", 80, False), ("*.example.com", "badexample.com", 80, False),
        ("example.com:443", "example.com", 80, False), ("example.com:443", "example.com", 443, True), ("*", "any.host", 1, True), ("*:25", "any.host", 25, True),
        ("BÜCHER.example.", "xn--bcher-kva.example", 80, True), ("127.1", "127.0.0.1", 80, True), ("[::1]:80", "::1", 80, True),
    ],
)  # fmt: skip
def test_a_rule_is_about_a_host(rule: str, host: str, port: int, names: bool) -> None:
    assert HostRule.read(rule).names(host, port) is names


@pytest.mark.parametrize(
    "rule", ["", "a b", "http://example.com", "example.com:0", "example.com:x", "10.0.0.0/99", "ex*mple.com", "1.2.3.4.5"]
)
def test_what_is_no_rule_is_refused(rule: str) -> None:
    with pytest.raises(CallError, match="is not a host rule"):
        HostRule.read(rule)


@pytest.mark.parametrize(
    "rule", ["[::ffff:127.0.0.2]", "::ffff:7f00:2", "::ffff:127.0.0.0/120", "127.0.0.2", "[::FFFF:127.0.0.2]:80"]
)
@pytest.mark.parametrize("address", ["127.0.0.2", "::ffff:127.0.0.2"])
def test_an_address_is_the_same_in_ipv6(rule: str, address: str) -> None:
    rules = EgressRules.read("open", deny=[rule])
    found = ipaddress.ip_address(address)
    assert rules.refuses_address(normal_host(address), 80, found, space_of(found), "insider") == "deny_hosts"
    other = ipaddress.ip_address("127.0.1.2")
    assert rules.refuses_address(str(other), 80, other, space_of(other), "insider") is None


@pytest.mark.parametrize("address", ["0.0.0.0", "::", "::ffff:0.0.0.0", "64:ff9b::"])
def test_what_denies_loopback_denies_the_unspecified_address(address: str) -> None:
    found = ipaddress.ip_address(address)

    def refusal(mode: str, *, allow: tuple[str, ...] = (), deny: tuple[str, ...] = ()) -> str | None:
        return EgressRules.read(mode, allow, deny).refuses_address(address, 80, found, space_of(found), "insider")

    for rule in (
        "127.0.0.1",
        "127.0.0.0/8",
        "localhost",
        "::1",
        "[::1]:80",
        "127.0.0.1:80",
        address if ":" not in address else f"[{address}]:80",
    ):
        assert refusal("open", deny=(rule,)) == "deny_hosts", rule
    for rule in ("127.0.0.1:81", "127.0.0.2", "::2", "10.0.0.0/8", "example.com"):
        assert refusal("open", deny=(rule,)) is None, rule
    assert refusal("allowlist", allow=("127.0.0.0/8", "::1")) == "allowlist"
    loopback = ipaddress.ip_address("127.0.0.1")
    listed = EgressRules.read("allowlist", [address])
    assert listed.refuses_address(address, 80, found, "loopback", "insider") is None
    assert listed.refuses_address("127.0.0.1", 80, loopback, "loopback", "insider") == "allowlist"


def test_a_network_covers_its_addresses_also_inside_ipv6() -> None:
    rule = HostRule.read("10.0.0.0/8:80")
    for address, port, covers in (
        ("10.1.1.1", 80, True),
        ("10.1.1.1", 81, False),
        ("::ffff:10.1.1.1", 80, True),
        ("11.1.1.1", 80, False),
    ):
        assert rule.covers(ipaddress.ip_address(address), port) is covers


def test_deny_wins_and_a_name_does_not_open_what_is_inside() -> None:
    rules = EgressRules.read("allowlist", ["*.example.com", "10.0.0.0/8"], ["bad.example.com"])
    assert rules.refuses_name("bad.example.com", 80) == "deny_hosts"
    assert rules.refuses_name("www.example.com", 80) is None
    inside, public = ipaddress.ip_address("192.168.0.1"), ipaddress.ip_address("8.8.8.8")
    assert rules.refuses_address("www.example.com", 80, public, "public", "page") is None
    assert rules.refuses_address("www.example.com", 80, inside, "private", "page") == "public_to_private"
    assert rules.refuses_address("10.0.0.1", 80, ipaddress.ip_address("10.0.0.1"), "private", "page") is None
    assert rules.refuses_address("other.org", 80, public, "public", "insider") == "allowlist"
    with pytest.raises(CallError, match="network must be one of"):
        EgressRules.read("closed")


@pytest.mark.parametrize(
    ("address", "read"),
    [
        ("socks5h://user:p%40ss@proxy.example:9050", Upstream("socks5", "proxy.example", 9050, "user", "p@ss")),
        ("socks5://127.0.0.1", Upstream("socks5", "127.0.0.1", 1080)), ("http://proxy.example", Upstream("http", "proxy.example", 80)),
        ("https://[::1]:8443", Upstream("https", "::1", 8443)),
    ],
)  # fmt: skip
def test_an_upstream_is_read(address: str, read: Upstream) -> None:
    assert Upstream.read(address) == read
    assert "user" not in str(read)


@pytest.mark.parametrize(
    "address", ["socks4://a:1", "socks4a://a:1", "ftp://a:1", "a:1", "http://", "http://a:99999", "socks5://user:secret@"]
)
def test_what_is_no_upstream_is_refused_without_its_secrets(address: str) -> None:
    with pytest.raises(CallError) as refused:
        Upstream.read(address)
    assert "secret" not in refused.value.message
    assert ("SOCKS4" in refused.value.message) is address.startswith("socks4")
