"""What mkdocs leaves to hooks: README.md is the first page, folders of pages are listed in the menu, and links to files of the
repository that are not pages lead to the repository."""

import posixpath
import re
from pathlib import Path
from typing import Any, Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

_LINK: Final = re.compile(r"(\]\()([^)\s#]+)((?:#[^)\s]*)?\))")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Lists the pages for which the menu has a pattern: ``actions/*.md``."""
    docs = Path(config.docs_dir)
    config.nav = [_expanded(entry, docs) for entry in config.nav or []]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds README.md as the first page."""
    readme = (Path(config.docs_dir).parent / "README.md").read_text(encoding="utf-8")
    files.append(File.generated(config, "index.md", content=readme.replace("](docs/", "](")))
    return files


def on_page_markdown(markdown: str, page: Any, config: MkDocsConfig, files: Files) -> str:
    """The page with its links as the site has them."""
    folder = posixpath.dirname(page.file.src_uri)

    def led(match: re.Match[str]) -> str:
        target = match[2]
        if "://" in target or files.get_file_from_path(posixpath.normpath(posixpath.join(folder, target))) is not None:
            return match[0]
        # From the repository's root, where README.md stands, or from a page below docs/.
        root = "" if page.file.src_uri == "index.md" else f"docs/{folder}"
        path = posixpath.normpath(posixpath.join(root, target))
        if path == "README.md":
            return f"{match[1]}{posixpath.relpath('index.md', folder or '.')}{match[3]}"
        return f"{match[1]}{config.repo_url}/blob/main/{path}{match[3]}"

    return _LINK.sub(led, markdown)


def _expanded(entry: Any, docs: Path) -> Any:
    if isinstance(entry, dict):
        return {title: _expanded(part, docs) for title, part in entry.items()}
    if isinstance(entry, list):
        return [page for part in entry for page in (_pages(part, docs) if isinstance(part, str) else [_expanded(part, docs)])]
    return entry


def _pages(pattern: str, docs: Path) -> list[str]:
    return sorted(path.relative_to(docs).as_posix() for path in docs.glob(pattern)) if "*" in pattern else [pattern]
