"""Fixtures of the documentation's tests."""

from collections.abc import Iterator

import pytest

from refbrowser.demo.server import ShopServer


@pytest.fixture
def shop() -> Iterator[ShopServer]:
    """The bundled shop, with empty carts."""
    with ShopServer() as running:
        yield running
