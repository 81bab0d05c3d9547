from datetime import UTC, datetime
from typing import Any

from tidings.engine.process.message import HEADER, packed, unpacked
from tidings.engine.reading.reading_task import Reading
from tidings.model.page import Role
from tidings.model.reason import Reason
from tidings.model.visit import Found

AT = datetime(2026, 3, 2, tzinfo=UTC)


def _found(number: int, **more: Any) -> Found:
    url = f"https://news.example/{number}"
    return Found(url, "news.example", number, 1, Role.PAGE, 3, 1, None)._replace(**more)


def test_a_message_begins_with_its_length() -> None:
    message = packed([1, "two"])
    assert HEADER.unpack(message[: HEADER.size]) == (len(message) - HEADER.size,)
    assert unpacked(message[HEADER.size :]) == [1, "two"]


def test_links_arrive_as_what_they_were_sent_as() -> None:
    found = (_found(1), _found(2, published=AT, dropped=Reason.TRAP))
    sent = Reading(Role.PAGE, "news.example", found, {Reason.TRAP: 1}, foreign=(_found(3),))
    (received,) = unpacked(packed([sent])[HEADER.size :])
    assert received == sent
    assert [type(link) for link in (*received.found, *received.foreign)] == [Found] * 3
    assert received.found[1].dropped is Reason.TRAP
    assert sent.found is found


def test_a_tuple_of_different_things_arrives_unchanged() -> None:
    sent = Reading(Role.PAGE, "news.example", (_found(1), "no link"))  # type: ignore[arg-type]
    assert unpacked(packed(sent)[HEADER.size :]) == sent
