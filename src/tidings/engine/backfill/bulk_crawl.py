"""A bulk crawl: a list of URLs is fetched once, by places that share its hosts among them.

It holds the home as a crawl does, so the two never ask one host at the same time. It runs in
rounds: URLs that were left, say because their host asked for a pause, are the list of the next
round, until a round brings nothing more. What remains is left to whoever continues the crawl.
"""

import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from tidings.engine.backfill.bulk_home import BulkHome, opened_bulk_home
from tidings.engine.backfill.crawl_plan import CrawlPlan, make_plan
from tidings.engine.backfill.fetch_job import FETCH, FetchJob
from tidings.engine.backfill.page_output import PageCounts, PageOutput
from tidings.engine.backfill.part_fetching import PartLimits
from tidings.engine.backfill.place import PlaceSetup
from tidings.engine.backfill.slices import SliceSize
from tidings.engine.backfill.stored_list import StoredList, store_list
from tidings.engine.estimating.learning import estimates_for
from tidings.engine.estimating.record_estimates import RecordEstimates
from tidings.engine.jobs.job import Progress, Quarantined, Runner, key_of
from tidings.engine.jobs.job_command import JobCommand
from tidings.engine.places.place_equipment import PlaceTerms
from tidings.engine.process.home import home_of
from tidings.engine.runners.runner_choice import opened_runner
from tidings.engine.state.site_policies import policy_of
from tidings.model.crawl.job_status import JobStatus, PartStatus
from tidings.settings.tree import Settings
from tidings.store.database.session import Writer
from tidings.store.tables.jobs.job_rows import JobStart, add_part, begin_job, end_job, job_status
from tidings.store.tables.sources.imported_sites import import_site

_SLICE_SECONDS = 30.0  # of asking; a place that dies loses less than that
_SLICE_URLS = 400  # in a slice: some 20 MB of results
_PART_SECONDS = 300.0  # after which a place begins nothing more: hosts may be slower than expected
_LATENCY = 0.2  # seconds of an answer, which come on top of the delay
_LANES_PER_PLACE = 4  # at most; so many let fast places take more than slow ones
_AT_ONCE = 1_000  # sites in a transaction

_MOST_ROUNDS = 20  # of one call; each brings something

OnProgress = Callable[[int, int, PageCounts], None]  # URLs done, URLs in total, what came of them


class ListMissing(Exception):
    """A bulk crawl cannot be continued without its list; the message says what to do."""


@dataclass(frozen=True, slots=True)
class ListCutting:
    """How a list is cut into parts."""

    lanes: int = 0  # that share the hosts; 0: by the number of places
    seconds: float = _SLICE_SECONDS
    urls: int = _SLICE_URLS


DEFAULT_CUTTING = ListCutting()


@dataclass(slots=True)
class BulkCrawlResult:
    """What a bulk crawl did now."""

    job: int  # its number in `tidings jobs`
    urls: int  # in the list, each once
    hosts: int
    counts: PageCounts = field(default_factory=PageCounts)
    left: int = 0  # URLs for whoever continues
    seconds: float = 0.0
    quarantined: tuple[Quarantined, ...] = ()


def crawl_urls(
    settings: Settings,
    urls: Iterable[str],
    on_progress: OnProgress,
    cutting: ListCutting = DEFAULT_CUTTING,
) -> BulkCrawlResult:
    """Fetch URLs, each once. If this is killed, the same call continues; raises HomeTaken."""
    with opened_bulk_home(settings) as home:
        incoming = store_list(urls, home.stores.home.jobs / f"crawl-incoming-{os.getpid()}")
        return _run(home, incoming, on_progress, cutting)


def resumed_crawl(
    settings: Settings, number: int, arguments: Mapping[str, Any], on_progress: Progress
) -> BulkCrawlResult:
    """Go on with a bulk crawl that was interrupted, by what was kept with its jobs."""
    folder = home_of(settings).jobs / _folder_name(str(arguments["list"]))
    with opened_bulk_home(settings) as home:
        listed = StoredList(folder / "round-1")
        if not listed.folder.exists():
            raise ListMissing(
                f"The list of job {number} is not in this home: the same command as before goes "
                "on with it."
            )
        return _run(home, listed, lambda done, total, _: on_progress(done, total), DEFAULT_CUTTING)


def _run(
    home: BulkHome, listed: StoredList, on_progress: OnProgress, cutting: ListCutting
) -> BulkCrawlResult:
    key, jobs = listed.key(), home.stores.home.jobs
    command = JobCommand("crawl", {"list": key}).to_json()
    job = _begun(home, listed, command)
    folder = jobs / _folder_name(key)
    _keep_only(folder, job.id, listed.folder)
    with opened_runner(home.settings, home.database, job.began_at, command) as runner:
        return _BulkCrawl(home, job.id, folder, runner, on_progress, cutting).run(listed)


def _folder_name(key: str) -> str:
    return f"crawl-{key}"


def _begun(home: BulkHome, listed: StoredList, command: str) -> JobStatus:
    """Note a bulk crawl, or find the one that was interrupted."""
    count = sum(each.urls for each in listed.hosts())
    key = key_of("urls", listed.key())
    start = JobStart("crawl", key, count, datetime.now(UTC), command=command)
    number = home.database.write(partial(begin_job, start=start)).result()
    status = job_status(home.database.read(), number)
    assert status is not None
    return status


def _keep_only(folder: Path, number: int, incoming: Path) -> None:
    """Remove what other bulk crawls have left: none of them will ever be continued."""
    owner = folder / "job"
    is_own = owner.exists() and owner.read_text() == str(number)
    for other in folder.parent.glob("crawl-*"):
        if other != incoming and (other != folder or not is_own):
            shutil.rmtree(other)
    folder.mkdir(parents=True, exist_ok=True)
    owner.write_text(str(number))


