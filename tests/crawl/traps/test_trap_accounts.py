"""Spider traps: a crawl with accounts alone ends, and finds all articles of the site."""

from collections import deque
from collections.abc import Callable
from random import Random

import pytest
from tests.factories import make_visit

from tidings.crawl.traps.shape_account import VisitYield
from tidings.crawl.traps.trap_accounts import Refusal, SiteAccounts, is_trusted, shape_refusal
from tidings.crawl.traps.visit_gate import TrapSnapshot, VisitGate
from tidings.model.crawl.visit import Visit
from tidings.model.web.reason import Reason

SITE = "https://a.example"
DAY = 86_400.0


def visit_to(url: str, depth: int = 2, parent: str | None = None, listed: bool = False) -> Visit:
    return make_visit(url, depth=depth, parent=parent, listed=listed)


class Traps:
    """One site's accounts with the gate before them, as a crawl uses both."""

    def __init__(self) -> None:
        self.accounts = SiteAccounts({})
        self.gate = VisitGate(lambda site, key: None)

    def snapshot(self) -> TrapSnapshot:
        return TrapSnapshot(self.accounts.snapshot(), ())

    def refusal(self, visit: Visit, now: float) -> Refusal | None:
        admitted = self.gate.admitted(visit, self.snapshot(), now)
        return admitted if isinstance(admitted, Refusal) else None

    def must_wait(self, visit: Visit) -> bool:
        return self.gate.must_wait(visit, self.snapshot())


def refusal_reason(traps: Traps, url: str, now: float = 1.0) -> Reason | None:
    refusal = traps.refusal(visit_to(url), now)
    return refusal.reason if refusal else None


def visit_barren_pages(traps: Traps, pattern: str, count: int) -> None:
    for number in range(count):
        traps.accounts.note(visit_to(SITE + pattern.format(number)), VisitYield.NOTHING, 1.0)


def test_a_shape_that_yields_nothing_is_refused_with_the_evidence() -> None:
    traps = Traps()
    visit_barren_pages(traps, "/calendar/2031/{}", 8)
    refusal = traps.refusal(visit_to(f"{SITE}/calendar/1999/12"), 2.0)
    assert refusal is not None
    assert refusal.reason is Reason.TRAP_SHAPE
    assert refusal.detail.startswith("a.example/calendar/{year}/{n} 8 visited, 0 new articles")
    assert refusal_reason(traps, f"{SITE}/story/12345-a-word-or-two") is None


def test_a_page_that_a_feed_lists_is_never_refused() -> None:
    traps = Traps()
    visit_barren_pages(traps, "/calendar/2031/{}", 50)
    listed = visit_to(f"{SITE}/calendar/1999/12", listed=True)
    assert is_trusted(listed)
    assert traps.refusal(listed, 2.0) is None
    assert not traps.must_wait(listed)


def test_links_on_the_start_page_get_more_patience() -> None:
    traps = Traps()
    visit_barren_pages(traps, "/section/{}", 9)
    near = visit_to(f"{SITE}/section/77", depth=1)
    assert traps.refusal(near, 2.0) is None
    visit_barren_pages(traps, "/section/{}", 40)
    assert traps.refusal(near, 2.0) is not None


def test_a_closed_shape_is_probed_once_a_day() -> None:
    traps = Traps()
    visit_barren_pages(traps, "/calendar/2031/{}", 8)
    url = f"{SITE}/calendar/1999/12"
    assert refusal_reason(traps, url, DAY) is Reason.TRAP_SHAPE
    assert refusal_reason(traps, url, DAY + 2) is None
    assert refusal_reason(traps, url, DAY + 3) is Reason.TRAP_SHAPE


def test_an_article_found_through_a_closed_shape_reopens_it() -> None:
    traps = Traps()
    visit_barren_pages(traps, "/calendar/2031/{}", 20)
    article = visit_to(f"{SITE}/story/12345", parent=f"{SITE}/calendar/2031/7")
    assert traps.accounts.note(article, VisitYield.NEWS, 2.0) == "a.example/calendar/{year}/{n}"
    assert refusal_reason(traps, f"{SITE}/calendar/1999/12") is None


