"""Spider traps: a crawl with accounts alone ends, and finds all articles of the site."""

from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from tests.factories import make_visit

from tidings.crawl.traps.shape_account import VisitYield
from tidings.crawl.traps.trap_accounts import TrapAccounts, is_trusted, shape_refusal
from tidings.model.crawl.visit import Visit
from tidings.model.web.reason import Reason
from tidings.settings.tree import StoreSettings
from tidings.store.database.database import open_database
from tidings.store.database.session import Reader, Writer
from tidings.store.database.sqlite import connect
from tidings.store.tables.frontier.url_shapes import shapes_of_site

SITE = "https://a.example"
DAY = 86_400.0


def visit_to(url: str, depth: int = 2, parent: str | None = None, listed: bool = False) -> Visit:
    return make_visit(url, depth=depth, parent=parent, listed=listed)


@pytest.fixture
def rows(tmp_path: Path) -> Iterator[Writer]:
    open_database(tmp_path / "tidings.db", StoreSettings()).close()
    connection = connect(tmp_path / "tidings.db")
    yield connection
    connection.close()


def refusal_reason(traps: TrapAccounts, rows: Reader, url: str, now: float = 1.0) -> Reason | None:
    refusal = traps.refusal(rows, visit_to(url), now)
    return refusal.reason if refusal else None


def visit_barren_pages(traps: TrapAccounts, rows: Writer, pattern: str, count: int) -> None:
    for number in range(count):
        traps.note(rows, visit_to(SITE + pattern.format(number)), VisitYield.NOTHING, 1.0)


def test_a_shape_that_yields_nothing_is_refused_with_the_evidence(rows: Writer) -> None:
    traps = TrapAccounts()
    visit_barren_pages(traps, rows, "/calendar/2031/{}", 8)
    refusal = traps.refusal(rows, visit_to(f"{SITE}/calendar/1999/12"), 2.0)
    assert refusal is not None
    assert refusal.reason is Reason.TRAP_SHAPE
    assert refusal.detail.startswith("a.example/calendar/{year}/{n} 8 visited, 0 new articles")
    assert refusal_reason(traps, rows, f"{SITE}/story/12345-a-word-or-two") is None


def test_a_page_that_a_feed_lists_is_never_refused(rows: Writer) -> None:
    traps = TrapAccounts()
    visit_barren_pages(traps, rows, "/calendar/2031/{}", 50)
    listed = visit_to(f"{SITE}/calendar/1999/12", listed=True)
    assert is_trusted(listed)
    assert traps.refusal(rows, listed, 2.0) is None
    assert not traps.must_wait(rows, listed)


def test_links_on_the_start_page_get_more_patience(rows: Writer) -> None:
    traps = TrapAccounts()
    visit_barren_pages(traps, rows, "/section/{}", 9)
    near = visit_to(f"{SITE}/section/77", depth=1)
    assert traps.refusal(rows, near, 2.0) is None
    visit_barren_pages(traps, rows, "/section/{}", 40)
    assert traps.refusal(rows, near, 2.0) is not None


def test_a_closed_shape_is_probed_once_a_day(rows: Writer) -> None:
    traps = TrapAccounts()
    visit_barren_pages(traps, rows, "/calendar/2031/{}", 8)
    url = f"{SITE}/calendar/1999/12"
    assert refusal_reason(traps, rows, url, DAY) is Reason.TRAP_SHAPE
    assert refusal_reason(traps, rows, url, DAY + 2) is None
    assert refusal_reason(traps, rows, url, DAY + 3) is Reason.TRAP_SHAPE


def test_an_article_found_through_a_closed_shape_reopens_it(rows: Writer) -> None:
    traps = TrapAccounts()
    visit_barren_pages(traps, rows, "/calendar/2031/{}", 20)
    article = visit_to(f"{SITE}/story/12345", parent=f"{SITE}/calendar/2031/7")
    assert traps.note(rows, article, VisitYield.NEWS, 2.0) == "a.example/calendar/{year}/{n}"
    assert refusal_reason(traps, rows, f"{SITE}/calendar/1999/12") is None


def test_a_shape_with_articles_overrides_its_closed_general_form(rows: Writer) -> None:
    traps = TrapAccounts()
    traps.note(rows, visit_to(f"{SITE}/news/12345"), VisitYield.NEWS, 1.0)
    for word in "abcdefghijklmnopqrstuvwxyz":
        visit_barren_pages(traps, rows, f"/{word}x/9999{{}}", 4)
    assert refusal_reason(traps, rows, f"{SITE}/unseen/99999") is not None
    assert refusal_reason(traps, rows, f"{SITE}/news/12346") is None


