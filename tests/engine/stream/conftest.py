"""A written home, and libraries over it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.engine.stream.written_home import WrittenHome

from tidings.engine.library.library import Library


@pytest.fixture
def home(tmp_path: Path) -> Iterator[WrittenHome]:
    home = WrittenHome(tmp_path / "home")
    yield home
    home.close()


OpenLibrary = Callable[..., Library]


@pytest.fixture
def opened(home: WrittenHome) -> Iterator[OpenLibrary]:
    """Opens the home for reading; closes it at the end."""
    libraries: list[Library] = []

    def open_(*, with_logins: bool = True) -> Library:
        libraries.append(Library.open(home.settings, with_logins=with_logins))
        return libraries[-1]

    yield open_
    for library in libraries:
        library.close()


@pytest.fixture
def library(opened: OpenLibrary) -> Library:
    return opened()
