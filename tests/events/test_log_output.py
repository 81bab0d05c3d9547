import io
import logging
import sys

import pytest

from tidings.events.crawl_events import VisitFailed, VisitMade, WorkerDied
from tidings.events.log_output import logging_to_stderr
from tidings.events.logged_event import Announcement, emit
from tidings.model.web.reason import Reason
from tidings.settings.log_choices import LogLevel
from tidings.settings.tree import LogSettings

EVENTS = (
    VisitMade("https://a.example/", Reason.ARTICLE, 200),
    VisitFailed("https://a.example/", Reason.DNS, None, 1),
    WorkerDied(42, Reason.STAGE_TIMEOUT, "no result after 20 s"),
    Announcement("It is up."),
)


@pytest.mark.parametrize(
    ("level", "names"),
    [
        (LogLevel.DEBUG, ["visit made", "visit failed", "worker died", "up"]),
        (LogLevel.INFO, ["visit failed", "worker died", "up"]),
        (LogLevel.WARNING, ["worker died", "up"]),
        (LogLevel.ERROR, ["up"]),
    ],
)
def test_only_what_reaches_the_level_is_written(
    level: LogLevel, names: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with logging_to_stderr(LogSettings(level)):
        for event in EVENTS:
            emit(event)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == len(names)
    assert all(name in line for name, line in zip(names, lines, strict=True))


def test_libraries_are_heard_from_warnings_on(capsys: pytest.CaptureFixture[str]) -> None:
    with logging_to_stderr(LogSettings(LogLevel.DEBUG)):
        logging.getLogger("asyncio").debug("using a selector")
        logging.getLogger("asyncio").warning("bad request")
    assert capsys.readouterr().err.endswith("warning asyncio: bad request\n")


def test_it_writes_to_what_stderr_is_at_the_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    display = io.StringIO()
    with logging_to_stderr(LogSettings()):
        monkeypatch.setattr(sys, "stderr", display)  # as a progress display does
        emit(Announcement("It is up."))
    assert display.getvalue() == "It is up.\n"


def test_everything_is_as_before_afterwards() -> None:
    root, ours = logging.getLogger(), logging.getLogger("tidings")
    before = (list(root.handlers), root.level, ours.level)
    with logging_to_stderr(LogSettings(LogLevel.DEBUG)):
        assert (list(root.handlers), root.level, ours.level) != before
    assert (list(root.handlers), root.level, ours.level) == before


def test_a_log_that_cannot_be_written_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    attempts: list[str] = []

    class Full(io.StringIO):
        def write(self, text: str) -> int:
            attempts.append(text)
            raise OSError("no space left on device")

    with logging_to_stderr(LogSettings()):
        monkeypatch.setattr(sys, "stderr", Full())
        emit(Announcement("It is up."))
        emit(Announcement("It is down."))
    assert "It is up.\n" in attempts
    assert "It is down.\n" in attempts
