"""``refbrowser``: the command line. Each command imports what it needs when it runs; calls, made by the hundred, import least."""

import sys
from typing import TYPE_CHECKING, Any, Final, TextIO

from refbrowser import __version__, settings_files
from refbrowser.adapters.client import FILES, Unanswered

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from types import TracebackType

    from refbrowser.errors import RefbrowserError

_WITHOUT_SETTINGS: Final = ("--help", "-h", "--version", "-V", "help", "version")
"""Commands that answer whatever settings files hold."""


def main(arguments: "Sequence[str] | None" = None) -> int:
    """Runs one command; exit code 0, 2 for wrong usage, else the one of the error's class (``docs/server.md`` lists them)."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if arguments is None:
        sys.excepthook = _uncaught
    try:
        return _run(_configured(words))
    except Unanswered as failure:
        from refbrowser.adapters.commands.words import exit_code
        from refbrowser.surface.render import failure as rendered

        _say(rendered(failure.envelope), sys.stderr)
        return exit_code(failure.envelope["code"])
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader closed the pipe. Closing the descriptor avoids Python's error message at exit.
        sys.stderr.close()
        return 0


def _uncaught(kind: type[BaseException], failure: BaseException, trace: "TracebackType | None") -> None:
    from refbrowser.terminal import write_uncaught

    write_uncaught(kind, failure, trace)


def _configured(words: list[str]) -> list[str]:
    """Read the settings files, of which ``--settings`` may name one more, and return the words without that. Raises
    :class:`Unanswered` for a file that cannot be used."""
    import os

    for index, word in enumerate(words):
        named, after = (word.partition("=")[2], 1) if "=" in word else ("".join(words[index + 1 : index + 2]), 2)
        if word.partition("=")[0] == "--settings" and named and not named.startswith("-"):
            os.environ[settings_files.VARIABLE] = os.path.abspath(os.path.expanduser(named))
            words = words[:index] + words[index + after :]
            break
    FILES.clear()
    if not words or words[0] in _WITHOUT_SETTINGS:
        return words
    try:
        given = settings_files.given()
    except settings_files.Unusable as failure:
        raise Unanswered("invalid_arguments", str(failure)) from None
    if given:
        # Loaded where there is a file: what it holds is checked before anything is done.
        from refbrowser.errors import CallError
        from refbrowser.settings import Settings

        FILES.update({f"{settings_files.PREFIX}{name.upper()}": setting.text for name, setting in given.items()})
        try:
            Settings.from_environment()
        except CallError as wrong:
            raise Unanswered(wrong.code, wrong.message, **wrong.details) from None
    return words


def _run(words: list[str]) -> int:
    words = _command_first(words)
    if words and words[0] in ("version", "-V"):
        _say(f"refbrowser {__version__}")
        return 0
    if words and words[0] == "help":
        return _help(words[1:])
    if words and not words[0].startswith("-"):
        from refbrowser.adapters.commands.calling import do, short_form

        if words[0] == "do":
            return do(words[1:])
        from refbrowser.adapters.commands.short_names import written_out

        words = written_out(words)
        code = (
            short_form(words[0], words[1:])
            if words[0] not in ("secrets", "flow") or not words[1:2] or words[1][:1] == "-"
            else None
        )
        if code is not None:
            return code
    from refbrowser.adapters.commands import flowing, secrets
    from refbrowser.errors import RefbrowserError

    apart = next((room for room in (secrets, flowing) if room.means(words)), None)
    parser = apart.parser() if apart is not None else _parser()
    if words and not words[0].startswith("-") and apart is None and words[0] not in (commands := _names(parser)):
        parser.error(_no_command(words[0], commands))
    options = parser.parse_args(words)
    try:
        return int(options.run(options))
    except RefbrowserError as failure:
        return _failed(failure)


def _command_first(words: list[str]) -> list[str]:
    """Return the words with ``--json``, ``--chat`` and ``--profile`` behind the command that they are for."""
    leading: list[str] = []
    while words and (parts := words[0].partition("="))[0] in ("--json", "--chat", "--profile"):
        count = 1 if parts[0] == "--json" or parts[1] else 2
        leading, words = [*leading, *words[:count]], words[count:]
    return [*words[:1], *leading, *words[1:]]


def _help(words: list[str]) -> int:
    """Print the names of all commands, what each does, or what one or a topic of the action ``help`` is about."""
    from refbrowser.adapters.commands.short_names import SHORT_NAMES
    from refbrowser.adapters.commands.words import vocabulary

    word = words[0] if words else "--help"
    if word.startswith("-"):
        return _run(["--help"])
    if word == "commands":
        _say(_parser(described=True).format_help().rstrip())
        return 0
    if word.replace("-", "_") in vocabulary()["actions"] or word in SHORT_NAMES or word in _names(_parser()):
        return _run([SHORT_NAMES.get(word, (word,))[0], "--help"])
    from refbrowser.actions.helping import help_on
    from refbrowser.errors import RefbrowserError

    try:
        _say(help_on(" ".join(words))["help"])
    except RefbrowserError as failure:
        return _failed(failure)
    return 0


def _names(parser: "argparse.ArgumentParser") -> list[str]:
    return [name for action in parser._actions if isinstance(action.choices, dict) for name in action.choices]


def _no_command(word: str, commands: list[str]) -> str:
    from refbrowser.adapters.commands.parsing import meant
    from refbrowser.adapters.commands.short_names import SHORT_NAMES
    from refbrowser.adapters.commands.words import spoken, vocabulary

    names = [*map(spoken, vocabulary()["actions"]), *SHORT_NAMES, *commands, "help", "version"]
    return f"there is no command {word[:80]!r}{meant(word.lower().replace('_', '-'), names) or '; refbrowser --help lists them'}"


def _parser(*, described: bool = False) -> "argparse.ArgumentParser":
    """The parser of every command but the actions. Its help names the commands, or describes each."""
    import argparse

    from refbrowser.adapters.commands.listing import overview
    from refbrowser.adapters.commands.parsing import Parser

    parser = Parser(
        prog="refbrowser",
        usage="refbrowser COMMAND|ACTION [ARGUMENTS]",
        description="A browser that an LLM agent drives by reference.",
        epilog=None if described else overview(),
        formatter_class=lambda prog: argparse.RawDescriptionHelpFormatter(prog, max_help_position=20, width=120),
    )
    _add_commands(parser, described=described)
    return parser


def _add_commands(parser: "argparse.ArgumentParser", *, described: bool = True) -> Any:
    """Adds every command but the actions, which are read without argparse's subcommands; returns the subcommands."""
    from argparse import SUPPRESS

    from refbrowser.adapters.commands import (
        approving,
        chats,
        clustering,
        configuring,
        controlling,
        demonstrating,
        hosts,
        journaling,
        policing,
        profiles,
        replaying,
        runs,
        serving,
        viewing,
    )
    from refbrowser.adapters.commands.listing import SHELLS

    parser.add_argument("--settings", metavar="PATH", help="settings file, read after the others")
    parser.add_argument("-V", "--version", action="version", version=f"refbrowser {__version__}", help="print the version")
    commands = parser.add_subparsers(
        prog="refbrowser", required=True, metavar="COMMAND", title="commands", help=None if described else SUPPRESS
    )

    commands.add_parser("do", help="make one call, given as JSON, in a chat of the local server", add_help=False)
    serving.add(commands)
    chats.add(commands)
    configuring.add(commands)
    viewing.add(commands)
    hosts.add(commands)
    policing.add(commands)
    approving.add(commands)
    controlling.add(commands)
    clustering.add(commands)
    journaling.add(commands)
    replaying.add(commands)
    runs.add(commands)
    profiles.add(commands)
    demonstrating.add(commands)

    doctor = commands.add_parser("doctor", help="check the installation, and load one page")
    doctor.add_argument("--leaks", action="store_true", help="instead, test for traffic that bypasses the proxy")
    doctor.set_defaults(run=_doctor)

    install = commands.add_parser("install-browser", help="install a Chromium and print its path")
    install.add_argument("--if-missing", action="store_true", help="only when none is found")
    install.add_argument("--full", action="store_true", help="a full Chromium, for a visible window or extensions")
    install.set_defaults(run=_install_browser)

    schema = commands.add_parser("schema", help="print the JSON Schema of the browser tool")
    schema.add_argument("--each", action="store_true", help="one schema per action instead of the flat tool")
    schema.add_argument(
        "--for",
        dest="interface",
        choices=("openai", "responses", "anthropic", "gemini", "langchain"),
        help="the tools in the format of this API",
    )
    schema.add_argument("--tools", choices=("flat", "each", "core"), default="flat", help="which preset, with --for")
    schema.add_argument("--strict", action="store_true", help="with --for openai or responses: for OpenAI's strict mode")
    schema.set_defaults(run=_schema)

    delegate = commands.add_parser("delegate", help="give a goal to a model with its own browser, and print the result")
    delegate.add_argument("goal")
    delegate.add_argument("--steps", type=int, default=30, help="limit of the model's turns")
    delegate.add_argument("--minutes", type=float, default=5, help="limit of time")
    delegate.add_argument("--tokens", type=int, default=300_000, help="limit of the model's tokens")
    delegate.add_argument("--groups", default="", help="allow only these groups of actions, separated by commas")
    delegate.add_argument("--schema", metavar="FILE", help="a JSON Schema of the result, which is printed")
    delegate.add_argument("--json", action="store_true", help="print the whole result with its journal")
    delegate.set_defaults(run=_delegate)

    prompt = commands.add_parser("prompt", help="print the prompt that teaches a model the tool")
    prompt.add_argument("--for", dest="host", choices=("agent-zero",), help="in the format of this host")
    prompt.set_defaults(run=_prompt)

    completion = commands.add_parser("completion", help="print the completion script of a shell")
    completion.add_argument("shell", choices=SHELLS)
    completion.set_defaults(run=_completion)
    return commands


