"""The effects of commands on sources, inside the writer's transaction."""

from datetime import datetime

from tidings.engine.commands.command_values import (
    AddSource,
    CommandProgress,
    CommandStep,
    ImportSources,
    PauseSource,
    RemoveSource,
    ResumeSource,
    RetrySource,
    SourceAdded,
    SourcePaused,
    SourceRemoved,
    SourceResumed,
    SourceRetried,
    SourcesImported,
)
from tidings.engine.sources.source_folders import folder_of_outline, folder_path
from tidings.engine.sources.source_list import (
    SourceInvalid,
    follow_source,
    followed_source,
    source_named,
    source_url,
    unfollow,
)
from tidings.model.crawl.source import Source, SourceFocus
from tidings.read.url import host_of
from tidings.store.database.session import Writer
from tidings.store.tables.frontier.counts import host_names_of
from tidings.store.tables.sources.closed_hosts import closed_hosts
from tidings.store.tables.sources.folders import set_source_folder
from tidings.store.tables.sources.pauses import is_paused, pause_source, resume_source
from tidings.store.tables.sources.retries import make_troubled_due
from tidings.store.tables.sources.sources import source_by_url
from tidings.store.tables.takedowns.takedowns import forget_deleted_source, is_deleted_source

_BATCH = 2_000  # sources per transaction: some 100 ms, so that a running crawl is not delayed


def added(
    connection: Writer, command: AddSource, _progress: CommandProgress | None, now: datetime
) -> CommandStep:
    """Follow a source; one that is followed already is tried again at once."""
    url = source_url(command.url)
    about = None if command.about is None else SourceFocus(command.about, command.about_query)
    folder = None if command.folder is None else folder_path(command.folder)
    forget_deleted_source(connection, url)
    is_new = follow_source(connection, url, now, about)
    source = followed_source(connection, url)
    if folder is not None:
        set_source_folder(connection, source.id, folder)
    if is_new:
        return CommandStep(SourceAdded(url, is_new=True))
    if is_paused(connection, source.id):
        return CommandStep(SourceAdded(url, is_new=False, is_paused=True))
    due, closed, hosts = _tried_again(connection, source, now)
    answer = SourceAdded(url, is_new=False, due=due, closed_until=closed)
    return CommandStep(answer, frozenset({source.id}), hosts)


def _tried_again(
    connection: Writer, source: Source, now: datetime
) -> tuple[int, str, frozenset[str]]:
    """Make due what fails at a source.

    Returns how much, until when its host asked us to wait, and the hosts to look at afresh.
    """
    due = make_troubled_due(connection, source.id, now)
    until = closed_hosts(connection, now).get(host_of(source.url))
    closed = "" if until is None else until[0].isoformat(timespec="seconds")
    return due, closed, frozenset(host_names_of(connection, source.id))


def imported(
    connection: Writer, command: ImportSources, progress: CommandProgress | None, now: datetime
) -> CommandStep:
    """Follow the next sources of an import."""
    begun = progress or CommandProgress(0, len(command.urls))
    part = slice(begun.done, begun.done + _BATCH)
    batch = [source_url(url) for url in command.urls[part]]
    unwanted = [url for url in batch if is_deleted_source(connection, url)]
    wanted = [url for url in batch if url not in unwanted]
    new = (*begun.added, *(url for url in wanted if follow_source(connection, url, now)))
    for url, folder in zip(batch, command.folders[part], strict=False):
        if folder and (source := source_by_url(connection, url)) is not None:
            set_source_folder(connection, source.id, folder_of_outline(folder))
    deleted = (*begun.deleted, *unwanted)
    done = begun.done + len(batch)
    if done < begun.total:
        return CommandStep(CommandProgress(done, begun.total, new, deleted))
    return CommandStep(SourcesImported(new, deleted))


def paused(
    connection: Writer, command: PauseSource, _progress: CommandProgress | None, now: datetime
) -> CommandStep:
    """Pause a source."""
    source = source_named(connection, command.source)
    is_new = pause_source(connection, source.id, now)
    return CommandStep(SourcePaused(source.url, is_new), frozenset({source.id}))


def resumed(
    connection: Writer, command: ResumeSource, _progress: CommandProgress | None, _now: datetime
) -> CommandStep:
    """Resume a source."""
    source = source_named(connection, command.source)
    was_paused = resume_source(connection, source.id)
    return CommandStep(SourceResumed(source.url, was_paused), frozenset({source.id}))


def retried(
    connection: Writer, command: RetrySource, _progress: CommandProgress | None, now: datetime
) -> CommandStep:
    """Make a source's troubled URLs due, whatever robots.txt said before."""
    source = source_named(connection, command.source)
    if is_paused(connection, source.id):
        raise SourceInvalid(f"{source.url} is paused: 'tidings resume {source.url}' comes first.")
    due, closed, hosts = _tried_again(connection, source, now)
    answer = SourceRetried(source.url, due, closed)
    return CommandStep(answer, frozenset({source.id}), hosts)


def removed(
    connection: Writer, command: RemoveSource, _progress: CommandProgress | None, now: datetime
) -> CommandStep:
    """Stop following a source."""
    source = followed_source(connection, command.url)
    unfollow(connection, source, now)
    return CommandStep(SourceRemoved(source.url), frozenset({source.id}))
