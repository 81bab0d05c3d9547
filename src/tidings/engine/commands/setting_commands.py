"""The effect of changing a source's settings, inside the writer's transaction."""

from dataclasses import fields
from datetime import datetime

from tidings.engine.commands.command_values import (
    CommandProgress,
    CommandStep,
    SetSource,
    SourceSet,
)
from tidings.engine.sources.source_list import source_named
from tidings.engine.sources.source_settings import TOPIC, changed_settings
from tidings.model.crawl.source import Source, SourceFocus
from tidings.model.crawl.source_settings import SourceSettings
from tidings.model.web.reason import Reason
from tidings.store.database.session import Writer
from tidings.store.tables.frontier.counts import host_names_of
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
    after = changed_settings(source.settings, command.values, command.unset, faster=command.faster)
    changed = [
        each.name
        for each in fields(SourceSettings)
        if getattr(after, each.name) != getattr(source.settings, each.name)
    ]
    if changed:
        keep_settings(connection, source.id, after, now)
    if _set_topic(connection, source, command, now):
        changed.append(TOPIC)
    if not changed:
        return CommandStep(SourceSet(source.url, (), 0))
    due = _make_due(connection, source.id, changed, now)
    hosts = frozenset(host_names_of(connection, source.id))
    return CommandStep(SourceSet(source.url, tuple(changed), due), frozenset({source.id}), hosts)


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
