from datetime import UTC, datetime
from typing import Any

from tests.factories import make_found

from tidings.engine.process.message import HEADER, packed, unpacked
from tidings.engine.reading.reading_task import Reading
from tidings.model.crawl.visit import FoundUrl
from tidings.model.web.page import UrlRole
from tidings.model.web.reason import Reason
from tidings.search.entries.vector import Vector
from tidings.text.bulk.vocabulary import Vocabulary

AT = datetime(2026, 3, 2, tzinfo=UTC)


def _found(number: int, **more: Any) -> FoundUrl:
    return make_found(f"https://news.example/{number}", id=number, **more)


def test_a_message_begins_with_its_length() -> None:
    message = packed([1, "two"])
    assert HEADER.unpack(message[: HEADER.size]) == (len(message) - HEADER.size,)
    assert unpacked(message[HEADER.size :]) == [1, "two"]


def test_links_keep_their_type_and_values() -> None:
    found = (_found(1), _found(2, published=AT, dropped=Reason.TRAP))
    sent = Reading(UrlRole.PAGE, "news.example", found, {Reason.TRAP: 1}, foreign=(_found(3),))
    (received,) = unpacked(packed([sent])[HEADER.size :])
    assert received == sent
    assert [type(link) for link in (*received.found, *received.foreign)] == [FoundUrl] * 3
    assert received.found[1].dropped is Reason.TRAP
    assert sent.found is found


def test_a_tuple_of_different_things_arrives_unchanged() -> None:
    sent = Reading(UrlRole.PAGE, "news.example", (_found(1), "no link"))  # type: ignore[arg-type]
    assert unpacked(packed(sent)[HEADER.size :]) == sent


def test_the_terms_of_an_article_travel_without_those_of_others() -> None:
    vocabulary = Vocabulary()
    numbers = vocabulary.numbers([f"word{number}" for number in range(10_000)])
    sent = Vector(b"\x01\x00", 1, vocabulary, numbers[7:8].tobytes())
    message = packed(sent)
    assert len(message) < 1_000
    assert unpacked(message[HEADER.size :]) == sent
