"""Notices during a crawl that the credentials have changed, and tries again what needs them."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Final

from tidings.engine.commands.command_kinds import kind_of, to_text
from tidings.engine.commands.command_values import RetrySource
from tidings.engine.sources.source_credentials import sources_with_login
from tidings.fetch.credentials.credentials_file import CredentialsFile
from tidings.store.database.database import Database
from tidings.store.tables.commands.command_rows import add_command

_LOOK_SECONDS: Final = 1.0  # between two looks at the file, each some microseconds


class CredentialsWatch:
    """Runs alongside the pipeline until it is cancelled. The fetcher reads the file itself."""

    def __init__(
        self, file: CredentialsFile, database: Database, clock: Callable[[], float]
    ) -> None:
        self._file = file
        self._database = database
        self._clock = clock
        self._stamp = file.stamp()

    async def run(self) -> None:
        """Look at the file until cancelled."""
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            await self.look()

    async def look(self) -> int:
        """Retry every source with a login if the file has changed; return how many there are."""
        stamp = self._file.stamp()
        if stamp == self._stamp:
            return 0
        self._stamp = stamp
        retries = [RetrySource(each.url) for each in sources_with_login(self._database.read())]
        now = datetime.fromtimestamp(self._clock(), UTC)
        for retry in retries:
            command = partial(add_command, kind=kind_of(retry), arguments=to_text(retry), now=now)
            await self._database.write_async(command)
        return len(retries)
