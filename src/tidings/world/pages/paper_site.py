"""An edition: what one paper answers to any path right now, and the truth about it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

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
    """A page as it stands now."""

    media_type: str
    content: bytes
    modified: datetime


@dataclass(frozen=True, slots=True)
class GonePage:
    """A page that was there and is not any more."""

    status: int  # 404 or 410


class PaperSite:
    """One paper, complete."""

    def __init__(
        self, desk: PublishedArticles, origin: str, crawl_delay: float | None, hub: str = ""
    ) -> None:
        self.desk = desk
        self.paper = desk.paper
        self.origin = origin
        self._crawl_delay = crawl_delay
        self._press = PaperRenderer(desk, origin)
        self._hub = hub
        self._outlet = MachineFiles(desk, origin, hub)

    def version(self, target: str, now: datetime) -> int:
        """Return a number that changes whenever the page does; cheap, for caches."""
        target = _without_tracking(target)
        article = self.desk.by_path.get(target)
        if article is None:
            return self.desk.changes
        return article.revision(now) if article.exists(now) else -1

    def page(self, target: str, now: datetime) -> PaperPage | GonePage | None:
        """Return the page at a path, or what remains of it."""
        target = _without_tracking(target)
        article = self.desk.by_path.get(target)
        if article is not None:
            return self._article(article, now)
        found = route(self.paper, target)
        if found is None:
            return None
        if found.kind in _LISTINGS:
            return self._html(self._press.listing(found, target, now), self.desk.changed)
        if found.kind == "notice":
            return self._html(self._press.notice(found.key), self.desk.opened)
        return self._machine(found, target, now)

    def is_pushed(self, target: str) -> bool:
        """Tell whether the hub delivers what is at a path."""
        found = route(self.paper, target) if self.paper.hub else None
        return found is not None and found.kind in ("feed", "section-feed")

    def links(self, target: str) -> list[tuple[str, str]]:
        """Return the headers that name the hub, where the feed itself does not, or ask robots."""
        if self.paper.x_robots and _without_tracking(target) in self.desk.by_path:
            return [("X-Robots-Tag", self.paper.x_robots)]
        if self.paper.hub != "header" or not self.is_pushed(target):
            return []
        return [
            ("Link", f'<{self._hub}>; rel="hub"'),
            ("Link", f'<{self.origin}{target}>; rel="self"'),
        ]

    def corridor(self, maze: Maze, target: str, now: datetime) -> PaperPage | GonePage | str | None:
        """Return the page of a maze at an address, where it redirects to, or None."""
        if (elsewhere := maze.exit(target)) is not None:
            return elsewhere
        if (path := maze.article(target, now)) is not None:
            return self._article(self.desk.by_path[path], now)
        found = maze.corridor(target, now)
        if found is None:
            return None
        html = self._press.corridor(target, found.shown, found.links, now)
        return self._html(html, self.desk.changed)

    def truth(self, target: str, now: datetime) -> PageTruth | None:
        """Return what the page at a path is, or None where there is no page."""
        target = _without_tracking(target)
        article = self.desk.by_path.get(target)
        if article is not None:
            return self._article_truth(article, now) if article.exists(now) else None
        found = route(self.paper, target)
        if found is None or found.kind not in (*_LISTINGS, "notice"):
            return None
        if found.kind != "notice" and not self._press.has_listing(found, now):
            return None
        return self._page_truth(found, target)

    def targets(self, now: datetime) -> Iterator[str]:
        """Yield the paths of all pages that exist, articles last."""
        paths = self.paper.paths
        yield "/"
        for section in SECTIONS:
            for page in range(1, self.desk.page_count(now, section) + 1):
                yield self.paper.section_path(section, page)
        tags = (tag for tag in self.desk.tags if self.desk.tagged(now, tag))
        yield from (paths.tag.format(tag=tag) for tag in tags)
        yield from (paths.archive.format(month=month) for month in self.desk.months)
        yield from (paths.notice(key) for key in (*NOTICES, "search"))
        yield from (path for path, a in self.desk.by_path.items() if a.exists(now))

    def _article(self, article: WorldArticle, now: datetime) -> PaperPage | GonePage | None:
        if article.exists(now):
            revision = article.revision(now)
            modified = article.edits[revision - 1].time if revision else article.appears
            html = self._press.article(article, now)
            return self._html(html, modified, declared=True)
        return GonePage(article.removed_status)

    def _html(
        self, html: str | None, modified: datetime, declared: bool = False
    ) -> PaperPage | None:
        """Encode a page; whether the header tells the charset differs from paper to paper."""
        if html is None:
            return None
        charset = self.paper.charset
        told = declared if charset == "gb18030" else charset == "utf-8"
        media_type = f"text/html; charset={charset}" if told else "text/html"
        return PaperPage(media_type, html.encode(charset, "xmlcharrefreplace"), modified)

    def _machine(self, found: Route, target: str, now: datetime) -> PaperPage:
        outlet, changed = self._outlet, self.desk.changed
        if found.kind == "robots":
            return _text("text/plain", outlet.robots(self._crawl_delay), self.desk.opened)
        if found.kind == "tdmrep":
            return _text("application/json", outlet.tdmrep(), self.desk.opened)
        if found.kind == "media":
            return _text("image/svg+xml", picture(found.key), self.desk.opened)
        if found.kind == "feed":
            return _text(MEDIA_TYPES[found.key], outlet.feed(found.key, target, now), changed)
        if found.kind == "section-feed":
            text = outlet.feed("rss", target, now, found.key)
            return _text(MEDIA_TYPES["rss"], text, changed)
        if found.kind == "news-sitemap":
            return _text("application/xml", outlet.news_sitemap(now), changed)
        if found.kind == "sitemap":
            return _text("application/xml", outlet.sitemap(found.key, now), changed)
        return _text("application/xml", outlet.sitemap_index(), changed)

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
            title=self._press.heading(found),
            language=self.paper.language,
            paper=self.paper.key,
            allowed=found.kind != "search",
            noindex=found.key == "noindex",
        )


def _without_tracking(target: str) -> str:
    """Return the target without the parameters that only tell where a reader came from."""
    if "utm_" not in target:
        return target
    path, _, query = target.partition("?")
    kept = [part for part in query.split("&") if not part.startswith("utm_")]
    return f"{path}?{'&'.join(kept)}" if kept else path


def _text(media_type: str, text: str, modified: datetime) -> PaperPage:
    return PaperPage(media_type, text.encode(), modified)
