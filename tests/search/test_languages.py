import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tidings.model.articles.article import Article
from tidings.model.search.results import Query
from tidings.search.entries.entry import entry_of
from tidings.search.index.search_index import Index
from tidings.search.search import search
from tidings.settings.tree import SearchSettings

# One short article of our own per language, with a query in other forms of two of its words.
LINES = (Path(__file__).parent / "languages.jsonl").read_text(encoding="utf-8").splitlines()
ARTICLES = {article["language"]: article for article in map(json.loads, LINES)}
WITHOUT_SPACES = ("zh", "ja", "ko", "th")


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    """An index of all the articles; their ids are their languages."""
    opened = Index.open(tmp_path_factory.mktemp("index"), SearchSettings(), writable=True)
    opened.add([entry_of(_article(at, language)) for at, language in enumerate(ARTICLES, 1)])
    opened.commit()
    yield opened
    opened.close()


def _article(seq: int, language: str) -> Article:
    words = ARTICLES[language]
    noon = datetime(2024, 5, 1, 12, tzinfo=UTC)
    return Article(
        id=language,
        url=f"https://example.com/{language}",
        source="example.com",
        title=words["title"],
        text=words["text"],
        html="",
        standfirst="",
        published=noon,
        modified=None,
        first_seen=noon,
        authors=(),
        language=language,
        section="",
        tags=(),
        image=None,
        publisher="",
        word_count=len(words["text"].split()),
        seq=seq,
    )


def found(index: Index, text: str) -> list[str]:
    return [match.id for match in search(index.snapshot(), Query(text)).matches]


@pytest.mark.parametrize("language", ARTICLES)
def test_a_query_in_other_forms_finds_exactly_its_article(index: Index, language: str) -> None:
    assert found(index, ARTICLES[language]["query"]) == [language]


def test_the_queries_use_other_forms_than_the_articles() -> None:
    def differs(article: dict[str, str]) -> bool:
        text = f"{article['title']} {article['text']}".lower().split()
        return any(word not in text for word in article["query"].split())

    assert len(ARTICLES) >= 55
    assert sum(map(differs, ARTICLES.values())) >= 50


@pytest.mark.parametrize(
    ("one", "other"), [("en", "zh"), ("de", "ru"), ("ar", "fr"), ("ja", "uk"), ("ko", "th")]
)
def test_a_query_in_two_languages_finds_both(index: Index, one: str, other: str) -> None:
    either = f"{ARTICLES[one]['query'].split()[0]} OR {ARTICLES[other]['query'].split()[0]}"
    assert set(found(index, either)) == {one, other}
    both = f"{ARTICLES[one]['query']} {ARTICLES[other]['query']}"
    assert set(found(index, both)[:2]) == {one, other}


@pytest.mark.parametrize("language", WITHOUT_SPACES)
def test_any_part_of_a_run_finds_the_text_around_it(index: Index, language: str) -> None:
    run = ARTICLES[language]["title"].split()[0]
    parts = [run[at : at + 4] for at in range(0, len(run) - 3, 2)]
    assert parts
    assert all(language in found(index, part) for part in parts)
