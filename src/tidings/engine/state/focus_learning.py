"""The topics of focused sources during a crawl: packs them for workers and learns from pages.

A page is learned from at once and stored later, several together, in the writer's transaction. A
crash loses the last few; no reader ever sees a partial update.
"""

from dataclasses import dataclass, replace
from datetime import datetime

from tidings.crawl.focus.link_priority import is_explored, priority_of
from tidings.crawl.focus.packed_focus import packed_focus, unpacked_focus
from tidings.crawl.focus.site_focus import Focus, FocusJudgement
from tidings.model.crawl.source import Source
from tidings.model.crawl.visit import Visit
from tidings.read.url import host_of, url_id
from tidings.settings.tree import CrawlSettings
from tidings.store.database.session import Reader, Writer
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

_FEW, _MANY = 4, 16  # pages learned before a young focus is stored, and an older one
_MAX_PACKED = 1_024  # sites whose packed focus is held in memory; each is 50 kB
_YOUNG = 64  # links learned
_MAX_REWEIGHED = 400  # links whose odds are computed again after each write: some 20 ms
_MAX_OPEN = 64  # sites whose focus is held in memory; each is 50 kB


@dataclass(frozen=True, slots=True)
class FocusOutcome:
    """The result of a visit to a page of a focused source."""

    words: str  # the topic that the page was read for
    judgement: FocusJudgement | None  # of an article
    worth: float | None  # of a page of links


class FocusLearner:
    """The focuses of all focused sources that were visited recently."""

    def __init__(self, settings: CrawlSettings) -> None:
        self._settings = settings
        self._packed: dict[int, tuple[str, bytes]] = {}  # by site: the topic's words, the focus
        self._open: dict[int, Focus] = {}
        self._unwritten: set[int] = set()

    def packed_for(self, connection: Reader, source: Source) -> tuple[str, bytes]:
        """Return a source's topic and its focus, packed for the workers; empty without a topic."""
        if not source.about.words:
            return "", b""
        words, packed = self._packed.get(source.id, ("", b""))
        if words != source.about.words:
            packed = packed_focus(load_focus(connection, source.id, source.about.words))
            self._publish(source.id, source.about.words, packed)
        return source.about.words, packed

    def learn(
        self, connection: Writer, visit: Visit, outcome: FocusOutcome, now: datetime
    ) -> set[str]:
        """Learn from a page seen for the first time; return the hosts whose link order changes."""
        if not self._settings.focus_learn:
            return set()
        about = source_focus_of(connection, visit.site)
        if not visit.is_first or about.words != outcome.words:
            return set()
        focus = self._focus_of(connection, visit.site, outcome.words)
        self._learn_links(connection, focus, visit, outcome)
        if outcome.judgement is not None:
            focus.learn_page(outcome.judgement)
        focus.lessons += 1
        self._unwritten.add(visit.site)
        if focus.lessons % (_MANY if focus.links >= _YOUNG else _FEW):
            return set()
        self._write(connection, visit.site)
        return self._reweigh(connection, visit.site, focus, now)

    def flush(self, connection: Writer, site: int | None = None) -> None:
        """Store everything that is not stored yet about one site, or about all.

        Unless the site has another topic by now: nothing may remain of the old one.
        """
        for number in tuple(self._unwritten) if site is None else (site,):
            if number not in self._unwritten:
                continue
            if source_focus_of(connection, number).words == self._open[number].words:
                self._write(connection, number)
            else:
                self.forget(number)

    def forget(self, site: int | None = None) -> None:
        """Drop what is in memory about one site, or about all."""
        if site is None:
            self._packed.clear()
            self._open.clear()
            self._unwritten.clear()
            return
        self._packed.pop(site, None)
        self._open.pop(site, None)
        self._unwritten.discard(site)

    def _publish(self, site: int, words: str, data: bytes) -> None:
        if len(self._packed) >= _MAX_PACKED:
            self._packed.clear()
        self._packed[site] = (words, data)

    def _focus_of(self, connection: Writer, site: int, words: str) -> Focus:
        focus = self._open.get(site)
        if focus is None or focus.words != words:
            if len(self._open) >= _MAX_OPEN:
                self.flush(connection)
                self._open.clear()
            focus = self._open[site] = load_focus(connection, site, words)
        return focus

    def _learn_links(
        self, connection: Writer, focus: Focus, visit: Visit, outcome: FocusOutcome
    ) -> None:
        """Learn how good the link to a page was, and the link to the page that held it."""
        value = outcome.judgement.relevance if outcome.judgement else outcome.worth or 0.0
        row = prospect_of(connection, visit.host, visit.id)
        if row is not None:
            focus.learn_link(row.url, row.parent, row.prospect, value)
            if outcome.worth is None:
                forget_prospect(connection, row)
        parent = row.parent if row else visit.parent
        parent_row = prospect_of(connection, host_of(parent), url_id(parent)) if parent else None
        if parent_row is not None:
            focus.learn_link(
                parent_row.url, parent_row.parent, parent_row.prospect, value, is_direct=False
            )

    def _write(self, connection: Writer, site: int) -> None:
        focus = self._open[site]
        data = packed_focus(focus)
        keep_learned_focus(connection, site, LearnedFocus(focus.pages, focus.wanted, data))
        self._publish(site, focus.words, data)
        self._unwritten.discard(site)

    def _reweigh(self, connection: Writer, site: int, focus: Focus, now: datetime) -> set[str]:
        """Compute the odds of waiting and refused links again, with what is known now."""
        waiting = open_prospects(connection, site, _MAX_REWEIGHED)
        for row in waiting:
            self._update_odds(connection, row, focus, now)
        return {row.host for row in waiting}

    def _update_odds(
        self, connection: Writer, row: LinkProspectRow, focus: Focus, now: datetime
    ) -> None:
        odds = focus.link_probability(row.url, row.parent, row.prospect)
        doubted = odds < self._settings.focus_follow
        explored = doubted and is_explored(row.id, focus.links, focus.wanted, self._settings)
        prospect = replace(row.prospect, odds=round(odds, 4), explored=explored)
        priority = None if doubted and not explored else priority_of(odds)
        update_odds(connection, replace(row, prospect=prospect), priority, focus.links, now)


def load_focus(connection: Reader, site: int, words: str) -> Focus:
    """Return what was learned about a topic on a site; empty if the site had another topic."""
    known = learned_focus_of(connection, site)
    return unpacked_focus(known.data, words) if known else Focus(words)
