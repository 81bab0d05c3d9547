from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import combinations, count

import pytest

from tidings.model.articles.article import Article
from tidings.search.index.search_index import Index
from tidings.search.suggestions.trends import TrendMatch, trends
from tidings.settings.tree import TrendSettings

MakeArticle = Callable[..., Article]
FilledIndex = Callable[..., Index]

NOW = datetime(2024, 5, 20, 12, tzinfo=UTC)
SOURCES = [f"paper{number}.example" for number in range(8)]
# The usual news of each day: the same subjects in the same numbers.
USUAL = [
    "The parliament debated the budget and taxes for hours",
    "A striker scored twice in the league and the coach smiled",
    "Shares fell at the exchange while oil became cheaper",
    "Doctors warned of the flu and asked for more vaccines",
]


class Desk:
    """Makes articles published some hours before now."""

    def __init__(self, make: MakeArticle) -> None:
        self._make = make
        self._seq = count(1)

    def article(self, text: str, hours: float, source: str, language: str = "en") -> Article:
        seq = next(self._seq)
        moment = NOW - timedelta(hours=hours)
        return self._make(f"a{seq}", text, seq=seq, source=source, published=moment,
                          language=language)  # fmt: skip

    def usual(self, days: Sequence[int], each: int = 5) -> Iterator[Article]:
        for day in days:
            for number in range(each):
                for at, text in enumerate(USUAL):
                    source = SOURCES[(number + at) % len(SOURCES)]
                    yield self.article(f"{text} number{day}x{number}", 24 * day + 2, source)

    def burst(self, text: str, number: int, language: str = "en") -> Iterator[Article]:
        for at in range(number):
            yield self.article(f"{text} variant{at}", 1 + at, SOURCES[at % len(SOURCES)], language)


@pytest.fixture
def desk(make_article: MakeArticle) -> Desk:
    return Desk(make_article)


def trends_of(index: Index, **settings: object) -> list[TrendMatch]:
    return trends(index.view, NOW, TrendSettings(**settings))  # type: ignore[arg-type]


def test_a_suddenly_frequent_term_trends_and_an_always_frequent_one_does_not(
    filled: FilledIndex, desk: Desk
) -> None:
    index = filled(*desk.usual(range(15), each=4), *desk.burst("Villagers saw Etna erupt", 6),
                   *desk.burst("Budget and league and shares", 1))  # fmt: skip
    found = trends_of(index)
    assert len(found) == 1
    assert set(found[0].terms) <= {"etna", "erupt", "villag", "saw"}
    assert "etna" in found[0].terms
    assert (found[0].articles, found[0].sources) == (6, 6)
    assert found[0].expected < 1 < found[0].score


def test_a_name_of_two_words_replaces_its_words(filled: FilledIndex, desk: Desk) -> None:
    texts = ["Today Olga Petrova won gold", "We cheered Olga Petrova in town",
             "Nobody expected Olga Petrova so early", "Praise for Olga Petrova came fast",
             "Then Olga Petrova cried"]  # fmt: skip
    new = [desk.article(text, 2, SOURCES[at]) for at, text in enumerate(texts)]
    found = trends_of(filled(*desk.usual(range(15)), *new))
    assert found[0].terms == ("olga", "petrova")
    assert found[0].articles == 5


def test_one_source_alone_makes_no_trend(filled: FilledIndex, desk: Desk) -> None:
    mine = [desk.article(f"Our Quizmaster again round{at}", 2, SOURCES[0]) for at in range(20)]
    index = filled(*desk.usual(range(15), each=6), *mine)
    assert trends_of(index) == []
    assert [match.terms for match in trends_of(index, min_sources=1)] != []


def test_examples_are_articles_of_different_sources(filled: FilledIndex, desk: Desk) -> None:
    texts = [
        "Etna spat fire over the valley at dawn as flights were turned away to the coast",
        "Ash from Etna closes schools, and the mayor asks people to stay at home for now",
        "Scientists knew that Etna would wake up, but nobody told the hotels on its slopes",
    ]
    new = [desk.article(text, 2, source) for source in SOURCES[:4] for text in texts]
    index = filled(*desk.usual(range(15)), *new)
    first = trends_of(index)[0]
    sources = {article.id: article.source for article in new}
    assert len(first.ids) == 3
    assert len({sources[id_] for id_ in first.ids}) == 3


def test_examples_are_not_copies_of_each_other(filled: FilledIndex, desk: Desk) -> None:
    new = [desk.article(f"Etna spat fire, v{at}", 2, source) for at, source in enumerate(SOURCES)]
    alike = {article.id for article in new[:7]}
    index = filled(*desk.usual(range(15)), *new)

    def copies_among(ids: Sequence[str]) -> list[tuple[str, str]]:
        return list(combinations(sorted(alike.intersection(ids)), 2))

    first = trends(index.view, NOW, TrendSettings(), copies_among=copies_among)[0]
    assert len(first.ids) == 2
    assert new[7].id in first.ids


def test_a_trend_may_have_any_number_of_articles(filled: FilledIndex, desk: Desk) -> None:
    many = [desk.article(f"Etna erupts v{at}", 2, SOURCES[at % 8]) for at in range(130)]
    found = trends_of(filled(*desk.usual(range(15)), *many))
    assert [(match.terms, match.articles) for match in found] == [(("etna",), 130)]


def test_a_trend_that_lasts_becomes_usual(filled: FilledIndex, desk: Desk) -> None:
    lasting = [desk.article(f"Etna erupts again{day}x{at}", 24 * day + 3, SOURCES[at])
               for day in range(14) for at in range(4)]  # fmt: skip
    assert trends_of(filled(*desk.usual(range(15)), *lasting)) == []


def test_a_single_day_is_compared_with_its_earlier_hours(filled: FilledIndex, desk: Desk) -> None:
    day = [desk.article(f"{USUAL[at % 4]} number{at}", 1 + 22 * at / 160, SOURCES[at % 8])
           for at in range(160)]  # fmt: skip
    found = trends_of(filled(*day, *desk.burst("Villagers saw Etna erupt", 5)))
    assert ["etna" in match.terms for match in found] == [True]


def test_in_the_first_hours_of_a_home_only_outstanding_terms_trend(
    filled: FilledIndex, desk: Desk
) -> None:
    few = [desk.article(f"{USUAL[at % 4]} number{at}", 2, SOURCES[at % 8]) for at in range(12)]
    assert trends_of(filled(*few)) == []


def test_nothing_trends_in_an_empty_index(index: Index) -> None:
    assert trends_of(index) == []


def test_old_news_does_not_trend(filled: FilledIndex, desk: Desk) -> None:
    assert trends_of(filled(*desk.usual(range(5, 15), each=10))) == []


def test_a_chinese_name_is_joined_from_its_letters(filled: FilledIndex, desk: Desk) -> None:
    usual = [desk.article(f"{text}{day}号{at}版", 24 * day + 2, SOURCES[at], "zh")
             for day in range(15) for at in range(8)
             for text in ("议会讨论预算和税收", "前锋在联赛中进球")]  # fmt: skip
    texts = ["昨天王小明夺冠", "大家祝贺王小明", "记者采访王小明先生", "因为王小明很努力"]
    new = [desk.article(text, 2, SOURCES[at], "zh") for at, text in enumerate(texts)]
    found = trends_of(filled(*usual, *new))
    assert found[0].terms == ("王小", "小明")
