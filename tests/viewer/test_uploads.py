"""Files that a person gives to a page through the viewer: whole under their names, or not at all."""

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from refbrowser import Chat
from refbrowser.errors import FileError
from refbrowser.viewer import RunningViewer
from refbrowser.viewer.uploads import save
from tests.support.calls import do
from tests.support.full_disk import files_of_at_most
from tests.support.waiting import until


async def test_a_file_whose_client_dies_is_not_kept(chat: Chat, viewer: RunningViewer, caplog: pytest.LogCaptureFixture) -> None:
    await do(chat, "open")
    folder = chat.folder / "uploads"
    address = urlsplit(viewer.url)

    async def give(body: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection(address.hostname, address.port)
        token = address.fragment.removeprefix("token=")
        head = [
            f"POST /files?chat={chat.id}&name=contract.pdf HTTP/1.1",
            f"Host: {address.netloc}",
            f"Origin: http://{address.netloc}",
            f"Authorization: Bearer {token}",
            "Content-Length: 20000",
        ]
        writer.write("\r\n".join([*head, "", ""]).encode() + body)
        return reader, writer

    with caplog.at_level(logging.ERROR):
        _, writer = await give(b"x" * 5000)
        assert [path.name for path in await until(lambda: [path for path in folder.rglob("*") if path.is_file()])] == [".part"]
        writer.transport.abort()
        await writer.wait_closed()
        await until(lambda: not list(folder.iterdir()))
        reader, writer = await give(b"y" * 20_000)
        assert b" 200 " in await reader.readline()
        writer.close()
        await writer.wait_closed()
    assert [path.read_bytes() for path in folder.rglob("*") if path.is_file()] == [b"y" * 20_000]
    assert caplog.records == []


async def test_a_file_that_the_disk_does_not_take_is_not_kept(tmp_path: Path) -> None:
    async def blocks() -> AsyncIterator[bytes]:
        for _ in range(3):
            yield b"x" * 1_000_000

    with files_of_at_most(2_000_000), pytest.raises(FileError) as refusal:
        await save(blocks(), tmp_path / "uploads", "contract.pdf")
    assert refusal.value.code == "file_unwritable"
    assert list((tmp_path / "uploads").iterdir()) == []
