from hypothesis import given
from hypothesis import strategies as st

from tidings.model.crawl.visit import FoundUrl
from tidings.model.web.page import UrlRole
from tidings.store.tables.frontier.seen_urls import SeenUrls

IDS = st.integers(min_value=-(2**63), max_value=2**63 - 1)


@given(st.lists(IDS), st.lists(IDS))
def test_it_never_contains_an_id_that_was_not_added(added: list[int], others: list[int]) -> None:
    seen = SeenUrls(8)
    seen.update(added)
    assert not [url_id for url_id in others if url_id in seen and url_id not in added]


@given(IDS.filter(bool), IDS)
def test_the_newest_id_is_always_contained(newest: int, older: int) -> None:
    seen = SeenUrls(1024)
    seen.update([older, newest])
    assert newest in seen


@given(st.lists(IDS, unique=True), st.lists(IDS))
def test_links_are_unseen_unless_they_were_added(found: list[int], added: list[int]) -> None:
    seen = SeenUrls(8)
    seen.update(added)
    urls = [FoundUrl("", "", each, 1, UrlRole.PAGE, 3, 1, None) for each in found]
    assert seen.unseen(urls) == [url for url in urls if url.id not in seen]


def test_urls_listed_by_a_feed_never_count_as_seen() -> None:
    seen = SeenUrls(8)
    seen.update([7])
    listed = FoundUrl("", "", 7, 1, UrlRole.PAGE, 3, 1, None, listed=True)
    assert seen.unseen([listed]) == [listed]


def test_it_is_empty_at_first_and_after_clear() -> None:
    seen = SeenUrls(1024)
    assert 0 not in seen
    seen.update([7])
    seen.clear()
    assert 7 not in seen
