import hashlib
import os
import re
import subprocess
import sys
from collections import Counter, defaultdict
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tidings.world.news.announcing import Announcing
from tidings.world.news.newspapers import PAPERS
from tidings.world.pages.paper_site import GonePage, PaperPage
from tidings.world.world import START, World

HOUR = timedelta(hours=1)
DIGEST = """
import sys
sys.path.insert(0, sys.argv[1])
from test_world import digest, moved
print(digest(moved(2)))
"""


def moved(steps: int) -> World:
    """Return a world two hours later, reached in some steps."""
    world = World(seed=5, history=6, per_hour=60)
    for step in range(steps):
        world.advance(START + 2 * HOUR * (step + 1) / steps)
    return world


def digest(world: World) -> str:
    """Return one hash over every page, feed and sitemap."""
    total = hashlib.sha256()
    for paper_site in world.paper_sites.values():
        paper = paper_site.paper
        machine = ["/robots.txt", paper.news_sitemap, paper.archive_sitemap]
        machine += [path for _, path in paper.feeds]
        for target in [*paper_site.targets(world.now), *filter(None, machine)]:
            page = paper_site.page(target, world.now)
            assert isinstance(page, PaperPage), target
            total.update(target.encode() + page.media_type.encode() + page.content)
    return total.hexdigest()


def test_the_same_seed_and_time_give_the_same_bytes_however_time_passed() -> None:
    assert digest(moved(1)) == digest(moved(37))


def test_the_same_seed_and_time_give_the_same_bytes_in_a_fresh_process() -> None:
    here = str(Path(__file__).parent)
    environment = os.environ | {"PYTHONHASHSEED": "12345"}
    command = [sys.executable, "-c", DIGEST, here]
    run = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    assert run.stdout.strip() == digest(moved(1))


def test_another_seed_gives_another_world() -> None:
    first, second = ({t.title for t in World(seed, history=5).articles()} for seed in (1, 2))
    assert not first & second


def test_there_are_papers_in_five_languages_each_with_its_past(world: World) -> None:
    counts = Counter(truth.paper for truth in world.articles())
    assert {paper.language for paper in PAPERS} == {"en", "de", "fr", "es", "zh"}
    assert all(18 <= counts[paper.key] <= 45 for paper in PAPERS), counts


def test_every_page_can_be_fetched_and_has_a_truth(world: World) -> None:
    kinds = Counter[str]()
    for truth in world.pages():
        kinds[truth.kind] += 1
        address, _, rest = truth.url.removeprefix("http://").partition(":")
        page = world.paper_sites[address].page("/" + rest.partition("/")[2], world.now)
        assert isinstance(page, PaperPage), truth.url
        assert world.truth(truth.url) == truth
    assert min(kinds[kind] for kind in ("article", "index", "valueless")) > 20


def test_missing_pages_have_no_truth(world: World) -> None:
    for path in ("nothing", "news/x", "robots.txt", "tag/nowhere", "politics?page=99"):
        assert world.truth(world.urls[0] + path) is None
    assert world.truth("http://192.0.2.1/") is None


def test_tracking_parameters_do_not_change_the_page(world: World) -> None:
    copy = next(truth for truth in world.articles() if truth.original)
    for url in (copy.url, next(world.articles()).url):
        tracked = f"{url}{'&' if '?' in url else '?'}utm_source=x&utm_medium=y"
        assert world.truth(tracked) == world.truth(url)


def test_a_bare_path_belongs_to_the_first_paper(world: World) -> None:
    front = world.truth("/")
    assert front is not None
    assert front.url == world.urls[0]


def test_new_articles_appear_at_the_given_rate_from_the_first_minutes() -> None:
    world = World(seed=4, history=5, per_hour=240)
    known = len(list(world.articles()))
    world.advance(START + timedelta(minutes=15))
    assert 35 <= len(list(world.articles())) - known <= 85
    world.advance(START + 5 * HOUR)
    assert 1000 <= len(list(world.articles())) - known <= 1400


