"""Write the generated files of a checkout; with ``--check``, list those that have drifted and exit with 1."""

import sys
from pathlib import Path
from typing import Final

from refbrowser.browser.engine.bundle import bundle
from refbrowser.surface.reference import actions_page, prompt_table, settings_page
from refbrowser.surface.short_forms import short_forms
from refbrowser.surface.wire_types import wire_types

ENGINE: Final = "plugin/refbrowser/browser/engine/engine.min.js"

_BEGIN: Final = "<!-- generated: actions -->"
_END: Final = "<!-- end -->"


def wanted(root: Path) -> dict[Path, str]:
    """Return the text of each generated file, without the engine's if esbuild is not installed."""
    prompt = root / "prompts" / "browser.md"
    engine = bundle()
    return {
        root / "docs" / "actions.md": actions_page(),
        root / "docs" / "settings.md": settings_page(),
        root / "plugin" / "refbrowser" / "adapters" / "commands" / "actions.json": short_forms(),
        root / "plugin" / "refbrowser" / "inpage" / "wire.d.ts": wire_types(),
        prompt: _with_table(prompt.read_text(encoding="utf-8"), prompt_table()),
        **({root / ENGINE: engine} if engine else {}),
    }


def _with_table(text: str, table: str) -> str:
    head, _, rest = text.partition(_BEGIN)
    _, _, tail = rest.partition(_END)
    return f"{head}{_BEGIN}\n{table}\n{_END}{tail}"


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
