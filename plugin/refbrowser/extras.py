"""The optional parts of an installation, and the sentence for one that is not there.

What the package is installed with is what a browser in the caller's own process imports; everything else is an extra, so that it
cannot move the versions of a host's other packages.
"""

from importlib.util import find_spec
from typing import Final

from refbrowser.errors import InstallationError, Remedy

EXTRAS: Final = {
    "server": ("prometheus_client", "python_multipart", "shtab", "starlette", "uvicorn", "websockets"),
    "mcp": ("mcp",),
    "langchain": ("langchain_core",),
    "approvals": ("tomlkit",),
    "secrets": ("cryptography", "filelock", "keyring", "pyotp"),
    "profiles": ("cryptography", "filelock", "keyring"),
    "otel": ("opentelemetry",),
    "cluster": ("cryptography", "fsspec", "ray"),
}
"""The extras of ``pyproject.toml``, with the modules that each brings along."""


def require(extra: str, purpose: str, *modules: str) -> None:
    """Raises ``extra_missing`` unless these modules of the extra are installed, by default all. ``purpose``: "The local server"."""
    missing = [module for module in modules or EXTRAS[extra] if find_spec(module) is None]
    if missing:
        command = f"pip install 'refbrowser[{extra}]'"
        raise InstallationError(
            f"{purpose} is not part of a plain installation of refbrowser; missing: {', '.join(missing)}.",
            remedy=Remedy(command=command),
            details={"extra": extra, "missing": missing},
        )


def installed() -> list[str]:
    """The extras all of whose modules are installed."""
    return [extra for extra, modules in EXTRAS.items() if all(find_spec(module) is not None for module in modules)]
