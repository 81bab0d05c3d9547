"""Laws of endless sites: mazes of any address are left soon, honest archives are read whole.

The crawl is simulated: real shapes, accounts and gate, but pages that only say what they bring.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.crawl.traps.shape_account import VisitYield
from tidings.crawl.traps.trap_accounts import SiteAccounts
from tidings.crawl.traps.visit_gate import TrapSnapshot, VisitGate
from tidings.model.crawl.visit import Visit
from tidings.model.web.page import UrlRole
from tidings.read.url import url_id

ORIGIN = "https://paper.example"
MAX_DEPTH = 12  # as in the settings
MOST_REQUESTS = 20_000  # an endless crawl is stopped here
WORDS = "quiet river market storm winter bridge harbour council garden signal copper meadow".split()


@dataclass
class SimulatedPage:
    """What a visit to a page brings, and where it leads."""

    brings: VisitYield
    links: list[str] = field(default_factory=list)


Site = Callable[[str], SimulatedPage]


def visit_to(url: str, depth: int, parent: str | None) -> Visit:
    return Visit(
        url, "paper.example", url_id(url), 1, UrlRole.PAGE, None, False, None, depth, parent,
        0, None, None, None, None, None,
    )  # fmt: skip


class SimulatedCrawl:
    """Visits a site as the pipeline does: held back pages last, then not at all."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._accounts = SiteAccounts({})
        self._gate = VisitGate(lambda site, key: None)
        self._queue: deque[Visit] = deque()
        self._last: deque[Visit] = deque()
        self._dropped: dict[str, list[Visit]] = {}
        self._known: set[str] = set()
        self.visited: list[str] = []

    def run(self) -> None:
        self._add(f"{ORIGIN}/", 0, None)
        while (self._queue or self._last) and len(self.visited) < MOST_REQUESTS:
            is_last = not self._queue
            visit = (self._last if is_last else self._queue).popleft()
            snapshot = TrapSnapshot(self._accounts.snapshot(), ())
            admitted = self._gate.admitted(visit, snapshot, float(len(self.visited)))
            if isinstance(admitted, Visit):
                self._visit(admitted)
            elif is_last:
                self._dropped.setdefault(admitted.detail.split(" ")[0], []).append(visit)
            else:
                self._last.append(visit)

    def _visit(self, visit: Visit) -> None:
        self.visited.append(visit.url)
        page = self._site(visit.url)
        if visit.depth > 0:
            healed = self._accounts.note(visit, page.brings, float(len(self.visited)))
            self._queue.extend(self._dropped.pop(healed or "", ()))
        for url in page.links:
            self._add(url, visit.depth + 1, visit.url)

    def _add(self, url: str, depth: int, parent: str | None) -> None:
        if url not in self._known and depth <= MAX_DEPTH:
            self._known.add(url)
            self._queue.append(visit_to(url, depth, parent))


def token(rng: Random) -> str:
    return "".join(rng.choices("0123456789abcdef", k=16))


def _calendar(rng: Random, numbers: Iterator[int]) -> str:
    year, month, day = rng.randrange(1900, 2100), rng.randrange(1, 13), next(numbers) % 28 + 1
    return f"/calendar/{year}/{month:02}/{day:02}"


SHAPES: dict[str, Callable[[Random, Iterator[int], str], str]] = {
    "calendar": lambda rng, numbers, above: _calendar(rng, numbers),
    "parameters": lambda rng, numbers, above: (
        f"/events?year={next(numbers)}&day={rng.randrange(30)}"
    ),
    "session": lambda rng, numbers, above: f"/lounge/{rng.choice(WORDS)}?sid={token(rng)}",
    "session in the path": lambda rng, numbers, above: f"/s/{token(rng)}/{rng.choice(WORDS)}",
    "folders": lambda rng, numbers, above: f"{above.rstrip('/')}/{rng.choice(WORDS)}/",
    "words": lambda rng, numbers, above: f"/{'-'.join(rng.choices(WORDS, k=5))}-{next(numbers)}",
    "one word more": lambda rng, numbers, above: f"/{rng.choice(WORDS)}{token(rng)[:6]}",
    "numbers": lambda rng, numbers, above: f"/{next(numbers)}",
    "names of parameters": lambda rng, numbers, above: f"/find?{token(rng)}={next(numbers)}",
    "mixed": lambda rng, numbers, above: (
        "/"
        + "/".join(
            rng.choice(
                (rng.choice(WORDS), token(rng), str(next(numbers)), f"{rng.choice(WORDS)}.html")
            )
            for _ in range(rng.randrange(1, 6))
        )
    ),
}


