"""Write the generated files of a checkout; with ``--check``, list those that have drifted and exit with 1."""

import sys
from pathlib import Path
from typing import Final

from refbrowser.actions.catalog import ACTIONS
from refbrowser.actions.helping import FILE as HELP
from refbrowser.browser.engine.bundle import bundle, bundled_scripts
from refbrowser.surface.help_texts import help_document
from refbrowser.surface.reference import action_page, actions_overview, actions_page, prompt_table, settings_page
from refbrowser.surface.short_forms import short_forms
from refbrowser.surface.typed_stub import typed_stub
from refbrowser.surface.wire_types import wire_types

PACKAGE: Final = "plugin/refbrowser"
ENGINE: Final = f"{PACKAGE}/browser/engine/engine.min.js"

_BEGIN: Final = "<!-- generated: actions -->"
_REFERENCE: Final = "<!-- generated: reference -->"
_END: Final = "<!-- end -->"
_EXAMPLE: Final = "\n## Example\n"


def wanted(root: Path) -> dict[Path, str]:
    """Return the text of each generated file, without the engine and the other scripts if esbuild is not installed."""
    prompt, readme = root / "prompts" / "browser.md", root / "README.md"
    engine = bundle()
    made = {
        root / "docs" / "actions.md": actions_page(),
        root / "docs" / "settings.md": settings_page(),
        root / "plugin" / "refbrowser" / "adapters" / "commands" / "actions.json": short_forms(),
        root / PACKAGE / "typed.pyi": typed_stub(),
        root / "plugin" / "refbrowser" / "inpage" / "wire.d.ts": wire_types(),
        readme: _with_part(readme.read_text(encoding="utf-8"), _BEGIN, actions_overview()),
        prompt: _with_part(prompt.read_text(encoding="utf-8"), _BEGIN, prompt_table()),
        **{page: _with_part(_kept(page), _REFERENCE, part) for page, part in _action_pages(root).items()},
        **({root / ENGINE: engine} if engine else {}),
        **{root / PACKAGE / place: script for place, script in bundled_scripts().items()},
    }
    return {**made, root / PACKAGE / "actions" / HELP.name: help_document(root, made)}


def _action_pages(root: Path) -> dict[Path, str]:
    """The pages of the actions, and the generated part of each; the example after it is written by hand."""
    return {root / "docs" / "actions" / f"{action.name}.md": action_page(action) for action in ACTIONS}


def _kept(page: Path) -> str:
    """The page as it is, or a new one."""
    return page.read_text(encoding="utf-8") if page.is_file() else f"{_REFERENCE}\n{_END}\n{_EXAMPLE}"


def _with_part(text: str, begin: str, part: str) -> str:
    head, _, rest = text.partition(begin)
    _, _, tail = rest.partition(_END)
    return f"{head}{begin}\n{part}\n{_END}{tail}"


def main(arguments: list[str]) -> int:
    """Return the exit code: 0, or 1 when ``--check`` found drift."""
    drifted = []
    files = wanted(Path.cwd())
    if Path.cwd() / ENGINE not in files:
        sys.stderr.write(f"{ENGINE} is not checked: esbuild, which builds it, is not installed; ./dev gen installs it.\n")
    for path, text in files.items():
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        drifted.append(path)
        if "--check" not in arguments:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    for path in drifted:
        sys.stdout.write(f"{'drifted: run ./dev gen' if '--check' in arguments else 'written'}: {path.relative_to(Path.cwd())}\n")
    return 1 if drifted and "--check" in arguments else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
