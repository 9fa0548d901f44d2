"""``refbrowser secrets set`` and its kind: a person puts values of secrets into the keyring or an encrypted file.

``refbrowser secrets`` alone is the action of that name, so this is not a subcommand of the main parser.
"""

import argparse
import json
import sys
from collections.abc import Sequence

from refbrowser.terminal import write


def means(words: Sequence[str]) -> bool:
    """Whether the command line is one of these, and no call of the action."""
    return len(words) > 1 and words[0] == "secrets" and not words[1].startswith("-")


def parser() -> argparse.ArgumentParser:
    """Reads the whole command line."""
    secrets = argparse.ArgumentParser(
        prog="refbrowser", description="List the secrets of the setting; set or remove the value of one."
    )
    secrets.add_argument("command", choices=("secrets",))
    secrets.add_argument("operation", choices=("list", "set", "remove"))
    secrets.add_argument("name", nargs="?", help="of the secret, as it is listed")
    secrets.add_argument("--json", action="store_true", help="print the list as JSON")
    secrets.set_defaults(run=_secrets)
    return secrets


def _secrets(options: argparse.Namespace) -> int:
    from refbrowser.masking import Masker
    from refbrowser.service.vault.vault import Vault
    from refbrowser.service.vault.writing import remove_value, store_value
    from refbrowser.settings import Settings

    path = Settings.from_environment().secrets
    if path is None or (options.name is None) != (options.operation == "list"):
        write(
            "REFBROWSER_SECRETS must name the file that lists them\n"
            if path is None
            else "set and remove take a name, list takes none\n",
            sys.stderr,
        )
        return 2
    vault = Vault(path, Masker())
    listing = vault.listing()
    if options.operation == "list":
        shown = [{**listed.as_dict(), "store": listed.store} for listed in listing.secrets.values()]
        lines = [f"{secret['name']}  {secret['kind']}  {secret['store']}  {', '.join(secret['origins'])}\n" for secret in shown]
        write(json.dumps(shown) + "\n" if options.json else "".join(lines) or "no secrets are listed\n")
        return 0
    listed = vault.find(options.name)
    if options.operation == "set":
        store_value(listed, listing, path.parent, _given(listed.name))
    else:
        remove_value(listed, listing, path.parent)
    write(f"{listed.name}: {'stored in' if options.operation == 'set' else 'removed from'} its {listed.store}\n")
    return 0


def _given(name: str) -> str:
    """The value: asked for without an echo at a terminal, else standard input without the line break at its end. Never an argument,
    which other users of the machine could see."""
    if sys.stdin.isatty():
        from getpass import getpass

        return getpass(f"Value of {name}: ")
    return sys.stdin.read().removesuffix("\n").removesuffix("\r")
