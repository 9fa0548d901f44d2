"""``refbrowser --help`` and the completion of shells: every action is found without reading a page of documentation."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from refbrowser.actions.catalog import ACTIONS
from refbrowser.adapters.cli import main
from refbrowser.adapters.commands.listing import SHELLS, overview
from refbrowser.adapters.commands.short_names import SHORT_NAMES

ROW = re.compile(r"(?m)^([a-z ]+): +(\S.*)$")
"""A group and its names."""


def test_the_help_lists_every_command_and_action_under_its_group(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    assert overview() in text
    commands, _, actions = overview().partition("\nactions:\n")
    rows = dict(ROW.findall(actions.partition("\n\n")[0]))
    listed = [(group, name.replace("-", "_")) for group, names in rows.items() for name in names.split()]
    assert listed == [(action.group, action.name) for action in ACTIONS]
    named = [name for _, names in ROW.findall(commands.partition("\ncommands:\n")[2]) for name in names.split()]
    assert main(["help", "commands"]) == 0
    assert sorted(named) == sorted(re.findall(r"(?m)^    ([a-z-]+) *(?: \S.*)?$", capsys.readouterr().out))
    short = " ".join(overview().partition("short names: ")[2].split())
    assert short.split(", ") == [f"{name}={' '.join(words)}" for name, words in SHORT_NAMES.items()]


PROGRAMS = {
    "bash": 'source "$1"; COMP_WORDS=(refbrowser $2); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_LINE="refbrowser $2"; '
    'COMP_POINT=${#COMP_LINE}; $(complete -p refbrowser | sed "s/.*-F \\([^ ]*\\).*/\\1/"); printf "%s\\n" "${COMPREPLY[@]}"',
    "fish": 'source $argv[1]; complete -C "refbrowser $argv[2]"',
}


@pytest.mark.parametrize(("typed", "proposed"), [("doub", "double-click"), ("storage --si", "--site"), ("storage l", "load")])
@pytest.mark.parametrize("shell", ["bash", "fish"])
def test_a_shell_completes_actions_options_and_choices(
    shell: str, typed: str, proposed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    assert main(["completion", shell]) == 0
    script = tmp_path / "completion"
    script.write_text(capsys.readouterr().out, encoding="utf-8")
    words = [shell, "-c", PROGRAMS[shell], *(["completing"] if shell == "bash" else []), str(script), typed]
    done = subprocess.run(words, env={**os.environ, "HOME": str(tmp_path)}, capture_output=True, text=True, timeout=60, check=False)
    assert proposed in {line.split("\t")[0].strip() for line in done.stdout.splitlines()}, done


def test_zsh_takes_the_script_and_knows_what_to_complete(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if shutil.which("zsh") is None:
        pytest.skip("zsh is not installed")
    assert main(["completion", "zsh"]) == 0
    (tmp_path / "_refbrowser").write_text(capsys.readouterr().out, encoding="utf-8")
    load = 'fpath=("$1" $fpath); autoload -Uz compinit; compinit -u -D; print $_comps[refbrowser]; autoload +X _refbrowser'
    done = subprocess.run(["zsh", "-f", "-c", load, "-", str(tmp_path)], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "_refbrowser\n", "")
    text = (tmp_path / "_refbrowser").read_text(encoding="utf-8")
    assert [action.name for action in ACTIONS if f" {action.name.replace('_', '-')}:" not in text] == []


def test_every_shell_has_a_script(capsys: pytest.CaptureFixture[str]) -> None:
    for shell in SHELLS:
        assert main(["completion", shell]) == 0
        assert "double-click" in capsys.readouterr().out
