from hypothesis import given
from hypothesis import strategies as st

from tidings.model.crawl.visit import FoundUrl
from tidings.model.web.page import UrlRole
from tidings.store.tables.frontier.seen_urls import SeenUrls

IDS = st.integers(min_value=-(2**63), max_value=2**63 - 1)


@given(st.lists(IDS), st.lists(IDS))
def test_it_never_claims_to_have_seen_what_it_has_not(told: list[int], others: list[int]) -> None:
    seen = SeenUrls(8)
    seen.update(told)
    assert not [url_id for url_id in others if url_id in seen and url_id not in told]


@given(IDS.filter(bool), IDS)
def test_the_newest_id_is_always_remembered(newest: int, older: int) -> None:
    seen = SeenUrls(1024)
    seen.update([older, newest])
    assert newest in seen


@given(st.lists(IDS, unique=True), st.lists(IDS))
def test_what_a_page_leads_to_is_unseen_unless_it_is_in_here(
    found: list[int], told: list[int]
) -> None:
    seen = SeenUrls(8)
    seen.update(told)
    urls = [FoundUrl("", "", each, 1, UrlRole.PAGE, 3, 1, None) for each in found]
    assert seen.unseen(urls) == [url for url in urls if url.id not in seen]


def test_what_a_feed_lists_is_never_taken_for_seen() -> None:
    seen = SeenUrls(8)
    seen.update([7])
    listed = FoundUrl("", "", 7, 1, UrlRole.PAGE, 3, 1, None, listed=True)
    assert seen.unseen([listed]) == [listed]


def test_nothing_is_seen_at_first_or_after_forgetting() -> None:
    seen = SeenUrls(1024)
    assert 0 not in seen
    seen.update([7])
    seen.clear()
    assert 7 not in seen
