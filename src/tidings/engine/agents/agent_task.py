"""One agent: a task that makes one step at a time, and answers when asked whether it lives."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from tidings.crawl.agents.population import Step
from tidings.engine.agents.place import Visited


@dataclass(frozen=True, slots=True)
class Errand:
    """Go to the page of a step, once its row is stored."""

    step: Step
    stored: Awaitable[object]


@dataclass(frozen=True, slots=True)
class Question:
    """Are you alive? (The paper's message.)"""


@dataclass(frozen=True, slots=True)
class Killed:
    """The agent has starved, or the run is over."""


Message = Errand | Question | Killed
OnVisited = Callable[[Step, Visited], None]


class AgentTask:
    """One living agent; `on_visited`, `on_answer` and `on_death` are called in the event loop."""

    def __init__(
        self,
        number: int,
        visit: Callable[[Step], Awaitable[Visited]],
        on_visited: OnVisited,
        on_answer: Callable[[int], None],
        on_death: Callable[[int], None],
    ) -> None:
        self.number = number
        self._visit = visit
        self._on_visited = on_visited
        self._on_answer = on_answer
        self._on_death = on_death
        self._mailbox: asyncio.Queue[Message] = asyncio.Queue()
        self._is_killed = False
        self._task = asyncio.create_task(self._live())
        self._task.add_done_callback(self._on_done)

    def send(self, message: Message) -> None:
        """Put a message into the agent's mailbox."""
        self._mailbox.put_nowait(message)

    def abandon(self) -> "asyncio.Task[None]":
        """End the agent without asking it: it was replaced, or the run stops."""
        self._is_killed = True
        self._task.cancel()
        return self._task

    def _on_done(self, task: "asyncio.Task[None]") -> None:
        if not task.cancelled():
            task.exception()  # noted: it is dead, and will be replaced
        if not self._is_killed:
            self._on_death(self.number)

    async def _live(self) -> None:
        while True:
            message = await self._mailbox.get()
            if isinstance(message, Errand):
                await self._go(message)
            else:
                self._take(message)
            if self._is_killed:
                return

    def _take(self, message: Message) -> None:
        if isinstance(message, Killed):
            self._is_killed = True
        else:
            self._on_answer(self.number)

    async def _go(self, errand: Errand) -> None:
        """Make a step, and read the mailbox meanwhile."""
        walk = asyncio.create_task(self._walk(errand))
        letter = asyncio.create_task(self._mailbox.get())
        try:
            while not walk.done():
                await asyncio.wait({walk, letter}, return_when=asyncio.FIRST_COMPLETED)
                if letter.done():
                    self._take(letter.result())
                    letter = asyncio.create_task(self._mailbox.get())
        finally:
            walk.cancel()
            letter.cancel()
        self._on_visited(errand.step, walk.result())

    async def _walk(self, errand: Errand) -> Visited:
        await errand.stored
        return await self._visit(errand.step)
