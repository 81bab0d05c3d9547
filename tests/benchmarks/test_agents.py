"""The generator of webs and the contenders of `benchmarks.agents`, on a small web."""

from dataclasses import replace

import numpy as np
import pytest
from benchmarks.agents.contenders import BreadthFirst, SharkSearch
from benchmarks.agents.experiments import CONTENDERS, OURS, seeds_of
from benchmarks.agents.generated_web import GeneratedWeb, PageType, generated_web
from benchmarks.agents.intervals import mean_of, ratio_of
from benchmarks.agents.locality import locality_rows
from benchmarks.agents.simulation import crawled
from benchmarks.agents.texts import WebQuery, WebTexts, web_texts
from benchmarks.agents.web_pages import QuerySight, WebPages
from benchmarks.agents.web_parameters import LOCAL, PUBLISHED, RANDOM

from tidings.crawl.agents.query_terms import query_terms
from tidings.model.agents.page_sight import PageRelevance, SeenLink, SeenPage
from tidings.model.web.page import PageKind

SMALL = replace(LOCAL, hosts=20, traps=1, neighbours=20, hub_links=(5, 15))


@pytest.fixture(scope="module")
def texts() -> WebTexts:
    return web_texts((), news=600, neighbours=20)


@pytest.fixture(scope="module")
def web(texts: WebTexts) -> GeneratedWeb:
    return generated_web(texts, SMALL, 1)


def query_of(texts: WebTexts) -> WebQuery:
    return next(query for query in texts.queries if query.language == "en")


def test_the_same_seed_makes_the_same_web(texts: WebTexts, web: GeneratedWeb) -> None:
    again = generated_web(texts, SMALL, 1)
    assert again.links == web.links
    assert generated_web(texts, SMALL, 2).links != web.links


def test_linked_pages_are_alike_unless_links_are_random(texts: WebTexts, web: GeneratedWeb) -> None:
    small = replace(RANDOM, hosts=20, traps=1, neighbours=20, hub_links=(5, 15))
    webs = {"web": web, "random": generated_web(texts, small, 1)}
    first, *_ = rows = list(locality_rows(webs))
    assert len(rows) == len(PUBLISHED)
    local, random = (float(cell.split()[0]) for cell in first[-2:])
    assert local > 1.3 * random


def test_a_text_at_the_end_of_a_tunnel_is_on_no_list(web: GeneratedWeb) -> None:
    assert web.tunnel_ends
    for page, links in enumerate(web.links):
        if web.types[page] != PageType.TEXT:
            assert not {link.target for link in links} & web.tunnel_ends.keys()


def test_what_is_new_is_linked_to_by_lists_by_what_is_newer_and_seldom_by_tunnels(
    web: GeneratedWeb,
) -> None:
    texts = np.flatnonzero(web.types == PageType.TEXT).tolist()
    pairs = [(page, link.target) for page in texts for link in web.links[page] if link.target >= 0]
    new = [(page, target) for page, target in pairs if web.ages[target] < 1]
    older = [page for page, target in new if web.ages[page] > web.ages[target]]
    assert new
    assert len(older) < len(web.tunnel_ends)


def test_a_calendar_never_ends(web: GeneratedWeb, texts: WebTexts) -> None:
    sight = QuerySight(WebPages(web), query_of(texts))
    url = f"https://h{min(web.traps)}.example/calendar/0"
    for _ in range(30):
        page = sight.sight(url, 0.1)
        assert isinstance(page, SeenPage)
        url = page.links[0].url


@pytest.mark.parametrize("name", CONTENDERS)
def test_every_contender_keeps_to_the_budget_and_is_deterministic(
    name: str, web: GeneratedWeb, texts: WebTexts
) -> None:
    query = query_of(texts)
    runs = []
    for _ in range(2):
        sight = QuerySight(WebPages(web), query)
        agents = CONTENDERS[name](sight.terms, 60)
        runs.append(crawled(agents, sight, seeds_of(sight), 60))
    assert runs[0] == runs[1]
    assert len(runs[0].visited) <= 60
    read = [page for page in runs[0].visited if page >= 0]
    assert len(read) == len(set(read))


def test_agents_find_more_than_breadth_first(web: GeneratedWeb, texts: WebTexts) -> None:
    """As a whole: of two queries on a small web one may be lost by chance."""
    found = {OURS: 0, "breadth-first": 0}
    for query in texts.queries:
        sight = QuerySight(WebPages(web, query.language), query)
        for name in found:
            crawl = crawled(CONTENDERS[name](sight.terms, 150), sight, seeds_of(sight), 150)
            found[name] += crawl.found(query.relevant, 150)
    assert found[OURS] > found["breadth-first"]


def test_shark_search_hands_on_what_a_page_inherited() -> None:
    shark = SharkSearch(query_terms("flood", "en"))
    good = SeenPage(
        "https://a/", PageRelevance(cosine=0.8), PageKind.ARTICLE, (SeenLink("https://b/"),)
    )
    poor = SeenPage("https://b/", PageRelevance(), PageKind.ARTICLE, (SeenLink("https://c/"),))
    shark.see(good)
    assert shark.priority(good, good.links[0]) == pytest.approx(0.5 * 0.4)
    shark.see(poor)
    assert shark.priority(poor, poor.links[0]) == pytest.approx(0.5 * 0.2)
    named = SeenLink("https://d/", ("flood",))
    assert shark.priority(poor, named) == pytest.approx(0.5 * 0.2 + 0.5 * (0.8 + 0.2))


def test_breadth_first_goes_by_age() -> None:
    crawl = BreadthFirst(query_terms("flood", "en"))
    crawl.add_seeds(["https://a/", "https://b/"])
    first = crawl.next_step(0.0, lambda url: True)
    assert first is not None
    links = (SeenLink("https://c/"),)
    crawl.observe(first, SeenPage("https://a/", PageRelevance(), PageKind.ARTICLE, links), 0.0)
    urls = [step.url for _ in range(3) if (step := crawl.next_step(0.0, lambda url: True))]
    assert urls == ["https://b/", "https://c/"]


def test_intervals_contain_the_figure() -> None:
    rng = np.random.default_rng(2)
    old, new = rng.random(200), 2 * rng.random(200)
    ratio, mean = ratio_of(new.tolist(), old.tolist()), mean_of(new.tolist())
    assert ratio.low < ratio.value < ratio.high
    assert mean.low < 1.0 < mean.high
