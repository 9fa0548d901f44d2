"""Generated files say what the catalog says."""

from pathlib import Path

import pytest

from refbrowser.browser.engine import bundle
from refbrowser.surface.generate import ENGINE, main, wanted

ROOT = Path(__file__).parents[2]


def test_no_generated_file_has_drifted() -> None:
    drifted = [path.name for path, text in wanted(ROOT).items() if path.read_text(encoding="utf-8") != text]
    assert drifted == [], "run ./dev gen"


def test_a_drifted_file_is_named_and_then_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "prompts").mkdir()
    (tmp_path / "prompts" / "browser.md").write_text("before\n<!-- generated: actions -->\n<!-- end -->\nafter\n", encoding="utf-8")
    (tmp_path / "README.md").write_text("<!-- generated: actions -->\n<!-- end -->\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["--check"]) == 1
    assert "docs/actions.md" in capsys.readouterr().out
    assert not (tmp_path / "docs").exists()
    assert main([]) == 0
    assert main(["--check"]) == 0
    text = (tmp_path / "prompts" / "browser.md").read_text(encoding="utf-8")
    assert text.startswith("before\n")
    assert text.endswith("\nafter\n")
    assert "\n- click(" in text


@pytest.mark.long("unit/test_generated.py::test_a_drifted_file_is_named_and_then_written")
def test_without_its_bundler_the_engine_is_left_as_it_is_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bundle, "ESBUILD", Path("nowhere"))
    monkeypatch.chdir(ROOT)
    assert ROOT / ENGINE not in wanted(ROOT)
    assert main(["--check"]) == 0
    assert f"{ENGINE} is not checked" in capsys.readouterr().err
