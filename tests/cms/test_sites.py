"""Sites of programs that other people wrote: every post is kept as written, and nothing else.

The sites are in `cases.py`. Pelican and Nikola are always tested; what comes as Debian packages is
slow, and skipped where a program is missing (`.ci/slow-packages` installs them).
"""

from datetime import timedelta

import pytest
from tests.cms.cases import CASES
from tests.cms.crawled_site import CrawledSite
from tests.cms.older_home import UpgradedHome

# A rebuild takes as long as a crawl: of one site it is always tested.
REBUILT = pytest.mark.parametrize(
    "case", [case.parameter(slow=case.name != "nikola") for case in CASES], indirect=True
)

DATED = pytest.mark.usefixtures("shown_dates")


def test_every_post_is_stored_and_nothing_else(crawled: CrawledSite) -> None:
    assert set(crawled.stored) == set(crawled.first)


@DATED
def test_every_post_is_dated(crawled: CrawledSite) -> None:
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


@DATED
def test_a_search_for_recent_posts_finds_those_and_no_old_ones(crawled: CrawledSite) -> None:
    written = crawled.first | crawled.new
    newest = max(post.published for post in written.values())
    recent = {path for path, post in written.items() if newest - post.published < timedelta(days=6)}
    assert crawled.recent == recent


@REBUILT
def test_a_rebuild_makes_of_an_older_home_what_a_fresh_crawl_makes(
    crawled: CrawledSite, upgraded: UpgradedHome
) -> None:
    assert upgraded.rebuilt == crawled.stored_later
    assert {article.revision for article in upgraded.rebuilt.values()} == {1}


@REBUILT
def test_undated_articles_of_an_older_home_are_never_recent(upgraded: UpgradedHome) -> None:
    assert {article.published for article in upgraded.older.values()} == {None}
    assert upgraded.recent_before == []


@REBUILT
@DATED
def test_after_a_rebuild_recent_posts_are_recent_and_sorted(
    crawled: CrawledSite, upgraded: UpgradedHome
) -> None:
    assert set(upgraded.recent) == crawled.recent
    written = crawled.first | crawled.new
    newest_first = sorted(written, key=lambda path: written[path].published, reverse=True)
    assert upgraded.by_date == newest_first


def _common(crawled: CrawledSite) -> set[str]:
    """Return the posts that are stored: which are not is said by another test."""
    return set(crawled.first) & set(crawled.stored)
