"""Sites of programs that other people wrote: every post is kept as written, and nothing else.

The sites are in `cases.py`. Pelican and Nikola are always tested; what comes as Debian packages is
slow, and skipped where a program is missing (`.ci/slow-packages` installs them).
"""

from datetime import timedelta

import pytest
from tests.cms.cases import SiteCase
from tests.cms.crawled_site import CrawledSite


def test_every_post_is_stored_and_nothing_else(crawled: CrawledSite) -> None:
    assert set(crawled.stored) == set(crawled.first)


def test_every_post_is_dated(crawled: CrawledSite, case: SiteCase) -> None:
    if not case.dated:
        pytest.skip("its pages do not say when they were written")
    found = {path: crawled.stored[path].published for path in _common(crawled)}
    assert found == {path: crawled.first[path].published for path in found}


def test_every_post_has_its_title(crawled: CrawledSite) -> None:
    found = {path: crawled.stored[path].title for path in _common(crawled)}
    assert found == {path: crawled.first[path].title for path in found}


def test_every_post_has_its_whole_text_and_no_other(crawled: CrawledSite) -> None:
    found = {path: crawled.stored[path].lines for path in _common(crawled)}
    assert found == {path: crawled.first[path].lines for path in found}


def test_a_new_post_is_found_in_the_next_round(crawled: CrawledSite) -> None:
    assert set(crawled.stored_later) == set(crawled.stored) | set(crawled.new)


def test_a_search_for_recent_posts_finds_those_and_no_old_ones(
    crawled: CrawledSite, case: SiteCase
) -> None:
    if not case.dated:
        pytest.skip("its pages do not say when they were written")
    written = crawled.first | crawled.new
    newest = max(post.published for post in written.values())
    recent = {path for path, post in written.items() if newest - post.published < timedelta(days=6)}
    assert crawled.recent == recent


def _common(crawled: CrawledSite) -> set[str]:
    """Return the posts that are stored: which are not is said by another test."""
    return set(crawled.first) & set(crawled.stored)
