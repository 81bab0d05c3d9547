"""Who may follow the stream, and for how long."""

import json
from dataclasses import replace

from tests.engine.stream.written_home import WrittenHome
from tests.serve.served_home import served_home
from tests.serve.stream.sse_connection import connected

from tidings.model.access.identity import Scope
from tidings.settings.tree import ServeSettings


async def test_strangers_read_only_where_reading_is_open(home: WrittenHome) -> None:
    serve = ServeSettings(port=0, public_url="https://news.example")
    with served_home(replace(home.settings, serve=serve)) as served:
        async with connected(served.port, Connection="close") as stranger:
            assert stranger.status == 401
            assert stranger.headers["content-type"] == "application/problem+json"
            assert json.loads(await stranger.body())["status"] == 401
        token = f"Bearer {served.token(Scope.READ)}"
        async with connected(served.port, Authorization=token) as reader:
            assert reader.status == 200
            assert await reader.block() is not None


async def test_a_stream_ends_when_its_token_is_revoked(home: WrittenHome) -> None:
    serve = ServeSettings(port=0, stream_heartbeat_seconds=0.2)
    with served_home(replace(home.settings, serve=serve)) as served:
        token = served.token(Scope.READ)
        async with (
            connected(served.port, Authorization=f"Bearer {token}") as revoked,
            connected(served.port) as stranger,
        ):
            assert await revoked.block() is not None
            served.home_access.access.revoke_token(token.split("_")[1])
            last = None
            while (block := await revoked.block()) is not None:
                last = block
            assert last is not None
            assert last.comment == "the access was revoked; come back with the last id"
            for _ in range(3):  # who needs no token is not concerned
                assert await stranger.block() is not None
