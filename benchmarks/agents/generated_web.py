"""Makes a web of given texts: hosts with sections, lists, feeds, tunnels, traps and poor anchors.

Only texts and their likeness decide what links to what. Judgements of relevance are not used, and
contenders see pages only through `web_pages`.
"""

from dataclasses import dataclass, field
from enum import IntEnum
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from benchmarks.agents.texts import WebTexts
from benchmarks.agents.web_parameters import AnchorMix, WebParameters

Numbers = NDArray[np.int64]


class PageType(IntEnum):
    """What a page of the web is. Texts come first in the numbering of pages."""

    TEXT = 0
    HOME = 1
    SECTION = 2  # and its archive pages
    HUB = 3
    FEED = 4


class Anchor(IntEnum):
    """What the text of a link says."""

    HEADLINE = 0
    PART = 1
    MORE = 2
    NOISE = 3
    EMPTY = 4
    MENU = 5  # the name of a section, or "home"
    FEED = 6  # headline, summary and date


@dataclass(frozen=True, slots=True)
class WebLink:
    """A link of a page; a target of -1 is gone, or the entrance of a trap."""

    target: int
    anchor: Anchor
    telling: bool = False  # words of the target stand beside it


@dataclass(slots=True)
class GeneratedWeb:
    """Pages by number, with their links."""

    seed: int
    parameters: WebParameters
    texts: WebTexts
    types: NDArray[np.int8]
    hosts: NDArray[np.int32]
    links: list[list[WebLink]]
    topics: NDArray[np.int32]  # of a hub or section: the text that it is about; else -1
    ages: NDArray[np.float32]  # days since a text was published
    host_seconds: NDArray[np.float32]  # a request's mean duration
    dead: frozenset[int]  # hosts that never answer
    traps: frozenset[int]  # hosts with an endless calendar
    homes: NDArray[np.int32]  # the home page of each host
    feeds: NDArray[np.int32]
    tunnel_ends: dict[int, int] = field(default_factory=dict)  # length of the way, by text

    @property
    def size(self) -> int:
        """How many pages there are, without those of traps."""
        return len(self.types)


def generated_web(texts: WebTexts, parameters: WebParameters, seed: int) -> GeneratedWeb:
    """Return a web; the same texts, parameters and seed always give the same one."""
    return _Builder(texts, parameters, np.random.default_rng(seed), seed).build()


