"""The timer of link ranks: during a crawl, starts their refresh process when they are old."""

import asyncio
import os
import signal
import sys
from contextlib import suppress

from tidings.engine.process.home import Home
from tidings.engine.process.message import packed
from tidings.search.links.link_ranks import ranks_age
from tidings.settings.tree import Settings
from tidings.store.archive.volumes import archive_files

_FIRST_SECONDS = 60.0  # for a shorter crawl, starting a process does not pay
_CHECK_SECONDS = 15.0


class LinkRefreshTimer:
    """Runs alongside the pipeline until it is cancelled."""

    def __init__(self, home: Home, settings: Settings) -> None:
        self._home = home
        self._settings = settings
        self._last_archive_end: tuple[str, int] | None = None  # at the last refresh

    async def run(
        self, first_seconds: float = _FIRST_SECONDS, check_seconds: float = _CHECK_SECONDS
    ) -> None:
        """Work continuously; a failed refresh does not affect the crawl."""
        if not self._settings.links.interval:
            return
        await asyncio.sleep(first_seconds)
        while True:
            archive_end = await asyncio.to_thread(self._archive_end)
            if archive_end != self._last_archive_end and self._is_old():
                self._last_archive_end = archive_end
                await self._refresh()
            await asyncio.sleep(check_seconds)

    def _is_old(self) -> bool:
        age = ranks_age(self._home.links)
        return age is None or age >= self._settings.links.interval

    def _archive_end(self) -> tuple[str, int] | None:
        files = archive_files(self._home.archive)  # the newest is here, wherever the others are
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
