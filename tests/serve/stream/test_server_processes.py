"""`tidings serve --processes 2` beside a process that writes, alone and behind nginx."""

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.engine.stream.written_home import WrittenHome
from tests.serve.stream.conftest import Serve
from tests.serve.stream.sse_connection import PATIENCE, connected
from tests.servers.needs import needs
from tests.servers.own_process import free_port, readable_folder
from tests.servers.web_servers import nginx

_READERS = 6


@asynccontextmanager
async def _two_processes(
    home: WrittenHome,
) -> AsyncIterator[tuple[int, asyncio.subprocess.Process]]:
    """Start two server processes; yield their port and the process above them."""
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tidings.cli", "serve", "--home", str(home.settings.home),
        "--port", "0", "--processes", "2", stderr=asyncio.subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert server.stderr is not None
    try:
        found = None
        async with asyncio.timeout(PATIENCE):
            while found is None:
                line = await server.stderr.readline()
                assert line, "the server does not say where it is"
                found = re.search(rb"http://127\.0\.0\.1:(\d+)/", line)
        yield int(found[1]), server
    finally:
        if server.returncode is None:
            server.kill()
        await server.wait()


class _Follower:
    """Reads events, comes back once with the first id, and reads on until the server ends."""

    def __init__(self, port: int) -> None:
        self.begun, self.has_all = asyncio.Event(), asyncio.Event()
        self.task = asyncio.create_task(self._follow(port))

    async def _follow(self, port: int) -> tuple[list[str], str]:
        async with connected(port) as stream:
            await stream.block()
            self.begun.set()
            ids = await stream.ids(2)
        async with connected(port, Last_Event_ID=ids[0]) as stream:  # any of the processes
            ids += await stream.ids(2)
            self.has_all.set()
            comment = ""
            while (block := await stream.block()) is not None:
                comment = block.comment
        return ids, comment


async def test_all_processes_tell_the_same_and_end_together(home: WrittenHome) -> None:
    home.keep("a")
    home.release()
    async with _two_processes(home) as (port, server), asyncio.timeout(PATIENCE):
        followers = [_Follower(port) for _ in range(_READERS)]
        for each in followers:
            await each.begun.wait()
        home.keep("b", "c")
        home.group(1, "b")
        home.release()
        for each in followers:
            await each.has_all.wait()
        server.terminate()
        assert await server.wait() == 0
        farewell = "the server stops; come back with the last id"
        for each in followers:
            assert await each.task == (["2-0", "3-0", "3-0", "3-1"], farewell)


@needs("nginx")
async def test_a_proxy_keeps_nothing_back(home: WrittenHome, serve: Serve) -> None:
    home.keep("a")
    home.release()
    with readable_folder() as folder:
        (folder / "root").mkdir()
        port = free_port()
        async with serve() as server:
            block = (
                f"location /api/ {{ proxy_pass http://127.0.0.1:{server.port}; "
                "proxy_http_version 1.1; }"
            )
            with nginx(folder / "root", port, folder / "own", server=block):
                async with connected(port) as stream:
                    assert stream.status == 200
                    for name in "bcd":  # each must come before the next one is written
                        home.keep(name)
                        home.release()
                        (event,) = await stream.events(1)
                        assert event.data["article_id"] == name
