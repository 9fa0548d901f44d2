"""Mask secrets in text that leaves the process: answers, errors and logs."""

import html
import json
import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Final
from urllib.parse import unquote_plus

MASK: Final = "•••"

_LONGEST_NAME: Final = 150
_DEEPEST: Final = 3
"""Levels of JSON inside JSON strings that are searched."""

# Names are compared as lists of words: `X-CSRF-Token`, `csrfToken` and `csrf_token%5B%5D` are equal.

_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_SECRET_PART: Final = re.compile(
    r"passw|passphrase|passcode|pwd|secret|token|apikey|accesskey|privatekey|credential|cardnumber|cardno|cvc|cvv|pincode"
    r"|jwt|csrf|xsrf|signature|securitycode|verificationcode|onetimecode|authcode|authorizationcode|samlresponse|samlart|assertion"
    # Passwords in other languages; of a name's letters those beyond ASCII are left out.
    r"|kennwort|contrase|motdepasse|wachtwoord|adgangskode"
)
_SECRET_WORD: Final = frozenset(
    {"pw", "pass", "pin", "auth", "authorization", "authentication", "session", "sess", "sid", "sessid", "sessionid", "phpsessid"}
    | {"jsessionid", "otp", "totp", "mfa", "csc", "sig", "bearer", "cookie", "mdp", "senha", "haslo", "heslo"}
)
_TRAILING: Final = frozenset({"id", "key", "value", "hash"})
_SECRET_IF_LIKE_ONE: Final = {"code": 4, "key": 16}
"""Ambiguous names, each with the least length of a value that counts as a secret; the value must also contain a digit."""

_IN_ADDRESS: Final = {"code": 12, "key": 16, "se": 4}
"""Names of parameters, each with the least length of a value that counts as a secret in an address even without a digit."""

_LIKE_ONE: Final = re.compile(r"(?=[^\d]*\d)[\w.~+/=%-]*")

# Where values occur.

_USER_INFO: Final = re.compile(r"://([^/@\s\"<>`]+)@")
_PARAMETER: Final = re.compile(rf"([?&;#])([^=&;#?\s\"'<>]{{1,{_LONGEST_NAME}}})=([^&#\s\"']+)")
_HEADER: Final = re.compile(
    r"(?i)(?:set-)?cookie2?|proxy-.+|.*(?:authoriz|authentic|token|secret|password|passwd|api-?key|credential|signature|session).*"
)
_TEXT: Final = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_VALUE: Final = rf"{_TEXT}|-?\d[\d.eE+\-]{{0,60}}"
_IN_JSON: Final = re.compile(rf'"([^"\\]{{1,{_LONGEST_NAME}}})"(\s{{0,20}}:\s{{0,20}})({_VALUE})')
_ENTRY: Final = re.compile(
    rf'("(?:name|key|field|id)"\s{{0,20}}:\s{{0,20}}"([^"\\]{{1,{_LONGEST_NAME}}})"\s{{0,20}},\s{{0,20}}"value"\s{{0,20}}:\s{{0,20}})({_VALUE})'
)
_ENTRY_BACKWARDS: Final = re.compile(
    rf'("value"\s{{0,20}}:\s{{0,20}})({_VALUE})(\s{{0,20}},\s{{0,20}}"(?:name|key|field|id)"\s{{0,20}}:\s{{0,20}}"([^"\\]{{1,{_LONGEST_NAME}}})")'
)
_TEXT_IN_JSON: Final = re.compile(rf"(?<!\\){_TEXT}")
"""Never starts at an escaped quote: an unterminated string would be scanned again from each of them."""
_NESTING: Final = re.compile(r"[\\='`]")
"""What a JSON string contains if it contains code, a form or JSON."""

_LENIENT: Final = json.JSONDecoder(strict=False)
"""Takes line breaks in strings."""