def test_articles_since_a_time_are_those_that_appeared_after_it() -> None:
    world = World(seed=4, history=5, per_hour=240)
    world.advance(START + HOUR)
    late = START + timedelta(minutes=50)
    recent = list(world.articles(since=late))
    assert recent
    assert all(truth.appeared and truth.appeared > late for truth in recent)


def test_several_papers_cover_an_event_in_their_own_words(world: World) -> None:
    stories = defaultdict(list)
    for truth in world.articles():
        if truth.original is None:
            stories[truth.story].append(truth)
    shared = [coverage for coverage in stories.values() if len(coverage) > 1]
    assert len(shared) > len(stories) / 3
    for coverage in shared:
        assert len({t.body for t in coverage}) == len(coverage)
        times = sorted(t.published for t in coverage if t.published)
        assert times[-1] - times[0] < timedelta(hours=6)


def test_a_copy_names_its_original(world: World) -> None:
    copies = [truth for truth in world.articles() if truth.original]
    assert copies
    assert {truth.paper for truth in copies} == {"post"}
    for truth in copies:
        source = world.truth(truth.original or "")
        if source is not None and source.revision == 0:
            assert (source.body, source.title) == (truth.body, truth.title)


def test_an_earlier_time_changes_nothing() -> None:
    world = moved(1)
    before = digest(world)
    world.advance(START)
    assert digest(world) == before


def test_articles_are_edited_silently_and_some_removed() -> None:
    world = World(seed=9, history=30, per_hour=60)
    before = {truth.url: truth for truth in world.articles()}
    world.advance(START + 48 * HOUR)
    after = {truth.url: truth for truth in world.articles()}
    edited = [u for u in before.keys() & after.keys() if before[u].revision < after[u].revision]
    assert edited
    for url in edited:
        assert (before[url].title, before[url].body) != (after[url].title, after[url].body)
    for url in before.keys() - after.keys():
        address, _, rest = url.removeprefix("http://").partition(":")
        page = world.paper_sites[address].page("/" + rest.partition("/")[2], world.now)
        assert isinstance(page, GonePage)
        assert page.status in (404, 410)
    assert before.keys() - after.keys()


def test_a_private_article_and_a_noindex_page_are_marked(world: World) -> None:
    private = [t for t in world.pages() if not t.allowed and t.kind == "article"]
    hidden = [t for t in world.pages() if t.noindex]
    assert len(private) == len(hidden) == len(world.paper_sites)
    assert not {t.url for t in private} & {t.url for t in world.articles()}


@pytest.mark.parametrize("per_hour", [0, 3600])
def test_any_rate_of_new_articles_works(per_hour: float) -> None:
    world = World(seed=1, history=3, per_hour=per_hour)
    known = len(list(world.articles()))
    world.advance(START + timedelta(minutes=30))
    new = len(list(world.articles())) - known
    assert new < 15 if per_hour == 0 else new > 1200


def test_a_paper_may_announce_edits_or_everything() -> None:
    announcing = {"courier": Announcing.EVERYTHING, "wanbao": Announcing.EDITS}
    world, plain = World(announcing=announcing), World()
    for now in (world, plain):
        now.advance(now.now + timedelta(hours=5))
    feeds = {"courier": "/feed.atom", "wanbao": "/rss/news.xml", "anzeiger": "/index.rdf"}
    for key, path in feeds.items():
        site, other = (
            next(each for each in one.paper_sites.values() if each.paper.key == key)
            for one in (world, plain)
        )
        page, known = site.page(path, world.now), other.page(path, plain.now)
        assert isinstance(page, PaperPage)
        assert isinstance(known, PaperPage)
        assert (page.content == known.content) is (key not in announcing)
        stamps = re.findall(rb"<(?:atom:)?updated>([^<]+)<", page.content)
        moments = {datetime.fromisoformat(stamp.decode()) for stamp in stamps}
        assert (world.now in moments) is (key == "courier")
        assert all(moment <= world.now for moment in moments)
