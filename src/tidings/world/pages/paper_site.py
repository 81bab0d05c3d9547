"""The site of one paper: the current page at any path, and the truth about it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from tidings.world.news.announcing import Announcing
from tidings.world.news.article import WorldArticle, text_of
from tidings.world.news.newspapers import SECTIONS
from tidings.world.news.published_articles import PublishedArticles
from tidings.world.pages.feed import MEDIA_TYPES
from tidings.world.pages.machine_files import MachineFiles, picture
from tidings.world.pages.paper_renderer import PaperRenderer
from tidings.world.pages.route import NOTICES, Route, route
from tidings.world.pages.truth import PageTruth
from tidings.world.traps.maze import Maze

_LISTINGS = ("front", "section", "tag", "archive", "search")


@dataclass(frozen=True, slots=True)
class PaperPage:
    """A page in its current state."""

    media_type: str
    content: bytes
    modified: datetime


@dataclass(frozen=True, slots=True)
class GonePage:
    """A page that has been removed."""

    status: int  # 404 or 410


class PaperSite:
    """All pages of one paper."""

    def __init__(
        self,
        published: PublishedArticles,
        origin: str,
        crawl_delay: float | None,
        hub: str = "",
        announcing: Announcing | None = None,
    ) -> None:
        self._announcing = announcing
        self.published = published
        self.paper = published.paper
        self.origin = origin
        self._crawl_delay = crawl_delay
        self._renderer = PaperRenderer(published, origin)
        self._hub = hub
        self._files = MachineFiles(published, origin, hub, announcing)

    def version(self, target: str, now: datetime) -> int:
        """Return a number that changes whenever the page does; cheap enough for caches."""
        target = _without_tracking(target)
        article = self.published.by_path.get(target)
        if article is None and self._announcing is Announcing.EVERYTHING:
            return int(now.timestamp())
        if article is None:
            return self.published.changes
        return article.revision(now) if article.exists(now) else -1

    def page(self, target: str, now: datetime) -> PaperPage | GonePage | None:
        """Return the page at a path, a removed page, or None."""
        target = _without_tracking(target)
        article = self.published.by_path.get(target)
        if article is not None:
            return self._article(article, now)
        found = route(self.paper, target)
        if found is None:
            return None
        if found.kind in _LISTINGS:
            return self._html(self._renderer.listing(found, target, now), self.published.changed)
        if found.kind == "notice":
            return self._html(self._renderer.notice(found.key), self.published.opened)
        return self._machine(found, target, now)

    def is_pushed(self, target: str) -> bool:
        """Return whether the hub delivers the feed at a path."""
        found = route(self.paper, target) if self.paper.hub else None
        return found is not None and found.kind in ("feed", "section-feed")

    def links(self, target: str) -> list[tuple[str, str]]:
        """Return the Link headers that name the hub, or the X-Robots-Tag header."""
        if self.paper.x_robots and _without_tracking(target) in self.published.by_path:
            return [("X-Robots-Tag", self.paper.x_robots)]
        if self.paper.hub != "header" or not self.is_pushed(target):
            return []
        return [
            ("Link", f'<{self._hub}>; rel="hub"'),
            ("Link", f'<{self.origin}{target}>; rel="self"'),
        ]

    def maze_page(
        self, maze: Maze, target: str, now: datetime
    ) -> PaperPage | GonePage | str | None:
        """Return the maze's page at an address, the target of its redirect, or None."""
        if (target_path := maze.redirect_target(target)) is not None:
            return target_path
        if (path := maze.article(target, now)) is not None:
            return self._article(self.published.by_path[path], now)
        found = maze.page(target, now)
        if found is None:
            return None
        html = self._renderer.maze_listing(target, found.teased, found.links, now)
        return self._html(html, self.published.changed)

    def truth(self, target: str, now: datetime) -> PageTruth | None:
        """Return the truth about the page at a path, or None if there is no page."""
        target = _without_tracking(target)
        article = self.published.by_path.get(target)
        if article is not None:
            return self._article_truth(article, now) if article.exists(now) else None
        found = route(self.paper, target)
        if found is None or found.kind not in (*_LISTINGS, "notice"):
            return None
        if found.kind != "notice" and not self._renderer.has_listing(found, now):
            return None
        return self._page_truth(found, target)

    def targets(self, now: datetime) -> Iterator[str]:
        """Yield the paths of all pages that exist, articles last."""
        paths = self.paper.paths
        yield "/"
        for section in SECTIONS:
            for page in range(1, self.published.page_count(now, section) + 1):
                yield self.paper.section_path(section, page)
        tags = (tag for tag in self.published.tags if self.published.tagged(now, tag))
        yield from (paths.tag.format(tag=tag) for tag in tags)
        yield from (paths.archive.format(month=month) for month in self.published.months)
        yield from (paths.notice(key) for key in (*NOTICES, "search"))
        yield from (path for path, a in self.published.by_path.items() if a.exists(now))

    def _article(self, article: WorldArticle, now: datetime) -> PaperPage | GonePage | None:
        if article.exists(now):
            revision = article.revision(now)
            modified = article.edits[revision - 1].time if revision else article.appears
            html = self._renderer.article(article, now)
            return self._html(html, modified, declared=True)
        return GonePage(article.removed_status)

    def _html(
        self, html: str | None, modified: datetime, declared: bool = False
    ) -> PaperPage | None:
        """Encode a page; only some papers declare the charset in the header."""
        if html is None:
            return None
        charset = self.paper.charset
        in_header = declared if charset == "gb18030" else charset == "utf-8"
        media_type = f"text/html; charset={charset}" if in_header else "text/html"
        return PaperPage(media_type, html.encode(charset, "xmlcharrefreplace"), modified)

    def _machine(self, found: Route, target: str, now: datetime) -> PaperPage:
        files, changed = self._files, self.published.changed
        if found.kind == "robots":
            return _text("text/plain", files.robots(self._crawl_delay), self.published.opened)
        if found.kind == "tdmrep":
            return _text("application/json", files.tdmrep(), self.published.opened)
        if found.kind == "media":
            return _text("image/svg+xml", picture(found.key), self.published.opened)
        if found.kind == "feed":
            return _text(MEDIA_TYPES[found.key], files.feed(found.key, target, now), changed)
        if found.kind == "section-feed":
            text = files.feed("rss", target, now, found.key)
            return _text(MEDIA_TYPES["rss"], text, changed)
        if found.kind == "news-sitemap":
            return _text("application/xml", files.news_sitemap(now), changed)
        if found.kind == "sitemap":
            return _text("application/xml", files.sitemap(found.key, now), changed)
        return _text("application/xml", files.sitemap_index(), changed)

    def _article_truth(self, article: WorldArticle, now: datetime) -> PageTruth:
        revision = article.revision(now)
        text = text_of(article, revision)
        return PageTruth(
            url=self.origin + article.path,
            kind="article",
            title=text.title,
            language=self.paper.language,
            paper=self.paper.key,
            body="\n".join(text.paragraphs),
            standfirst=text.standfirst,
            published=article.published,
            appeared=article.appears,
            authors=article.authors,
            story=article.event.story,
            revision=revision,
            allowed=article.allowed,
        )

    def _page_truth(self, found: Route, target: str) -> PageTruth:
        return PageTruth(
            url=self.origin + target,
            kind="valueless" if found.kind == "notice" else "index",
            title=self._renderer.heading(found),
            language=self.paper.language,
            paper=self.paper.key,
            allowed=found.kind != "search",
            noindex=found.key == "noindex",
        )


def _without_tracking(target: str) -> str:
    """Return the target without tracking parameters."""
    if "utm_" not in target:
        return target
    path, _, query = target.partition("?")
    kept = [part for part in query.split("&") if not part.startswith("utm_")]
    return f"{path}?{'&'.join(kept)}" if kept else path


def _text(media_type: str, text: str, modified: datetime) -> PaperPage:
    return PaperPage(media_type, text.encode(), modified)
