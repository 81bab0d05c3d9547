from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from tidings.model.search import Query, Sort
from tidings.serve.inquiry import LAST_PAGE, PER_PAGE, inquiry

NOW = datetime(2024, 5, 31, 12, 0, tzinfo=UTC)
NAMES = ("q", "source", "language", "since", "until", "sort", "page")


def test_nothing_asks_for_everything() -> None:
    asked = inquiry({}, NOW)
    assert asked.query == Query("", limit=PER_PAGE)
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
    }
    asked = inquiry(given_, NOW)
    assert asked.query == Query(
        "ferry line",
        limit=PER_PAGE,
        offset=2 * PER_PAGE,
        source="post.example",
        language="en",
        since=datetime(2024, 5, 1, tzinfo=UTC),
        until=datetime(2024, 5, 2, 23, 59, 59, 999999, tzinfo=UTC),
        sort=Sort.DATE,
    )
    assert not asked.notes


def test_what_is_not_understood_is_left_out_with_a_note() -> None:
    asked = inquiry({"since": "soon", "until": "x", "sort": "best", "page": "two"}, NOW)
    assert asked.query == Query("", limit=PER_PAGE)
    assert len(asked.notes) == 4
    assert "“soon” is not a date" in asked.notes[0]


def test_ends_in_the_wrong_order_are_exchanged() -> None:
    asked = inquiry({"since": "1d", "until": "2d"}, NOW)
    assert asked.query.since is not None
    assert asked.query.until is not None
    assert asked.query.since < asked.query.until
    assert len(asked.notes) == 1


def test_pages_end_somewhere() -> None:
    assert inquiry({"page": "0"}, NOW).page == 1
    assert inquiry({"page": "9" * 5000}, NOW).page == LAST_PAGE


def test_links_keep_what_was_asked_and_change_what_is_named() -> None:
    asked = inquiry({"q": 'a"&b', "source": "post.example", "page": "2", "sort": "relevance"}, NOW)
    assert asked.href(page=3) == "/search?q=a%22%26b&source=post.example&page=3"
    assert asked.href(source=None) == "/search?q=a%22%26b"
    assert inquiry({}, NOW).href() == "/search"


@given(st.dictionaries(st.sampled_from(NAMES), st.text(max_size=50)))
def test_any_parameters_make_a_proper_query(parameters: dict[str, str]) -> None:
    asked = inquiry(parameters, NOW)
    assert 1 <= asked.page <= LAST_PAGE
    assert asked.href().startswith("/search")
    since, until = asked.query.since, asked.query.until
    assert since is None or until is None or since <= until