class _Builder:
    def __init__(
        self, texts: WebTexts, parameters: WebParameters, rng: np.random.Generator, seed: int
    ) -> None:
        self.texts, self.p, self.rng, self.seed = texts, parameters, rng, seed
        self.n = len(texts.texts)

    def build(self) -> GeneratedWeb:
        p, rng = self.p, self.rng
        self.ages = (rng.random(self.n) * (p.days - 1) + 1).astype(np.float32)
        is_new = rng.random(self.n) < p.new
        self.ages[is_new] = rng.random(int(is_new.sum())).astype(np.float32)
        self._place_texts()
        self.links: list[list[WebLink]] = [[] for _ in range(self.n)]
        self.types = [PageType.TEXT] * self.n
        self.hosts = self.text_hosts.tolist()
        self.topics = [-1] * self.n
        self.hidden: set[int] = set()
        self.ways: dict[int, int] = {}
        tunnels = self._tunnels()
        self._link_texts()
        self._add_lists()
        self._add_hubs()
        for source, target in tunnels:
            self._link(source, target, p.anchors)
        return self._finished()

    def _place_texts(self) -> None:
        """Give each text a section, hence a host: similar texts meet, large hosts get more."""
        p, rng = self.p, self.rng
        counts = rng.integers(*p.sections_per_host, size=p.hosts, endpoint=True)
        self.section_hosts = np.repeat(np.arange(p.hosts), counts)
        heads = rng.integers(0, self.n, len(self.section_hosts))
        for host in np.flatnonzero(rng.random(p.hosts) < p.focused_hosts):
            mine = np.flatnonzero(self.section_hosts == host)
            near = self.texts.neighbours[heads[mine[0]]]
            heads[mine] = [heads[mine[0]], *rng.choice(near, len(mine) - 1)]
        self.heads = heads
        sizes = (1.0 + np.arange(p.hosts)) ** -p.host_size_exponent
        weights = np.log(rng.permutation(sizes)[self.section_hosts] / counts[self.section_hosts])
        turned = self.texts.vectors[heads].T.tocsr()
        places = []
        for start in range(0, self.n, 2_000):
            alike = (self.texts.vectors[start : start + 2_000] @ turned).toarray()
            chance = rng.gumbel(size=alike.shape).astype(np.float32)
            places.append((p.section_focus * alike + weights + chance).argmax(axis=1))
        self.sections = np.concatenate(places)
        self.text_hosts = self.section_hosts[self.sections].astype(np.int32)

    def _tunnels(self) -> list[tuple[int, int]]:
        """Choose groups of similar texts to be hidden, and the ways that lead to them."""
        p, rng = self.p, self.rng
        added = []
        for _ in range(p.tunnels * self.n // 20_000):
            first = int(rng.integers(self.n))
            count = int(rng.integers(*p.tunnel_ends, endpoint=True))
            near = self.texts.neighbours[first]
            ends = [first, *near[: count - 1].tolist()]
            if self.hidden.intersection(ends) or any(self.ages[end] < 1 for end in ends):
                continue
            length = int(rng.integers(*p.tunnel_length, endpoint=True))
            way = [int(near[rng.integers(count, len(near))]), *rng.integers(0, self.n, length)]
            self.hidden.update(ends)
            self.ways.update(dict.fromkeys(ends, length))
            added += [(int(a), int(b)) for a, b in pairwise(way)]
            added += [(int(way[-1]), end) for end in ends]
        return added

    def _link_texts(self) -> None:
        p, rng, n = self.p, self.rng, self.n
        counts = np.minimum(
            p.most_links, p.least_links * (1 + rng.pareto(p.out_exponent - 1, n))
        ).astype(int)
        sources = np.repeat(np.arange(n), counts)
        total = len(sources)
        kind = rng.random(total)
        rank = (p.neighbours * rng.random(total) ** 2).astype(int)  # the more similar, the likelier
        near = self.texts.neighbours[sources, np.minimum(rank, p.neighbours - 1)]
        popular = rng.permutation(n)[
            (n * rng.random(total) ** _steepness(p.in_exponent)).astype(int)
        ]
        order = np.argsort(self.text_hosts, kind="stable")
        first = np.searchsorted(self.text_hosts[order], np.arange(p.hosts))
        size = np.bincount(self.text_hosts, minlength=p.hosts)
        host = self.text_hosts[sources]
        same = order[first[host] + (rng.random(total) * size[host]).astype(int)]
        beside = _beside(self.sections, sources, rng)
        same = np.where(rng.random(total) < p.same_section, beside, same)
        targets = np.where(
            kind < p.alike, near, np.where(kind < p.alike + p.same_host, same, popular)
        )
        gone = rng.random(total) < p.dead_links
        for source, target, is_gone in zip(
            sources.tolist(), targets.tolist(), gone.tolist(), strict=True
        ):
            # What is new can only be linked to by what is newer.
            if self.ages[target] < 1 and self.ages[source] > self.ages[target]:
                continue
            if target != source and target not in self.hidden:
                self._link(source, -1 if is_gone else target, p.anchors)

    def _link(self, source: int, target: int, mix: AnchorMix, telling: float = -1.0) -> None:
        share = self.rng.random()
        limits = np.cumsum((mix.headline, mix.part, mix.more, mix.noise))
        anchor = Anchor(int(np.searchsorted(limits, share)))
        told = self.rng.random() < (self.p.telling_context if telling < 0 else telling)
        self.links[source].append(WebLink(target, anchor, bool(told)))

    def _new_page(self, kind: PageType, host: int, topic: int = -1) -> int:
        self.types.append(kind)
        self.hosts.append(host)
        self.topics.append(topic)
        self.links.append([])
        return len(self.links) - 1

    def _add_lists(self) -> None:
        """Add home pages, sections with archive pages, and feeds; and menus on every page."""
        p = self.p
        by_section: list[list[int]] = [[] for _ in self.section_hosts]
        for text in np.argsort(self.ages, kind="stable").tolist():
            if text not in self.hidden:
                by_section[self.sections[text]].append(text)
        self.homes = [self._new_page(PageType.HOME, host) for host in range(p.hosts)]
        self.feeds = [self._new_page(PageType.FEED, host) for host in range(p.hosts)]
        fronts: list[list[int]] = [[] for _ in range(p.hosts)]
        for section, texts in enumerate(by_section):
            if texts:
                front = self._section_pages(section, texts)
                fronts[self.section_hosts[section]].append(front)
        for host in range(p.hosts):
            self._add_menus(host, fronts[host], by_section)

    def _section_pages(self, section: int, texts: list[int]) -> int:
        host, head = int(self.section_hosts[section]), int(self.heads[section])
        size = self.p.listed_per_page
        parts = [texts[start : start + size] for start in range(0, len(texts), size)]
        pages = [self._new_page(PageType.SECTION, host, head) for _ in parts]
        for place, (page, part) in enumerate(zip(pages, parts, strict=True)):
            for text in part:
                self._link(page, text, self.p.listed_anchors, self.p.summaries)
                self.links[text].append(WebLink(pages[0], Anchor.MENU))
            if place + 1 < len(pages):
                self.links[page].append(WebLink(pages[place + 1], Anchor.MORE))
        return pages[0]

    def _add_menus(self, host: int, fronts: list[int], by_section: list[list[int]]) -> None:
        mine = [
            text
            for section in np.flatnonzero(self.section_hosts == host).tolist()
            for text in by_section[section]
        ]
        newest = sorted(mine, key=lambda text: (self.ages[text], text))
        home, feed = self.homes[host], self.feeds[host]
        for text in newest[:10]:
            self._link(home, text, self.p.listed_anchors, self.p.summaries)
        self.links[feed] += [WebLink(text, Anchor.FEED) for text in newest[: self.p.feed_items]]
        menu = [WebLink(home, Anchor.MENU), *(WebLink(page, Anchor.MENU) for page in fronts)]
        for page in (home, *fronts):
            self.links[page] += [*menu, WebLink(feed, Anchor.MENU)]
        for section in np.flatnonzero(self.section_hosts == host).tolist():
            old = [text for text in by_section[section] if self.ages[text] >= 1]
            read = self.rng.permutation(old)[: self.p.menu_links].tolist()
            box = [WebLink(int(text), Anchor.HEADLINE) for text in read]
            for text in by_section[section]:
                self.links[text] += [*menu, *box]

    def _add_hubs(self) -> None:
        p, rng = self.p, self.rng
        for _ in range(p.hubs * self.n // 20_000):
            topic = int(rng.integers(self.n))
            hub = self._new_page(PageType.HUB, int(rng.integers(p.hosts)), topic)
            near = self.texts.neighbours[topic]
            count = min(len(near), int(rng.integers(*p.hub_links, endpoint=True)))
            chosen = np.where(
                rng.random(count) < p.hub_noise,
                rng.integers(0, self.n, count),
                rng.permutation(near)[:count],
            )
            for target in chosen.tolist():
                if target not in self.hidden and self.ages[target] >= 1:
                    self._link(hub, target, p.listed_anchors, p.summaries)
            around = near if p.hub_noise < 1 else rng.integers(0, self.n, p.neighbours)
            sources = [topic, *rng.choice(around, 5).tolist(), self.homes[self.hosts[hub]]]
            for source in sources:
                self.links[source].append(WebLink(hub, Anchor.PART))

    def _finished(self) -> GeneratedWeb:
        p, rng = self.p, self.rng
        seconds = rng.lognormal(-1.9, 0.5, p.hosts)
        seconds[rng.random(p.hosts) < p.slow_hosts] *= 20
        shuffled = rng.permutation(p.hosts)
        dead = round(p.dead_hosts * p.hosts)
        traps = frozenset(shuffled[dead : dead + p.traps].tolist())
        for host in sorted(traps):
            self.links[self.homes[host]].append(WebLink(-2 - host, Anchor.MENU))
        ages = np.full(len(self.links), np.nan, np.float32)
        ages[: self.n] = self.ages
        return GeneratedWeb(
            self.seed, p, self.texts, np.array(self.types, np.int8),
            np.array(self.hosts, np.int32), self.links, np.array(self.topics, np.int32), ages,
            seconds.astype(np.float32), frozenset(shuffled[:dead].tolist()), traps,
            np.array(self.homes, np.int32), np.array(self.feeds, np.int32), self.ways,
        )  # fmt: skip


def _beside(sections: Numbers, sources: Numbers, rng: np.random.Generator) -> Numbers:
    """For each source, any text of its section."""
    order = np.argsort(sections, kind="stable")
    first = np.searchsorted(sections[order], np.arange(sections.max() + 1))
    size = np.bincount(sections)
    section = sections[sources]
    found: Numbers = order[first[section] + (rng.random(len(sources)) * size[section]).astype(int)]
    return found


def _steepness(exponent: float) -> float:
    """The power of a uniform number that gives in-degrees of this exponent: rank ** -1/(e - 1)."""
    return 1.0 / (1.0 - min(0.95, 1.0 / (exponent - 1.0)))
