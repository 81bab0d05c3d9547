"""The effect of changing a source's settings, inside the writer's transaction."""

from dataclasses import fields
from datetime import datetime

from tidings.engine.commands.command_values import (
    CommandProgress,
    CommandStep,
    FolderRenamed,
    RenameFolder,
    SetSource,
    SourceSet,
)
from tidings.engine.sources.source_folders import folder_path, is_in_folder, source_name
from tidings.engine.sources.source_list import SourceInvalid, source_named
from tidings.engine.sources.source_settings import FOLDER, NAME, TOPIC, changed_settings
from tidings.model.crawl.source import Source, SourceFocus
from tidings.model.crawl.source_settings import SourceSettings
from tidings.model.web.reason import Reason
from tidings.store.database.session import Writer
from tidings.store.tables.frontier.counts import host_names_of
from tidings.store.tables.sources.folders import (
    folder_counts,
    move_folder,
    set_source_folder,
    set_source_name,
)
from tidings.store.tables.sources.learned_focuses import forget_learned_focus
from tidings.store.tables.sources.pauses import is_paused
from tidings.store.tables.sources.retries import make_troubled_due
from tidings.store.tables.sources.source_settings import keep_settings, requeue_unwanted
from tidings.store.tables.sources.sources import set_source_focus

# What a setting may have kept out: judged again once it has changed.
_MAY_CURE = {
    "languages": Reason.OTHER_LANGUAGE,
    "include": Reason.EXCLUDED,
    "exclude": Reason.EXCLUDED,
}


def source_set(
    connection: Writer, command: SetSource, _progress: CommandProgress | None, now: datetime
) -> CommandStep:
    """Change a source's settings, and try at once what they may cure."""
    source = source_named(connection, command.source)
    name = None if command.name is None else source_name(command.name)
    folder = None if command.folder is None else folder_path(command.folder)
    after = changed_settings(source.settings, command.values, command.unset, faster=command.faster)
    changed = [
        each.name
        for each in fields(SourceSettings)
        if getattr(after, each.name) != getattr(source.settings, each.name)
    ]
    if changed:
        keep_settings(connection, source.id, after, now)
    labels = _set_labels(connection, source, name, folder)
    if _set_topic(connection, source, command, now):
        changed.append(TOPIC)
    if not changed:  # nothing that bears on visits
        return CommandStep(SourceSet(source.url, labels, 0))
    due = _make_due(connection, source.id, changed, now)
    hosts = frozenset(host_names_of(connection, source.id))
    answer = SourceSet(source.url, (*changed, *labels), due)
    return CommandStep(answer, frozenset({source.id}), hosts)


def _set_labels(
    connection: Writer, source: Source, name: str | None, folder: str | None
) -> tuple[str, ...]:
    """Set what only people look at; return what changed."""
    changed: list[str] = []
    if name is not None and set_source_name(connection, source.id, name):
        changed.append(NAME)
    if folder is not None and set_source_folder(connection, source.id, folder):
        changed.append(FOLDER)
    return tuple(changed)


def _set_topic(connection: Writer, source: Source, command: SetSource, now: datetime) -> bool:
    if command.topic is None:
        return False
    topic = SourceFocus(command.topic, command.topic_query)
    if not set_source_focus(connection, source.id, topic, now):
        return False
    forget_learned_focus(connection, source.id)
    return True


def _make_due(connection: Writer, source: int, changed: list[str], now: datetime) -> int:
    reasons = {_MAY_CURE[name] for name in changed if name in _MAY_CURE}
    due = requeue_unwanted(connection, (source,), reasons, now) if reasons else 0
    return (
        due if is_paused(connection, source) else due + make_troubled_due(connection, source, now)
    )


def renamed_folder(
    connection: Writer, command: RenameFolder, _progress: CommandProgress | None, _now: datetime
) -> CommandStep:
    """Move the sources of a folder, and of the folders in it, to another folder."""
    folder, to = folder_path(command.folder), folder_path(command.to)
    inside = [each for each in folder_counts(connection) if folder and is_in_folder(each, folder)]
    if not inside:
        raise SourceInvalid(f"There is no folder {folder!r}: 'tidings folders' lists them.")
    moves = {each: folder_path(f"{to}{each[len(folder) :]}") for each in inside}
    number = sum(move_folder(connection, each, there) for each, there in moves.items())
    return CommandStep(FolderRenamed(folder, to, number))
