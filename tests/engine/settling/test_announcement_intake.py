"""Announced changes of articles, from the list to the look, on real rows."""

from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

import pytest
from tests.engine.settled_paper import HOME, HTML, SettledPaper, redirected, story
from tests.factories import NOW, make_failure, make_response

from tidings.engine.library.url_explanation import announcement_reasons
from tidings.engine.live.recheck_planning import RecheckPlanner
from tidings.engine.settling.settler import VisitResult
from tidings.model.crawl.announcement import Announcer, EditAnnouncement
from tidings.model.crawl.recheck import RecheckCounts
from tidings.model.crawl.visit import Visit
from tidings.model.web.page import UrlRole
from tidings.model.web.reason import Reason
from tidings.settings.tree import CrawlSettings
from tidings.store.tables.frontier.announcements import (
    announcement_of,
    announcer_of,
    prune_announcements,
)
from tidings.store.tables.frontier.rechecks import earn_recheck_credit, recheck_counts_by_site
from tidings.store.tables.sources.pauses import pause_source

HOUR = timedelta(hours=1)
SITEMAP = f"{HOME}sitemap.xml"


def atom(changes: dict[str, datetime]) -> str:
    entries = "".join(
        f"<entry><title>{url}</title><link href='{url}'/>"
        f"<published>{(NOW - HOUR).isoformat()}</published>"
        f"<updated>{at.isoformat()}</updated></entry>"
        for url, at in changes.items()
    )
    return f"<feed xmlns='http://www.w3.org/2005/Atom'><title>P</title>{entries}</feed>"


def sitemap(changes: dict[str, datetime]) -> str:
    rows = "".join(
        f"<url><loc>{url}</loc><lastmod>{at.isoformat()}</lastmod></url>"
        for url, at in changes.items()
    )
    return f"<urlset>{rows}</urlset>"


def news_sitemap(changes: dict[str, datetime]) -> str:
    rows = "".join(
        f"<url><loc>{url}</loc><lastmod>{at.isoformat()}</lastmod><n:news><n:publication_date>"
        f"{(NOW - HOUR).isoformat()}</n:publication_date><n:title>T</n:title></n:news></url>"
        for url, at in changes.items()
    )
    space = "http://www.google.com/schemas/sitemap-news/0.9"
    return f"<urlset xmlns:n='{space}'>{rows}</urlset>"


def listing(changes: dict[str, datetime]) -> str:
    items = ", ".join(
        f'{{"@type": "ListItem", "item": {{"@type": "NewsArticle", "url": "{url}", '
        f'"dateModified": "{at.isoformat()}"}}}}'
        for url, at in changes.items()
    )
    links = "".join(f"<li><a href='{url}'>A long line about {url}</a></li>" for url in changes)
    more = "".join(f"<li><a href='/news/{n}'>What happened on day {n}</a></li>" for n in range(9))
    return f"""<html><head><title>The Paper</title><script type="application/ld+json">
{{"@type": "ItemList", "itemListElement": [{items}]}}</script></head>
<body><h1>The Paper</h1><ul>{links}{more}</ul></body></html>"""


class Edited:
    """A paper with articles; lists are read and looks are made at moments of the test."""

    def __init__(self, paper: SettledPaper, articles: int) -> None:
        self.paper = paper
        self.urls = [self._article(number) for number in range(articles)]
        self.planner = RecheckPlanner(CrawlSettings(), Random(1))

    def _article(self, number: int) -> str:
        visit = self.paper.visit(f"news/bridge-{number}")
        assert self.paper.settle(visit, story(f"bridge {number}")).article is not None
        return visit.url

    def hear(
        self,
        changes: dict[str, datetime],
        at: datetime,
        form: object = atom,
        name: str = "feed.xml",
    ) -> Visit:
        """Read a list that announces changes; return the visit to it."""
        role = {atom: UrlRole.FEED, listing: UrlRole.PAGE}.get(form, UrlRole.SITEMAP)  # type: ignore[call-overload]
        visit = self.paper.visit(name, role=role)
        visit = replace(visit, visited_at=visit.visited_at or NOW)
        assert callable(form)
        headers = HTML if role is UrlRole.PAGE else ()
        self.paper.settle(visit, make_response(visit.url, form(changes), headers=headers, at=at))
        return visit

    def earn(self, looks: float) -> None:
        self.paper.database.write(lambda db: earn_recheck_credit(db, 1, 2.0 * looks)).result()

    def planned(self, at: datetime) -> list[str]:
        """Plan rechecks and return the pages that are due, in the order of their numbers."""
        self.paper.database.write(lambda db: self.planner.plan(db, at)).result()
        return [url for url in self.urls if self.paper.record(url).state.due is not None]

    def look(self, url: str, at: datetime, *, edited: bool) -> VisitResult:
        visit = self.paper.next_visit(url)
        body = story(f"bridge {self.urls.index(url)}")
        body = body.replace("on Monday", f"on day {at:%H %M}") if edited else f"{body}<!-- {at} -->"
        return self.paper.settle(visit, make_response(url, body, headers=HTML, at=at))

    def announcement(self, url: str) -> EditAnnouncement | None:
        return announcement_of(self.paper.database.read(), self.paper.record(url).id)

    def announcer(self, visit: Visit) -> Announcer:
        return announcer_of(self.paper.database.read(), visit.id)


