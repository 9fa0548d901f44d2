"""Globs of routes: what they match, and how long that may take."""

from fnmatch import fnmatchcase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refbrowser.browser.network.routes import MOST_STARS, matching
from refbrowser.errors import CallError


@given(st.text("ab*?/.", max_size=12), st.text("ab/.", max_size=20))
def test_a_glob_means_what_it_means_elsewhere(glob: str, url: str) -> None:
    if any(sign in glob for sign in "*?"):
        assert bool(matching(glob).search(url)) is fnmatchcase(url, glob)
    else:
        assert bool(matching(glob).search(url)) is (glob in url)


def test_no_address_makes_a_glob_slow() -> None:
    assert matching("*".join("a" * MOST_STARS) + "*b").search("a" * 20_000) is None


def test_globs_of_very_many_stars_are_refused() -> None:
    with pytest.raises(CallError):
        matching("a*" * (MOST_STARS + 1))
