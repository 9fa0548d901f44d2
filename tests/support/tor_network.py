"""A whole Tor network on loopback: directory authorities, exits, and the lines that a client of it needs."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

AUTHORITIES, EXITS = 3, 3
READY_S = 120.0

_COMMON = """TestingTorNetwork 1
PathsNeededToBuildCircuits 0.67
AssumeReachable 1
ExitPolicyRejectPrivate 0
AddressDisableIPv6 1
SocksPort 0
SafeLogging 0
Log notice file {folder}/log
DataDirectory {folder}
"""


def tor_program(name: str = "tor") -> str | None:
    """Debian's tor, or what belongs to it, where it is installed."""
    return shutil.which(name) or shutil.which(name, path="/usr/sbin")


class ExitNames:
    """The name server of the exits, over UDP: every name below `.test` is this machine. `asked` is what was looked up."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", 0))
        self.port = int(self._socket.getsockname()[1])
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        while True:
            question, client = self._socket.recvfrom(4096)
            if question == b"":
                return
            labels, at = [], 12
            while length := question[at]:
                labels.append(question[at + 1 : at + 1 + length].decode("latin-1").lower())
                at += 1 + length
            name, kind = ".".join(labels), int.from_bytes(question[at + 1 : at + 3])
            self.asked.append(name)
            known = name.endswith(".test") and kind == 1
            answer = b"\xc0\x0c\x00\x01\x00\x01\x00\x00\x00\x3c\x00\x04\x7f\x00\x00\x01" if known else b""
            flags = b"\x81\x80" if name.endswith(".test") else b"\x81\x83"
            head = question[:2] + flags + b"\x00\x01" + (b"\x00\x01" if known else b"\x00\x00") + bytes(4)
            self._socket.sendto(head + question[12 : at + 5] + answer, client)

    def close(self) -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as last:
            last.sendto(b"", ("127.0.0.1", self.port))
        self._thread.join(5)
        self._socket.close()


@contextmanager
def tor_network(folder: Path, names: ExitNames) -> Iterator[Path]:
    """The lines of a client's configuration, in a file. Raises AssertionError when the network does not come up."""
    running: list[subprocess.Popen[bytes]] = []
    resolv = folder / "resolv.conf"
    resolv.write_text(f"nameserver 127.0.0.1:{names.port}\n")
    try:
        authorities = [_authority(folder / f"authority{number}", number) for number in range(AUTHORITIES)]
        directory = "".join(line for _, line in authorities)
        for number, (own, _) in enumerate(authorities):
            running.append(_start(own, _authority_lines(own, number) + directory))
        for number in range(EXITS):
            own = folder / f"exit{number}"
            own.mkdir()
            lines = (
                f"Nickname exit{number}\nORPort 127.0.0.1:{_free_port()}\nAddress 127.0.0.1\nExitRelay 1\nExitPolicy accept *:*\n"
                f"ServerDNSResolvConfFile {resolv}\nServerDNSDetectHijacking 0\nServerDNSAllowBrokenConfig 1\nServerDNSTestAddresses a.test\n"
            )
            running.append(_start(own, _COMMON.format(folder=own) + lines + directory))
        client = folder / "client.torrc"
        client.write_text(
            f"ControlPort 127.0.0.1:{_free_port()}\nCookieAuthentication 0\nTestingTorNetwork 1\nPathsNeededToBuildCircuits 0.67\nClientRejectInternalAddresses 0\nAddressDisableIPv6 1\n"
            + directory
        )
        _consensus(folder / "authority0", running)
        yield client
    finally:
        for process in running:
            process.terminate()
        for process in running:
            process.wait(10)


def circuits_of_streams(config: Path) -> list[str]:
    """By the client's own account: the circuit that carries each stream, in the order in which these were opened."""
    found = re.search(r"ControlPort 127.0.0.1:(\d+)", config.read_text())
    assert found is not None
    with socket.create_connection(("127.0.0.1", int(found[1])), 10) as control:
        control.sendall(b'AUTHENTICATE ""\r\nGETINFO stream-status\r\nQUIT\r\n')
        answer = control.makefile().read()
    streams = re.findall(r"(\d+) SUCCEEDED (\d+) ", answer)
    return [circuit for _, circuit in sorted(streams, key=lambda stream: int(stream[0]))]