def honest_paper(articles: int, per_page: int = 20) -> dict[str, SimulatedPage]:
    """A front page with its newest articles, and an archive with all of them."""
    paths = [
        f"{ORIGIN}/2026/{n % 12 + 1:02}/{WORDS[n % 12]}-{WORDS[n // 12 % 12]}-{n}"
        for n in range(articles)
    ]
    pages = {url: SimulatedPage(VisitYield.NEWS) for url in paths}
    lists = -(-articles // per_page)
    for number in range(1, lists + 1):
        links = paths[(number - 1) * per_page : number * per_page]
        near = [f"{ORIGIN}/archive/{n}" for n in range(number + 1, min(number + 9, lists + 1))]
        pages[f"{ORIGIN}/archive/{number}"] = SimulatedPage(VisitYield.LEAD, links + near)
    front = [*paths[:per_page], *(f"{ORIGIN}/archive/{n}" for n in range(1, lists + 1))]
    pages[f"{ORIGIN}/"] = SimulatedPage(VisitYield.LEAD, front)
    return pages


def with_maze(
    pages: dict[str, SimulatedPage],
    shape: str,
    brings: VisitYield,
    branching: int,
    teasers: int,
    seed: int,
) -> Site:
    """Add a maze that begins on the front page, some of whose pages also link to articles."""
    rng, numbers = Random(seed), count(1)
    articles = [url for url, page in pages.items() if page.brings is VisitYield.NEWS]
    made: dict[str, SimulatedPage] = {}

    def maze_links(above: str) -> list[str]:
        make = SHAPES[shape]
        return [ORIGIN + make(rng, numbers, above.removeprefix(ORIGIN)) for _ in range(branching)]

    front = pages[f"{ORIGIN}/"]
    front.links += maze_links(f"{ORIGIN}/deep")

    def site(url: str) -> SimulatedPage:
        if url in pages:
            return pages[url]
        if url not in made:
            teased = rng.sample(articles, min(teasers, len(articles)))
            made[url] = SimulatedPage(brings, teased + maze_links(url))
        return made[url]

    return site


mazes = st.fixed_dictionaries(
    {
        "shape": st.sampled_from(sorted(SHAPES)),
        "brings": st.sampled_from([VisitYield.LEAD, VisitYield.NOTHING, VisitYield.TWIN]),
        "branching": st.integers(1, 30),
        "teasers": st.integers(0, 6),
        "seed": st.integers(0, 1_000),
    }
)


@settings(max_examples=60)
@given(st.integers(1, 200), mazes)
def test_an_endless_site_is_left_soon_with_all_its_articles(
    articles: int, maze: dict[str, object]
) -> None:
    pages = honest_paper(articles)
    crawl = SimulatedCrawl(with_maze(pages, **maze))  # type: ignore[arg-type]
    crawl.run()
    assert not pages.keys() - set(crawl.visited)
    assert len(crawl.visited) <= 2 * len(pages) + 500


@settings(max_examples=10)
@given(st.integers(1, 5_000))
def test_an_honest_archive_is_read_whole(articles: int) -> None:
    pages = honest_paper(articles)
    crawl = SimulatedCrawl(pages.__getitem__)
    crawl.run()
    assert not pages.keys() - set(crawl.visited)
