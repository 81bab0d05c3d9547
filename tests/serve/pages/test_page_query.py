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


def read(parameters: dict[str, str]) -> PageQuery:
    return page_query_of(parameters.items(), NOW)


def test_without_parameters_everything_is_searched() -> None:
    page_query = read({})
    assert page_query.query == Query("", limit=PER_PAGE, explain=True)
    assert (page_query.page, page_query.notes, page_query.is_narrowed) == (1, (), False)


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
    page_query = read(given_)
    assert page_query.query == Query(
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
    assert not page_query.notes


def test_an_invalid_parameter_is_ignored_with_a_note() -> None:
    wrong = {
        "since": "soon", "until": "x", "sort": "best", "page": "two", "model": "magic",
        "language": "klingon!",
    }  # fmt: skip
    page_query = read({**wrong, "as_of": "then", "more_like": "<b>"})
    assert page_query.query == Query("", limit=PER_PAGE, explain=True)
    assert len(page_query.notes) == 6
    assert any("“soon” is not a date" in note for note in page_query.notes)


def test_times_in_the_wrong_order_are_swapped() -> None:
    page_query = read({"since": "1d", "until": "2d"})
    assert page_query.query.since is not None
    assert page_query.query.until is not None
    assert page_query.query.since < page_query.query.until
    assert len(page_query.notes) == 1


def test_page_numbers_are_clamped() -> None:
    assert read({"page": "0"}).page == 1
    assert read({"page": "9" * 5000}).page == LAST_PAGE


def test_links_keep_the_parameters_that_they_do_not_change() -> None:
    page_query = read({"q": 'a"&b', "source": "post.example", "page": "2", "sort": "relevance"})
    assert page_query.href(page=3) == "/search?q=a%22%26b&source=post.example&page=3"
    assert page_query.href(source=None) == "/search?q=a%22%26b"
    assert read({}).href() == "/search"


def test_an_article_is_liked_or_disliked_but_not_both() -> None:
    page_query = page_query_of([("q", "x"), ("more_like", "aa"), ("more_like", "bb")], NOW)
    assert page_query.query.more_like == ("aa", "bb")
    assert page_query.with_like("more_like", "cc") == "/search?q=x&more_like=aa,bb,cc"
    assert page_query.with_like("less_like", "aa") == "/search?q=x&more_like=bb&less_like=aa"
    assert page_query.without_like("more_like", "aa") == "/search?q=x&more_like=bb"
    assert dict(page_query.carried) == {"more_like": "aa,bb"}


def test_a_feed_keeps_the_filters_but_not_the_order() -> None:
    page_query = read({"q": "a b", "source": "post.example", "sort": "date"})
    assert page_query.feed("rss") == "/search.rss?q=a+b&source=post.example"


@given(st.dictionaries(st.sampled_from(NAMES), st.text(max_size=50)))
def test_any_parameters_give_a_valid_query(parameters: dict[str, str]) -> None:
    page_query = read(parameters)
    assert 1 <= page_query.page <= LAST_PAGE
    assert page_query.href().startswith("/search")
    since, until = page_query.query.since, page_query.query.until
    assert since is None or until is None or since <= until
