"""Path patterns, compared with a slow implementation of the same rules."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.read.rights.path_pattern import path_matches


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("/", "/anything", True),
        ("/news/", "/news/1", True),
        ("/news/", "/sport", False),
        ("/*.pdf$", "/a/b.pdf", True),
        ("/*.pdf$", "/a/b.pdf?x", False),
        ("*/print", "/a/print/b", True),
        ("/a$", "/a", True),
        ("/a$", "/ab", False),
        ("/a*a$", "/a", False),
    ],
)
def test_stars_and_end_anchors_match(pattern: str, path: str, matches: bool) -> None:
    assert path_matches(pattern, path) is matches


@given(st.text("/ab*$", max_size=8), st.text("/ab", max_size=10))
def test_it_agrees_with_a_regular_expression(pattern: str, path: str) -> None:
    anchored = pattern.endswith("$")
    pieces = (re.escape(piece) for piece in pattern.removesuffix("$").split("*"))
    wanted = ".*".join(pieces) + (r"\Z" if anchored else "")
    assert path_matches(pattern, path) == bool(re.match(wanted, path))


def test_a_pattern_of_many_stars_is_fast() -> None:
    assert not path_matches("/" + "*a" * 40 + "$", "/" + "a" * 39 + "b" * 20_000)
    assert not path_matches("*" * 10_000 + "x", "/y")
