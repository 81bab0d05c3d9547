"""Topic learning: a topic model in a file, learned from articles' sections.

One process learns and writes; all others read. Not durable: what was learned since the last write
is lost with the process.
"""

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tidings.enrich.topics.topic_model import TopicModel
from tidings.text.parsing.parsed_text import ParsedText

_WRITTEN_EVERY = 200  # articles learned: packing the model takes a tenth of a second
_READ_EVERY = 60.0  # seconds; what others learn in that time changes little


class TopicLearner:
    """The topic model of a home, as this process knows it."""

    def __init__(
        self, path: Path | None, *, learns: bool, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._path = path
        self._learns = learns
        self._clock = clock
        self._version = 0
        self._checked_at = clock()
        self._unwritten = 0
        self._model = self._read() or TopicModel.empty()

    @property
    def model(self) -> TopicModel:
        """The current model, reloaded at times if another process learns."""
        now = self._clock()
        if not self._learns and now - self._checked_at >= _READ_EVERY:
            self._checked_at = now
            self._model = self._read() or self._model
        return self._model

    def learn(self, title: ParsedText, body: ParsedText, labels: Sequence[str]) -> None:
        """Learn from an article's own labels, if this process learns."""
        if self._learns and labels and self._model.learn(title, body, labels):
            self._unwritten += 1
            if self._unwritten >= _WRITTEN_EVERY:
                self.close()

    def close(self) -> None:
        """Write the model to the file; on a full disk, only what is new is lost."""
        if self._path is None or not self._unwritten:
            return
        self._unwritten = 0
        draft = self._path.with_suffix(".new")
        try:
            draft.write_bytes(self._model.pack())
            draft.replace(self._path)
        except OSError:
            draft.unlink(missing_ok=True)

    def _read(self) -> TopicModel | None:
        """Return the model in the file, if it was written since the last read."""
        try:
            if self._path is None:
                return None
            version = self._path.stat().st_mtime_ns
            if version == self._version:
                return None
            self._version = version
            return TopicModel.unpack(self._path.read_bytes())
        except OSError:
            return None
