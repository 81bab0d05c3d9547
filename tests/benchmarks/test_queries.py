from urllib.parse import parse_qs, urlsplit

import pytest
from benchmarks.checkouts.queries import Article, TooFew, queries, words_of

_ARTICLES = [
    Article("The ferry left the old harbour at dawn and came back at night", "a.example", "en"),
    Article("渡轮清晨离开旧港口夜里返回", "b.example", "zh"),
]


def test_no_query_is_drawn_twice() -> None:
    drawn = queries(_ARTICLES, 200)
    assert len(set(drawn)) == 200


def test_a_query_has_one_to_four_words() -> None:
    words = [parse_qs(urlsplit(path).query)["q"][0].split() for path in queries(_ARTICLES, 200)]
    assert {len(each) for each in words} == {1, 2, 3, 4}


def test_some_queries_have_filters_and_some_have_none() -> None:
    names = [set(parse_qs(urlsplit(path).query)) - {"q"} for path in queries(_ARTICLES, 200)]
    assert set() in names
    assert {"language"} in names


def test_the_same_seed_draws_the_same_queries() -> None:
    assert queries(_ARTICLES, 20) == queries(_ARTICLES, 20)


def test_too_few_words_are_an_error() -> None:
    with pytest.raises(TooFew, match="use more articles"):
        queries([Article("ferry", "a.example", "en")], 10_000)


def test_chinese_is_split_into_pieces_of_two_characters() -> None:
    assert words_of(_ARTICLES[1])[:3] == ["渡轮", "清晨", "离开"]
