"""Find and read settings files, ``refbrowser.toml``: the user's, the project's, and one that is named; later ones win.

Each value is returned as the text that its environment variable would hold. The command line reads the files at each call, so this
module imports the standard library alone, and a TOML reader only where there is a file.
"""

import os
from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, NamedTuple

NAME: Final = "refbrowser.toml"
PREFIX: Final = "REFBROWSER_"
VARIABLE: Final = f"{PREFIX}SETTINGS"
"""Names the explicit file."""

Kind = Literal["user", "project", "explicit"]

_PATHS: Final = frozenset({"home", "executable_path", "tor_config", "secrets", "file_roots"})
"""Settings whose relative paths start from the folder of the file."""

PROJECT_MAY_NOT: Final = frozenset(
    {
        "allow_file_urls", "allow_hosts", "autonomy", "browser_args", "cdp_methods", "connect", "connect_headers",
        "executable_path", "file_roots", "home", "journal", "mask_secrets", "model_key_variable", "model_url", "sandbox",
        "secret_pictures", "secrets",
        "tor_config", "upstream",
    }
)  # fmt: skip
"""A project's file comes with what was downloaded: it starts no program, opens no folder or host, and gets no secret."""

_STRICTER: Final = {"policy": ("open", "guarded", "read_only"), "network": ("open", "public", "allowlist", "offline")}
"""From loose to strict. A project's file may only make these stricter than the user's."""


class Given(NamedTuple):
    """One value of a file, as the text of its variable."""

    name: str
    text: str
    path: str
    kind: Kind


class Unusable(ValueError):
    """A settings file that cannot be used. The message names the file."""


def paths(environment: Mapping[str, str]) -> list[tuple[Kind, str]]:
    """Return where settings files are looked for, weakest first, whether or not they exist."""
    found: list[tuple[Kind, str]] = [("user", _user_file(environment)), ("project", _project_file())]
    if named := environment.get(VARIABLE):
        found.append(("explicit", os.path.abspath(os.path.expanduser(named))))
    return [(kind, path) for kind, path in found if path]


def given(environment: Mapping[str, str] = os.environ) -> dict[str, Given]:
    """Return the settings of all files by name; those of a later file replace those of an earlier one. Raises :class:`Unusable`."""
    found: dict[str, Given] = {}
    for kind, path in paths(environment):
        if kind == "explicit" or os.path.isfile(path):
            for setting in _read(kind, path):
                if kind == "project":
                    _check(setting, found.get(setting.name))
                found[setting.name] = setting
    return found


def _user_file(environment: Mapping[str, str]) -> str:
    folder = environment.get("XDG_CONFIG_HOME") or os.path.join(os.path.expanduser("~"), ".config")
    return os.path.join(folder, "refbrowser", NAME)


def _project_file() -> str:
    """Return the nearest file in the working folder and those above it; an empty text if there is none."""
    try:
        folder = os.getcwd()
    except OSError:
        return ""  # the working folder was deleted
    while True:
        path = os.path.join(folder, NAME)
        if os.path.isfile(path):
            return path
        above = os.path.dirname(folder)
        if above == folder:
            return ""
        folder = above


def _read(kind: Kind, path: str) -> Iterator[Given]:
    # Loaded where there is a file.
    import tomllib

    try:
        with open(path, "rb") as file:
            if kind == "project" and hasattr(os, "getuid") and os.fstat(file.fileno()).st_uid not in (os.getuid(), 0):
                raise Unusable(f"{path} belongs to another user; name it with --settings to use it.")
            values = tomllib.load(file)
    except OSError as failure:
        raise Unusable(f"The settings file {path} cannot be read: {failure.strerror or failure}.") from None
    except ValueError as malformed:
        if isinstance(malformed, Unusable):
            raise
        raise Unusable(f"{path} is no TOML: {malformed}.") from None
    for name, value in values.items():
        yield Given(name, _text(name, value, path), path, kind)


def _text(name: str, value: Any, path: str) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        # Loaded for lists.
        import json

        return json.dumps([_placed(name, item, path) for item in value])
    if isinstance(value, str | int | float):
        return _placed(name, str(value), path)
    raise Unusable(f"{name} in {path} is {type(value).__name__}; a setting is a text, a number, true, false or a list of texts.")


def _placed(name: str, text: str, path: str) -> str:
    """Return a path in the file as one from the root; other texts as they are."""
    if name in _PATHS or (name == "policy" and text.endswith(".toml")):
        return os.path.normpath(os.path.join(os.path.dirname(path), os.path.expanduser(text)))
    return text


def _check(setting: Given, users: Given | None) -> None:
    """Raise :class:`Unusable` for what a project's file may not set."""
    if setting.name in PROJECT_MAY_NOT:
        raise Unusable(
            f"{setting.name} in {setting.path} is not for a project's file, which may come from others; set it in the user's, with "
            "--settings or by a variable."
        )
    order = _STRICTER.get(setting.name)
    if order is not None and users is not None and users.text != setting.text:
        before, after = (order.index(text) if text in order else None for text in (users.text, setting.text))
        if before != 0 and (before is None or after is None or after < before):
            raise Unusable(
                f"{setting.name} is {setting.text!r} in {setting.path} and {users.text!r} in {users.path}; a project's "
                "file may make it stricter only."
            )
