"""The live page without its script: the newest events as a list."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.engine.stream.written_home import WrittenHome
from tests.serve.busy_home import HOSTILE
from tests.serve.conftest import Fill
from tests.serve.overviews.conftest import Opened, client_of
from tests.serve.overviews.page_text import links, texts, tree_of


@pytest.fixture
def home(tmp_path: Path) -> Iterator[WrittenHome]:
    home = WrittenHome(tmp_path / "home")
    yield home
    home.close()


async def test_the_newest_events_are_a_list(home: WrittenHome, opened: Opened) -> None:
    home.keep("a", "b")
    home.keep("a", text="Other words.")
    home.group(1, "a", "b")
    home.release()
    async with client_of(opened(home.settings)) as client:
        tree = await tree_of(client, "/live")
    assert texts(tree, ".wire .what") == ["Story", "Edited", "New", "New"]
    assert texts(tree, ".wire a") == ["Story 1", "About a", "About b", "About a"]
    assert links(tree, ".wire a")[:3] == ["/story/1", "/article/a", "/article/b"]
    assert texts(tree, ".wire time")[0] == "03:04:05"
    assert links(tree, ".refresh") == ["/live"]


async def test_what_is_taken_down_is_not_in_the_list(home: WrittenHome, opened: Opened) -> None:
    home.keep("a", "b")
    home.take_down("a")
    home.release()
    async with client_of(opened(home.settings)) as client:
        tree = await tree_of(client, "/live")
    assert texts(tree, ".wire a") == ["About b"]


async def test_the_list_has_at_most_sixty_lines(client: httpx.AsyncClient) -> None:
    tree = await tree_of(client, "/live")
    assert len(tree.css(".wire > li")) == 60
    assert HOSTILE in " ".join(texts(tree, ".wire"))


async def test_an_empty_home_says_so(fill: Fill, opened: Opened) -> None:
    async with client_of(opened(fill([]))) as client:
        tree = await tree_of(client, "/live")
    assert "Nothing happened yet." in texts(tree, ".nothing")[0]
