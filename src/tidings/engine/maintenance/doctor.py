"""`tidings doctor`: checks that all stored data is present, undamaged and consistent."""

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import islice

from tidings.engine.library.follower_status import FollowerStatus, follower_statuses
from tidings.engine.maintenance.access_check import access_notes, access_problems
from tidings.engine.maintenance.consistency import annotation_problems, story_problems
from tidings.engine.maintenance.network_check import network_notes, network_problems
from tidings.engine.process.home import Home, existing_home
from tidings.engine.process.home_archive import whole_archive
from tidings.engine.process.home_database import opened_database
from tidings.engine.process.home_files import opened_files
from tidings.engine.process.home_places import places_of
from tidings.engine.sources.source_condition import alarming_sources
from tidings.engine.sources.source_credentials import credentials_file, login_problems
from tidings.model.crawl.source_settings import SourceSettings
from tidings.search.index.integrity import damaged_files
from tidings.search.index.search_index import Index, IndexUnusable
from tidings.settings.tree import FetchSettings, Settings
from tidings.store.database.database import Database
from tidings.store.database.errors import StoreError, StoreLost, StoreUnusable
from tidings.store.files.probe import probed
from tidings.store.tables.articles.articles import article_ids, shown_ids
from tidings.store.tables.sources.source_settings import settings_by_source

