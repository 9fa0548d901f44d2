"""A web server in a process of its own, with connections that are kept alive. ``python -m benchmarks.boundary_site`` prints its ports."""

import asyncio
import contextlib
import datetime
import ipaddress
import json
import ssl
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

IMAGES: Final = 300
DOWNLOAD: Final = 100_000_000

_PAGE: Final = "<!doctype html><h1>Page</h1>" + "".join(f"<p><a href='/p{n}'>Link {n}</a> and text" for n in range(200))
_IMAGES: Final = "<!doctype html>" + "".join(f"<img src='/image?{number}'>" for number in range(IMAGES))
_IMAGE: Final = "<svg xmlns='http://www.w3.org/2000/svg'/>"
_BLOCK: Final = b"x" * 1_000_000


@dataclass(frozen=True, slots=True)
class Ports:
    """Where the server listens on 127.0.0.1."""

    http: int
    https: int


@contextlib.contextmanager
def served() -> Iterator[Ports]:
    """The server, until the block ends."""
    server = subprocess.Popen([sys.executable, "-m", "benchmarks.boundary_site"], stdout=subprocess.PIPE, stdin=subprocess.PIPE)
    try:
        assert server.stdout is not None
        yield Ports(**json.loads(server.stdout.readline()))
    finally:
        server.kill()
        server.wait()


class _Exchange(asyncio.Protocol):
    """One connection. ``/hang`` is never answered, ``/big`` is 100 MB."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._received = b""
        self._can_write = asyncio.Event()
        self._can_write.set()
        self._sending: asyncio.Task[None] | None = None

    def data_received(self, data: bytes) -> None:
        self._received += data
        while b"\r\n\r\n" in self._received:
            head, _, self._received = self._received.partition(b"\r\n\r\n")
            self._answer(head.split(b" ", 2)[1].partition(b"?")[0])

    def pause_writing(self) -> None:
        self._can_write.clear()

    def resume_writing(self) -> None:
        self._can_write.set()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._sending is not None:
            self._sending.cancel()

    def _answer(self, path: bytes) -> None:
        if path == b"/hang":
            return
        if path == b"/big":
            self._head("application/octet-stream", DOWNLOAD)
            self._sending = asyncio.ensure_future(self._send_blocks())
            return
        kind, text = {b"/page": ("text/html", _PAGE), b"/images": ("text/html", _IMAGES)}.get(path, ("image/svg+xml", _IMAGE))
        self._head(kind, len(text))
        self._transport.write(text.encode())

    def _head(self, kind: str, length: int) -> None:
        lines = ("HTTP/1.1 200 OK", f"Content-Type: {kind}", f"Content-Length: {length}", "Cache-Control: no-store", "", "")
        self._transport.write("\r\n".join(lines).encode())

    async def _send_blocks(self) -> None:
        for _ in range(DOWNLOAD // len(_BLOCK)):
            await self._can_write.wait()
            self._transport.write(_BLOCK)


async def _serve() -> None:
    loop = asyncio.get_running_loop()
    http = await loop.create_server(_Exchange, "127.0.0.1", 0, backlog=1024)
    https = await loop.create_server(_Exchange, "127.0.0.1", 0, backlog=1024, ssl=certificate())
    print(json.dumps({"http": http.sockets[0].getsockname()[1], "https": https.sockets[0].getsockname()[1]}), flush=True)
    await loop.create_future()


def certificate() -> ssl.SSLContext:
    """Of this machine's own making, for an hour."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "pem"
        text = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        ) + made.public_bytes(serialization.Encoding.PEM)
        file.write_bytes(text)
        context.load_cert_chain(file)
    return context


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve())
