"""Plans rechecks of articles within the recheck budget: announced edits first, then a sample.

A plan consists of database rows only: the pages become due, at the lowest priority. A recheck's
cost is counted when it is settled, so the budget holds even after a crash.
"""

import asyncio
from collections.abc import Container
from datetime import UTC, datetime, timedelta
from random import Random

from tidings.crawl.links.admission import RECHECK
from tidings.crawl.visits.announced_edits import (
    in_turn,
    is_believed,
    looks_earned,
    truth_rate,
)
from tidings.crawl.visits.frontier import Frontier
from tidings.crawl.visits.node_share import node_number
from tidings.crawl.visits.recheck import affordable_rechecks, drawn_candidates, drawn_ranks
from tidings.model.crawl.recheck import RecheckCandidate
from tidings.settings.tree import CrawlSettings
from tidings.store.database.database import Database
from tidings.store.database.session import Reader, Writer
from tidings.store.tables.frontier.announcements import announced_candidates, waiting_announcers
from tidings.store.tables.frontier.rechecks import (
    last_change_seq,
    plan_rechecks,
    planned_recheck_count,
    recheck_candidate_at,
    recheck_counts_by_site,
    recheck_credit_left,
)

_MAX_DRAWN = 256  # candidates considered for one plan


class RecheckPlanner:
    """Chooses what was announced, then at random, weighted by what each source's rechecks found.

    `chance` may be seeded.
    """

    def __init__(self, settings: CrawlSettings, chance: Random) -> None:
        self._settings = settings
        self._node = node_number(settings.node)
        self._chance = chance

    async def plan_and_wake(
        self, database: Database, frontier: Frontier, now: float, not_since: datetime | None
    ) -> bool:
        """Plan rechecks and wake their hosts; False if there is nothing to recheck."""
        moment = datetime.fromtimestamp(now, UTC)
        planned = database.write(lambda connection: self.plan(connection, moment, not_since))
        hosts = await asyncio.wrap_future(planned)
        for host in hosts:
            frontier.wake(host, now)
        return bool(hosts)

    def plan(
        self, connection: Writer, now: datetime, not_since: datetime | None = None
    ) -> set[str]:
        """Make pages due for a recheck and return their hosts; runs in the writer's thread.

        With `not_since`, skip pages that were visited since that moment.
        """
        room = affordable_rechecks(
            recheck_credit_left(connection, self._node), planned_recheck_count(connection)
        )
        if self._settings.recheck_share <= 0 or room < 1:
            return set()
        chosen = self._announced(connection, room, now, not_since)
        pages = {(page.host, page.id) for page in chosen}
        if len(chosen) < room:
            drawn = self._drawn(connection, room - len(chosen), now, not_since, pages)
            pages.update((page.host, page.id) for page in drawn)
        plan_rechecks(connection, sorted(pages), now, RECHECK)
        return {host for host, _ in pages}

    def _announced(
        self, connection: Reader, room: int, now: datetime, not_since: datetime | None
    ) -> list[RecheckCandidate]:
        """Return pages that lists announced as changed, while these are believed."""
        heard_since = now - timedelta(seconds=self._settings.recheck_max_age)
        until = now - timedelta(seconds=self._settings.recheck_min_age)
        until = until if not_since is None else min(until, not_since)
        by_list = []
        for id_, announcer in waiting_announcers(connection).items():
            if is_believed(announcer, now):
                limit = min(room, looks_earned(announcer))
                pages = announced_candidates(connection, id_, heard_since, until, limit)
                by_list.append((truth_rate(announcer), pages))
        return in_turn(by_list)[:room]

    def _drawn(
        self,
        connection: Reader,
        room: int,
        now: datetime,
        not_since: datetime | None,
        announced: Container[tuple[str, int]],
    ) -> list[RecheckCandidate]:
        """Return a sample of young articles, without those that were announced."""
        candidates = [
            (candidate, weight)
            for candidate, weight in self._drawn_candidates(connection)
            if (not_since is None or candidate.visited_at < not_since)
            and (candidate.host, candidate.id) not in announced
        ]
        counts_by_source = recheck_counts_by_site(connection)
        return drawn_candidates(
            candidates, room, counts_by_source, now, self._settings, self._chance
        )

    def _drawn_candidates(self, connection: Reader) -> list[tuple[RecheckCandidate, float]]:
        top = last_change_seq(connection)
        ranks = drawn_ranks(top, _MAX_DRAWN, self._chance)
        found = ((recheck_candidate_at(connection, top - rank + 1), ranks[rank]) for rank in ranks)
        return [(candidate, counts) for candidate, counts in found if candidate is not None]
