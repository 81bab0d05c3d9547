"""What routes that write need: commands for the owner of the home, and previews.

Nothing is opened before the first request needs it.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from threading import Event, Lock
from typing import Final, TypeVar

from tidings.engine.commands.command_values import Command
from tidings.engine.commands.issuing import CommandOutcome, Commands, opened_commands
from tidings.engine.library.library import Library
from tidings.engine.previews.preview import OwnEquipment, Previewer
from tidings.settings.tree import Settings

T = TypeVar("T")
_TURN_SECONDS: Final = 0.2  # for a thread to begin

PATIENCE_SECONDS: Final = 3.0  # then whoever waits is told where to look for the answer
_WAITING: Final = 2  # threads: one may execute a long command while another waits for its answer


class HomeWriting:
    """Issues commands and makes previews for one application."""

    def __init__(
        self,
        settings: Settings,
        library: Library,
        commands: Commands | None = None,
        previewer: Previewer | None = None,
        *,
        patience: float = PATIENCE_SECONDS,
    ) -> None:
        """A running crawl lends its `commands` and its `previewer`; else both are made here."""
        self.settings = settings
        self._patience = patience
        self._library = library
        self._commands = commands
        self._previewer = previewer
        self._equipment: OwnEquipment | None = None
        self._opening = Lock()
        self._opened = ExitStack()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="write")
        self._waiting = ThreadPoolExecutor(_WAITING, thread_name_prefix="answers")
        self._is_closing = Event()

    @property
    def previewer(self) -> Previewer:
        """What makes previews; to be used in the event loop."""
        if self._previewer is None:
            self._equipment = OwnEquipment(self.settings)
            borrowed = self._equipment.borrowed
            self._previewer = Previewer(self.settings, borrowed, self._library.database)
        return self._previewer

    async def issue(self, *commands: Command) -> list[CommandOutcome]:
        """Store commands and wait a while for their answers; some may still be open then."""
        numbers = await self._run(lambda: self._open().store(*commands))
        await self._attend(numbers[-1], self._patience)
        outcomes = await self._run(lambda: [self._open().outcome(each) for each in numbers])
        return [each for each in outcomes if each is not None]

    async def outcome(self, number: int) -> CommandOutcome | None:
        """Return how far a command has come; one that nobody executes is executed now."""
        found = await self._run(lambda: self._open().outcome(number))
        if found is None or not found.is_open:
            return found
        await self._attend(number, 0.0)
        return await self._run(lambda: self._open().outcome(number))

    async def _attend(self, number: int, patience: float) -> None:
        """Wait for a command; whoever executes it here goes on when we wait no longer."""
        attended = asyncio.get_running_loop().run_in_executor(
            self._waiting, lambda: self._open().attend(number, patience, self._is_closing.is_set)
        )
        done, _ = await asyncio.wait([attended], timeout=patience + _TURN_SECONDS)
        for each in done:
            each.result()

    async def _run(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _open(self) -> Commands:
        with self._opening:
            if self._commands is None:
                # Somebody waits for each write, and there are few: they wait for no others.
                store = replace(self.settings.store, commit_seconds=0.0)
                quick = replace(self.settings, store=store)
                self._commands = self._opened.enter_context(opened_commands(quick))
            return self._commands

    async def close_previews(self) -> None:
        """Close the connections of previews."""
        if self._equipment is not None:
            await self._equipment.close()

    def close(self) -> None:
        """Leave what is still open to the next owner of the home, and close what was opened."""
        self._is_closing.set()
        self._waiting.shutdown(cancel_futures=True)
        self._thread.shutdown()
        self._opened.close()
