from tidings.engine.listing.delays import delays
from tidings.store.tables.articles.statistics import SeenArticle

DAY = 86_400.0
START = 100 * DAY


def seen(id_: str, published: float | None, first_seen: float) -> SeenArticle:
    """Return an article; the times are seconds after the start."""
    own = None if published is None else START + published
    return SeenArticle(id_, "a.example", START + first_seen, own)


def test_an_article_is_searchable_with_the_first_commit_that_has_its_change() -> None:
    articles = [seen("a", 0, 60), seen("b", 0, 120)]
    commits = [(1, START + 70), (4, START + 130), (9, START + 999)]
    found = delays(articles, {"a": 1, "b": 2}, commits, {})
    assert (found.searchable.count, found.searchable.median) == (2, 100.0)
    assert (found.seen.median, found.indexed.median) == (90.0, 10.0)
    assert found.unknown == 0


def test_what_a_first_crawl_finds_is_left_out() -> None:
    articles = [seen("old", -2 * DAY, 0), seen("before", 10, 60), seen("live", 30, 90)]
    seqs = {"old": 1, "before": 2, "live": 3}
    found = delays(articles, seqs, [(3, START + 100)], {"a.example": START + 20})
    assert (found.found_late, found.searchable.count, found.searchable.median) == (2, 1, 70.0)


def test_what_cannot_be_measured_is_counted_apart() -> None:
    articles = [
        seen("undated", None, 0),
        seen("ahead", 500, 0),
        seen("waiting", 0, 10),
        seen("pruned", 0, 10),
    ]
    found = delays(articles, {"undated": 1, "ahead": 2, "waiting": 9}, [(3, START + 100)], {})
    assert (found.undated, found.dated_ahead, found.unknown) == (1, 1, 2)
    assert (found.searchable.count, found.searchable.median) == (0, None)


def test_a_date_that_is_a_little_ahead_is_no_delay() -> None:
    found = delays([seen("a", 30, 0)], {"a": 1}, [(1, START + 20)], {})
    assert (found.searchable.median, found.seen.median, found.indexed.median) == (0.0, 0.0, 20.0)
