"""Secrets are taken out of text that leaves the process."""

import pytest

from refbrowser.redact import redacted


@pytest.mark.parametrize(
    ("text", "shown"),
    [("https://ada:lovelace@x.test/a", "https://•••@x.test/a"), ("wss://token@cloud.test/", "wss://•••@cloud.test/"),
     ("https://x.test/?token=abc&page=2", "https://x.test/?token=•••&page=2"), ("https://x.test/?page=2&api_key=abc#top", "https://x.test/?page=2&api_key=•••#top"),
     ("https://x.test/?apikey=1;secret=2", "https://x.test/?apikey=•••"), ("https://x.test/?X-Amz-Signature=abc", "https://x.test/?X-Amz-Signature=•••"),
     ("https://x.test/?access_token=abc", "https://x.test/?access_token=•••"), ("https://x.test/?PASSWORD=abc", "https://x.test/?PASSWORD=•••"),
     ("https://x.test/?sig=abc", "https://x.test/?sig=•••"), ("https://x.test/?design=oak", "https://x.test/?design=oak"),
     ("mail ada@x.test", "mail ada@x.test"), ("https://x.test/@ada", "https://x.test/@ada"), ("", ""), ("no address", "no address"),
     ("two: http://a:b@x.test http://c:d@y.test", "two: http://•••@x.test http://•••@y.test")],
)  # fmt: skip
def test_users_and_secret_parameters_are_hidden_and_the_rest_is_kept(text: str, shown: str) -> None:
    assert redacted(text) == shown
