"""The packages whose pages are counted: documentation and demonstrations that nobody wrote for this project."""

from dataclasses import dataclass
from typing import Final, Literal

Registry = Literal["Debian", "npm"]


@dataclass(frozen=True, slots=True)
class Package:
    """Of the files below ``root`` that match ``pages``, in the order of their names, ``most`` are taken, evenly spread."""

    registry: Registry
    name: str
    version: str
    pages: tuple[str, ...] = ()
    most: int = 1
    root: str = ""
    """The folder of an npm package that its pages take for the root of their site. Debian's packages are all one site."""
    group: str = ""


def _debian(name: str, version: str, pages: str = "", most: int = 0, group: str = "documentation") -> Package:
    return Package("Debian", name, version, tuple(f"usr/share/doc/{one}" for one in pages.split()), most, group=group)


def _npm(name: str, version: str, pages: str, most: int = 1, root: str = "", group: str = "demos") -> Package:
    return Package("npm", name, version, tuple(pages.split()), most, root, group)


PACKAGES: Final = (
    _npm("todomvc", "0.1.1", "examples/*/index.html", 30, group="TodoMVC"),
    _npm("jsgrid", "1.5.3", "demos/*.html", 12),
    _npm("selectize", "0.12.6", "examples/*.html", 9),
    _npm("medium-editor", "5.23.3", "demo/*.html", 7),
    _npm("gentelella", "4.2.0", "production/*.html", 14, "dist", "dashboards"),
    _npm("startbootstrap-sb-admin-2", "4.1.4", "*.html", 7, group="dashboards"),
    _npm("svg-pan-zoom", "3.6.2", "demo/*.html", 7),
    _npm("dygraphs", "2.2.2", "_site/tests/*.html", 7),
    _npm("bootstrap-select", "1.13.18", "tests/*.html", 2),
    _npm("clockpicker", "0.0.7", "*.html", 2),
    _npm("ace-builds", "1.45.2", "editor.html"),
    _npm("bootstrap-treeview", "1.2.0", "public/index.html"),
    _npm("dragula", "3.7.3", "index.html"),
    _npm("impress.js", "1.1.0", "index.html"),
    _npm("lightbox2", "2.12.0", "examples/index.html"),
    _npm("reveal.js", "6.0.2", "demo.html"),
    _npm("svgedit", "7.4.1", "dist/editor/index.html"),
    _npm("swagger-ui-dist", "5.35.0", "index.html"),
    _debian("libjs-jquery-ui-docs", "1.13.2+dfsg-1", "libjs-jquery-ui-docs/examples/*/*.html", 40, "jQuery UI"),
    _debian("libjs-jquery-flot-docs", "4.2.1+dfsg-6", "libjs-jquery-flot-docs/examples/*/index.html", 7, "demos"),
    _debian("libjs-spectre-docs", "0.5.9-2", "libjs-spectre-docs/docs/*/*.html", 4),
    _debian("rust-doc", "1.63.0+dfsg1-2", "rust-doc/html/book/ch0*.html", 2),
    _debian("openjdk-17-doc", "17.0.21.1+2-1~deb12u1", "openjdk-17-jre-headless/api/java.base/java/text/*.html", 2),
    _debian("libeigen3-doc", "3.4.0-4", "libeigen3-dev/html/group__*.html", 3),
    _debian("python-django-doc", "3:3.2.25-0+deb12u7", "python-django-doc/html/howto/*.html", 2),
    _debian("nodejs-doc", "18.20.4+dfsg-1~deb12u3", "nodejs/api/d*.html", 1),
    _debian("python3.11-doc", "3.11.2-6+deb12u9", "python3.11/html/library/a*.html", 2),
    _debian("postgresql-doc-15", "15.20-0+deb12u1", "postgresql-doc-15/html/sql-*.html", 2),
    _debian("git-doc", "1:2.39.5-0+deb12u3", "git/html/git-*.html", 2),
)

SUPPORT: Final = (
    _debian("libjs-jquery", "3.6.1+dfsg+~3.5.14-1"),
    _debian("libjs-jquery-ui", "1.13.2+dfsg-1"),
    _debian("libjs-jquery-mousewheel", "1:3.1.13-4"),
    _debian("libjs-jquery-flot", "4.2.1+dfsg-6"),
    _debian("libjs-sphinxdoc", "5.3.0-4"),
    _debian("libjs-underscore", "1.13.4~dfsg+~1.11.4-3"),
    _debian("node-requirejs", "2.3.6+ds+~2.1.34-2"),
)
"""What the pages of Debian's packages load from others of its packages."""
