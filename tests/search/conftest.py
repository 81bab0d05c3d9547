from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest

from tidings.model.articles.article import Article
from tidings.search.entries.entry import IndexEntry, entry_of
from tidings.search.entries.vector import vector_of
from tidings.search.forward_index.forward_view import ForwardView
from tidings.search.forward_index.norms import norms
from tidings.search.forward_index.segment import Segment
from tidings.search.forward_index.segment_draft import SegmentDraft
from tidings.search.index.search_index import Index
from tidings.search.rank.vsm import idf
from tidings.settings.tree import SearchSettings, ZoneWeights
from tidings.text.bulk.vocabulary import Vocabulary

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)

MakeArticle = Callable[..., Article]
FilledIndex = Callable[..., Index]
MakeForward = Callable[[Sequence[str]], ForwardView]


@pytest.fixture
def make_article() -> MakeArticle:
    """Makes articles with the given values and defaults for the rest, with rising seqs."""
    changes = count(1)

    def make(
        id_: str,
        text: str = "",
        *,
        title: str = "",
        language: str = "en",
        source: str = "example.com",
        standfirst: str = "",
        published: datetime | None = NOON,
        seq: int | None = None,
    ) -> Article:
        return Article(
            id=id_,
            url=f"https://{source}/{id_}",
            source=source,
            title=title,
            text=text,
            html="",
            standfirst=standfirst,
            published=published,
            modified=None,
            first_seen=NOON,
            authors=(),
            language=language,
            section="",
            tags=(),
            image=None,
            publisher="",
            word_count=len(text.split()),
            seq=next(changes) if seq is None else seq,
        )

    return make


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    """An empty index, open for writing."""
    opened = Index.open(tmp_path / "index", SearchSettings(), writable=True)
    yield opened
    opened.close()


@pytest.fixture
def filled(index: Index) -> FilledIndex:
    """Adds articles to the index and commits."""

    def fill(*articles: Article) -> Index:
        index.add([entry_of(article) for article in articles])
        index.commit()
        return index

    return fill


@pytest.fixture(scope="session")
def forward_of() -> MakeForward:
    """Makes an in-memory forward index of texts, numbered from 1; a bar ends the title."""

    def make(texts: Sequence[str]) -> ForwardView:
        draft = SegmentDraft(Vocabulary())
        for seq, text in enumerate(texts, 1):
            title, _, body = text.rpartition("|")
            vector = vector_of(title.split(), [], body.split(), [])
            draft.add(
                IndexEntry(f"a{seq}", seq, "a.example", "en", NOON, "", "", "", vector=vector)
            )
        arrays = draft.arrays(
            lambda starts, terms, packed, keys, counts: norms(
                starts, terms, packed, idf(len(texts), counts.astype("int64")), ZoneWeights()
            )
        )
        return ForwardView((Segment("memory", arrays),), len(texts))

    return make
