"""Sealed bytes: encrypted and authenticated with AES-256-GCM, under a key derived from a secret by scrypt (RFC 7914).

A sealed file is ``RBSEAL1\\n``, 16 bytes of salt, 12 of nonce, then the ciphertext with its 16-byte tag. The label is authenticated
with it, so that one profile's file is not taken for another's.
"""

import hashlib
import os
import zlib
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from refbrowser.errors import ProfileError

_HEAD: Final = b"RBSEAL1\n"
_SALT: Final = 16
_NONCE: Final = 12
_TAG: Final = 16
_COST: Final = {"n": 2**15, "r": 8, "p": 1, "maxmem": 2**26, "dklen": 32}
"""32 MiB and about 60 ms, as OWASP's password storage sheet has it. The usual secret is random and would not need it."""

MOST_BYTES: Final = 200_000_000
"""Unsealed; a longer text is refused rather than held in memory twice."""


class Seal:
    """Seals and opens with one secret. The key of the last salt is kept, so that only the first use takes long."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._salt = b""
        self._key = b""

    def seal(self, data: bytes, label: str) -> bytes:
        """``data``, compressed and sealed; the salt stays the one that was opened last, the nonce is new each time."""
        salt = self._salt or os.urandom(_SALT)
        nonce = os.urandom(_NONCE)
        return _HEAD + salt + nonce + self._cipher(salt).encrypt(nonce, zlib.compress(data, 1), label.encode())

    def opened(self, sealed: bytes, label: str) -> bytes:
        """What was sealed with the same secret and label.

        Raises ``profile_unreadable`` for bytes that are no sealed file, ``profile_locked`` where secret, label or bytes are not the
        ones of the sealing: AES-GCM cannot say which.
        """
        start = len(_HEAD) + _SALT + _NONCE
        if not sealed.startswith(_HEAD) or len(sealed) < start + _TAG:
            raise ProfileError(f"The file of {label} is not an encrypted profile.", code="profile_unreadable")
        salt, nonce = sealed[len(_HEAD) :][:_SALT], sealed[len(_HEAD) + _SALT : start]
        try:
            packed = self._cipher(salt).decrypt(nonce, sealed[start:], label.encode())
        except InvalidTag:
            raise ProfileError(
                f"The file of {label} cannot be decrypted with this key: it was encrypted with another key, or was changed.",
                code="profile_locked",
            ) from None
        unpacking = zlib.decompressobj()
        data = unpacking.decompress(packed, MOST_BYTES)
        if unpacking.unconsumed_tail:
            raise ProfileError(f"The file of {label} contains more than {MOST_BYTES // 1_000_000} MB.", code="profile_unreadable")
        return data

    def _cipher(self, salt: bytes) -> AESGCM:
        if salt != self._salt:
            self._key = hashlib.scrypt(self._secret, salt=salt, **_COST)
            self._salt = salt
        return AESGCM(self._key)
