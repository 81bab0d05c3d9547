"""Why links were followed or left: kept for a while, because a run is made again to know it."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from tidings.engine.listing.query_runs import verdicts_of
from tidings.model.agents.agent_event import LinkVerdict
from tidings.model.agents.query_run import RunState, RunStatus
from tidings.serve.context import AppContext

MOST_LINKS: Final = 5_000  # of either kind: the most promising ones
_FRESH_SECONDS: Final = 10.0  # while a run goes on
_KEPT: Final = 8

_Question = tuple[int, bool | None]
_Known = tuple[float, tuple[RunState, int], Sequence[LinkVerdict]]


class RunLinks:
    """Explains one run after the other, on a thread of its own: a long run takes seconds."""

    def __init__(self, context: AppContext) -> None:
        self._context = context
        self._kept: OrderedDict[_Question, _Known] = OrderedDict()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="run-links")

    async def of(self, run: RunStatus, followed: bool | None = None) -> Sequence[LinkVerdict]:
        """Return the links of a run, the most promising first; some seconds old while it runs."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._links, run, followed, loop.time())

    def _links(self, run: RunStatus, followed: bool | None, now: float) -> Sequence[LinkVerdict]:
        question, version = (run.id, followed), (run.state, run.pages)
        at, known_version, links = self._kept.get(question, (0.0, None, ()))
        is_fresh = run.state is RunState.RUNNING and now - at < _FRESH_SECONDS
        if known_version is None or (known_version != version and not is_fresh):
            reader = self._context.library.database.read()
            links = verdicts_of(reader, run.id, followed, MOST_LINKS)
            self._kept[question] = now, version, links
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return links

    def close(self) -> None:
        """End the thread."""
        self._thread.shutdown(cancel_futures=True)
