"""Commands and answers as text, as they are stored."""

import json
from dataclasses import asdict, dataclass
from typing import Any, Final

from tidings.engine.commands import command_values as values
from tidings.engine.commands.command_values import Answer, Command

# By the name that is stored: the command and its answer. Names are never changed.
_KINDS: Final[dict[str, tuple[type[Any], type[Any]]]] = {
    "add": (values.AddSource, values.SourceAdded),
    "import": (values.ImportSources, values.SourcesImported),
    "pause": (values.PauseSource, values.SourcePaused),
    "resume": (values.ResumeSource, values.SourceResumed),
    "retry": (values.RetrySource, values.SourceRetried),
    "remove": (values.RemoveSource, values.SourceRemoved),
    "delete article": (values.DeleteArticle, values.ArticleDeleted),
    "delete source": (values.DeleteSource, values.SourceDeleted),
}
_NAMES: Final = {command: name for name, (command, _) in _KINDS.items()}


@dataclass(frozen=True, slots=True)
class CommandProgress:
    """How far a long command has come, with what it needs to go on."""

    done: int
    total: int
    added: tuple[str, ...] = ()  # new sources; or the one source that is being deleted
    deleted: tuple[str, ...] = ()


def kind_of(command: Command) -> str:
    """Return the stored name of a command."""
    return _NAMES[type(command)]


def to_text(value: Command | Answer | CommandProgress) -> str:
    """Return a command, an answer or a progress as it is stored."""
    return json.dumps(asdict(value), ensure_ascii=False)


def command_from(kind: str, text: str) -> Command:
    """Return a stored command."""
    command: Command = _made(_KINDS[kind][0], text)
    return command


def answer_from(kind: str, text: str) -> Answer:
    """Return a stored answer to a command of that kind."""
    answer: Answer = _made(_KINDS[kind][1], text)
    return answer


def progress_from(text: str) -> CommandProgress | None:
    """Return a stored progress; None before the command has begun."""
    return _made(CommandProgress, text) if text else None


def _made(shape: Any, text: str) -> Any:
    fields = json.loads(text)
    return shape(**{k: tuple(v) if isinstance(v, list) else v for k, v in fields.items()})
