"""A reading pool without worker processes: each would load all models anew, at seconds of CPU."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Self

from tidings.engine.process.message import HEADER, packed, unpacked
from tidings.engine.reading.pool import Pool, WorkerAnswer, WorkerTask
from tidings.engine.reading.worker import answer_to
from tidings.engine.reading.worker_setup import Annotators, WorkerSetup
from tidings.settings.tree import EngineSettings


class InProcessPool(Pool):
    """Reads one response after the other in a thread, as one worker would."""

    def __init__(self, engine: EngineSettings, setup: WorkerSetup) -> None:
        super().__init__(engine, setup)
        self._worker_setup: WorkerSetup = _as_sent(setup)
        self._thread = ThreadPoolExecutor(1, "reader")
        self._annotators = Annotators(self._worker_setup)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self._thread.shutdown()

    async def _answer(self, task: WorkerTask) -> WorkerAnswer:
        answer: WorkerAnswer = await self._in_thread(self._read, task)
        return answer

    def _read(self, task: WorkerTask) -> WorkerAnswer:
        answer = answer_to(_as_sent(task), self._worker_setup, self._annotators)
        sent: WorkerAnswer = _as_sent(answer)
        return sent

    async def _in_thread(self, work: Any, *arguments: object) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)


def _as_sent(value: Any) -> Any:
    """Return what a process at the other end of the pipe would receive."""
    return unpacked(packed(value)[HEADER.size :])
