from datetime import timedelta

import pytest
from tests.engine.stream.conftest import OpenLibrary
from tests.engine.stream.written_home import NOW, WrittenHome

from tidings.engine.library.library import Library
from tidings.engine.stream.event_stream import HomeStream
from tidings.engine.stream.position import Position
from tidings.engine.stream.stream_filter import StreamFilter
from tidings.store.database.session import Writer
from tidings.store.tables.articles.article_renaming import rename_article
from tidings.store.tables.articles.articles import set_rights
from tidings.store.tables.articles.revisions import add_tombstone

START = Position(0, 0)


def told(library: Library, filter_: StreamFilter) -> list[str]:
    part = HomeStream(library).part(START, filter_=filter_)
    return [f"{event.position} {event.kind}" for event in part.events]


@pytest.mark.parametrize(
    ("filter_", "expected"),
    [
        (StreamFilter("ferry"), ["1-0 new", "2-0 new", "4-0 revised", "4-1 story"]),
        (StreamFilter("ferry -harbour"), ["2-0 new", "4-0 revised"]),
        (StreamFilter('"ferry in the harbour"'), ["1-0 new", "4-1 story"]),
        (StreamFilter("Schiffe"), ["3-0 new"]),
        (StreamFilter(source="b.example"), ["2-0 new", "4-0 revised"]),
        (StreamFilter(source="https://www.b.example/"), ["2-0 new", "4-0 revised"]),
        (StreamFilter("ferry", source="a.example"), ["1-0 new", "4-1 story"]),
        (StreamFilter(language="de"), ["3-0 new"]),
        (StreamFilter("story:1"), ["1-0 new", "4-1 story"]),
        (StreamFilter("ferry", kinds=frozenset({"revised", "deleted"})), ["4-0 revised"]),
        (StreamFilter(kinds=frozenset({"story"})), ["4-1 story"]),
    ],
    ids=["word", "without", "phrase", "german", "source", "url", "word of source", "language",
         "story", "kinds and word", "kinds"],
)  # fmt: skip
def test_events_pass_if_a_search_would_find_their_article_as_it_is_now(
    home: WrittenHome, library: Library, filter_: StreamFilter, expected: list[str]
) -> None:
    home.keep("a", text="A ferry in the harbour.")
    home.keep("b", text="Nothing.", source="b.example")
    home.keep("c", text="Ein Schiff.", language="de")
    home.keep("b", text="Two ferries.", source="b.example")
    home.group(1, "a")
    home.release()
    assert told(library, filter_) == expected


def test_whoever_keeps_copies_hears_that_they_must_go(home: WrittenHome, library: Library) -> None:
    home.keep("a", "b", "c", "d", text="A ferry.")
    home.take_down("a")
    home.database.write(lambda db: add_tombstone(db, "b", NOW, 410, "status 410")).result()

    def hide(connection: Writer) -> None:
        found = library.articles(["c"])["c"]
        later = NOW + timedelta(hours=1)
        set_rights(connection, "c", found.robots, found.rights, NOW, later)

    home.database.write(hide).result()
    page = "https://a.example/other"
    new = home.database.write(lambda db: rename_article(db, "d", page, NOW)).result()
    home.take_down(new)
    home.release()
    certain = ["5-0 deleted", "7-0 hidden", "8-0 renamed", "9-0 deleted"]
    assert told(library, StreamFilter("ferry")) == sorted(["2-0 new", "6-0 deleted", *certain])
    assert told(library, StreamFilter("aeroplane")) == certain  # nobody knows what they said
    assert told(library, StreamFilter(source="b.example")) == []
    assert told(library, StreamFilter("aeroplane", kinds=frozenset({"new"}))) == []


def test_the_end_of_a_story_reaches_all(home: WrittenHome, library: Library) -> None:
    home.keep("a", "b", text="A ferry.")
    home.group(1, "a")
    home.group(2, "b")
    home.end(1, into=2)
    home.end(2)
    home.release()
    assert told(library, StreamFilter("aeroplane")) == [
        "2-1 story",
        "2-2 story",
        "2-3 story",
        "2-4 story",
    ]


def test_hidden_articles_leave_no_trace(home: WrittenHome, opened: OpenLibrary) -> None:
    home.keep("free")
    home.keep("paid", "vanished", with_login=True, text="quartzmonger")
    home.group(1, "paid", "vanished")
    home.group(2, "free", "paid", lead="paid")
    home.take_down("vanished")
    home.end(1)
    home.keep("late")
    home.release()
    stream = HomeStream(opened(with_logins=False))
    part = stream.part(START)
    assert [str(event.position) for event in part.events] == ["1-0", "3-2", "5-3"]
    everything = b"".join(event.data for event in part.events)
    for word in (b"paid", b"vanished", b"quartzmonger"):
        assert word not in everything
    owner = HomeStream(opened()).part(START)
    assert len(owner.events) == 8
    assert part.end == owner.end
