"""The sites' topics while crawling: what readers are told, what pages and links teach in return.

Lessons are taken at once and written down in company, within the writer's transaction: a crash
costs the last few, and nobody ever sees half of one.
"""

import sqlite3
from dataclasses import dataclass, replace
from datetime import datetime

from tidings.crawl.focus.link_priority import is_explored, priority_of
from tidings.crawl.focus.packed_focus import packed_focus, unpacked_focus
from tidings.crawl.focus.site_focus import Focus, FocusJudgement
from tidings.model.crawl.source import Source
from tidings.model.crawl.visit import Visit
from tidings.read.url import host_of, url_id
from tidings.settings.tree import CrawlSettings
from tidings.store.tables.frontier.link_prospects import (
    LinkProspectRow,
    forget_prospect,
    open_prospects,
    prospect_of,
    update_odds,
)
from tidings.store.tables.sources.learned_focuses import (
    LearnedFocus,
    keep_learned_focus,
    learned_focus_of,
)
from tidings.store.tables.sources.sources import source_focus_of

_FEW, _MANY = 4, 16  # lessons before a young focus is written, and an older one
_YOUNG = 64  # lessons
_MAX_REWEIGHED = 400  # links whose odds are worked out anew after each writing: some 20 ms
_MAX_OPEN = 64  # sites whose focus is held open; each is 50 kB


@dataclass(frozen=True, slots=True)
class FocusOutcome:
    """What a visit to a page of a focused site came to."""

    words: str  # the topic that it was read for
    judgement: FocusJudgement | None  # of an article
    worth: float | None  # of a page of links


class FocusLearner:
    """The focuses of all sites that have one. The loop asks (`packed_for`), the writer learns."""

    def __init__(self, settings: CrawlSettings) -> None:
        self._settings = settings
        self._told: dict[int, tuple[str, bytes]] = {}
        self._open: dict[int, Focus] = {}
        self._unwritten: dict[int, int] = {}

    def packed_for(self, connection: sqlite3.Connection, site: Source) -> bytes:
        """Return a site's focus, packed for the workers; nothing if it is followed for all."""
        words, told = self._told.get(site.id, ("", b""))
        if not site.about.words:
            return b""
        if words != site.about.words:
            told = packed_focus(load_focus(connection, site.id, site.about.words))
            self._told[site.id] = (site.about.words, told)
        return told

    def learn(
        self, connection: sqlite3.Connection, visit: Visit, outcome: FocusOutcome, now: datetime
    ) -> set[str]:
        """Learn from a page seen for the first time; return the hosts whose order that changes."""
        if not self._settings.focus_learn:
            return set()
        about = source_focus_of(connection, visit.site)
        if not visit.is_first or about.words != outcome.words:
            return set()
        focus = self._opened(connection, visit.site, outcome.words)
        self._learn_links(connection, focus, visit, outcome)
        if outcome.judgement is not None:
            focus.learn_page(outcome.judgement)
        self._unwritten[visit.site] = self._unwritten.get(visit.site, 0) + 1
        if self._unwritten[visit.site] < (_MANY if focus.links >= _YOUNG else _FEW):
            return set()
        self._write(connection, visit.site)
        return self._reweigh(connection, visit.site, focus, now)

    def flush(self, connection: sqlite3.Connection) -> None:
        """Write down all that is not yet."""
        for site in tuple(self._unwritten):
            self._write(connection, site)

    def _opened(self, connection: sqlite3.Connection, site: int, words: str) -> Focus:
        focus = self._open.get(site)
        if focus is None or focus.words != words:
            if len(self._open) >= _MAX_OPEN:
                self.flush(connection)
                self._open.clear()
            focus = self._open[site] = load_focus(connection, site, words)
        return focus

    def _learn_links(
        self, connection: sqlite3.Connection, focus: Focus, visit: Visit, outcome: FocusOutcome
    ) -> None:
        """Learn what the link to a page was worth, and the link to the page that held it."""
        value = outcome.judgement.relevance if outcome.judgement else outcome.worth or 0.0
        held = prospect_of(connection, visit.host, visit.id)
        if held is not None:
            focus.learn_link(held.url, held.parent, held.prospect, value)
            if outcome.worth is None:
                forget_prospect(connection, held)
        parent = held.parent if held else visit.parent
        above = prospect_of(connection, host_of(parent), url_id(parent)) if parent else None
        if above is not None:
            focus.learn_link(above.url, above.parent, above.prospect, value, is_direct=False)

    def _write(self, connection: sqlite3.Connection, site: int) -> None:
        focus = self._open[site]
        data = packed_focus(focus)
        keep_learned_focus(connection, site, LearnedFocus(focus.pages, focus.wanted, data))
        self._told[site] = (focus.words, data)
        del self._unwritten[site]

    def _reweigh(
        self, connection: sqlite3.Connection, site: int, focus: Focus, now: datetime
    ) -> set[str]:
        """Work out the odds of waiting and refused links anew, by what is known now."""
        waiting = open_prospects(connection, site, _MAX_REWEIGHED)
        for held in waiting:
            self._weigh(connection, held, focus, now)
        return {held.host for held in waiting}

    def _weigh(
        self, connection: sqlite3.Connection, held: LinkProspectRow, focus: Focus, now: datetime
    ) -> None:
        odds = focus.link_probability(held.url, held.parent, held.prospect)
        doubted = odds < self._settings.focus_follow
        explored = doubted and is_explored(held.id, focus.links, focus.wanted, self._settings)
        prospect = replace(held.prospect, odds=round(odds, 4), explored=explored)
        priority = None if doubted and not explored else priority_of(odds)
        update_odds(connection, replace(held, prospect=prospect), priority, focus.links, now)


def load_focus(connection: sqlite3.Connection, site: int, words: str) -> Focus:
    """Return what is known about a topic on a site, nothing if that is another one."""
    known = learned_focus_of(connection, site)
    return unpacked_focus(known.data, words) if known else Focus(words)
