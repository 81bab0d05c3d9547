"""Servers over a written home."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from tests.engine.stream.written_home import WrittenHome

from tidings.engine.library.library import Library
from tidings.serve.app import create_app
from tidings.serve.http.server import RunningServer, bound_socket, serving
from tidings.settings.tree import ServeSettings

Serve = Callable[..., AbstractAsyncContextManager[RunningServer]]


@pytest.fixture
def home(tmp_path: Path) -> Iterator[WrittenHome]:
    home = WrittenHome(tmp_path / "home")
    yield home
    home.close()


@pytest.fixture
def serve(home: WrittenHome) -> Serve:
    """Returns a function that serves the home on a free port."""

    @asynccontextmanager
    async def serve(
        *, with_logins: bool = True, **settings: object
    ) -> AsyncIterator[RunningServer]:
        library = Library.open(home.settings, with_logins=with_logins)
        chosen = ServeSettings(port=0, **settings)  # type: ignore[arg-type]
        try:
            async with serving(create_app(library, chosen), bound_socket(chosen)) as server:
                yield server
        finally:
            library.close()

    return serve
