"""The articles of a paper so far, by path, section, tag and month."""

from collections import defaultdict
from datetime import datetime

from tidings.world.news.article import WorldArticle
from tidings.world.news.newspapers import Newspaper
from tidings.world.news.publication_plan import slug

PER_PAGE = 20


class PublishedArticles:
    """The articles that one paper has published."""

    def __init__(self, paper: Newspaper, opened: datetime) -> None:
        self.paper = paper
        self.changes = 0  # publications, edits and removals so far: the version of all listings
        self.opened = opened
        self.changed = opened
        self.by_path: dict[str, WorldArticle] = {}
        self._all: list[WorldArticle] = []
        self._position: dict[str, int] = {}
        self._sections: dict[str, list[WorldArticle]] = defaultdict(list)
        self._tags: dict[str, list[WorldArticle]] = defaultdict(list)
        self._months: dict[str, list[WorldArticle]] = defaultdict(list)

    def publish(self, article: WorldArticle) -> None:
        """Add an article, the newest so far."""
        self._position[article.path] = len(self._all)
        self.by_path[article.path] = article
        self._all.append(article)
        self._sections[article.section].append(article)
        self._tags[slug(article.tag)].append(article)
        self._months[f"{article.published:%Y-%m}"].append(article)

    def hide(self, article: WorldArticle) -> None:
        """Add an article that no listing shows."""
        self.by_path[article.path] = article

    def record_change(self, time: datetime) -> None:
        """Record that something changed."""
        self.changes += 1
        self.changed = time

    def latest(self, now: datetime, count: int, section: str = "") -> list[WorldArticle]:
        """Return the newest articles, newest first."""
        pool = self._sections[section] if section else self._all
        return _newest(pool, now, count)

    def page(self, now: datetime, section: str, page: int) -> tuple[list[WorldArticle], bool]:
        """Return a section's page, newest first, and whether another one follows."""
        found = _newest(self._sections[section], now, page * PER_PAGE + 1)
        first = (page - 1) * PER_PAGE
        return found[first : first + PER_PAGE], len(found) > page * PER_PAGE

    def page_count(self, now: datetime, section: str) -> int:
        """Return how many pages a section has, at least one."""
        count = sum(article.exists(now) for article in self._sections[section])
        return max(1, -(-count // PER_PAGE))

    def tagged(self, now: datetime, tag: str) -> list[WorldArticle]:
        """Return a tag's articles, newest first."""
        return _newest(self._tags.get(tag, []), now, 50)

    def month(self, now: datetime, month: str) -> list[WorldArticle]:
        """Return a month's articles, newest first."""
        return _newest(self._months.get(month, []), now, 1 << 30)

    @property
    def tags(self) -> list[str]:
        """All tags in use."""
        return sorted(self._tags)

    @property
    def months(self) -> list[str]:
        """All months with articles, as 2026-03."""
        return sorted(self._months)

    def existing(self, now: datetime) -> list[WorldArticle]:
        """Return all listed articles, oldest first."""
        return [article for article in self._all if article.exists(now)]

    def before(self, article: WorldArticle) -> list[WorldArticle]:
        """Return up to sixty articles that appeared before this one, newest first."""
        position = self._position.get(article.path, 0)
        return self._all[max(0, position - 60) : position][::-1]


def _newest(pool: list[WorldArticle], now: datetime, count: int) -> list[WorldArticle]:
    found: list[WorldArticle] = []
    for article in reversed(pool):
        if len(found) == count:
            break
        if article.exists(now):
            found.append(article)
    return found
