"""The files of a paper that machines read: feeds, sitemaps, robots.txt; and its pictures."""

import json
from datetime import datetime, timedelta

from tidings.world.events.seeded_random import seeded_random
from tidings.world.languages.catalogue import WORLD_LANGUAGES
from tidings.world.news.announcing import Announcing
from tidings.world.news.article import WorldArticle, summary_of, text_of, title_of
from tidings.world.news.published_articles import PublishedArticles
from tidings.world.pages.feed import PaperFeed, PaperFeedEntry, feed
from tidings.world.pages.sitemap import news_sitemap, robots, sitemap, sitemap_index

_IN_FEED = 30
_NEWS_AGE = timedelta(days=2)  # the limit for a news sitemap, by Google's rules
_NEWS_LIMIT = 1000


class MachineFiles:
    """The machine-readable files of one paper."""

    def __init__(
        self,
        published: PublishedArticles,
        origin: str,
        hub: str = "",
        announcing: Announcing | None = None,
    ) -> None:
        self._announcing = announcing
        self._published = published
        self._paper = published.paper
        self._origin = origin
        self._hub = hub if published.paper.hub == "link" else ""

    def feed(self, form: str, path: str, now: datetime, section: str = "") -> str:
        """Return a feed of the newest articles of the paper or of a section."""
        articles = self._published.latest(now, _IN_FEED, section)
        channel = PaperFeed(
            url=self._origin + path,
            home=self._origin + "/",
            title=self._paper.name,
            language=self._paper.language,
            updated=self._published.changed.replace(microsecond=0),
            entries=[self._entry(article, now, full=form == "full") for article in articles],
            hub=self._hub,
        )
        return feed(form, channel)

    def news_sitemap(self, now: datetime) -> str:
        """Return the articles of the last two days."""
        recent = (
            article
            for article in self._published.latest(now, _NEWS_LIMIT)
            if now - article.published <= _NEWS_AGE
        )
        rows = (
            (
                self._url(a),
                title_of(a, a.revision(now)),
                self._local(a.published),
                self._announced(a, now),
            )
            for a in recent
        )
        return news_sitemap(self._paper.name, self._paper.language, rows)

    def sitemap(self, month: str, now: datetime) -> str:
        """Return a month's articles."""
        articles = self._published.month(now, month)
        return sitemap((self._url(a), self._modified(a, now)) for a in articles)

    def sitemap_index(self) -> str:
        """Return the list of all months' sitemaps."""
        return sitemap_index(f"{self._origin}/sitemap_{m}.xml" for m in self._published.months)

    def robots(self, crawl_delay: float | None) -> str:
        """Return robots.txt."""
        named = filter(None, (self._paper.news_sitemap, self._paper.archive_sitemap))
        sitemaps = (self._origin + path for path in named)
        return robots(self._paper.paths.notice("search"), sitemaps, crawl_delay, self._paper.signal)

    def tdmrep(self) -> str:
        """Return the file that reserves text and data mining."""
        policy = f"{self._origin}{self._paper.paths.notice('terms')}"
        return json.dumps([{"location": "/", "tdm-reservation": 1, "tdm-policy": policy}])

    def _entry(self, article: WorldArticle, now: datetime, full: bool) -> PaperFeedEntry:
        text = text_of(article, article.revision(now)) if full else None
        return PaperFeedEntry(
            url=self._url(article),
            title=title_of(article, article.revision(now)),
            summary=summary_of(article),
            published=self._local(article.published),
            updated=self._local(self._modified(article, now)),
            announced=self._announced(article, now),
            authors=article.authors,
            section=WORLD_LANGUAGES[self._paper.language].label(article.section),
            body=text.paragraphs if text else (),
        )

    def _modified(self, article: WorldArticle, now: datetime) -> datetime:
        """Return when an article was changed, as the paper says."""
        if self._announcing is Announcing.EVERYTHING:
            return now.replace(microsecond=0)
        return _modified(article, now)

    def _announced(self, article: WorldArticle, now: datetime) -> datetime | None:
        """Return the same, where only a paper that announces changes says it."""
        return None if self._announcing is None else self._local(self._modified(article, now))

    def _url(self, article: WorldArticle) -> str:
        return self._origin + article.path

    def _local(self, time: datetime) -> datetime:
        return time.astimezone(self._paper.zone)


def picture(key: str) -> str:
    """Return an SVG drawing for an event: hills under a sky, different for each key."""
    rng = seeded_random("picture", key)
    sky, far, near = (
        f"hsl({rng.randrange(360)} {rng.randint(25, 60)}% {light}%)" for light in (75, 50, 30)
    )
    hills = [
        " ".join(f"{x},{rng.randint(low, low + 120)}" for x in range(0, 961, 120))
        for low in (240, 360)
    ]
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 540">
<rect width="960" height="540" fill="{sky}"/>
<circle cx="{rng.randint(80, 880)}" cy="{rng.randint(60, 180)}" r="48" fill="#fff8e0"/>
<polygon points="0,540 {hills[0]} 960,540" fill="{far}"/>
<polygon points="0,540 {hills[1]} 960,540" fill="{near}"/></svg>
"""


def _modified(article: WorldArticle, now: datetime) -> datetime:
    revision = article.revision(now)
    time = article.edits[revision - 1].time if revision else article.published
    return time.replace(microsecond=0)
