import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tidings.model.articles.article import Article
from tidings.search.entries.bulk_entries import entries_of
from tidings.search.entries.bulk_vectors import MAX_ROWS
from tidings.search.entries.entry import IndexEntry, entry_of
from tidings.search.entries.vector import NO_VECTOR
from tidings.text.bulk.bulk_analyser import BulkAnalyser

MakeArticle = Callable[..., Article]
WORDS = [*"a A the storm Storm storm's U.S. COVID-19 新闻 Ž été слово . -- 1,0".split(), "\n", ""]
phrases = st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join)
drawn = st.fixed_dictionaries(
    {
        "text": phrases | st.just(" ".join(f"word{n}" for n in range(100))),
        "title": phrases,
        "standfirst": st.just("") | phrases,
        "html": phrases.map(lambda words: f"<p>x</p><h2>{words}</h2>") | st.just("<p>x</p>"),
        "language": st.sampled_from(["en", "de", "tr", "zh", "xx"]),
        "authors": st.just(()) | st.just(("Jane Doe", "X")),
    }
)


TEXTS = ("title", "lead", "body", "headings", "authors", "anchor", "url")


def comparable(entry: IndexEntry) -> tuple[IndexEntry, dict[str, int], int]:
    vector = entry.vector
    counts = dict(zip(vector.terms, np.frombuffer(vector.packed, "=u2").tolist(), strict=True))
    spaced: dict[str, Any] = {name: " ".join(getattr(entry, name).split()) for name in TEXTS}
    return replace(entry, vector=NO_VECTOR, **spaced), counts, vector.length


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(drawn, max_size=8), st.sampled_from(["", "what others Say"]))
def test_bulk_entries_equal_single_entries(
    make_article: MakeArticle, made: list[dict[str, Any]], anchor: str
) -> None:
    articles = [replace(make_article(f"a{n}", seq=n), **each) for n, each in enumerate(made)]
    found = entries_of(articles, [anchor] * len(articles))
    alone = [comparable(entry_of(article, anchor)) for article in articles]
    assert list(map(comparable, found)) == alone
    travelled = pickle.loads(pickle.dumps(found))
    assert list(map(comparable, travelled)) == alone


def test_languages_in_any_order_and_long_texts_do_not_mix_entries_up(
    make_article: MakeArticle,
) -> None:
    languages = ["en", "de", "en", "xx", "de"]
    articles = [
        make_article(f"a{n}", f"Houses {n} Häuser", language=languages[n % 5], seq=n)
        for n in range(3 * MAX_ROWS)
    ]
    articles[7] = replace(articles[7], text="long texts " * 400_000)
    found = entries_of(articles, analysts=BulkAnalyser(max_cached=100))
    assert [entry.id for entry in found] == [article.id for article in articles]
    for place in (0, 1, 3, 7, 8, 300, 767):
        assert comparable(found[place]) == comparable(entry_of(articles[place]))