_QUOTED: Final = "|".join(rf"{quote}[^{quote}\\\n]{{1,{_LONGEST_NAME}}}{quote}" for quote in "\"'`")
_GIVES: Final = r"\s{0,5}(?::\s{0,5}\w{1,40}\s{0,5})?(?:[+|&?]{0,2}={1,3}|:)\s{0,5}"
_OF_FIELD: Final = r"(?:\.(?:value|textContent|innerText|innerHTML))?"
_LITERAL: Final = rf"(?:{_VALUE}|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)"
_TAKER: Final = (
    rf"(?:(?<![\w$\-])(?P<name>[A-Za-z_$][\w$\-]{{0,{_LONGEST_NAME}}}){_OF_FIELD}{_GIVES}"
    rf"|(?P<quoted>{_QUOTED})(?:(?:\]|[)\]][)\]\d\[?!]{{0,6}}\.\w{{1,20}})?{_GIVES}|[)\]]\.\w{{1,20}}\(|\s{{0,5}},\s{{0,5}}))"
)
_IN_CODE: Final = re.compile(rf"(?s){_TAKER}(?P<value>{_LITERAL}(?:\s{{0,5}}\+\s{{0,5}}{_LITERAL}){{0,20}})")
"""A literal that code gives to a variable, a property, an argument by name (GraphQL's too), an entry (``setItem("token", "…")``) or
the field that a selector names."""

_TAKING: Final = re.compile(rf"(?s){_TAKER}[\"'`\d\-]")
_LONGEST_TAKER: Final = 2 * _LONGEST_NAME
"""Characters of it, at most."""

_FEW: Final = 8
"""So many places where something is given are looked at one by one before the whole text is searched for code."""

_GIVEN: Final = re.compile(r"[=:(,]\s{0,5}[\"'`\d\-]")
"""What stands in every match of :data:`_IN_CODE`. Most texts of pages have none, which takes a fiftieth of the time to find out."""

_FORM_DATA: Final = "form-data"
"""What stands in every part of a multipart body, in one case or another."""

_IN_FORM: Final = re.compile(rf"((?:^|(?<=[&?\n])))([^=&\s<>\"{{}}]{{1,{_LONGEST_NAME}}})=([^&\s]*)")
_PART: Final = re.compile(
    rf'(?i)content-disposition: form-data; name="([^"\r\n]{{1,{_LONGEST_NAME}}})"[^\r\n]*\r?\n'
    r"(?:[^\r\n]{1,1000}\r?\n){0,5}\r?\n"
)
_IN_ELEMENT: Final = re.compile(rf"(<(?:[\w.\-]{{1,40}}:)?([\w.\-]{{1,{_LONGEST_NAME}}})(?:\s[^<>]{{0,500}})?>)([^<]+)(?=</)")
_IN_ATTRIBUTE: Final = re.compile(rf"(?<=\s)([\w:.\-]{{1,{_LONGEST_NAME}}})(\s{{0,3}}=\s{{0,3}})(\"[^\"]*\"|'[^']*')")

_GIVES_QUOTED: Final = re.compile(r"=\s{0,3}[\"']")
"""What stands in every match of :data:`_IN_ATTRIBUTE`."""

_STORED: Final = re.compile(
    r"(?i).*(?:passw|pwd|secret|token|api[_-]?key|credential|auth|session|jwt|csrf|xsrf|signature)"
    r".*|(?:.*[^a-z])?sids?(?:[^a-z].*)?|.*sess(?:id)?"
)
_JWT: Final = re.compile(r"eyJ[\w-]{8,}\.[\w-]+\.[\w-]*")

_FIELD: Final = re.compile(r"(?i)<input(?=[\s/>])")
_FIELD_ATTRIBUTE: Final = re.compile(r"[\s/]*+([^\s>/][^\s=>/]*+)(?:\s*+=\s*+(\"[^\"]*+\"|'[^']*+'|[^\s>\"'][^\s>]*+))?+")
"""One attribute as the HTML tokenizer reads it. Possessive quantifiers prevent backtracking on hostile source."""

_SECRET_AUTOCOMPLETE: Final = re.compile(
    r"(?i)\b(?:cc-(?:number|csc|exp(?:-month|-year)?)|one-time-code|(?:current|new)-password)\b"
)
_SHORTEST_VALUE: Final = 4
"""Shorter values occur in most pages by chance."""


