"""A worker process: reads tasks from its standard input and writes readings to its output.

It ends when its input ends, so that no worker outlives the process that started it.
"""

import os
import resource
import signal
import sys
from typing import Any, BinaryIO

from tidings.engine.process.gc_tuning import tune_gc
from tidings.engine.process.message import HEADER, packed, unpacked
from tidings.engine.reading.preview_reading import PreviewReading, PreviewTask, previewed
from tidings.engine.reading.reading_task import Crash, Reading, ReadingTask
from tidings.engine.reading.response_reading import read_response
from tidings.engine.reading.tag_study import TagStudy, keen_tags_of
from tidings.engine.reading.worker_setup import Annotators, WorkerSetup
from tidings.model.web.reason import Reason
from tidings.text.language.detection import detect

_MAX_DATA_BYTES = 1 << 30  # a page that needs more than a gigabyte is an attack


def main() -> None:
    """Serve until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C
    resource.setrlimit(resource.RLIMIT_DATA, (_MAX_DATA_BYTES, _MAX_DATA_BYTES))
    source, sink = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a stray print must not corrupt the answers
    setup: WorkerSetup = _receive(source)
    annotators = Annotators(setup)
    if not setup.crawl.archive_only:
        detect("The model is loaded now, not when the first page is waiting.")
    tune_gc()
    while (tasks := _receive(source)) is not None:
        _answer(sink, packed([answer_to(task, setup, annotators) for task in tasks]))


def _receive(source: BinaryIO) -> Any:
    """Return what was sent; None if nobody is there to send, or was killed while it sent."""
    header = source.read(HEADER.size)
    if len(header) < HEADER.size:
        return None
    size = HEADER.unpack(header)[0]
    message = source.read(size)
    return unpacked(message) if len(message) == size else None


def _answer(sink: BinaryIO, message: bytes) -> None:
    try:
        sink.write(message)
        sink.flush()
    except BrokenPipeError:  # who asked was killed meanwhile: that is no error of ours
        os._exit(0)


def answer_to(
    task: ReadingTask | TagStudy | PreviewTask, setup: WorkerSetup, annotators: Annotators
) -> Reading | frozenset[str] | PreviewReading | Crash:
    """Return the answer to a task, or how it failed."""
    try:
        if isinstance(task, TagStudy):
            return keen_tags_of(task)
        if isinstance(task, PreviewTask):
            return previewed(task, setup.crawl)
        return read_response(task, setup.crawl, annotators.at(task.knowledge))
    except Exception as error:  # noqa: BLE001 - the stage boundary: counted and quarantined
        return Crash(Reason.STAGE_ERROR, f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    main()
