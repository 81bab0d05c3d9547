"""From the links of pages to ranks: edges, merging, segments, graph, anchors, ranks."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from tidings.model.crawl.visit import ArchivePlace
from tidings.model.search.dangling_policy import DanglingPolicy
from tidings.search.links.aliases import KeyAliases
from tidings.search.links.anchors import anchors_of
from tidings.search.links.array_file import ArrayFileDamaged
from tidings.search.links.edge_segments import EdgeSegments
from tidings.search.links.edges import Edges
from tidings.search.links.graph import graph_of
from tidings.search.links.link_ranks import UNLINKED, LinkRanks, LiveRanks
from tidings.search.links.page_keys import Keys, name_key, page_key, page_keys_of
from tidings.search.links.page_links import PageLinks, page_links
from tidings.search.links.rank_computation import ranks_of
from tidings.settings.tree import LinkSettings
from tidings.store.archive.warc_files import ArchivedPage

AT = datetime(2026, 11, 2, tzinfo=UTC)
NO_ALIASES = KeyAliases.of([])
NO_ARTICLES: Keys = np.zeros(0, dtype=np.uint64)
Web = dict[str, dict[str, str]]


def page(url: str, links: dict[str, str]) -> PageLinks:
    targets = tuple((page_keys_of(target), text) for target, text in links.items())
    return PageLinks(page_keys_of(url), targets)


def edges(web: Web) -> Edges:
    return Edges.of(page(url, links) for url, links in web.items())


def articles(*urls: str) -> Keys:
    return np.array([page_key(url) for url in urls], dtype=np.uint64)


def archived(markup: str, **changes: object) -> ArchivedPage:
    html = (("content-type", "text/html"),)
    whole = ArchivedPage("https://a.example/", AT, 200, html, markup.encode(), False)
    return replace(whole, **changes)  # type: ignore[arg-type]


def targets(found: PageLinks | None) -> list[tuple[int, str]]:
    assert found is not None
    return [(place.page, text) for place, text in found.targets]


def test_a_page_votes_once_for_each_other_page_and_never_for_itself() -> None:
    markup = (
        "<a href='/x'></a><a href='/x#top'>The bridge</a><a href='/'>Home</a><a href='/y'>Y</a>"
    )
    found = targets(page_links(archived(markup), LinkSettings()))
    assert found == [
        (page_key("https://a.example/x"), "The bridge"),
        (page_key("https://a.example/y"), "Y"),
    ]


@pytest.mark.parametrize("rel", ["nofollow", "ugc", "noopener SPONSORED"])
def test_nofollow_links_count_only_if_configured(rel: str) -> None:
    markup = f"<a rel='{rel}' href='/x'>X</a><a href='/y'>Y</a>"
    assert len(targets(page_links(archived(markup), LinkSettings()))) == 1
    assert len(targets(page_links(archived(markup), LinkSettings(nofollow=True)))) == 2


def test_robots_rules_for_the_whole_page_are_followed() -> None:
    markup = "<a href='/x'>X</a>"
    headers = (("content-type", "text/html"), ("x-robots-tag", "nofollow"))
    assert targets(page_links(archived(markup, headers=headers), LinkSettings())) == []
    meta = f"<meta name='robots' content='nofollow'>{markup}"
    assert targets(page_links(archived(meta), LinkSettings())) == []


def test_a_link_farm_has_no_more_votes_than_the_bound() -> None:
    markup = "".join(f"<a href='/farm/{n}'>{n}</a>" for n in range(100_000))
    assert len(targets(page_links(archived(markup), LinkSettings(per_page=50)))) == 50


@pytest.mark.parametrize(
    "changes",
    [
        {"status": 404},
        {"headers": (("content-type", "application/rss+xml"),)},
        {"body": b""},
        {"url": "nonsense"},
    ],
)
def test_only_web_pages_have_links(changes: dict[str, object]) -> None:
    assert page_links(archived("<a href='/x'>X</a>", **changes), LinkSettings()) is None


def test_editorial_links_outweigh_those_of_the_template() -> None:
    menu = {f"https://a.example/section/{n}": "Section" for n in range(3)}
    web: Web = {f"https://a.example/{n}": dict(menu) for n in range(50)}
    web["https://a.example/7"]["https://a.example/8"] = "The bridge"
    votes = graph_of(edges(web), NO_ALIASES, articles(*menu)).pages
    pairs = zip(votes.sources.tolist(), votes.targets.tolist(), strict=True)
    weights = dict(zip(pairs, votes.weights.tolist(), strict=True))
    node = {
        url: int(np.searchsorted(votes.keys, np.uint64(page_key(url)))) for url in [*web, *menu]
    }
    menu_weight = weights[node["https://a.example/7"], node["https://a.example/section/0"]]
    assert menu_weight == pytest.approx(1.0)
    editorial = weights[node["https://a.example/7"], node["https://a.example/8"]]
    assert editorial == pytest.approx(1.0 + np.log(50))


def test_a_footer_counts_once_between_hosts_but_different_articles_count_each() -> None:
    web: Web = {f"https://a.example/{n}": {"https://b.example/": "Sister paper"} for n in range(9)}
    web["https://a.example/1"] |= {f"https://c.example/{n}": "C" for n in range(4)}
    web |= {"https://b.example/": {}, "https://c.example/0": {}}
    hosts = graph_of(edges(web), NO_ALIASES, NO_ARTICLES).hosts
    ranked = ranks_of(edges(web), NO_ALIASES, NO_ARTICLES, LinkSettings())
    a, b, c = (np.searchsorted(hosts.keys, np.uint64(name_key(f"{h}.example"))) for h in "abc")
    votes = list(zip(hosts.sources.tolist(), hosts.targets.tolist(), strict=True))
    assert votes.count((a, b)) == 1
    assert votes.count((a, c)) == 4
    rank_a, rank_b, rank_c = ranked.hosts([name_key(f"{h}.example") for h in "abc"])
    assert rank_c > rank_b > rank_a


def test_aliases_lead_to_the_canonical_page_and_never_loop() -> None:
    short, canonical, other = (f"https://a.example/{name}" for name in ("s", "long", "other"))
    aliases = KeyAliases.of(
        [
            (page_key(short), page_key("https://a.example/mid")),
            (page_key("https://a.example/mid"), page_key(canonical)),
            (1, 2),
            (2, 1),
        ]
    )
    web: Web = {other: {short: "Short"}, canonical: {short: "Itself"}}
    ranked = ranks_of(edges(web), aliases, articles(canonical), LinkSettings())
    assert ranked.linking(page_key(canonical)) == (1, 0)
    assert ranked.anchors.of(page_key(canonical)) == ["Short"]
    assert int(aliases.resolved(np.array([1], dtype=np.uint64))[0]) in (1, 2)


def test_an_unknown_page_has_the_rank_of_an_unlinked_one() -> None:
    web: Web = {"https://a.example/": {"https://a.example/x": "X"}, "https://a.example/x": {}}
    ranked = ranks_of(edges(web), NO_ALIASES, NO_ARTICLES, LinkSettings())
    keys = [page_key(url) for url in ("https://a.example/", "https://nowhere.example/")]
    np.testing.assert_allclose(ranked.pages(keys), UNLINKED, atol=1e-6)
    assert ranked.pages([page_key("https://a.example/x")])[0] > UNLINKED
    np.testing.assert_allclose(ranked.article([1], [2], [3]), [0.075], atol=1e-3)
    np.testing.assert_allclose(LinkRanks.none().article([1], [2], [3]), [0.075], atol=1e-3)
    speaking = ranked.evidence([page_key("https://a.example/x"), 1], [2, 2], [3, 3])
    assert 0.0 < speaking[0] < 1.0
    assert speaking[1] == pytest.approx(0.0, abs=1e-6)
    assert ranked.page.percentile(float(ranked.pages([page_key("https://a.example/x")])[0])) == 50.0


def test_both_dangling_policies_agree_on_the_order() -> None:
    web: Web = {
        "https://a.example/": {f"https://a.example/{n}": str(n) for n in range(3)},
        "https://a.example/0": {"https://a.example/1": "1"},
        "https://a.example/2": {"https://a.example/1": "1"},
    }
    uniform, injected = (
        ranks_of(edges(web), NO_ALIASES, NO_ARTICLES, LinkSettings(dangling=policy))
        for policy in DanglingPolicy
    )
    np.testing.assert_allclose(uniform.page.ranks, injected.page.ranks, atol=0.02)


def test_an_anchor_that_leads_to_many_pages_describes_none() -> None:
    stories = [f"https://a.example/story/{n}" for n in range(9)]
    web: Web = {
        "https://a.example/": dict.fromkeys(stories, "Weiterlesen"),
        "https://a.example/list": {url: f"Story number {n}" for n, url in enumerate(stories)},
        "https://b.example/": {stories[0]: "A fine piece", stories[1]: ""},
        "https://c.example/": {stories[0]: "A fine piece"},
    }
    found = anchors_of(edges(web), NO_ALIASES, articles(*stories), LinkSettings())
    assert found.of(page_key(stories[0])) == ["A fine piece", "Story number 0"]
    assert found.of(page_key(stories[1])) == ["Story number 1"]
    assert found.of(page_key("https://nowhere.example/")) == []


def test_segments_left_by_a_crash_during_a_merge_are_not_counted_twice(
    tmp_path: Path,
) -> None:
    segments = EdgeSegments(tmp_path)
    for number in range(18):
        some = edges({f"https://a.example/{number}": {"https://a.example/x": "X"}})
        segments.append(some, ArchivePlace("a", number, 1))
    before = {path.name: path.read_bytes() for path in segments.paths()}
    segments.join(segments.load())
    for name, content in before.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "edges-00000099.tmp").write_bytes(b"half")
    assert len(segments.paths()) == 1
    segments.append(edges({}), ArchivePlace("a", 18, 1))
    loaded = segments.load()
    assert len(loaded.counts) == 18
    segments.join(loaded)
    assert len(list(tmp_path.iterdir())) == 2


def test_a_damaged_segment_is_noticed(tmp_path: Path) -> None:
    segments = EdgeSegments(tmp_path)
    segments.append(edges({"https://a.example/": {}}), ArchivePlace("a", 0, 1))
    path = segments.paths()[0]
    path.write_bytes(path.read_bytes()[:-70])
    with pytest.raises(ArrayFileDamaged):
        segments.load()
    segments.clear()
    assert segments.until() is None


def test_ranks_are_read_from_their_file_and_a_damaged_file_gives_empty_ranks(
    tmp_path: Path,
) -> None:
    story = "https://a.example/x"
    web: Web = {
        "https://a.example/": {story: "Ein Fluß"},
        "https://b.example/": {story: "Ein Fluß"},
    }
    ranked = ranks_of(edges(web), NO_ALIASES, articles(story), LinkSettings())
    ranked.save(tmp_path, AT)
    loaded = LinkRanks.load(tmp_path)
    assert loaded.at == AT
    keys = [page_key(url) for url in (*web, story)]
    np.testing.assert_array_equal(loaded.pages(keys), ranked.pages(keys))
    assert loaded.linking(page_key(story)) == (2, 1)
    assert loaded.anchors_of(page_key(story)) == "Ein Fluß"
    assert loaded.anchors_of(12345) == ""
    (tmp_path / "ranks.sheaf").write_bytes(b"TDNGsheaf1 nonsense")
    assert LinkRanks.load(tmp_path).at is None


def test_readers_see_new_ranks_when_the_file_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tidings.search.links.link_ranks._FRESH_SECONDS", 0.0)
    live = LiveRanks(tmp_path)
    assert live.now().at is None
    LinkRanks.none().save(tmp_path, AT)
    first = live.now()
    assert first.at == AT
    assert live.now() is first
    later = AT.replace(day=3)
    LinkRanks.none().save(tmp_path, later)
    assert live.now().at == later
    (tmp_path / "ranks.sheaf").unlink()
    assert live.now().at is None
