import json
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from xml.etree import ElementTree

import pytest

from tidings.world.news.newspapers import PAPERS, Newspaper
from tidings.world.pages.paper_site import PaperPage, PaperSite
from tidings.world.world import World

ATOM = "{http://www.w3.org/2005/Atom}"
RSS1 = "{http://purl.org/rss/1.0/}"
DC = "{http://purl.org/dc/elements/1.1/}"
CONTENT = "{http://purl.org/rss/1.0/modules/content/}encoded"
FED = [(paper, form, path) for paper in PAPERS for form, path in paper.feeds]


def text(paper_site: PaperSite, path: str, world: World) -> str:
    page = paper_site.page(path, world.now)
    assert isinstance(page, PaperPage)
    return page.content.decode()


def entries(form: str, feed: str) -> list[tuple[str, str, datetime]]:
    """Return (url, title, published) of a feed, failing if it is not well-formed."""
    if form == "json":
        items = json.loads(feed)["items"]
        return [(i["url"], i["title"], datetime.fromisoformat(i["date_published"])) for i in items]
    root = ElementTree.fromstring(feed)
    if form == "atom":
        return [
            (
                e.find(f"{ATOM}link").attrib["href"],  # type: ignore[union-attr]
                e.findtext(f"{ATOM}title") or "",
                datetime.fromisoformat(e.findtext(f"{ATOM}published") or ""),
            )
            for e in root.iter(f"{ATOM}entry")
        ]
    prefix = RSS1 if form == "rdf" else ""
    return [
        (
            e.findtext(f"{prefix}link") or "",
            e.findtext(f"{prefix}title") or "",
            datetime.fromisoformat(e.findtext(f"{DC}date") or "")
            if form == "rdf"
            else parsedate_to_datetime(e.findtext("pubDate") or ""),
        )
        for e in root.iter(f"{prefix}item")
    ]


@pytest.mark.parametrize(("paper", "form", "path"), FED, ids=[f[0].key + f[1] for f in FED])
def test_a_feed_lists_the_newest_articles_as_they_are(
    world: World, paper: Newspaper, form: str, path: str
) -> None:
    paper_site = world.paper_sites[world.address(paper)]
    listed = entries(form, text(paper_site, path, world))
    assert len(listed) >= 15
    for url, title, published in listed:
        truth = world.truth(url)
        assert truth is not None
        assert (truth.title, truth.published) == (title, published)
    newest = max(t.published for t in world.articles() if t.paper == paper.key and t.published)
    assert listed[0][2] == newest
    assert [entry[2] for entry in listed] == sorted((e[2] for e in listed), reverse=True)


def test_a_section_has_its_own_feed(world: World) -> None:
    paper_site = world.paper_sites[world.address(PAPERS[0])]
    listed = entries("rss", text(paper_site, "/sport/feed.rss", world))
    assert listed
    stories = [truth.story or "" for url, *_ in listed if (truth := world.truth(url))]
    assert len(stories) == len(listed)
    assert all(story.startswith("match") for story in stories)


def test_a_full_feed_carries_the_whole_text(world: World) -> None:
    paper = next(p for p in PAPERS if p.key == "post")
    feed = text(world.paper_sites[world.address(paper)], "/feed/", world)
    item = next(ElementTree.fromstring(feed).iter("item"))
    truth = world.truth(item.findtext("link") or "")
    assert truth is not None
    content = item.findtext(CONTENT) or ""
    assert content.count("<p>") == len(truth.body.split("\n"))


def test_a_new_article_is_in_the_feed_at_once() -> None:
    world = World(seed=2, history=3, per_hour=240)
    world.advance(world.now + timedelta(hours=1))
    paper = PAPERS[0]
    newest = max(
        (t for t in world.articles() if t.paper == paper.key), key=lambda t: t.appeared or world.now
    )
    paper_site = world.paper_sites[world.address(paper)]
    assert newest.url in text(paper_site, "/feed.rss", world)
    assert newest.url in text(paper_site, "/feed.atom", world)
