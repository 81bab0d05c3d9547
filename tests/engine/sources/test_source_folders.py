"""Folders as users type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.engine.sources.source_folders import (
    MAX_DEPTH,
    MAX_NAME,
    folder_of_outline,
    folder_path,
    is_in_folder,
    source_name,
)
from tidings.engine.sources.source_list import SourceInvalid


@pytest.mark.parametrize(
    ("typed", "path"),
    [
        ("News", "News"),
        (" News / World/", "News/World"),
        ("//", ""),
        ("", ""),
        ("A\x1b[31m\nB", "A [31m B"),
        ("Größe/新聞", "Größe/新聞"),
    ],
    ids=["name", "spaces", "slashes", "empty", "control", "scripts"],
)
def test_a_folder_is_a_path_of_names(typed: str, path: str) -> None:
    assert folder_path(typed) == path


@pytest.mark.parametrize(
    "typed", ["a/" * (MAX_DEPTH + 1), "x" * (MAX_NAME + 1)], ids=["deep", "long"]
)
def test_a_folder_has_limits(typed: str) -> None:
    with pytest.raises(SourceInvalid, match="at most"):
        folder_path(typed)


def test_a_name_has_a_limit() -> None:
    assert source_name(" The \t Bugle ") == "The Bugle"
    with pytest.raises(SourceInvalid, match="at most"):
        source_name("x" * (MAX_NAME + 1))


def test_a_folder_is_inside_itself_and_its_parents_only() -> None:
    assert is_in_folder("News/World", "News")
    assert is_in_folder("News", "News")
    assert not is_in_folder("Newspapers", "News")


@given(st.text(max_size=400))
def test_what_a_file_names_is_always_a_valid_folder(text: str) -> None:
    folder = folder_of_outline(text)
    assert folder_path(folder) == folder
