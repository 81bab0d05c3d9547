"""The world: all papers at one moment; only time changes it, and it opens no socket."""

import heapq
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from urllib.parse import urlsplit

from tidings.world.events.event import event_at
from tidings.world.news.announcing import Announcing
from tidings.world.news.article import WorldArticle
from tidings.world.news.newspapers import HOSTILE_PAPER, HUB_NUMBER, MAZE_PAPER, PAPERS, Newspaper
from tidings.world.news.publication_plan import PublicationPlan, Rest, slug
from tidings.world.news.published_articles import PublishedArticles
from tidings.world.pages.paper_renderer import PRIVATE_PATH
from tidings.world.pages.paper_site import PaperSite
from tidings.world.pages.truth import PageTruth
from tidings.world.traps.hostile_site import HOSTILE_PATHS
from tidings.world.traps.maze import ENTRANCES, Maze

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
_TRAP_ARTICLES = 8
_MAZE_ARTICLES = 60
_MAZE_HIDDEN = 12  # additional ones that only an endless listing shows
_EXTRA_EVENTS = 10**9  # first index of events outside the plan, far above those in it


class World:
    """All papers; the same seed and moment always give the same bytes."""

    def __init__(
        self,
        seed: int = 1,
        start: datetime = START,
        *,
        history: int = 40,
        per_hour: float = 240.0,
        base: str = "127.0.0.10",
        port: int = 8900,
        crawl_delay: float | None = None,
        hostile: bool = False,
        maze: bool = False,
        rests: tuple[Rest, ...] = (),
        announcing: Mapping[str, Announcing] | None = None,
    ) -> None:
        self._announcing = announcing or {}  # by the papers' keys
        self.seed = seed
        self.now = start
        self.base = IPv4Address(base)
        self.crawl_delay = crawl_delay
        plan = PublicationPlan(seed, start, history, per_hour, rests)
        self._future = plan.future()
        self._next_event: tuple[datetime, list[WorldArticle]] | None = next(self._future, None)
        self._due: list[tuple[datetime, int, str, WorldArticle]] = []
        self._published = {paper.key: PublishedArticles(paper, start) for paper in PAPERS}
        for article in plan.past():
            self._schedule(article)
        if hostile:
            self._add_hostile_site(start)
        self.maze = self._make_maze(start) if maze else None
        for published in self._published.values():
            index, appears = _EXTRA_EVENTS + published.paper.number, start - timedelta(days=3)
            published.hide(
                _standalone_article(
                    seed, published.paper, index, appears, PRIVATE_PATH, allowed=False
                )
            )
        self.advance(start)
        self.set_port(port)

    def set_port(self, port: int) -> None:
        """Set the port of the papers; their links contain it."""
        self.port = port
        self.paper_sites = {
            self.address(published.paper): PaperSite(
                published,
                self.origin(published.paper),
                self.crawl_delay,
                self.hub_url,
                self._announcing.get(published.paper.key),
            )
            for published in self._published.values()
        }

    def address(self, paper: Newspaper) -> str:
        """Return the paper's IP address."""
        return str(self.base + paper.number)

    def origin(self, paper: Newspaper) -> str:
        """Return scheme, address and port of a paper."""
        return f"http://{self.address(paper)}:{self.port}"

    @property
    def urls(self) -> list[str]:
        """The papers' front pages."""
        return [self.origin(paper) + "/" for paper in PAPERS]

    @property
    def hub_url(self) -> str:
        """The address of the hub, where feeds can be subscribed to."""
        return f"http://{self.hub_address}:{self.port}/"

    @property
    def hub_address(self) -> str:
        """The hub's IP address."""
        return str(self.base + HUB_NUMBER)

    @property
    def addresses(self) -> list[str]:
        """The addresses of the control, the hub and all papers."""
        return [str(self.base), self.hub_address, *self.paper_sites]

    @property
    def hostile_url(self) -> str | None:
        """The front page of the hostile site, if there is one."""
        return self.origin(HOSTILE_PAPER) + "/" if HOSTILE_PAPER.key in self._published else None

    @property
    def maze_url(self) -> str | None:
        """The front page of the maze, if there is one."""
        return self.origin(MAZE_PAPER) + "/" if MAZE_PAPER.key in self._published else None

    def advance(self, now: datetime) -> None:
        """Apply everything that is due by then; an earlier time changes nothing."""
        if now < self.now:
            return
        while self._next_event is not None and self._next_event[0] <= now:
            for article in self._next_event[1]:
                self._schedule(article)
            self._next_event = next(self._future, None)
        while self._due and self._due[0][0] <= now:
            time, _, change, article = heapq.heappop(self._due)
            published = self._published[article.paper.key]
            if change == "appear":
                published.publish(article)
            published.record_change(time)
        self.now = now

    def truth(self, url: str) -> PageTruth | None:
        """Return the truth about a URL, or None; a bare path is the first paper's."""
        parts = urlsplit(url)
        address = parts.hostname or self.address(PAPERS[0])
        paper_site = self.paper_sites.get(address)
        if paper_site is None:
            return None
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        found = paper_site.truth(target, self.now)
        return found and self._with_original(paper_site, found)

    def pages(self) -> Iterator[PageTruth]:
        """Yield the truth of every page that exists now."""
        for paper_site in self.paper_sites.values():
            for target in paper_site.targets(self.now):
                if found := self.truth(paper_site.origin + target):
                    yield found

    def articles(self, since: datetime | None = None) -> Iterator[PageTruth]:
        """Yield the truth of every existing article, or of those that appeared after a time."""
        for paper_site in self.paper_sites.values():
            for article in paper_site.published.existing(self.now):
                if since is None or article.appears > since:
                    found = self.truth(paper_site.origin + article.path)
                    assert found is not None
                    yield found

    def _with_original(self, paper_site: PaperSite, found: PageTruth) -> PageTruth:
        article = paper_site.published.by_path.get(found.url.removeprefix(paper_site.origin))
        if article is None or article.original is None:
            return found
        source = article.original
        return replace(found, original=self.origin(source.paper) + source.path)

    def _add_hostile_site(self, start: datetime) -> None:
        paper = replace(HOSTILE_PAPER, links=HOSTILE_PATHS)
        self._published[paper.key] = PublishedArticles(paper, start)
        for number in range(_TRAP_ARTICLES):
            index, appears = _EXTRA_EVENTS + 100 + number, start - timedelta(hours=number + 1)
            self._schedule(
                _standalone_article(self.seed, paper, index, appears, f"/story/{number}")
            )

    def _make_maze(self, start: datetime) -> Maze:
        paper = replace(MAZE_PAPER, links=ENTRANCES)
        published = self._published[paper.key] = PublishedArticles(paper, start)
        hidden: list[WorldArticle] = []
        for number in range(_MAZE_ARTICLES + _MAZE_HIDDEN):
            index, appears = _EXTRA_EVENTS + 200 + number, start - timedelta(hours=number + 1)
            path = f"/story/{slug(event_at(self.seed, index, appears).story)}"
            article = _standalone_article(self.seed, paper, index, appears, path)
            if number < _MAZE_ARTICLES:
                self._schedule(article)
            else:
                published.hide(article)
                hidden.append(article)
        return Maze(published, hidden)

    def _schedule(self, article: WorldArticle) -> None:
        moments = [(article.appears, "appear")]
        moments += [(edit.time, "edit") for edit in article.edits]
        if article.removed:
            moments.append((article.removed, "remove"))
        for time, change in moments:
            heapq.heappush(self._due, (time, _event_order(article), change, article))


def _event_order(article: WorldArticle) -> int:
    """Return the order of changes at the same moment, independent of scheduling."""
    return article.event.index * 100 + article.paper.number


def _standalone_article(
    seed: int, paper: Newspaper, index: int, appears: datetime, path: str, *, allowed: bool = True
) -> WorldArticle:
    """Return an article that never changes, about an event that no other paper covers."""
    event = event_at(seed, index, appears)
    return WorldArticle(seed, paper, event, appears, path, paper.staff[:1], allowed=allowed)