@pytest.fixture
def edited(paper: SettledPaper) -> Edited:
    return Edited(paper, 12)


@pytest.mark.parametrize("form", [atom, sitemap, news_sitemap, listing])
def test_an_announced_edit_is_looked_at_before_any_other_page(edited: Edited, form: object) -> None:
    url = edited.urls[7]
    announcer = edited.hear({url: NOW + HOUR}, NOW + 2 * HOUR, form, "list")
    assert edited.announcement(url) == EditAnnouncement(NOW + HOUR, announcer.id, NOW + 2 * HOUR)
    edited.earn(1)
    assert edited.planned(NOW + 2 * HOUR) == [url]


def test_each_announcement_is_looked_at_once(edited: Edited) -> None:
    url = edited.urls[3]
    feed = edited.hear({url: NOW + HOUR}, NOW + 2 * HOUR)
    edited.earn(1)
    assert edited.planned(NOW + 2 * HOUR) == [url]
    assert edited.look(url, NOW + 3 * HOUR, edited=True).article is not None
    known = edited.announcement(url)
    assert known is not None
    assert (known.looked_at, known.was_true) == (NOW + 3 * HOUR, True)
    assert edited.announcer(feed) == Announcer(1, 1, NOW + 3 * HOUR)
    edited.hear({url: NOW + HOUR}, NOW + 4 * HOUR)
    assert edited.announcement(url) == known
    edited.hear({url: NOW + 4 * HOUR}, NOW + 5 * HOUR)
    again = edited.announcement(url)
    assert again is not None
    assert (again.said, again.looked_at) == (NOW + 4 * HOUR, None)


def test_what_our_copy_has_already_is_not_announced(edited: Edited) -> None:
    changes = {edited.urls[0]: NOW - timedelta(minutes=1), f"{HOME}unknown": NOW + HOUR}
    edited.hear(changes, NOW + 2 * HOUR)
    assert edited.announcement(edited.urls[0]) is None


def test_a_page_is_not_looked_at_before_its_last_look_is_old_enough(edited: Edited) -> None:
    at = NOW + timedelta(minutes=5)
    edited.hear({edited.urls[2]: at}, at)
    edited.earn(1)
    assert edited.planned(at) == []
    assert edited.planned(NOW + timedelta(minutes=15)) == [edited.urls[2]]


def test_an_old_article_is_looked_at_if_it_is_announced(edited: Edited) -> None:
    later = NOW + timedelta(days=300)
    edited.earn(5)
    assert edited.planned(later) == []
    edited.hear({edited.urls[4]: later - HOUR}, later)
    assert edited.planned(later) == [edited.urls[4]]


def test_without_credit_nothing_is_looked_at(edited: Edited) -> None:
    edited.hear(dict.fromkeys(edited.urls, NOW + HOUR), NOW + 2 * HOUR)
    assert edited.planned(NOW + 2 * HOUR) == []


def test_the_sample_gets_what_announcements_leave(edited: Edited) -> None:
    edited.hear({edited.urls[5]: NOW + HOUR}, NOW + 2 * HOUR)
    edited.earn(6)
    planned = edited.planned(NOW + 2 * HOUR)
    assert len(planned) == 6
    assert edited.urls[5] in planned


def test_without_announcements_the_sample_is_what_it_was(paper: SettledPaper) -> None:
    edited = Edited(paper, 12)
    edited.earn(6)
    assert len(edited.planned(NOW + 2 * HOUR)) == 6


def test_a_list_that_lies_loses_its_credit_after_four_looks(edited: Edited) -> None:
    looks = 0
    for hour in range(2, 10):
        at = NOW + hour * HOUR
        feed = edited.hear(dict.fromkeys(edited.urls, at), at, sitemap, "sitemap.xml")
        edited.earn(2)
        later = at + timedelta(minutes=30)
        announced = [url for url in edited.urls if _waits(edited.announcement(url))]
        for url in edited.planned(later):
            looks += url in announced
            edited.look(url, later, edited=False)
    assert edited.announcer(feed).looks == 4
    assert 4 <= looks <= 5  # the last two were planned together
    assert not any(_waits(edited.announcement(url)) for url in edited.urls)
    week = NOW + timedelta(days=8)
    edited.hear(dict.fromkeys(edited.urls, week), week, sitemap, "sitemap.xml")
    edited.earn(0.5)
    assert len([url for url in edited.urls if _waits(edited.announcement(url))]) == 12


