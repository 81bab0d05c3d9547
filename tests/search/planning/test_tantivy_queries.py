from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta

import pytest
import tantivy
from tests.factories import make_article

from tidings.search.entries.entry import entry_of
from tidings.search.index.search_index import Index
from tidings.search.planning.tantivy_queries import TantivyQueries
from tidings.search.planning.term_lookup import TermLookup
from tidings.search.query.tree import Between
from tidings.settings.tree import SearchSettings

START = datetime(2024, 5, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def dated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    """Five articles, a day apart."""
    index = Index.open(tmp_path_factory.mktemp("index"), SearchSettings(), writable=True)
    for at in range(5):
        moment = START + timedelta(days=at)
        index.add([entry_of(make_article(id=f"a{at}", published=moment, seq=at + 1))])
    index.commit()
    yield index
    index.close()


def queries(index: Index, members: Sequence[str] = ()) -> TantivyQueries:
    return TantivyQueries(TermLookup(index.view, index.languages(), lambda _: members))


def found(index: Index, query: tantivy.Query) -> str:
    """The numbers of the articles that match."""
    hits = index.searcher.search(query, limit=10).hits
    ids = (str(index.searcher.doc(at).get_first("id")) for _, at in hits)
    return "".join(sorted(id_[1:] for id_ in ids))


@pytest.mark.parametrize(
    ("start", "end", "wanted"),
    [
        (None, None, "01234"),
        (START, None, "01234"),
        (START + timedelta(seconds=1), None, "1234"),
        (None, START, ""),  # the end does not belong to it
        (None, START + timedelta(seconds=1), "0"),
        (START + timedelta(days=1), START + timedelta(days=3), "12"),
        (START + timedelta(days=3), START + timedelta(days=1), ""),
    ],
)
def test_dates_include_the_start_and_exclude_the_end(
    dated: Index, start: datetime | None, end: datetime | None, wanted: str
) -> None:
    assert found(dated, queries(dated).published(Between(start, end))) == wanted


def test_a_story_has_its_members(dated: Index) -> None:
    assert found(dated, queries(dated, ["a1", "a3", "never"]).story("7")) == "13"
    assert found(dated, queries(dated).story("7")) == ""


def test_a_prefix_that_no_word_has_finds_nothing(dated: Index) -> None:
    assert found(dated, queries(dated).word_prefix("zzzz", ("body",))("body")) == ""