def test_accounts_are_stored_in_the_database(rows: Writer) -> None:
    traps = TrapAccounts()
    visit_barren_pages(traps, rows, "/calendar/2031/{}", 9)
    traps.flush(rows)
    url = f"{SITE}/calendar/1999/12"
    assert refusal_reason(TrapAccounts(), rows, url) is Reason.TRAP_SHAPE
    refusal = shape_refusal(rows, 1, url)
    assert refusal is not None
    assert "9 visited" in refusal.detail


def test_the_number_of_shapes_is_bounded(rows: Writer) -> None:
    traps = TrapAccounts()
    random = Random(1)
    for _ in range(2_000):
        words = "/".join("".join(random.choices("abcdef", k=5)) for _ in range(2))
        traps.note(rows, visit_to(f"{SITE}/{words}/x"), VisitYield.NOTHING, 1.0)
    traps.flush(rows)
    assert 1 < len(shapes_of_site(rows, 1)) <= 400


def test_pages_wait_while_many_of_their_shape_are_under_way(rows: Reader) -> None:
    traps = TrapAccounts()
    visits = [visit_to(f"{SITE}/calendar/2031/{day}") for day in range(10, 20)]
    for visit in visits[:8]:
        assert not traps.must_wait(rows, visit)
        traps.begin(visit)
    assert traps.must_wait(rows, visits[8])
    traps.end(visits[0])
    assert not traps.must_wait(rows, visits[8])


Trap = Callable[[str, Random], list[str]]


def random_words(url: str, random: Random) -> list[str]:
    folders = "/".join(
        "".join(random.choices("abcdefgh", k=6)) for _ in range(random.randint(1, 5))
    )
    return [f"{SITE}/x/{folders}/" for _ in range(5)]


def random_numbers(url: str, random: Random) -> list[str]:
    return [f"{SITE}/n/{random.randrange(10 ** random.randint(1, 9))}" for _ in range(9)]


def random_parameters(url: str, random: Random) -> list[str]:
    names = random.sample("abcdefghijkl", random.randint(1, 6))
    return [SITE + "/q?" + "&".join(f"{n}={random.randrange(99)}" for n in names) for _ in range(6)]


def random_hosts(url: str, random: Random) -> list[str]:
    names = (".".join(random.choices(("www", "m", "x", "de", "shop"), k=3)) for _ in range(6))
    return [f"https://{name}.a.example/{random.choice('abc')}" for name in names]


def growing(url: str, random: Random) -> list[str]:
    return [f"{url.rstrip('/')}/{random.choice('uvwxyz')}" for _ in range(4)]


def slug_hashes(url: str, random: Random) -> list[str]:
    words = (random.sample(("red", "old", "big", "far", "low", "new"), 4) for _ in range(7))
    return [f"{SITE}/go/{'-'.join(each)}-{random.getrandbits(40):x}" for each in words]


@pytest.mark.parametrize(
    "trap", [random_words, random_numbers, random_parameters, random_hosts, growing, slug_hashes]
)
@pytest.mark.parametrize("seed", range(3))
def test_a_crawl_through_any_trap_ends_with_all_articles(
    rows: Writer, trap: Trap, seed: int
) -> None:
    """Sixty articles on ten listings; every listing also links into an endless trap."""
    random, traps = Random(seed), TrapAccounts()
    listings = {f"{SITE}/section-{at}" for at in range(10)}
    stories = {f"{SITE}/2026/03/{at:02}/a-longer-headline-{at}" for at in range(60)}
    by_listing = {url: sorted(stories)[at::10] for at, url in enumerate(sorted(listings))}
    queue = deque((url, 1, f"{SITE}/") for url in [*trap(SITE, random), *sorted(listings)])
    last: deque[tuple[str, int, str]] = deque()
    seen, found, requests = {url for url, _, _ in queue}, set(), 0
    while queue or last:
        postponed = not queue
        url, depth, parent = last.popleft() if postponed else queue.popleft()
        visit = visit_to(url, depth, parent)
        if traps.refusal(rows, visit, 1.0) is not None:
            if not postponed:
                last.append((url, depth, parent))
            continue
        requests += 1
        assert requests < 1_000
        is_story = url in stories
        links = [] if is_story else [*by_listing.get(url, []), *trap(url, random)]
        found |= {url} & stories
        traps.note(rows, visit, VisitYield.NEWS if is_story else VisitYield.LEAD, 1.0)
        fresh = [link for link in links if link not in seen]
        seen.update(fresh)
        queue.extend((link, depth + 1, url) for link in fresh)
    assert found == stories
    assert requests <= 3 * (len(stories) + len(listings))
