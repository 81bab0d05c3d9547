from datetime import UTC, datetime

import pytest

from tidings.engine.sources import source_list
from tidings.store.database.database import Database

NOW = datetime(2026, 1, 2, tzinfo=UTC)


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("example.org", "https://example.org/"),
        (" http://Example.org/News?utm_source=x ", "http://example.org/News"),
        ("bücher.example/x", "https://xn--bcher-kva.example/x"),
        ("feed://example.org/rss", "http://example.org/rss"),
        ("feed:https://example.org/rss", "https://example.org/rss"),
        ("FEED://https://example.org/rss", "https://example.org/rss"),
        ("127.0.0.1:8000", "https://127.0.0.1:8000/"),
    ],
)
def test_typed_addresses_become_canonical_urls(typed: str, url: str) -> None:
    assert source_list.source_url(typed) == url


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "nonsense",
        "ftp://example.org/",
        "http://",
        "mailto:me@x.org",
        "feed:",
        "//x",
        "a b.example",
    ],
)
def test_text_that_is_not_a_web_address_is_refused(typed: str) -> None:
    with pytest.raises(source_list.SourceInvalid, match="not a web address"):
        source_list.source_url(typed)


def test_a_password_is_refused() -> None:
    with pytest.raises(source_list.SourceInvalid, match="password") as caught:
        source_list.source_url("https://me:secret@example.org/")
    assert "secret" not in str(caught.value)
    assert "tidings credentials set" in str(caught.value)


def test_a_source_is_followed_once_and_again_after_removal(database: Database) -> None:
    assert source_list.add_source(database, "example.org", NOW) == ("https://example.org/", True)
    assert source_list.add_source(database, "https://example.org", NOW) == (
        "https://example.org/",
        False,
    )
    source_list.remove_source(database, "example.org", NOW)
    assert source_list.source_statuses(database, NOW) == []
    assert source_list.add_source(database, "example.org", NOW) == ("https://example.org/", True)
    assert [source.site.url for source in source_list.source_statuses(database, NOW)] == [
        "https://example.org/"
    ]


def test_removing_an_unknown_source_is_an_error(database: Database) -> None:
    with pytest.raises(source_list.SourceInvalid, match="is not followed"):
        source_list.remove_source(database, "example.org", NOW)


def test_a_source_that_was_never_visited_is_not_called_synthetic(database: Database) -> None:
    source_list.add_source(database, "example.org", NOW)
    assert [source.synthetic for source in source_list.source_statuses(database, NOW)] == [False]


def test_programs_name_a_source_by_id_domain_or_address(database: Database) -> None:
    for url in ("https://a.example/", "https://b.example/feed", "https://b.example/rss"):
        source_list.add_source(database, url, NOW)
    reader = database.read()
    named = {"1": 1, "a.example": 1, "https://a.example/": 1, "3": 3, "https://b.example/rss": 3}
    assert {name: source_list.source_at(reader, name).id for name in named} == named
    for name in ("b.example", "4", "9" * 40, "c.example", "", "%00", "../x", "٣"):
        with pytest.raises(source_list.SourceInvalid):
            source_list.source_at(reader, name)
    with pytest.raises(source_list.SourceInvalid, match=r"2 \(https://b.example/feed\), 3 "):
        source_list.source_at(reader, "b.example")
