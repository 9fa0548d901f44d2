"""Taking secrets out of text that leaves the process: answers, errors and logs."""

import re
from collections.abc import Iterable
from typing import Final

MASK: Final = "•••"

_USER_INFO: Final = re.compile(r"(?<=://)[^/@\s]+@")
_SECRET_PARAMETER: Final = re.compile(r"(?i)([?&;](?:[a-z_\-]*(?:token|api_?key|secret|password|signature)|sig|auth)=)[^&#\s\"']+")

_SECRET_HEADER: Final = re.compile(
    r"(?i)(?:set-)?cookie2?|proxy-.+|.*(?:authoriz|authentic|token|secret|password|passwd|api-?key|credential|signature|session).*"
)
_SECRET_WORD: Final = r"(?:passw|pwd|secret|token|api_?-?key|credential|card_?number|cvc|cvv|otp|pin_?code)"
_SECRET_NAME: Final = rf"[\w.\-\[\]]{{0,60}}{_SECRET_WORD}[\w.\-\[\]]{{0,60}}"
_SECRET_IN_JSON: Final = re.compile(rf'(?i)("{_SECRET_NAME}"\s*:\s*)("(?:[^"\\]|\\.)*"|-?\d[\d.eE+\-]*)')
_SECRET_IN_FORM: Final = re.compile(rf"(?i)((?:^|(?<=[&?]))(?:{_SECRET_NAME}|auth|sig)=)[^&\s]*")
_SECRET_IN_PARTS: Final = re.compile(
    rf'(?is)(content-disposition: form-data; name="{_SECRET_NAME}"[^\r\n]*\r?\n\r?\n).*?(?=\r?\n--)'
)

_SECRET_STORED: Final = re.compile(
    r"(?i).*(?:passw|pwd|secret|token|api[_-]?key|credential|auth|session|jwt|csrf|xsrf|signature)"
    r".*|(?:.*[^a-z])?sids?(?:[^a-z].*)?|.*sess(?:id)?"
)
_JWT: Final = re.compile(r"eyJ[\w-]{8,}\.[\w-]+\.[\w-]*")


def is_secret(name: str, value: str) -> bool:
    """Whether a stored entry looks like a login: by its name, or because it holds a JSON Web Token."""
    return _SECRET_STORED.fullmatch(name) is not None or _JWT.search(value) is not None


def redacted(text: str) -> str:
    """``text`` without the user part of URLs and without the values of secret-looking query parameters."""
    return _SECRET_PARAMETER.sub(rf"\1{MASK}", _USER_INFO.sub(f"{MASK}@", text))


def masked_headers(headers: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """HTTP headers with the values of those that carry credentials (cookies, authorization, proxy-*, keys and tokens) masked."""
    return [(name, MASK if _SECRET_HEADER.fullmatch(name) else redacted(value)) for name, value in headers]


def masked_body(text: str) -> str:
    """A body of HTTP or a WebSocket's message with the values of secret-looking fields masked, be it JSON, a form or multipart."""
    text = _SECRET_IN_JSON.sub(rf'\1"{MASK}"', text)
    text = _SECRET_IN_PARTS.sub(rf"\1{MASK}", text)
    return _SECRET_IN_FORM.sub(rf"\1{MASK}", text)
