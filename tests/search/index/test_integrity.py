from collections.abc import Callable
from pathlib import Path

import pytest

from tidings.model.articles.article import Article
from tidings.search.entries.entry import entry_of
from tidings.search.index.integrity import damaged_files
from tidings.search.index.search_index import Index

MakeArticle = Callable[..., Article]
FilledIndex = Callable[..., Index]


@pytest.fixture
def generation(filled: FilledIndex, make_article: MakeArticle) -> Path:
    """A generation with two commits and a replaced article."""
    texts = [f"flood number{at} in valley{at % 7}" for at in range(60)]
    index = filled(*(make_article(f"a{at}", text) for at, text in enumerate(texts)))
    index.add([entry_of(make_article("a3", "no flood at all", seq=99))])
    index.commit()
    return index.view.folder


def test_written_files_are_not_damaged(generation: Path) -> None:
    assert list(generation.glob("*.del"))
    assert list(damaged_files(generation)) == []


def test_every_file_with_a_changed_byte_is_named(generation: Path) -> None:
    kinds = ("idx", "term", "pos", "fast", "store", "fieldnorm", "del", "forward")
    for kind in kinds:
        file = max(generation.rglob(f"*.{kind}"), key=lambda each: each.stat().st_size)
        whole = file.read_bytes()
        middle = (len(whole) - 100) // 2  # tantivy's footer is shorter
        file.write_bytes(whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :])
        assert list(damaged_files(generation)) == [file.name]
        file.write_bytes(b"")
        assert list(damaged_files(generation)) == [file.name]
        file.write_bytes(whole)
    assert list(damaged_files(generation)) == []
