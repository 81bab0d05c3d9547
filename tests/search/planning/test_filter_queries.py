from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
import tantivy
from tests.factories import make_article

from tidings.search.entries.entry import entry_of
from tidings.search.index.search_index import Index
from tidings.search.planning.filter_queries import address_parts, of_source, with_label
from tidings.search.planning.tantivy_queries import TantivyQueries
from tidings.search.planning.term_lookup import TermLookup
from tidings.search.query.tree import FieldName, Fuzzy, Leaf, Phrase, Prefix, Word
from tidings.settings.tree import SearchSettings

START = datetime(2024, 5, 1, tzinfo=UTC)
SOURCES = ["bbc.co.uk", "bbc.com", "zeit.de", "zeitung.de", "localhost:8080"]
LONGEST = "e" * 200  # letters of a name
ENTITIES = [
    ("Angela Merkel",),
    ("Merkel",),
    ("Erdoğan", "merkelism"),
    ("C++ (language)",),
    (LONGEST,),
]


@pytest.fixture(scope="module")
def labelled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    """Five articles, a day apart: each from another source, with other entities and languages."""
    index = Index.open(tmp_path_factory.mktemp("index"), SearchSettings(), writable=True)
    languages = ["en", "en", "de", "de", "zh"]
    for at, (source, language) in enumerate(zip(SOURCES, languages, strict=True)):
        moment = START + timedelta(days=at)
        article = make_article(
            id=f"a{at}", source=source, language=language, published=moment, seq=at + 1
        )
        index.add([replace(entry_of(article), entities=ENTITIES[at], topics=("politics uk",)[:at])])
    index.commit()
    yield index
    index.close()


def found(index: Index, query: tantivy.Query) -> str:
    """The numbers of the articles that match."""
    hits = index.searcher.search(query, limit=10).hits
    ids = (str(index.searcher.doc(at).get_first("id")) for _, at in hits)
    return "".join(sorted(id_[1:] for id_ in ids))


def queries(index: Index) -> TantivyQueries:
    return TantivyQueries(TermLookup(index.view, index.languages()))


@pytest.mark.parametrize(
    ("name", "leaf", "wanted"),
    [
        (FieldName.SOURCE, Word("bbc.co.uk"), "0"),
        (FieldName.SOURCE, Word("https://www.bbc.com/x"), "1"),
        (FieldName.SOURCE, Word("bbc"), "01"),
        (FieldName.SOURCE, Word("BBC"), "01"),
        (FieldName.SOURCE, Word("zeit"), "2"),  # not zeitung.de
        (FieldName.SOURCE, Word("localhost"), "4"),
        (FieldName.SOURCE, Prefix("zei"), "23"),
        (FieldName.SOURCE, Fuzzy("zeit.dd", 1), "2"),
        (FieldName.LANGUAGE, Word("German"), "23"),
        (FieldName.LANGUAGE, Word("zh-CN"), "4"),
        (FieldName.LANGUAGE, Word("klingon"), ""),
        (FieldName.ENTITY, Word("merkel"), "01"),
        (FieldName.ENTITY, Word("angela"), "0"),
        (FieldName.ENTITY, Phrase("angela  merkel"), "0"),
        (FieldName.ENTITY, Word("erdogan"), "2"),
        (FieldName.ENTITY, Prefix("merkel"), "12"),
        (FieldName.ENTITY, Word("c++"), "3"),  # marks have no meaning
        (FieldName.ENTITY, Word("(.*)"), ""),
        (FieldName.TOPIC, Word("Politics"), "1234"),
        (FieldName.TOPIC, Word("uk"), ""),  # only from the beginning
    ],
)
def test_a_label_is_found_as_people_write_it(
    labelled: Index, name: FieldName, leaf: Leaf, wanted: str
) -> None:
    assert found(labelled, with_label(queries(labelled), name, leaf)) == wanted


def test_a_text_too_long_for_its_spellings_is_compared_without_them(labelled: Index) -> None:
    assert (
        found(labelled, with_label(queries(labelled), FieldName.ENTITY, Word(LONGEST.upper())))
        == "4"
    )
    assert found(labelled, with_label(queries(labelled), FieldName.ENTITY, Word("e" * 2_000))) == ""


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("climate summit", (None, "climate summit")),
        ("https://www.bbc.co.uk/news/uk-1?x=2", ("bbc.co.uk", "/news/uk-1?x=2")),
    ],
)
def test_a_url_is_a_source_and_a_path(text: str, wanted: tuple[str | None, str]) -> None:
    assert address_parts(text) == wanted


def test_a_source_matches_exactly(labelled: Index) -> None:
    assert found(labelled, of_source(queries(labelled), "bbc.com")) == "1"
    assert found(labelled, of_source(queries(labelled), "bbc")) == ""
