from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from tidings.model.search.results import Query, RankingModel, Sort
from tidings.serve.pages.page_query import LAST_PAGE, PER_PAGE, PageQuery, page_query_of

NOW = datetime(2024, 5, 31, 12, 0, tzinfo=UTC)
NAMES = (
    "q", "source", "language", "since", "until", "sort", "page", "model", "more_like", "less_like",
    "as_of", "copies",
)  # fmt: skip


def ask(parameters: dict[str, str]) -> PageQuery:
    return page_query_of(parameters.items(), NOW)


def test_nothing_asks_for_everything() -> None:
    asked = ask({})
    assert asked.query == Query("", limit=PER_PAGE, explain=True)
    assert (asked.page, asked.notes, asked.is_narrowed) == (1, (), False)


def test_every_parameter_reaches_the_query() -> None:
    given_ = {
        "q": " ferry   line ",
        "source": "Post.Example",
        "language": "EN",
        "since": "2024-05-01",
        "until": "2024-05-02",
        "sort": "date",
        "page": "3",
        "model": "bm25+feedback",
        "more_like": "aa,bb",
        "less_like": "cc",
        "copies": "1",
        "as_of": "12",
    }
    asked = ask(given_)
    assert asked.query == Query(
        "ferry line",
        limit=PER_PAGE,
        offset=2 * PER_PAGE,
        source="post.example",
        language="en",
        since=datetime(2024, 5, 1, tzinfo=UTC),
        until=datetime(2024, 5, 2, 23, 59, 59, 999999, tzinfo=UTC),
        sort=Sort.DATE,
        model=RankingModel.BM25_FEEDBACK,
        more_like=("aa", "bb"),
        less_like=("cc",),
        copies=True,
        explain=True,
        as_of=12,
    )
    assert not asked.notes


def test_what_is_not_understood_is_left_out_with_a_note() -> None:
    wrong = {
        "since": "soon", "until": "x", "sort": "best", "page": "two", "model": "magic",
        "language": "klingon!",
    }  # fmt: skip
    asked = ask({**wrong, "as_of": "then", "more_like": "<b>"})
    assert asked.query == Query("", limit=PER_PAGE, explain=True)
    assert len(asked.notes) == 6
    assert any("“soon” is not a date" in note for note in asked.notes)


def test_ends_in_the_wrong_order_are_exchanged() -> None:
    asked = ask({"since": "1d", "until": "2d"})
    assert asked.query.since is not None
    assert asked.query.until is not None
    assert asked.query.since < asked.query.until
    assert len(asked.notes) == 1


def test_pages_end_somewhere() -> None:
    assert ask({"page": "0"}).page == 1
    assert ask({"page": "9" * 5000}).page == LAST_PAGE


def test_links_keep_what_was_asked_and_change_what_is_named() -> None:
    asked = ask({"q": 'a"&b', "source": "post.example", "page": "2", "sort": "relevance"})
    assert asked.href(page=3) == "/search?q=a%22%26b&source=post.example&page=3"
    assert asked.href(source=None) == "/search?q=a%22%26b"
    assert ask({}).href() == "/search"


def test_an_article_is_called_right_or_wrong_but_not_both() -> None:
    asked = page_query_of([("q", "x"), ("more_like", "aa"), ("more_like", "bb")], NOW)
    assert asked.query.more_like == ("aa", "bb")
    assert asked.liking("more_like", "cc") == "/search?q=x&more_like=aa,bb,cc"
    assert asked.liking("less_like", "aa") == "/search?q=x&more_like=bb&less_like=aa"
    assert asked.unliking("more_like", "aa") == "/search?q=x&more_like=bb"
    assert dict(asked.carried) == {"more_like": "aa,bb"}


def test_a_feed_keeps_the_limits_but_not_the_order() -> None:
    asked = ask({"q": "a b", "source": "post.example", "sort": "date"})
    assert asked.feed("rss") == "/search.rss?q=a+b&source=post.example"


@given(st.dictionaries(st.sampled_from(NAMES), st.text(max_size=50)))
def test_any_parameters_make_a_proper_query(parameters: dict[str, str]) -> None:
    asked = ask(parameters)
    assert 1 <= asked.page <= LAST_PAGE
    assert asked.href().startswith("/search")
    since, until = asked.query.since, asked.query.until
    assert since is None or until is None or since <= until
