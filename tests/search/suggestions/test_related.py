from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

import pytest

from tidings.model.articles.article import Article
from tidings.search.index.search_index import Index
from tidings.search.suggestions.related import related
from tidings.settings.tree import ZoneWeights

MakeArticle = Callable[..., Article]
FilledIndex = Callable[..., Index]

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)
FERRY = "The ferry crossed the harbour while captain Lindqvist watched the storm from the bridge"
BUDGET = "Parliament passed the budget after the treasury minister promised lower taxes"
CHESS = "The chess champion lost a knight and resigned in the second round of the tournament"
FILL = ["A bakery won the prize", "Rain fell on the vineyards", "The museum bought a painting"]


def ids(index: Index, id_: str, limit: int = 6) -> list[str]:
    found = related(index.view, id_, NOON, ZoneWeights(), limit, copies_among)
    return [match.id for match in found]


def copies_among(ids: Sequence[str]) -> list[tuple[str, str]]:
    """Only the article `copy` is one."""
    return [("copy", "ferry1")] if {"copy", "ferry1"} <= set(ids) else []


@pytest.fixture
def news(filled: FilledIndex, make_article: MakeArticle) -> Index:
    """Three subjects, and a copy of an article from another source."""
    texts = {
        "ferry1": f"{FERRY}. Passengers were calm on the way to the island.",
        "ferry2": "Captain Lindqvist and the ferry were back in the harbour after the storm",
        "ferry3": "A new ferry for the harbour: the captain praised its engines in calm weather",
        "copy": f"{FERRY}. Passengers were calm on the way to the island.",
        "budget1": BUDGET,
        "budget2": "The treasury minister defended the budget and its taxes before parliament",
        "chess": CHESS,
        **{f"fill{at}": text for at, text in enumerate(FILL)},
    }
    return filled(
        *(
            make_article(id_, text, source=f"{id_}.example", seq=seq)
            for seq, (id_, text) in enumerate(texts.items(), 1)
        )
    )


def test_articles_on_the_same_subject_are_related_the_most_similar_first(news: Index) -> None:
    assert ids(news, "ferry1")[:2] == ["ferry2", "ferry3"]
    assert ids(news, "budget2")[0] == "budget1"


def test_neither_the_article_nor_a_copy_of_it_is_related(news: Index) -> None:
    assert {"ferry1", "copy"}.isdisjoint(ids(news, "ferry1"))
    assert ids(news, "ferry2").count("ferry1") + ids(news, "ferry2").count("copy") == 1


def test_the_reasons_are_the_shared_terms(news: Index) -> None:
    first = related(news.view, "ferry1", NOON, ZoneWeights(), copies_among=copies_among)[0]
    assert {"lindqvist", "storm"} <= set(first.shared)
    assert 0 < first.score <= 1


def test_the_newer_of_two_equally_similar_articles_comes_first(
    filled: FilledIndex, make_article: MakeArticle
) -> None:
    def about(id_: str, seq: int, days: int, extra: str) -> Article:
        text = f"{FERRY} {extra}"
        moment = NOON - timedelta(days=days)
        return make_article(id_, text, seq=seq, published=moment, source=f"{id_}.example")

    other = ["alpha beta gamma delta epsilon zeta", "one two three four five six"]
    index = filled(
        make_article("it", FERRY, seq=1),
        about("old", 2, 200, other[0]),
        about("new", 3, 1, other[1]),
        *(make_article(f"f{at}", text, seq=10 + at) for at, text in enumerate(FILL)),
    )
    found = ids(index, "it")
    assert found.index("new") < found.index("old")


def test_articles_without_common_terms_are_not_related(news: Index) -> None:
    assert not {"chess", "budget1"} & set(ids(news, "ferry1"))
    assert len(ids(news, "ferry1", limit=1)) == 1


def test_an_unknown_article_has_no_relatives(news: Index, index: Index) -> None:
    assert ids(news, "nowhere") == []
    assert ids(index, "ferry1", limit=0) == []


def test_chinese_articles_are_related_by_their_letters(
    filled: FilledIndex, make_article: MakeArticle
) -> None:
    texts = {
        "a": "央行宣布下调存款准备金率以支持实体经济发展",
        "b": "存款准备金率下调之后银行股上涨，央行表示将支持经济",
        "c": "国家足球队在世界杯预选赛中获胜",
        "d": "台风登陆沿海地区造成停电",
    }
    index = filled(
        *(
            make_article(id_, text, language="zh", source=f"{id_}.example", seq=seq)
            for seq, (id_, text) in enumerate(texts.items(), 1)
        )
    )
    assert ids(index, "a") == ["b"]
