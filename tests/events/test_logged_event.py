"""Events: which are logged, what they are called, and that none carries a secret by its name."""

import importlib
import logging
import pkgutil
from dataclasses import dataclass, fields
from typing import ClassVar

import pytest

import tidings.events
from tidings.events.log_lines import RESERVED
from tidings.events.logged_event import Announcement, LoggedEvent, emit, event_name, is_logged
from tidings.events.redaction import HIDDEN, Redactor


@dataclass(frozen=True, slots=True)
class RainFell(LoggedEvent):
    level: ClassVar[int] = logging.DEBUG

    litres: int
    place: str | None = None


def kinds(of: type[LoggedEvent] = LoggedEvent) -> list[type[LoggedEvent]]:
    found = []
    for kind in of.__subclasses__():
        found += [kind, *kinds(kind)]
    return found


@pytest.fixture(autouse=True)
def _all_events() -> None:
    for module in pkgutil.iter_modules(tidings.events.__path__):
        importlib.import_module(f"tidings.events.{module.name}")


def test_an_event_is_logged_from_its_level_on(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "tidings"):
        assert not is_logged(RainFell)
        emit(RainFell(3))
    assert caplog.records == []
    with caplog.at_level(logging.DEBUG, "tidings"):
        assert is_logged(RainFell)
        emit(RainFell(3))
    (record,) = caplog.records
    assert record.msg == RainFell(3)


def test_fields_that_are_not_set_are_left_out() -> None:
    assert dict(RainFell(3).values()) == {"litres": 3}
    assert dict(RainFell(0, "").values()) == {"litres": 0, "place": ""}


def test_a_name_is_made_of_words() -> None:
    assert event_name(RainFell) == "rain fell"


def test_announcements_are_shown_at_every_level() -> None:
    assert Announcement.level > logging.CRITICAL


def test_no_event_uses_a_key_of_every_line_or_names_a_secret() -> None:
    redact = Redactor()
    names = {(kind, field.name) for kind in kinds() for field in fields(kind)}
    assert len(names) > 20
    assert [pair for pair in names if pair[1] in RESERVED] == []
    assert [pair for pair in names if HIDDEN in redact(f"{pair[1]}=x")] == []
