"""Sends events, and what libraries log, to standard error."""

import logging
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TextIO

from tidings.events.log_lines import JsonFormatter, TextFormatter
from tidings.events.redaction import Redactor
from tidings.settings.log_choices import LogFormat
from tidings.settings.tree import LogSettings


@contextmanager
def logging_to_stderr(settings: LogSettings, secrets: Iterable[str] = ()) -> Iterator[None]:
    """Log while the block runs. The secrets are hidden wherever they appear.

    Libraries (uvicorn, asyncio) log through the same handler, from warnings on: what they say
    below that is about themselves.
    """
    root, ours = logging.getLogger(), logging.getLogger("tidings")
    formatter = {LogFormat.TEXT: TextFormatter, LogFormat.JSON: JsonFormatter}[settings.format]
    handler = _StderrHandler()
    handler.setFormatter(formatter(Redactor(secrets)))
    level = logging.getLevelNamesMapping()[settings.level.upper()]
    levels = root.level, ours.level
    root.addHandler(handler)
    root.setLevel(max(level, logging.WARNING))
    ours.setLevel(level)
    try:
        yield
    finally:
        root.removeHandler(handler)
        root.setLevel(levels[0])
        ours.setLevel(levels[1])


class _StderrHandler(logging.StreamHandler[TextIO]):
    """Writes to what `sys.stderr` is at that moment: a progress display takes its place."""

    def __init__(self) -> None:
        logging.Handler.__init__(self)

    @property
    def stream(self) -> TextIO:  # type: ignore[override]
        """The stream to write to."""
        return sys.stderr

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's name
        """Go on: a log that cannot be written must not stop the work."""