def _seconds_of(home: BulkHome, learned: RecordEstimates, host: str, domain: str) -> float:
    """Return how long a URL of a host will probably take: as before, but its delay at least."""
    estimated = learned.estimate({"host": host}) if learned.is_learned else 0.0
    followed, fetch = home.settler.state.followed, home.settings.fetch
    source = followed.by_id.get(followed.by_domain.get(domain, 0))
    set_delay = policy_of(source, fetch).delay if source else None
    return max(estimated, (fetch.delay if set_delay is None else set_delay) + _LATENCY)


def _add_sites(home: BulkHome, domains: set[str]) -> None:
    """Add the sites that nobody follows, so that their pages have one."""
    now, followed = datetime.now(UTC), home.settler.state.followed.by_domain

    def add(connection: Writer, some: Iterable[str]) -> None:
        for domain in some:
            import_site(connection, f"https://{domain}/", domain, now)

    new = sorted(domains - followed.keys())
    for start in range(0, len(new), _AT_ONCE):
        home.database.write(partial(add, some=new[start : start + _AT_ONCE])).result()


@dataclass(slots=True)
class _BulkCrawl:
    """A bulk crawl under way."""

    home: BulkHome
    number: int
    folder: Path
    runner: Runner
    on_progress: OnProgress
    cutting: ListCutting
    counts: PageCounts = field(default_factory=PageCounts)
    quarantined: tuple[Quarantined, ...] = ()

    def run(self, incoming: StoredList) -> BulkCrawlResult:
        """Run round after round, until nothing is left or a round brings nothing."""
        began = time.perf_counter()
        if not self._rounds():
            self._add_round(incoming, 1)
        elif incoming.folder.parent != self.folder:
            shutil.rmtree(incoming.folder)
        first = StoredList(self.folder / "round-1").hosts()
        result = BulkCrawlResult(self.number, sum(each.urls for each in first), len(first))
        for _ in range(_MOST_ROUNDS):
            before, left = self._run_round(self._rounds()[-1])
            if not left or left == before:
                break
        if not left:
            end = partial(end_job, job=self.number, now=datetime.now(UTC))
            self.home.database.write(end).result()
            shutil.rmtree(self.folder)
        result.counts, result.left, result.quarantined = self.counts, left, self.quarantined
        result.seconds = round(time.perf_counter() - began, 3)
        return result

    def _rounds(self) -> list[int]:
        """Return the rounds that were begun."""
        folders = self.folder.glob("round-*")
        return sorted(int(each.name.removeprefix("round-")) for each in folders)

    def _add_round(self, listed: StoredList, number: int) -> None:
        """Plan a round; its folder is there as a whole or not at all."""
        hosts, places = listed.hosts(), self.runner.places
        _add_sites(self.home, {each.domain for each in hosts})
        at_once, cutting = max(1, self.home.settings.jobs.hosts_at_once), self.cutting
        many = min(places * _LANES_PER_PLACE, len(hosts) // at_once)
        size = SliceSize(at_once, cutting.seconds, cutting.urls)
        lanes = cutting.lanes or max(places, many)
        seconds_of = partial(_seconds_of, self.home, self._learned())
        make_plan(listed, seconds_of, size, lanes, packing=self.home.settings.jobs.packing)
        listed.folder.rename(self.folder / f"round-{number}")

    def _learned(self) -> RecordEstimates:
        home = self.home
        return estimates_for(home.database.read(), FETCH, home.settings.jobs, self.cutting.urls)

    def _run_round(self, number: int) -> tuple[int, int]:
        """Run a round and plan the next one; return how many URLs it had, and how many are left."""
        began = time.perf_counter()
        plan = CrawlPlan(StoredList(self.folder / f"round-{number}"))
        left = self.folder / f"left-{number}"
        self._fetch(plan, left)
        following = store_list(_left_in(left), self.folder / "following")
        count = sum(each.urls for each in following.hosts())
        urls = sum(each.urls for each in plan.listed.hosts())
        self._note_round(number, urls - count, time.perf_counter() - began)
        if count:
            self._add_round(following, number + 1)
        return urls, count

    def _note_round(self, number: int, urls: int, seconds: float) -> None:
        """Let `tidings jobs` show how many URLs a round has done."""
        now = datetime.now(UTC)
        part = PartStatus(f"round {number}", urls, 0, "", round(seconds, 3), now)
        self.home.database.write(partial(add_part, job=self.number, part=part)).result()

    def _fetch(self, plan: CrawlPlan, left: Path) -> None:
        home = self.home
        output = PageOutput(
            home.database, home.settler, home.ready_entries, home.request_log, left, self.counts
        )
        with home.knowledge.pinned() as version:
            job = FetchJob(self._setup(version), plan, self._learned())
            self.quarantined += self.runner.run(job, output, self._on_progress).quarantined

    def _setup(self, knowledge: int) -> PlaceSetup:
        home, settings = self.home, self.home.settings
        at_once = max(1, settings.jobs.hosts_at_once)
        patience, places = settings.crawl.idle_patience, self.runner.places
        terms = PlaceTerms(
            home.stores.home, settings, home.run, places, knowledge, at_once, patience
        )
        return PlaceSetup(terms, PartLimits(at_once, _PART_SECONDS, patience))

    def _on_progress(self, done: int, total: int) -> None:
        if self.home.lost:
            raise self.home.lost[0]
        self.home.execute_commands()
        self.on_progress(done, total, self.counts)


def _left_in(folder: Path) -> Iterator[str]:
    for path in sorted(folder.glob("*.txt")):
        yield from path.read_text(encoding="utf-8").splitlines()
