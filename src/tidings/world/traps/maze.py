"""The maze: spider traps that look like the listings of an ordinary paper, by path.

Each page is a listing with real articles and an endless supply of links. Most articles are also
listed elsewhere, chosen only here. The same address always gives the same page.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from random import Random
from urllib.parse import parse_qsl, urlencode

from tidings.world.events.seeded_random import seeded_random
from tidings.world.news.article import WorldArticle
from tidings.world.news.published_articles import PublishedArticles

_WORDS = (
    "quiet river market storm winter bridge harbour council garden signal copper meadow".split()
)
_FACETS = {
    "topic": ("region", "sport", "culture"),
    "length": ("short", "long", "middle"),
    "sort": ("date", "name", "weight"),
    "view": ("list", "grid", "cards"),
}
_PER_PAGE = 6
_FIRST_NUMBER = 50_001

TeasedArticles = list[tuple[str, WorldArticle]]  # (address, the article at that address)


@dataclass(frozen=True, slots=True)
class MazePage:
    """A page of the maze: its teasers and its further links."""

    teased: TeasedArticles
    links: list[str]


class Maze:
    """Answers for the addresses that the paper itself does not have."""

    def __init__(self, published: PublishedArticles, hidden: list[WorldArticle]) -> None:
        self._published = published
        self._hidden = hidden  # articles that no ordinary listing shows

    def page(self, target: str, now: datetime) -> MazePage | None:
        """Return the page of the maze at an address, or None if there is none."""
        path, _, query = target.partition("?")
        name, _, rest = path.strip("/").partition("/")
        make_page = _PAGES.get(name.partition(";")[0])
        if make_page is None:
            return None
        rng = seeded_random("maze", target)
        return make_page(self._articles(now), rest, dict(parse_qsl(query)), rng)

    def article(self, target: str, now: datetime) -> str | None:
        """Return the path of the article that an address is an alias of, or None."""
        path = target.partition("?")[0].partition(";")[0]
        by_number = {str(_FIRST_NUMBER + n): a for n, a in enumerate(self._articles(now))}
        parts = [part for part in path.split("/") if part]
        if len(parts) > 2 and parts[0] == "s":
            return self._existing("/" + "/".join(parts[2:]))
        if parts and parts[-1] in ("print", "amp"):
            return self._existing("/" + "/".join(parts[:-1]))
        number = by_number.get(parts[-1].partition("-")[0]) if parts else None
        return number.path if number else self._existing(path.lower())

    def redirect_target(self, target: str) -> str | None:
        """Return the target of a redirect, or None if the address is not one."""
        path, _, query = target.partition("?")
        return dict(parse_qsl(query)).get("to", "/") if path == "/out" else None

    def _existing(self, path: str) -> str | None:
        return path if path in self._published.by_path else None

    def _articles(self, now: datetime) -> list[WorldArticle]:
        return [*reversed(self._published.existing(now)), *self._hidden]


def _token(rng: Random, size: int = 32) -> str:
    return "".join(rng.choices("0123456789abcdef", k=size))


def _some(articles: list[WorldArticle], rng: Random, count: int = 4) -> list[WorldArticle]:
    return rng.sample(articles[:20], min(count, len(articles)))


def _plain(articles: list[WorldArticle]) -> TeasedArticles:
    return [(article.path, article) for article in articles]


def _calendar(
    articles: list[WorldArticle], rest: str, query: dict[str, str], rng: Random
) -> MazePage:
    """Months that link to the next and the previous one, and to each of their days."""
    numbers = [int(part) for part in rest.split("/") if part.isdigit()]
    year, month = numbers[:2] if len(numbers) >= 2 else (2026, 3)
    around = [(year + (month + by - 1) // 12, (month + by - 1) % 12 + 1) for by in (1, -1)]
    links = [f"/calendar/{y}/{m:02}" for y, m in around]
    links += [f"/calendar/{year}/{month:02}/{day:02}" for day in range(1, 29)]
    return MazePage(_plain(articles[:5]), links)


def _events(
    articles: list[WorldArticle], rest: str, query: dict[str, str], rng: Random
) -> MazePage:
    """A calendar with the date in parameters."""
    year, month = int(query.get("year", 2026)), int(query.get("month", 3))
    links = [f"/events?month={(month + by - 1) % 12 + 1}&year={year + by}" for by in (-1, 1, 2)]
    links += [f"/events?year={year}&month={m}&day={m}" for m in range(1, 13)]
    return MazePage(_plain(articles[:5]), links)


def _lounge(
    articles: list[WorldArticle], rest: str, query: dict[str, str], rng: Random
) -> MazePage:
    """A session id in a parameter, different in every link."""
    teased = [(f"{a.path}?sid={_token(rng)}", a) for a in _some(articles, rng, 8)]
    return MazePage(teased, [f"/lounge/{w}?sid={_token(rng)}" for w in _WORDS[:6]])


def _members(
    articles: list[WorldArticle], rest: str, query: dict[str, str], rng: Random
) -> MazePage:
    """A session id in a path parameter."""
    teased = [(f"{a.path};visit={_token(rng)}", a) for a in _some(articles, rng, 8)]
    return MazePage(teased, [f"/members/{w};visit={_token(rng)}" for w in _WORDS[:6]])


def _session(
    articles: list[WorldArticle], rest: str, query: dict[str, str], rng: Random
) -> MazePage:
    """A session id in a path segment."""
    teased = [(f"/s/{_token(rng, 16)}{a.path}", a) for a in _some(articles, rng, 8)]
    return MazePage(teased, [f"/s/{_token(rng, 16)}/desk" for _ in range(6)])


def _browse(
    articles: list[WorldArticle], rest: str, query: dict[str, str], rng: Random
) -> MazePage:
    """Facets: every value of every facet can be added, in any order."""
    links = []
    for facet, values in _FACETS.items():
        for value in values:
            chosen = [*{**query, facet: value}.items()]
            rng.shuffle(chosen)
            links.append(f"/browse?{urlencode(chosen)}")
    return MazePage(_plain(_some(articles, rng)), links)


def _deep(articles: list[WorldArticle], rest: str, query: dict[str, str], rng: Random) -> MazePage:
    """Relative links that add up: a folder in a folder in a folder."""
    return MazePage(_plain(articles[:5]), [f"{word}/" for word in _WORDS[:4]])


def _paged(articles: list[WorldArticle], page: int, pattern: str) -> MazePage:
    first = (page - 1) * _PER_PAGE
    teased = articles[first : first + _PER_PAGE] or articles[-_PER_PAGE:]
    links = [pattern.format(page + 1), pattern.format(max(1, page - 1)), pattern.format(99_999)]
    return MazePage(_plain(teased), links)


def _latest(
    articles: list[WorldArticle], rest: str, query: dict[str, str], rng: Random
) -> MazePage:
    """Pagination by a parameter that continues after the last article."""
    page = query.get("page", "1")
    return _paged(articles, int(page) if page.isdigit() else 1, "/latest?page={}")


def _stream(
    articles: list[WorldArticle], rest: str, query: dict[str, str], rng: Random
) -> MazePage:
    """Pagination by the path that continues after the last article."""
    page = rest.removeprefix("page/").strip("/")
    return _paged(articles[::-1], int(page) if page.isdigit() else 1, "/stream/page/{}/")


def _reader(
    articles: list[WorldArticle], rest: str, query: dict[str, str], rng: Random
) -> MazePage:
    """Aliases of articles: any words after the number, any section, print and AMP versions."""
    teased: TeasedArticles = []
    for number, article in enumerate(articles):
        words = "-".join(rng.sample(_WORDS, 4))
        folder = "/".join(rng.sample(_WORDS, 2))
        names = (f"/{_FIRST_NUMBER + number}-{words}", f"/{folder}/{_FIRST_NUMBER + number}")
        teased += [(name, article) for name in rng.sample(names, 1)]
        if rng.random() < 0.3:
            teased.append((f"{article.path}/{rng.choice(('print', 'amp'))}", article))
    return MazePage(rng.sample(teased, 12), [f"/reader/{w}" for w in rng.sample(_WORDS, 5)])


def _lost(articles: list[WorldArticle], rest: str, query: dict[str, str], rng: Random) -> MazePage:
    """Missing pages that answer 200 and link to others."""
    return MazePage([], [f"/lost/{_token(rng, 12)}/{rng.choice(_WORDS)}" for _ in range(12)])


def _leaving(
    articles: list[WorldArticle], rest: str, query: dict[str, str], rng: Random
) -> MazePage:
    """Links that redirect to articles to count clicks."""
    chosen = _some(articles, rng, 8)
    teased = [(f"/out?click={_token(rng, 10)}&to={a.path}", a) for a in chosen]
    return MazePage(teased, [f"/leaving/{rng.randrange(10**6)}" for _ in range(4)])


_MakePage = Callable[[list[WorldArticle], str, dict[str, str], Random], MazePage]
_PAGES: dict[str, _MakePage] = {
    "calendar": _calendar,
    "events": _events,
    "lounge": _lounge,
    "members": _members,
    "s": _session,
    "browse": _browse,
    "deep": _deep,
    "latest": _latest,
    "stream": _stream,
    "reader": _reader,
    "lost": _lost,
    "leaving": _leaving,
}
ENTRANCES = tuple(f"/{name}/" if name in ("deep", "s") else f"/{name}" for name in _PAGES)
