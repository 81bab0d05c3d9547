"""A whole rebuild of a crawled home: articles, annotations, stories, links and index."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from tests.engine.older_annotations import age_annotations
from tests.engine.sample_home import story_partition

from tidings.engine.commands.command_kinds import kind_of, to_text
from tidings.engine.commands.command_values import AddSource
from tidings.engine.library.library import Library
from tidings.engine.maintenance.doctor import examine
from tidings.engine.process.home import Home, HomeUnusable
from tidings.engine.process.home_lock import HomeLock
from tidings.engine.rebuilding.rebuild import rebuild_home
from tidings.model.crawl.rebuild_step import RebuildStep
from tidings.model.search.results import Query
from tidings.model.web.reason import Reason
from tidings.settings.tree import Settings
from tidings.store.database.database import Database
from tidings.store.tables.articles.articles import kept_articles
from tidings.store.tables.commands.command_rows import add_command
from tidings.store.tables.jobs.job_rows import job_statuses, part_statuses

ALL = frozenset(RebuildStep)


def titles(settings: Settings, words: str) -> list[str]:
    library = Library.open(settings)
    try:
        return [hit.title for hit in library.search(Query(words)).hits]
    finally:
        library.close()


def test_a_rebuild_corrects_everything_that_is_derived(
    database: Database, settings: Settings, change: Callable[..., int]
) -> None:
    fresh = {each.id: (each.title, each.text) for each in kept_articles(database.read())}
    stories = story_partition(database)
    change("UPDATE articles SET title = 'Zyzzyva ' || title, text = substr(text, 60)")
    database.write(age_annotations).result()
    seen: list[RebuildStep] = []
    result = rebuild_home(settings, ALL, lambda step, *_: seen.append(step), everything=False)
    assert list(dict.fromkeys(seen)) == [step for step in RebuildStep if step in seen]
    assert {RebuildStep.EXTRACT, RebuildStep.ANNOTATE, RebuildStep.INDEX} <= set(seen)
    assert (result.corrected, result.added, result.hidden) == (len(fresh), 0, 0)
    assert result.ranked > 0
    assert {e.id: (e.title, e.text) for e in kept_articles(database.read())} == fresh
    assert titles(settings, "zyzzyva") == []
    some = next(iter(fresh.values()))[0]
    assert some in titles(settings, f'"{some}"')
    assert {id_ for story in story_partition(database) for id_ in story} == fresh.keys()
    assert len(story_partition(database)) == pytest.approx(len(stories), rel=0.3)
    for check in examine(settings):
        assert check.healthy, check


def test_a_rebuild_dates_what_older_code_left_undated(
    database: Database, settings: Settings, change: Callable[..., int]
) -> None:
    dates = {each.id: each.published for each in kept_articles(database.read())}
    dated = [moment for moment in dates.values() if moment]
    assert dated
    change("UPDATE articles SET published = NULL")
    rebuild_home(settings, ALL, lambda *_: None, everything=False)
    assert {each.id: each.published for each in kept_articles(database.read())} == dates
    assert {each.revision for each in kept_articles(database.read())} == {1}
    library = Library.open(settings)
    try:
        assert library.search(Query("", since=min(dated), copies=True)).total == len(dated)
    finally:
        library.close()
    elsewhere = (
        "SELECT count(*) FROM memberships JOIN articles ON id = article "
        "WHERE published IS NOT NULL AND "
        "abs(at - CASE WHEN published < first_seen THEN published ELSE first_seen END) > 1"
    )
    assert database.read().execute(elsewhere).fetchone()[0] == 0


def test_a_second_rebuild_has_nothing_to_do(database: Database, settings: Settings) -> None:
    rebuild_home(settings, ALL, lambda *_: None, everything=False)
    again = rebuild_home(settings, ALL, lambda *_: None, everything=False)
    assert (again.corrected, again.articles, again.is_indexed) == (0, 0, True)
    rebuilds = [job for job in job_statuses(database.read(), 20) if job.name == "rebuild"]
    assert len(rebuilds) == 2
    assert all(job.ended_at is not None for job in rebuilds)
    steps = [part.key for part in part_statuses(database.read(), again.job)]
    assert steps == [step.value for step in RebuildStep]


def test_lists_are_read_with_todays_code_at_their_next_visit(
    database: Database, settings: Settings, change: Callable[..., int]
) -> None:
    known = "SELECT count(*) FROM urls WHERE role IN ('feed', 'sitemap') AND body_hash IS NOT NULL"
    assert database.read().execute(known).fetchone()[0] > 0
    bad = "UPDATE urls SET state = 'failed', reason = ?, due = NULL WHERE role = 'feed'"
    unreadable = change(bad, Reason.BAD_FEED)
    rebuild_home(settings, frozenset({RebuildStep.EXTRACT}), lambda *_: None, everything=False)
    assert database.read().execute(known).fetchone()[0] == 0
    due = "SELECT count(*) FROM urls WHERE role = 'feed' AND state = 'queued' AND due IS NOT NULL"
    assert database.read().execute(due).fetchone()[0] == unreadable > 0


def test_steps_can_be_left_out(
    database: Database, settings: Settings, change: Callable[..., int]
) -> None:
    change("UPDATE articles SET title = 'wrong'")
    steps = frozenset({RebuildStep.ANNOTATE, RebuildStep.STORIES})
    result = rebuild_home(settings, steps, lambda *_: None, everything=False)
    assert (result.pages, result.ranked) == (0, 0)
    assert {each.title for each in kept_articles(database.read())} == {"wrong"}


def test_a_command_does_not_wait_for_the_end_of_a_rebuild(
    database: Database, settings: Settings
) -> None:
    command = AddSource("https://paper.example/")
    answers: list[bool] = []

    def on_step(step: RebuildStep, done: int, total: int) -> None:
        row = database.read().execute("SELECT count(*) FROM sites WHERE url LIKE '%paper.example%'")
        answers.append(bool(row.fetchone()[0]))

    text, now = to_text(command), datetime.now(UTC)
    database.write(lambda db: add_command(db, kind_of(command), text, now)).result()
    rebuild_home(settings, frozenset({RebuildStep.EXTRACT}), on_step, everything=False)
    assert answers[0]


def test_a_rebuild_needs_the_home_for_itself(settings: Settings) -> None:
    with HomeLock(Home(settings.home)), pytest.raises(HomeUnusable):
        rebuild_home(settings, ALL, lambda *_: None, everything=False)
