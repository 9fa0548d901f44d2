"""Programs of other makers, from npm: run by name (``./dev test tests/hosts``) or with ``--all``, and not with the rest."""

from tests.adapters.conftest import server

__all__ = ["server"]
