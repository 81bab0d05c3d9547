"""Which pages the patterns of a source exclude."""

import pytest
from tests.factories import make_visit

from tidings.crawl.links.admission import LinkContext, admit
from tidings.crawl.links.path_rules import path_refusal, visit_refusal
from tidings.model.crawl.source_settings import SourceScope
from tidings.model.web.page import UrlRole
from tidings.model.web.reason import Reason
from tidings.settings.tree import CrawlSettings

HOME = "https://paper.example/"
SPORT = SourceScope(exclude=("/sport/*", "*.pdf$"))
NEWS = SourceScope(include=("/news/*", "/world/"), exclude=("/news/quiz",))


@pytest.mark.parametrize(
    ("scope", "path", "pattern"),
    [
        (SourceScope(), "sport/1", ""),
        (SPORT, "sport/1", "exclude /sport/*"),
        (SPORT, "sports", ""),
        (SPORT, "news/1.pdf", "exclude *.pdf$"),
        (SPORT, "news/1.pdf?page=2", ""),
        (NEWS, "news/1", ""),
        (NEWS, "world/x", ""),
        (NEWS, "news/quiz-4", "exclude /news/quiz"),
        (NEWS, "sport/1", "include /news/* /world/"),
    ],
)
def test_exclude_outranks_include(scope: SourceScope, path: str, pattern: str) -> None:
    assert path_refusal(HOME + path, scope) == pattern


def test_start_pages_feeds_sitemaps_and_kept_articles_are_never_excluded() -> None:
    page = make_visit(f"{HOME}sport/1", depth=2)
    assert visit_refusal(page, SPORT) == "exclude /sport/*"
    assert visit_refusal(make_visit(f"{HOME}sport/1", depth=0), SPORT) == ""
    assert visit_refusal(make_visit(f"{HOME}sport/1", depth=2, role=UrlRole.FEED), SPORT) == ""
    assert visit_refusal(make_visit(f"{HOME}sport/1", depth=2, article="abc"), SPORT) == ""


def test_excluded_links_stay_known_and_are_counted() -> None:
    context = LinkContext(1, "paper.example", 0, HOME, CrawlSettings(), scope=SPORT)
    admission = admit(["/sport/1", "/sport/2", "/news/1", "/x.jpg"], HOME, context)
    assert {each.url: each.dropped for each in admission.found} == {
        f"{HOME}sport/1": Reason.EXCLUDED,
        f"{HOME}sport/2": Reason.EXCLUDED,
        f"{HOME}news/1": None,
    }
    assert admission.drops == {Reason.MEDIA_FILE: 1, Reason.EXCLUDED: 2}


def test_a_feed_within_an_excluded_folder_is_followed() -> None:
    context = LinkContext(1, "paper.example", 0, HOME, CrawlSettings(), scope=SPORT)
    admission = admit(["/sport/feed"], HOME, context, role=UrlRole.FEED)
    assert [each.dropped for each in admission.found] == [None]