_SHOWN = 5


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One check, the problems it found, and what else is worth knowing."""

    check: str
    trouble: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()  # about the web or the settings: nothing here is damaged
    facts: tuple[str, ...] = ()  # whose the data are, if servers have them

    @property
    def healthy(self) -> bool:
        """Whether the check found nothing wrong."""
        return not self.trouble


def examine(settings: Settings) -> Iterator[CheckResult]:
    """Run all checks, the cheap ones first; none changes anything."""
    # On a store, a file of our own is put and removed: only that shows what it allows.
    home = existing_home(settings)
    database = opened_database(home)
    try:
        yield _database_check(database)
        yield from _store_check(home)
        yield _archive_check(home)
        yield _index_check(settings, home, database)
        yield _check_result("followers", lambda: _follower_problems(settings, home, database))
        if settings.enrich.enabled and not settings.crawl.archive_only:
            yield _check_result("annotations", lambda: annotation_problems(database.read()))
            yield _check_result("stories", lambda: story_problems(database.read()))
        yield _network_check(settings.fetch, database)
        yield _source_check(database)
        yield from _credentials_check(settings, database)
        yield from _access_check(settings, home, database)
    finally:
        database.close()


def _database_check(database: Database) -> CheckResult:
    """Check the rows, and ask their server, if there is one."""
    trouble = tuple(database.integrity_errors()[:_SHOWN])
    try:
        remarks = database.remarks()
    except StoreError:  # the trouble says so
        return CheckResult("database", trouble)
    return CheckResult("database", trouble, remarks.notes, remarks.facts)


def _archive_check(home: Home) -> CheckResult:
    try:
        return CheckResult("archive", tuple(whole_archive(home).check()[:_SHOWN]))
    except (StoreError, StoreUnusable) as error:
        return CheckResult("archive", (f"it cannot be read ({str(error).rstrip('.')}).",))


def _store_check(home: Home) -> Iterator[CheckResult]:
    """Try the store that has the files, if there is one."""
    try:
        store = opened_files(home)
        if store is None:
            return
        found = probed(store)
    except StoreUnusable as error:
        yield CheckResult("store", (str(error),))
        return
    fact = f"archive, index and knowledge are on {store.name}: the store's to keep and to copy"
    yield CheckResult("store", found.problems, found.notes, (fact,))


def _network_check(settings: FetchSettings, database: Database) -> CheckResult:
    """Try the proxies that are set, and say what an operator should know about requests."""
    sources: list[SourceSettings] = []

    def problems() -> Iterator[str]:
        sources.extend(settings_by_source(database.read()).values())
        return network_problems(settings, sources, os.environ)

    found = _check_result("network", problems)
    return replace(found, notes=tuple(network_notes(settings, sources, os.environ)))


def _source_check(database: Database) -> CheckResult:
    """Name the sources that bring nothing, and why; the home itself may be in order."""
    found: list[str] = []

    def problems() -> tuple[str, ...]:
        for source, condition in alarming_sources(database.read(), datetime.now(UTC)):
            found.append(f"{source.url} brings nothing: {condition.in_words()}.")
        return ()

    return replace(_check_result("sources", problems), notes=tuple(found))


def _credentials_check(settings: Settings, database: Database) -> Iterator[CheckResult]:
    """Check the credentials file, if there is one or a source needs it."""
    try:
        trouble, notes = login_problems(settings, database.read())
    except StoreError:  # the other checks say so
        return
    if trouble or notes or credentials_file(settings).path.exists():
        yield CheckResult("credentials", tuple(trouble), tuple(notes))


def _access_check(settings: Settings, home: Home, database: Database) -> Iterator[CheckResult]:
    """Say what is wrong or worth knowing about users, tokens and who may connect, if anything."""
    try:
        trouble = access_problems(settings.serve, database)
        notes = access_notes(home, database)
    except StoreError:  # the other checks say so
        return
    if trouble or notes:
        yield CheckResult("access", tuple(trouble), tuple(notes))


def _check_result(check: str, problems: Callable[[], Iterable[str]]) -> CheckResult:
    """Run a check that needs the database, which may be too damaged for it."""
    try:
        return CheckResult(check, tuple(problems()))
    except StoreError as error:
        advice = "move it away (the archive next to it holds every page), or restore a backup"
        what_to_do = "" if isinstance(error, StoreLost) else f": {advice}"  # a server may come back
        return CheckResult(check, (f"the database cannot be read ({error}){what_to_do}.",))


def _follower_problems(settings: Settings, home: Home, database: Database) -> Iterator[str]:
    """Yield which followers of the changes fail, how far behind they are, and why."""
    for each in follower_statuses(database.read(), _index_seq(settings, home)):
        if each.failing_since is not None:
            times = "once" if each.attempts == 1 else f"{each.attempts} times"
            yield (
                f"{each.name} has failed {times} since {each.failing_since:%Y-%m-%d %H:%M} UTC "
                f"({each.error}); {_waiting(each)}. A running crawl tries again, at the latest "
                "after five minutes."
            )


def _waiting(follower: FollowerStatus) -> str:
    behind = follower.behind
    if behind is None:
        return "how many changes wait is not known"
    return "one change waits" if behind == 1 else f"{behind} changes wait"


def _index_seq(settings: Settings, home: Home) -> int | None:
    try:
        index = Index.open(home.index, settings.search, writable=False)
    except IndexUnusable:
        return None
    try:
        return index.last_seq()
    finally:
        index.close()


def _index_check(settings: Settings, home: Home, database: Database) -> CheckResult:
    """Check the index; where another machine may be crawling, this one's may be behind."""
    behind: list[str] = []
    may_be_behind = bool(places_of(home).files)

    def problems() -> Iterator[str]:
        yield from _index_problems(settings, home, database, behind)
        if not may_be_behind:
            yield from behind

    found = _check_result("index", problems)
    return replace(found, notes=tuple(behind)) if may_be_behind else found


def _index_problems(
    settings: Settings, home: Home, database: Database, behind: list[str]
) -> list[str]:
    """Check the index files, and note in `behind` what the index lacks, id by id."""
    try:
        index = Index.open(home.index, settings.search, writable=False)
        try:
            damaged = [] if index.is_missing else list(damaged_files(index.view.folder))
            expected = set(shown_ids(database.read()))
            indexed, kept = set(index.ids()), set(article_ids(database.read()))
        finally:
            index.close()
    except IndexUnusable as error:
        return [f"{error}: 'tidings index rebuild' or the next crawl builds it again."]
    if damaged:
        some = ", ".join(damaged[:_SHOWN])
        return [f"{len(damaged)} files are damaged ({some}): 'tidings index rebuild' fixes it."]
    missing, extra = expected - indexed, indexed - kept
    if missing:
        some = ", ".join(islice(sorted(missing), _SHOWN))
        behind.append(
            f"{len(missing)} articles are not indexed yet ({some}): the next crawl adds them."
        )
    if extra:
        behind.append(
            f"{len(extra)} indexed articles are not in the database: remove {home.index}."
        )
    return []
