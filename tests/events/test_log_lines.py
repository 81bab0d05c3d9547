import json
import logging
import sys
from collections.abc import Callable
from typing import Any

from tidings.events.crawl_events import VisitFailed
from tidings.events.log_lines import JsonFormatter, TextFormatter
from tidings.events.logged_event import Announcement, CommandFailed, LoggedEvent
from tidings.events.redaction import Redactor
from tidings.model.web.reason import Reason

FAILED = VisitFailed("https://a.example/?token=abc", Reason.DNS, 'no "such" name\x1b[2J', 2)


def record_of(message: object, *arguments: object, **fields: Any) -> logging.LogRecord:
    level = message.level if isinstance(message, LoggedEvent) else logging.WARNING
    record = logging.LogRecord("uvicorn.error", level, "", 0, message, arguments, None)
    record.created = 1_800_000_000.125
    for name, value in fields.items():
        setattr(record, name, value)
    return record


def text_of(message: object, *arguments: object, **fields: Any) -> str:
    return TextFormatter(Redactor(["swordfish"])).format(record_of(message, *arguments, **fields))


def json_of(message: object, *arguments: object, **fields: Any) -> dict[str, Any]:
    line = JsonFormatter(Redactor(["swordfish"])).format(
        record_of(message, *arguments, **fields, process=42)
    )
    assert "\n" not in line
    values: dict[str, Any] = json.loads(line)
    return values


def failure(fail: Callable[[], None]) -> Any:
    try:
        fail()
    except RuntimeError:
        return sys.exc_info()
    raise AssertionError


def boom() -> None:
    raise RuntimeError("swordfish was wrong")


def test_an_event_is_one_line_of_text() -> None:
    assert text_of(FAILED) == (
        '2027-01-15T08:00:00.125Z info visit failed: url="https://a.example/?token=***" '
        'reason="the host name does not resolve" detail="no \\"such\\" name\\u001b[2J" attempt=2'
    )


def test_an_event_is_one_json_object() -> None:
    assert json_of(FAILED) == {
        "at": "2027-01-15T08:00:00.125Z",
        "level": "info",
        "event": "visit failed",
        "process": 42,
        "url": "https://a.example/?token=***",
        "reason": "the host name does not resolve",
        "detail": 'no "such" name\x1b[2J',
        "attempt": 2,
    }


def test_announcements_are_bare_sentences_or_objects() -> None:
    assert text_of(Announcement("It is up.")) == "It is up."
    assert text_of(CommandFailed("It is swordfish.", 1)) == "tidings: It is ***."
    up, failed = json_of(Announcement("It is up.")), json_of(CommandFailed("It failed.", 1))
    assert (up["level"], up["event"], up["text"]) == ("info", "announcement", "It is up.")
    assert (failed["level"], failed["text"], failed["code"]) == ("error", "It failed.", 1)


def test_lines_of_libraries_have_the_same_form() -> None:
    text = text_of("%s said Cookie: a=b", "it", exc_info=failure(boom))
    head, *trace = text.splitlines()
    assert head == "2027-01-15T08:00:00.125Z warning uvicorn.error: it said Cookie: ***"
    assert trace[0] == "Traceback (most recent call last):"
    assert trace[-1] == "RuntimeError: *** was wrong"
    line = json_of("%s said", "it", exc_info=failure(boom))
    assert (line["event"], line["logger"]) == ("message", "uvicorn.error")
    assert line["message"] == "it said"
    assert line["trace"].endswith("RuntimeError: *** was wrong")