def test_a_shape_with_articles_overrides_its_closed_general_form() -> None:
    traps = Traps()
    traps.accounts.note(visit_to(f"{SITE}/news/12345"), VisitYield.NEWS, 1.0)
    for word in "abcdefghijklmnopqrstuvwxyz":
        visit_barren_pages(traps, f"/{word}x/9999{{}}", 4)
    assert refusal_reason(traps, f"{SITE}/unseen/99999") is not None
    assert refusal_reason(traps, f"{SITE}/news/12346") is None


def test_a_probe_is_noted_on_the_account_that_it_tests() -> None:
    traps = Traps()
    visit_barren_pages(traps, "/calendar/2031/{}", 8)
    shape = "a.example/calendar/{year}/{n}"
    assert traps.accounts.snapshot()[shape].probed_at == 1.0
    admitted = traps.gate.admitted(visit_to(f"{SITE}/calendar/1999/12"), traps.snapshot(), DAY + 2)
    assert isinstance(admitted, Visit)
    assert admitted.probe_of is Reason.TRAP_SHAPE
    traps.accounts.note(admitted, VisitYield.NOTHING, DAY + 3)
    assert traps.accounts.snapshot()[shape].probed_at == DAY + 3
    traps.gate = VisitGate(lambda site, key: None)  # another process
    url = f"{SITE}/calendar/1999/12"
    assert refusal_reason(traps, url, 2 * DAY) is Reason.TRAP_SHAPE
    assert refusal_reason(traps, url, 2 * DAY + 4) is None


def test_a_snapshot_does_not_change_when_the_accounts_do() -> None:
    traps = Traps()
    visit_barren_pages(traps, "/calendar/2031/{}", 3)
    before = traps.accounts.snapshot()
    copy = dict(before)
    assert traps.accounts.snapshot() is before
    visit_barren_pages(traps, "/calendar/2031/{}", 3)
    assert before == copy
    assert traps.accounts.snapshot() != before


def test_changes_are_taken_once_and_are_enough_to_continue() -> None:
    traps = Traps()
    visit_barren_pages(traps, "/calendar/2031/{}", 9)
    changes = traps.accounts.take_changes()
    assert not traps.accounts.is_changed
    assert not traps.accounts.take_changes().kept
    refusal = shape_refusal(SiteAccounts(changes.kept).snapshot(), f"{SITE}/calendar/1999/12")
    assert refusal is not None
    assert "9 visited" in refusal.detail


def test_the_number_of_shapes_is_bounded() -> None:
    traps = Traps()
    random = Random(1)
    for _ in range(2_000):
        words = "/".join("".join(random.choices("abcdef", k=5)) for _ in range(2))
        traps.accounts.note(visit_to(f"{SITE}/{words}/x"), VisitYield.NOTHING, 1.0)
    changes = traps.accounts.take_changes()
    assert 1 < len(traps.accounts.snapshot()) <= 400
    assert changes.kept.keys() == traps.accounts.snapshot().keys()
    assert changes.forgotten


def test_pages_wait_while_many_of_their_shape_are_under_way() -> None:
    traps = Traps()
    visits = [visit_to(f"{SITE}/calendar/2031/{day}") for day in range(10, 20)]
    for visit in visits[:8]:
        assert not traps.must_wait(visit)
        traps.gate.begin(visit)
    assert traps.must_wait(visits[8])
    traps.gate.end(visits[0])
    assert not traps.must_wait(visits[8])


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
def test_a_crawl_through_any_trap_ends_with_all_articles(trap: Trap, seed: int) -> None:
    """Sixty articles on ten listings; every listing also links into an endless trap."""
    random, traps = Random(seed), Traps()
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
        if traps.refusal(visit, 1.0) is not None:
            if not postponed:
                last.append((url, depth, parent))
            continue
        requests += 1
        assert requests < 1_000
        is_story = url in stories
        links = [] if is_story else [*by_listing.get(url, []), *trap(url, random)]
        found |= {url} & stories
        traps.accounts.note(visit, VisitYield.NEWS if is_story else VisitYield.LEAD, 1.0)
        fresh = [link for link in links if link not in seen]
        seen.update(fresh)
        queue.extend((link, depth + 1, url) for link in fresh)
    assert found == stories
    assert requests <= 3 * (len(stories) + len(listings))