def _completion(options: "argparse.Namespace") -> int:
    import argparse

    from refbrowser.adapters.commands.listing import completion

    parser = argparse.ArgumentParser(prog="refbrowser")
    _say(completion(options.shell, parser, _add_commands(parser)))
    return 0


def _doctor(options: "argparse.Namespace") -> int:
    import asyncio

    from refbrowser.adapters.doctor import run, run_leaks
    from refbrowser.settings import Settings

    return asyncio.run((run_leaks if options.leaks else run)(Settings.from_environment()))


def _install_browser(options: "argparse.Namespace") -> int:
    from refbrowser.browser.launch.executables import find
    from refbrowser.browser.launch.installer import install, mend_driver
    from refbrowser.errors import LaunchFailed
    from refbrowser.settings import Settings

    settings = Settings.from_environment()
    headless_shell = settings.headless_shell and not options.full
    found = None
    if options.if_missing:
        try:
            found = find(settings.executable_path, headless_shell=headless_shell)
        except LaunchFailed:
            if settings.executable_path is not None:
                raise
    if found is None:
        found = install(lambda line: _say(line, sys.stderr), headless_shell=headless_shell)
    else:
        mend_driver(lambda line: _say(line, sys.stderr))
    _say(str(found.path))
    return 0


def _schema(options: "argparse.Namespace") -> int:
    import json

    from refbrowser.actions.catalog import ACTIONS
    from refbrowser.flows.store import folder_of
    from refbrowser.offer import Offer
    from refbrowser.settings import Settings
    from refbrowser.surface.llm_tools import tools_for
    from refbrowser.surface.schema import action_schema, browser_tool, vision_tool

    shown: object = [browser_tool(), vision_tool()]
    if options.interface:
        shown = tools_for(
            options.interface,
            Offer(options.tools, flows=folder_of(Settings.from_environment()).folder).tools(),
            strict=options.strict,
        )
    elif options.each:
        shown = {action.name: action_schema(action) for action in ACTIONS}
    _say(json.dumps(shown, ensure_ascii=False, indent=2))
    return 0


def _delegate(options: "argparse.Namespace") -> int:
    import asyncio

    from refbrowser.adapters.commands.delegating import run

    return asyncio.run(run(options))


def _prompt(options: "argparse.Namespace") -> int:
    from refbrowser.adapters.agent_zero.prompt import agent_zero_prompt
    from refbrowser.tools import prompt

    _say((agent_zero_prompt() if options.host else prompt()).rstrip())
    return 0


def _failed(failure: "RefbrowserError") -> int:
    from refbrowser.adapters.commands.words import exit_code
    from refbrowser.surface.render import failure as rendered

    _say(rendered(failure.as_dict()), sys.stderr)
    if output := failure.details.get("output"):
        _say(str(output), sys.stderr)
    return exit_code(failure.code)


def _say(text: str, stream: TextIO | None = None) -> None:
    from refbrowser.terminal import write

    write(text + "\n", stream)
