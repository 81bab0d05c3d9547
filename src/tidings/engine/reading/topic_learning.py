"""School: what sections teach about topics, kept in a file; one process learns, all others read.

It is not a record: what was learned since the file was written last is lost with the process.
"""

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tidings.enrich.topics.topic_model import TopicModel
from tidings.text.parsing.parsed_text import ParsedText

_WRITTEN_EVERY = 200  # lessons: packing them takes a tenth of a second
_READ_EVERY = 60.0  # seconds; what others learned meanwhile changes little


class TopicLearner:
    """The lessons of a home, as far as this process knows them."""

    def __init__(
        self, path: Path | None, *, learns: bool, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._path = path
        self._learns = learns
        self._clock = clock
        self._version = 0
        self._looked_at = clock()
        self._unwritten = 0
        self._lessons = self._read() or TopicModel.empty()

    @property
    def model(self) -> TopicModel:
        """What was learned so far, by whoever learns."""
        now = self._clock()
        if not self._learns and now - self._looked_at >= _READ_EVERY:
            self._looked_at = now
            self._lessons = self._read() or self._lessons
        return self._lessons

    def learn(self, title: ParsedText, body: ParsedText, labels: Sequence[str]) -> None:
        """Learn from an article's own labels, if it is this process that learns."""
        if self._learns and labels and self._lessons.learn(title, body, labels):
            self._unwritten += 1
            if self._unwritten >= _WRITTEN_EVERY:
                self.close()

    def close(self) -> None:
        """Write down what was learned; a full disk costs no more than that."""
        if self._path is None or not self._unwritten:
            return
        self._unwritten = 0
        draft = self._path.with_suffix(".new")
        try:
            draft.write_bytes(self._lessons.pack())
            draft.replace(self._path)
        except OSError:
            draft.unlink(missing_ok=True)

    def _read(self) -> TopicModel | None:
        """The lessons in the file, if it was written since the last look."""
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
