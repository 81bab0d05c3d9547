"""The kinds of commands: how each is stored, answered and executed. A new kind is a line here."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final

from tidings.engine.commands import command_values as values
from tidings.engine.commands import run_commands as runs
from tidings.engine.commands import setting_commands as settings
from tidings.engine.commands import source_commands as sources
from tidings.engine.commands import takedown
from tidings.engine.commands.command_values import Answer, Command, CommandProgress, CommandStep
from tidings.store.database.session import Writer

Effect = Callable[[Writer, Any, CommandProgress | None, datetime], CommandStep]


@dataclass(frozen=True, slots=True)
class CommandKind:
    """One kind of command."""

    name: str  # as stored: never changed
    command: type[Command]
    answer: type[Answer]
    effect: Effect  # one transaction of it; called again while it answers with a progress


KINDS: Final = (
    CommandKind("add", values.AddSource, values.SourceAdded, sources.added),
    CommandKind("import", values.ImportSources, values.SourcesImported, sources.imported),
    CommandKind("pause", values.PauseSource, values.SourcePaused, sources.paused),
    CommandKind("resume", values.ResumeSource, values.SourceResumed, sources.resumed),
    CommandKind("retry", values.RetrySource, values.SourceRetried, sources.retried),
    CommandKind("set", values.SetSource, values.SourceSet, settings.source_set),
    CommandKind(
        "rename folder", values.RenameFolder, values.FolderRenamed, settings.renamed_folder
    ),
    CommandKind("remove", values.RemoveSource, values.SourceRemoved, sources.removed),
    CommandKind(
        "delete article", values.DeleteArticle, values.ArticleDeleted, takedown.deleted_article
    ),
    CommandKind(
        "delete source", values.DeleteSource, values.SourceDeleted, takedown.deleted_source
    ),
    CommandKind("start run", values.StartRun, values.RunStarted, runs.started),
    CommandKind("resume run", values.ResumeRun, values.RunResumed, runs.resumed),
    CommandKind("stop run", values.StopRun, values.RunStopped, runs.stopped),
)
_BY_NAME: Final = {kind.name: kind for kind in KINDS}
_NAMES: Final = {kind.command: kind.name for kind in KINDS}


def kind_of(command: Command) -> str:
    """Return the stored name of a command."""
    return _NAMES[type(command)]


def effect_of(kind: str) -> Effect:
    """Return what executes commands of a kind."""
    return _BY_NAME[kind].effect


def to_text(value: Command | Answer | CommandProgress) -> str:
    """Return a command, an answer or a progress as it is stored."""
    return json.dumps(asdict(value), ensure_ascii=False)


def command_from(kind: str, text: str) -> Command:
    """Return a stored command."""
    command: Command = _made(_BY_NAME[kind].command, text)
    return command


def answer_from(kind: str, text: str) -> Answer:
    """Return a stored answer to a command of that kind."""
    answer: Answer = _made(_BY_NAME[kind].answer, text)
    return answer


def progress_from(text: str) -> CommandProgress | None:
    """Return a stored progress; None before the command has begun."""
    return _made(CommandProgress, text) if text else None


def _made(shape: Any, text: str) -> Any:
    fields = json.loads(text)
    return shape(**{k: tuple(v) if isinstance(v, list) else v for k, v in fields.items()})