def _waits(announcement: EditAnnouncement | None) -> bool:
    return announcement is not None and announcement.looked_at is None


def test_a_list_that_lies_does_not_keep_another_waiting(edited: Edited) -> None:
    at = NOW + 2 * HOUR
    edited.hear(dict.fromkeys(edited.urls[:11], NOW + HOUR), at, sitemap, "sitemap.xml")
    edited.hear({edited.urls[11]: NOW + HOUR}, at)
    edited.earn(2)
    assert edited.urls[11] in edited.planned(at)


def test_an_announcement_waits_for_its_look_whoever_repeats_it(edited: Edited) -> None:
    url, at = edited.urls[0], NOW + 2 * HOUR
    feed = edited.hear({url: NOW + HOUR}, at)
    edited.hear({url: at}, at, sitemap, "sitemap.xml")
    known = edited.announcement(url)
    assert known is not None
    assert (known.announcer, known.said) == (feed.id, NOW + HOUR)


def test_announced_looks_say_nothing_about_the_other_articles(edited: Edited) -> None:
    edited.hear({edited.urls[0]: NOW + HOUR}, NOW + 2 * HOUR)
    edited.look(edited.urls[0], NOW + 3 * HOUR, edited=True)
    assert recheck_counts_by_site(edited.paper.database.read()) == {}
    edited.look(edited.urls[1], NOW + 3 * HOUR, edited=False)
    site = edited.paper.source.id
    assert recheck_counts_by_site(edited.paper.database.read()) == {site: RecheckCounts(1, 0)}


def test_a_look_without_an_answer_is_a_look_and_teaches_nothing(edited: Edited) -> None:
    url = edited.urls[0]
    feed = edited.hear({url: NOW + HOUR}, NOW + 2 * HOUR)
    visit = edited.paper.next_visit(url)
    edited.paper.fail(visit, make_failure(Reason.CONNECT, url, at=NOW + 3 * HOUR))
    known = edited.announcement(url)
    assert known is not None
    assert (known.looked_at, known.was_true) == (NOW + 3 * HOUR, None)
    assert edited.announcer(feed) == Announcer()


def test_nothing_of_a_paused_source_is_looked_at(edited: Edited) -> None:
    edited.hear({edited.urls[0]: NOW + HOUR}, NOW + 2 * HOUR)
    site = edited.paper.source.id
    edited.paper.database.write(lambda db: pause_source(db, site, NOW)).result()
    edited.earn(3)
    assert edited.planned(NOW + 3 * HOUR) == []


def test_an_address_that_leads_to_the_article_counts_as_it(edited: Edited) -> None:
    alias, url = edited.paper.visit("go/0"), edited.urls[0]
    answer = redirected(alias.url, url, story("bridge 0"), 301)
    edited.paper.settle(alias, replace(answer, at=NOW))
    edited.hear({alias.url: NOW + HOUR}, NOW + 2 * HOUR)
    assert edited.announcement(url) is not None


def test_without_a_budget_nothing_is_heard(edited: Edited) -> None:
    edited.paper.settler._settings = replace(edited.paper.settings, recheck_share=0.0)
    edited.hear({edited.urls[0]: NOW + HOUR}, NOW + 2 * HOUR)
    assert edited.announcement(edited.urls[0]) is None


def test_why_says_what_was_announced_and_what_a_look_found(edited: Edited) -> None:
    url = edited.urls[0]
    connection, record = edited.paper.database.read, edited.paper.record
    said = "announced as changed at 2026-01-02 13:00 UTC"
    edited.hear({url: NOW + HOUR}, NOW + 2 * HOUR)
    (waiting,) = announcement_reasons(connection(), record(url))
    assert waiting == f"{said}, to be looked at within the recheck budget"
    edited.look(url, NOW + 3 * HOUR, edited=True)
    assert list(announcement_reasons(connection(), record(url))) == [
        f"{said}, looked at 2026-01-02 15:00 UTC: its words had changed",
        "1 of 1 announcements of that list were true",
    ]


def test_old_announcements_are_removed(edited: Edited) -> None:
    edited.hear({edited.urls[0]: NOW + HOUR}, NOW + 2 * HOUR)
    database = edited.paper.database
    assert database.write(lambda db: prune_announcements(db, NOW + HOUR, 9)).result() == 0
    assert database.write(lambda db: prune_announcements(db, NOW + 3 * HOUR, 9)).result() == 1
    assert edited.announcement(edited.urls[0]) is None
