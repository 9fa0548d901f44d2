"""A WebM file of still pictures, each shown until the next: VP8 key frames in Matroska.

A lossy WebP file holds exactly one key frame of VP8, so Pillow is the encoder, and no video program is needed. Every frame is
whole: a player can begin at any of them, and a still page costs nothing, because frames come only when it changes.
"""

import io
import struct
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from refbrowser.files import new_private_file, private_folder

if TYPE_CHECKING:
    from PIL import Image

MIME: Final = "video/webm"

_EBML, _SEGMENT, _INFO, _TRACKS, _CLUSTER, _CUES, _SEEK_HEAD = (
    bytes.fromhex(name) for name in ("1a45dfa3", "18538067", "1549a966", "1654ae6b", "1f43b675", "1c53bb6b", "114d9b74")
)
_CLUSTER_MS: Final = 5_000
"""A block counts milliseconds from its cluster's beginning in 16 bits with a sign."""


def key_frame(image: "Image.Image", quality: int) -> bytes:
    """``image`` as one key frame of VP8."""
    buffer = io.BytesIO()
    image.convert("RGB").save(buffer, "WEBP", quality=quality, method=0)
    webp = buffer.getvalue()
    at = 12  # behind RIFF, the size and WEBP
    while webp[at : at + 4] != b"VP8 ":
        at += 8 + (int.from_bytes(webp[at + 4 : at + 8], "little") + 1 & ~1)
    return webp[at + 8 : at + 8 + int.from_bytes(webp[at + 4 : at + 8], "little")]


class WebmFile:
    """Owns the file from its making to :meth:`finish` or :meth:`discard`. It is at its path only when it is whole.

    Raises ``OSError`` as it comes.
    """

    def __init__(self, path: Path, width: int, height: int) -> None:
        self.path = path
        self.size = 0
        self._partial = path.with_name(f".{path.name}.part")
        private_folder(path.parent)
        self._file: BinaryIO = new_private_file(self._partial)
        self._cues: list[tuple[int, int]] = []
        self._cluster_ms: int | None = None
        self._put(_element(_EBML, _ebml_head()) + _SEGMENT)
        self._segment_size_at = self.size
        self._put(_size(0, 8))
        self._segment_at = self.size
        self._put(_seek_head(0))
        self._duration_at = self.size + len(_element(_INFO, _info(0))) - 8
        self._put(_element(_INFO, _info(0)) + _element(_TRACKS, _track(width, height)))

    def add(self, frame: bytes, at_ms: int) -> None:
        """Show ``frame`` from ``at_ms`` on, which does not lie before the frame before. It is in the file afterwards."""
        if self._cluster_ms is None or at_ms - self._cluster_ms >= _CLUSTER_MS:
            self._cluster_ms = at_ms
            self._cues.append((at_ms, self.size - self._segment_at))
            # Of unknown size: it ends where the next begins.
            self._put(_CLUSTER + b"\x01" + b"\xff" * 7 + _element(b"\xe7", _number(at_ms)))
        self._put(_element(b"\xa3", b"\x81" + struct.pack(">hB", at_ms - self._cluster_ms, 0x80) + frame))
        self._file.flush()

    def finish(self, duration_ms: int) -> None:
        """Write what a player needs for the length and for jumping, and put the file at its path."""
        cues_at = self.size - self._segment_at
        self._put(_element(_CUES, b"".join(_cue(*cue) for cue in self._cues)))
        for at, data in (
            (self._segment_size_at, _size(self.size - self._segment_at, 8)),
            (self._segment_at, _seek_head(cues_at)),
            (self._duration_at, struct.pack(">d", duration_ms)),
        ):
            self._file.seek(at)
            self._file.write(data)
        self._file.close()
        self._partial.replace(self.path)

    def discard(self) -> None:
        """Delete what was written."""
        with suppress(OSError):  # what a full disk did not take yet is written again here
            self._file.close()
        self._partial.unlink(missing_ok=True)

    def _put(self, data: bytes) -> None:
        self._file.write(data)
        self.size += len(data)


def _size(value: int, length: int | None = None) -> bytes:
    """A length as EBML writes it: the position of its first bit says how many bytes it has; all ones mean unknown."""
    length = length or next(each for each in range(1, 9) if value < (1 << 7 * each) - 1)
    return (value | 1 << 7 * length).to_bytes(length, "big")


def _number(value: int) -> bytes:
    return value.to_bytes(max(1, (value.bit_length() + 7) // 8), "big")


def _element(name: bytes, content: bytes) -> bytes:
    return name + _size(len(content)) + content


def _ebml_head() -> bytes:
    numbers = ((b"\x42\x86", 1), (b"\x42\xf7", 1), (b"\x42\xf2", 4), (b"\x42\xf3", 8), (b"\x42\x87", 2), (b"\x42\x85", 2))
    return b"".join(_element(name, _number(value)) for name, value in numbers) + _element(b"\x42\x82", b"webm")


def _info(duration_ms: float) -> bytes:
    """Times are in milliseconds; the duration comes last."""
    program = _element(b"\x4d\x80", b"refbrowser") + _element(b"\x57\x41", b"refbrowser")
    return _element(b"\x2a\xd7\xb1", _number(1_000_000)) + program + _element(b"\x44\x89", struct.pack(">d", duration_ms))


def _track(width: int, height: int) -> bytes:
    picture = _element(b"\xb0", _number(width)) + _element(b"\xba", _number(height))
    numbers = ((b"\xd7", 1), (b"\x73\xc5", 1), (b"\x9c", 0), (b"\x83", 1))
    plain = b"".join(_element(name, _number(value)) for name, value in numbers)
    return _element(b"\xae", plain + _element(b"\x86", b"V_VP8") + _element(b"\xe0", picture))


def _seek_head(cues_at: int) -> bytes:
    """Where the cues are, counted from the segment's content; of one length, whatever the number."""
    seek = _element(b"\x53\xab", _CUES) + _element(b"\x53\xac", cues_at.to_bytes(8, "big"))
    return _element(_SEEK_HEAD, _element(b"\x4d\xbb", seek))


def _cue(at_ms: int, position: int) -> bytes:
    place = _element(b"\xf7", _number(1)) + _element(b"\xf1", _number(position))
    return _element(b"\xbb", _element(b"\xb3", _number(at_ms)) + _element(b"\xb7", place))
