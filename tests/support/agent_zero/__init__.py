"""A minimal copy of what Agent Zero documents of itself: enough to find, load and run a plugin by the host's own rules."""

import asyncio
import importlib.util
import json
import shutil
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from tests.support.server import Request, Site

HOST = Path(__file__).parent / "host"
VENDOR = Path(__file__).parents[1] / "vendor"
JSON = {"Content-Type": "application/json"}


class AgentZero:
    """One installation of the host, in a folder of its own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        shutil.copytree(HOST, root)
        (root / "usr" / "plugins").mkdir(parents=True)
        for name in ("workdir", "uploads"):
            (root / "usr" / name).mkdir()

    @contextmanager
    def running(self) -> Iterator[None]:
        """The host's modules can be imported, as they can in its process; those of another host are put back afterwards."""
        others = _taken_out()
        sys.path.insert(0, str(self.root))
        try:
            yield
        finally:
            sys.path.remove(str(self.root))
            _taken_out()
            sys.modules.update(others)

    def folders(self) -> list[Path]:
        """The enabled plugins in the host's order: sorted by name, the copy under ``usr`` before the host's own."""
        found: dict[str, Path] = {}
        for base in (self.root / "usr" / "plugins", self.root / "plugins"):
            for folder in base.iterdir():
                if (folder / "plugin.yaml").is_file() and not (self.root / "usr" / "plugins" / folder.name / ".toggle-0").exists():
                    found.setdefault(folder.name, folder)
        return [found[name] for name in sorted(found)]

    def tool(self, name: str, context_id: str, method: str | None = None, **arguments: Any) -> Any:
        """The tool as the host would make it for an agent: of the first module that can be imported, its last Tool class by name."""
        for folder in self.folders():
            path = folder / "tools" / f"{name}.py"
            if not path.is_file():
                continue
            try:
                module = _loaded(path)
            except ImportError:
                continue
            base = sys.modules["helpers.tool"].Tool
            classes = [value for _, value in sorted(vars(module).items()) if isinstance(value, type) and issubclass(value, base)]
            tool = [one for one in classes if one is not base][-1]
            agent = SimpleNamespace(context=SimpleNamespace(id=context_id))
            return tool(agent=agent, name=name, method=method, args=arguments, message="", loop_data=None)
        raise LookupError(name)

    def extend(self, point: str, **arguments: Any) -> list[str]:
        """Runs the extensions of a point; returns their files' names."""
        ran: dict[str, Any] = {}
        for folder in self.folders():
            for path in sorted((folder / "extensions" / "python" / point).glob("*.py")):
                if path.name not in ran:
                    module = _loaded(path)
                    base = sys.modules["helpers.extension"].Extension
                    for value in vars(module).values():
                        if isinstance(value, type) and issubclass(value, base) and value is not base:
                            ran[path.name] = value(agent=None).execute(**arguments)
        return list(ran)

    def api(self, name: str, given: dict[str, Any], headers: dict[str, str]) -> Any:
        """What a handler of the enabled plugins answers, in a loop of the web server's own."""
        path = next(path for folder in self.folders() if (path := folder / "api" / f"{name}.py").is_file())
        module = _loaded(path)
        base = sys.modules["helpers.api"].ApiHandler
        kinds: list[Any] = [
            one for one in vars(module).values() if isinstance(one, type) and issubclass(one, base) and one is not base
        ]
        (kind,) = kinds
        assert kind.requires_auth()
        assert kind.requires_csrf()
        handler = kind(app=None, thread_lock=None)
        with ThreadPoolExecutor(1) as web_server:
            return web_server.submit(asyncio.run, handler.process(given, SimpleNamespace(headers=headers))).result()

    def prompt(self, name: str) -> str:
        """A prompt file: of the first plugin that has it."""
        return next(path for folder in self.folders() if (path := folder / "prompts" / name).is_file()).read_text(encoding="utf-8")


def _taken_out() -> dict[str, ModuleType]:
    """The modules of a host, which are no longer loaded."""
    names = [name for name in sys.modules if name.partition(".")[0] in ("helpers", "usr", "plugins")]
    return {name: sys.modules.pop(name) for name in names}


def _loaded(path: Path) -> ModuleType:
    """As the host loads plugin files: by their bare name, so that relative imports cannot work."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Pages:
    """The host's web pages on a local site, with the files and handlers of its plugins."""

    def __init__(self, host: AgentZero, site: Site) -> None:
        self._host, self._site = host, site
        webui = host.root / "webui"
        for path in webui.rglob("*.js"):
            self._file(f"/{path.relative_to(webui).as_posix()}", path)
        self._file("/vendor/alpine.min.js", VENDOR / "alpine" / "alpine.min.js")
        found: dict[str, list[str]] = {"right_canvas_register_surfaces": [], "right-canvas-panels": []}
        for folder in host.folders():
            for path in sorted([*folder.glob("webui/*"), *folder.glob("extensions/webui/*/*")]):
                address = f"/plugins/{folder.name}/{path.relative_to(folder).as_posix()}"
                self._file(address, path)
                found.setdefault(path.parent.name, []).append(address)
            for path in folder.glob("api/*.py"):
                site.route(f"/api/plugins/{folder.name}/{path.stem}", partial(self._handled, path.stem), JSON)
        page = (webui / "index.html").read_text(encoding="utf-8")
        page = page.replace("@SURFACES@", " ".join(found["right_canvas_register_surfaces"]))
        self.url = site.page(page.replace("@PANELS@", " ".join(found["right-canvas-panels"])), path="/")

    def _file(self, address: str, path: Path) -> None:
        self._site.route(address, path.read_text(encoding="utf-8"))

    def _handled(self, name: str, request: Request) -> str:
        return json.dumps(self._host.api(name, json.loads(request.body), dict(request.headers.items())))
