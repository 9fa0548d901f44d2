"""Programs of other makers, from PyPI and npm: run by name (``./dev test --hosts``) or with ``--all``, and not with the rest."""

from tests.adapters.conftest import server
from tests.docs.conftest import shop

__all__ = ["server", "shop"]