def mask_spans(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Return ``text`` with each of ``spans``, which are in order and do not overlap, masked."""
    parts, done = [], 0
    for start, end in spans:
        parts += [text[done:start], MASK]
        done = end
    return "".join(parts) + text[done:] if parts else text


def merged_spans(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The union of ``spans``, in order and not overlapping."""
    union: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if union and start <= union[-1][1]:
            union[-1] = union[-1][0], max(end, union[-1][1])
        else:
            union.append((start, end))
    return union


def is_secret_name(name: str) -> bool:
    """Whether a field, parameter or header called ``name`` holds a password, token, card number, session or one-time code."""
    return _is_secret_name(name[: 2 * _LONGEST_NAME])


@lru_cache(4096)
def _is_secret_name(name: str) -> bool:
    words = [word.lower() for word in _WORD.findall(unquote_plus(unquote_plus(name)))]
    if _SECRET_PART.search("".join(words)):
        return True
    while len(words) > 1 and words[-1] in _TRAILING:
        words.pop()
    return bool(words) and words[-1] in _SECRET_WORD


def is_secret(name: str, value: str) -> bool:
    """Whether a stored entry looks like a credential: by its name, or because its value contains a JSON Web Token."""
    return _STORED.fullmatch(name) is not None or is_secret_name(name) or _JWT.search(value) is not None


def redacted(text: str) -> str:
    """Return ``text`` with user information in URLs and values of secret-looking query parameters masked."""
    return _PARAMETER.sub(_parameter, _USER_INFO.sub(f"://{MASK}@", text))


def without_user_info(url: str) -> str:
    """``url`` without the user name and password in it: it can be opened, and asks for them."""
    return _USER_INFO.sub("://", url)


def masked_headers(headers: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return HTTP headers with credentials masked: cookies, authorization, proxy-*, keys and tokens."""
    return [(name, MASK if _HEADER.fullmatch(name) or is_secret_name(name) else redacted(value)) for name, value in headers]


def masked_body(text: str) -> str:
    """Return an HTTP body or WebSocket message with the values of secret-looking fields masked.

    Covers JSON (also nested in JSON strings), GraphQL, literals in code, XML, fields of HTML forms, URL-encoded forms, multipart,
    and credentials in URLs.
    """
    return _masked(mask_spans(text, merged_spans([*_field_values(text), *_in_addresses(text)])), _DEEPEST)


def source_spans(source: str, values: Iterable[str]) -> list[tuple[int, int]]:
    """Where HTML shows values of secret-looking fields: in their ``value`` attributes, and each of ``values``, escaped or not; and
    credentials in URLs.

    In order and not overlapping, as :func:`mask_spans` takes them.
    """
    found = [*_field_values(source), *_in_addresses(source)]
    forms = {
        form for value in values if len(value) >= _SHORTEST_VALUE for form in (value, html.escape(value), json.dumps(value)[1:-1])
    }
    for form in forms:
        at = source.find(form)
        while at >= 0:
            found.append((at, at + len(form)))
            at = source.find(form, at + len(form))
    return merged_spans(found)


def _masked(text: str, deeper: int) -> str:
    # A search for a character takes a hundredth of the time of the pattern that cannot match without it.
    has_quotes = '"' in text
    if has_quotes:
        text = _IN_JSON.sub(lambda found: f'"{found[1]}"{found[2]}"{MASK}"' if _hides(found[1], found[3]) else found[0], text)
    if has_quotes and '"value"' in text:
        text = _ENTRY.sub(lambda found: f'{found[1]}"{MASK}"' if _hides(found[2], found[3]) else found[0], text)
        text = _ENTRY_BACKWARDS.sub(lambda found: f'{found[1]}"{MASK}"{found[3]}' if _hides(found[4], found[2]) else found[0], text)
    if _may_be_code(text) and not _is_json(text):
        text = mask_spans(text, _code_values(text))
    if _FORM_DATA in text.lower():
        text = _masked_parts(text)
    if "</" in text:
        text = _IN_ELEMENT.sub(lambda found: found[1] + MASK if _hides(found[2], found[3]) else found[0], text)
    if "<" in text and _GIVES_QUOTED.search(text) is not None:
        text = _IN_ATTRIBUTE.sub(lambda found: f'{found[1]}{found[2]}"{MASK}"' if _hides(found[1], found[3]) else found[0], text)
    if deeper and has_quotes:
        text = _TEXT_IN_JSON.sub(_inside(deeper - 1), text)
    if "=" not in text or text.lstrip()[:1] in ("{", "[", "<"):
        return text
    return _IN_FORM.sub(lambda found: f"{found[1]}{found[2]}={MASK}" if _hides(found[2], found[3]) else found[0], text)


def _may_be_code(text: str) -> bool:
    """Whether :data:`_IN_CODE` may match; a prompt no for most texts of pages."""
    for at, given in enumerate(_GIVEN.finditer(text)):
        if at == _FEW or _TAKING.search(text, max(0, given.start() - _LONGEST_TAKER), given.end()) is not None:
            return True
    return False


def _code_values(text: str) -> Iterator[tuple[int, int]]:
    """Where code gives literals to secret names, without their quotes."""
    done = 0
    while (found := _IN_CODE.search(text, done)) is not None:
        start, done = found.span("value")
        if _hides(found["name"] or found["quoted"][1:-1], found["value"]):
            yield start + (text[start] in "\"'`"), done - (text[done - 1] in "\"'`")
        else:
            # What it is given may be the name of the next.
            done = start


def _is_json(text: str) -> bool:
    """Whether quotes and numbers are JSON's."""
    try:
        _LENIENT.decode(text)
    except (ValueError, RecursionError):
        return False
    return True


def _masked_parts(text: str) -> str:
    shown, done = [], 0
    while (part := _PART.search(text, done)) is not None:
        end = text.find("\n--", part.end())
        end = len(text) if end < 0 else end - (text[end - 1] == "\r")
        shown += [text[done : part.end()], MASK if is_secret_name(part[1]) else text[part.end() : end]]
        done = max(end, part.end())
    return "".join(shown) + text[done:]


def _inside(deeper: int) -> Callable[[re.Match[str]], str]:
    def masked(found: re.Match[str]) -> str:
        if _NESTING.search(found[0]) is None:
            return found[0]
        try:
            inner = str(_LENIENT.decode(found[0]))
        except ValueError:
            return found[0]
        outer = _masked(inner, deeper)
        return found[0] if outer == inner else json.dumps(outer, ensure_ascii=False)

    return masked


def _hides(name: str, value: str) -> bool:
    if is_secret_name(name):
        return True
    least = _SECRET_IF_LIKE_ONE.get(name.strip().lower())
    plain = value.strip("\"'`")
    return least is not None and len(plain) >= least and _LIKE_ONE.fullmatch(plain) is not None


def _hides_in_address(name: str, value: str) -> bool:
    return _hides(name, value) or len(value) >= _IN_ADDRESS.get(name.strip().lower(), len(value) + 1)


def _in_addresses(text: str) -> Iterator[tuple[int, int]]:
    """Where URLs in ``text`` have user information, and values of secret-looking parameters."""
    if "@" in text:
        yield from (found.span(1) for found in _USER_INFO.finditer(text))
    if "=" in text:
        yield from (found.span(3) for found in _PARAMETER.finditer(text) if _hides_in_address(found[2], found[3]))


def _parameter(found: re.Match[str]) -> str:
    return f"{found[1]}{found[2]}={MASK}" if _hides_in_address(found[2], found[3]) else found[0]


def _field_values(source: str) -> Iterator[tuple[int, int]]:
    """Where the ``value`` of each secret-looking ``<input>`` stands, without its quotes."""
    done = 0
    while (field := _FIELD.search(source, done)) is not None:
        done, attributes = field.end(), dict[str, re.Match[str]]()
        while (attribute := _FIELD_ATTRIBUTE.match(source, done)) is not None:
            attributes.setdefault(attribute[1].lower(), attribute)
            done = attribute.end()
        value = attributes.get("value")
        if value is not None and value[2] and _is_secret_field({name: parts[2] or "" for name, parts in attributes.items()}):
            quoted = value[2][0] in "\"'"
            yield value.start(2) + quoted, value.end(2) - quoted


def _is_secret_field(attributes: dict[str, str]) -> bool:
    values = {name: html.unescape(value.strip("\"'")) for name, value in attributes.items()}
    return bool(values.get("value")) and (
        values.get("type", "").lower() == "password"
        or _SECRET_AUTOCOMPLETE.search(values.get("autocomplete", "")) is not None
        or any(is_secret_name(values.get(name, "")) for name in ("name", "id"))
    )
