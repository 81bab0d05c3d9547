"""The watch over link ranks: while a crawl runs, starts the linker whenever they have grown old."""

import asyncio
import os
import signal
import sys
from contextlib import suppress

from tidings.engine.process.home import Home
from tidings.engine.process.message import packed
from tidings.search.links.link_ranks import ranks_age
from tidings.settings.tree import Settings
from tidings.store.archive.warc_files import ArchiveReader

_FIRST_SECONDS = 60.0  # a crawl that ends sooner is not worth the start of a process
_LOOK_SECONDS = 15.0


class LinkRefreshTimer:
    """Runs beside the pipeline until it is cancelled."""

    def __init__(self, home: Home, settings: Settings) -> None:
        self._home = home
        self._settings = settings
        self._archived: tuple[str, int] | None = None  # how far the archive went at the last start

    async def run(self, first: float = _FIRST_SECONDS, look: float = _LOOK_SECONDS) -> None:
        """Work for ever; trouble with the ranks is no trouble for the crawl."""
        if not self._settings.links.interval:
            return
        await asyncio.sleep(first)
        while True:
            archived = await asyncio.to_thread(self._end_of_archive)
            if archived != self._archived and self._is_old():
                self._archived = archived
                await self._refresh()
            await asyncio.sleep(look)

    def _is_old(self) -> bool:
        age = ranks_age(self._home.links)
        return age is None or age >= self._settings.links.interval

    def _end_of_archive(self) -> tuple[str, int] | None:
        files = ArchiveReader(self._home.archive).files()
        return (files[-1].name, files[-1].stat().st_size) if files else None

    async def _refresh(self) -> None:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tidings.engine.maintenance.link_refresh_process", stdin=-1
        )
        try:
            assert process.stdin is not None
            process.stdin.write(packed(self._settings))
            process.stdin.close()
            await process.wait()
        finally:
            if process.returncode is None:
                # Not process.kill(): it polls first, and takes the status from asyncio's watcher.
                with suppress(ProcessLookupError):
                    os.kill(process.pid, signal.SIGKILL)
                await process.wait()
