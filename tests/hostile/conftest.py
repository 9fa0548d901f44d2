"""Attacks that take long: run by name (``./dev test tests/hostile``), and not with the rest."""

from collections.abc import Iterator

import pytest

from tests.support.server import Site


@pytest.fixture(scope="module")
def common_site() -> Iterator[Site]:
    """One server for all cells of a file."""
    with Site() as running:
        yield running