def _authority(folder: Path, number: int) -> tuple[Path, str]:
    """The folder of an authority with its keys, and the line by which others know it."""
    folder.mkdir()
    (folder / "keys").mkdir(mode=0o700)
    gencert, tor = tor_program("tor-gencert"), tor_program()
    assert gencert is not None
    assert tor is not None
    directory, onion = _free_port(), _free_port()
    certificate = folder / "keys" / "authority_certificate"
    subprocess.run(
        [gencert, "--create-identity-key", "-m", "12", "-a", f"127.0.0.1:{directory}", "--passphrase-fd", "0", "-i",
         str(folder / "keys" / "authority_identity_key"), "-s", str(folder / "keys" / "authority_signing_key"), "-c", str(certificate)],
        input=b"passphrase\n", check=True, capture_output=True,
    )  # fmt: skip
    found = re.search(r"^fingerprint (\w+)", certificate.read_text(), re.MULTILINE)
    assert found is not None
    (folder / "ports").write_text(f"{directory} {onion}")
    listed = subprocess.run(
        [tor, "--ignore-missing-torrc", "-f", str(folder / "none"), "--defaults-torrc", str(folder / "none"), "--list-fingerprint", "--quiet",
         "--orport", "1", "--dirauthority", f"xyzzy 127.0.0.1:1 {'f' * 40}", "--datadirectory", str(folder), "--nickname", f"authority{number}"],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    own = "".join(listed.stdout.strip().splitlines()[-1].split(" ")[1:])
    return folder, f"DirAuthority authority{number} orport={onion} no-v2 v3ident={found[1]} 127.0.0.1:{directory} {own}\n"


def _authority_lines(folder: Path, number: int) -> str:
    directory, onion = (folder / "ports").read_text().split()
    return _COMMON.format(folder=folder) + (
        f"Nickname authority{number}\nORPort 127.0.0.1:{onion}\nDirPort 127.0.0.1:{directory}\nAddress 127.0.0.1\n"
        "AuthoritativeDirectory 1\nV3AuthoritativeDirectory 1\nContactInfo nobody@example.com\nAssumeReachable 1\n"
        "V3AuthVotingInterval 10\nV3AuthVoteDelay 2\nV3AuthDistDelay 2\nTestingV3AuthInitialVotingInterval 5\n"
        "TestingV3AuthInitialVoteDelay 2\nTestingV3AuthInitialDistDelay 2\nTestingMinExitFlagThreshold 0\n"
        "TestingDirAuthVoteExit *\nTestingDirAuthVoteGuard *\nTestingDirAuthVoteHSDir *\nExitPolicy reject *:*\n"
    )


def _start(folder: Path, lines: str) -> subprocess.Popen[bytes]:
    torrc = folder / "torrc"
    torrc.write_text(lines)
    tor = tor_program()
    assert tor is not None
    with (folder / "output").open("wb") as output:
        return subprocess.Popen([tor, "--defaults-torrc", "/dev/null", "-f", str(torrc)], stdout=output, stderr=output)


def _consensus(authority: Path, running: list[subprocess.Popen[bytes]]) -> None:
    """Returns once the authorities agree on a network that has the exits."""
    deadline = time.monotonic() + READY_S
    path = authority / "cached-microdesc-consensus"
    usable = re.compile(r"\nr exit.*\n(?:(?!r ).*\n)*?s .*\bExit\b.*\bRunning\b")
    while not (path.is_file() and len(usable.findall(path.read_text(errors="replace"))) == EXITS):
        assert all(process.poll() is None for process in running), "a tor of the network ended"
        assert time.monotonic() < deadline, f"no consensus within {READY_S:.0f} s"
        time.sleep(0.1)


def _free_port() -> int:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        return int(bound.getsockname()[1])
