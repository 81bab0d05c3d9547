from datetime import UTC, datetime

import pytest
from tests.engine.settled_paper import HOME, SettledPaper, feed, story
from tests.factories import NOW

from tidings.model.articles.article import Article
from tidings.model.articles.change import ChangeKind
from tidings.model.web.page import UrlRole
from tidings.store.tables.articles.articles import article_by_id
from tidings.store.tables.changes.article_changes import changes_after

PUBLISHED = datetime(2026, 1, 2, 8, tzinfo=UTC)  # the date of all items of `feed`


def _article(paper: SettledPaper, article: Article) -> Article:
    stored = article_by_id(paper.database.read(), article.id)
    assert stored is not None
    return stored


def test_a_feed_that_is_read_after_the_page_dates_its_article(paper: SettledPaper) -> None:
    undated = paper.settle(paper.visit("news/bridge"), story()).article
    assert undated is not None
    assert undated.published is None
    listed = paper.settle(paper.visit("feed", role=UrlRole.FEED), feed("/news/bridge"))
    assert listed.state.role is UrlRole.FEED
    stored = _article(paper, undated)
    assert stored.published == PUBLISHED
    assert (stored.revision, stored.text, stored.first_seen) == (1, undated.text, NOW)
    kinds = [change.kind for change in changes_after(paper.database.read(), 0, 10)]
    assert kinds == [ChangeKind.NEW, ChangeKind.CORRECTED]
    visit = paper.next_visit(f"{HOME}news/bridge")
    assert (visit.listed, visit.published) == (True, PUBLISHED)


def test_a_page_keeps_its_own_date(paper: SettledPaper) -> None:
    head = '<meta property="article:published_time" content="2025-12-24T08:00:00Z">'
    dated = paper.settle(paper.visit("news/bridge"), story(head=head)).article
    assert dated is not None
    paper.settle(paper.visit("feed", role=UrlRole.FEED), feed("/news/bridge"))
    assert _article(paper, dated).published == datetime(2025, 12, 24, 8, tzinfo=UTC)


@pytest.mark.parametrize("date", ["Fri, 02 Jan 1970 08:00:00 GMT", "Sat, 02 Jan 2027 08:00:00 GMT"])
def test_an_implausible_date_of_a_feed_dates_nothing(paper: SettledPaper, date: str) -> None:
    undated = paper.settle(paper.visit("news/bridge"), story()).article
    assert undated is not None
    listed = feed("/news/bridge").replace("Fri, 02 Jan 2026 08:00:00 GMT", date)
    paper.settle(paper.visit("feed", role=UrlRole.FEED), listed)
    assert _article(paper, undated).published is None
