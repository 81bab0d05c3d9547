from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tidings.search.entries.entry import IndexEntry
from tidings.search.entries.vector import vector_of
from tidings.search.index.generation import Generation
from tidings.settings.tree import SearchSettings

PUBLISHED = datetime(2024, 1, 1, tzinfo=UTC)

MakeEntry = Callable[..., IndexEntry]
OpenGeneration = Callable[..., Generation]


@pytest.fixture(scope="session")
def make_entry() -> MakeEntry:
    """Makes entries of the given words."""

    def make(id_: str, seq: int, body: str = "word", language: str = "en") -> IndexEntry:
        vector = vector_of([], [], body.split(), [])
        return IndexEntry(id_, seq, "a.example", language, PUBLISHED, "", "", body, vector=vector)

    return make


@pytest.fixture
def open_generation() -> Iterator[OpenGeneration]:
    """Opens generations and closes them at the end."""
    opened: list[Generation] = []

    def open_(folder: Path, *, writable: bool = True) -> Generation:
        opened.append(Generation(folder, SearchSettings(), writable=writable))
        return opened[-1]

    yield open_
    for generation in opened:
        generation.close()
