"""Every regular expression applied to pages, against texts that provoke backtracking."""

import importlib
import pkgutil
import re
import signal
from collections.abc import Iterator
from types import FrameType, ModuleType

import pytest

_CHARS = 2_000  # quadratic patterns pass, because lines and titles are cut; cubic ones do not
_SECONDS = 2.0  # of CPU: a good pattern takes microseconds
_PIECES = (
    *" aA1.,-_/<&\"'(|é報@\u200b\n", " - ", "1 ", "1.", "1-1/", "a@b.", "by ", "and ", "Jane ",
    "cookie ", "newsletter ", "<a ", "<!--", "<meta ", "2024-", "1 de mar ", "comment ", "http",
    "page not ", "updated ", "article-", "[[", "&#1",
)  # fmt: skip


def _patterns_in(value: object) -> Iterator[re.Pattern[str] | re.Pattern[bytes]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict):
        yield from _patterns_in(tuple(value.values()))
    elif isinstance(value, tuple | list):
        for each in value:
            yield from _patterns_in(each)


def _modules() -> Iterator[ModuleType]:
    for room in ("tidings.extract", "tidings.read", "tidings.text"):
        package = importlib.import_module(room)
        for found in pkgutil.walk_packages(package.__path__, f"{room}."):
            yield importlib.import_module(found.name)


def _time_out(_signal: int, _frame: FrameType | None) -> None:
    raise TimeoutError


def _is_quick(pattern: re.Pattern[str] | re.Pattern[bytes], text: str) -> bool:
    signal.setitimer(signal.ITIMER_VIRTUAL, _SECONDS)
    try:
        if isinstance(pattern.pattern, bytes):
            re.compile(pattern.pattern, pattern.flags).search(text.encode())
        else:
            re.compile(pattern.pattern, pattern.flags).search(text)
    except TimeoutError:
        return False
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return True


@pytest.mark.parametrize("module", list(_modules()), ids=lambda module: module.__name__)
def test_no_pattern_backtracks_without_end(module: ModuleType) -> None:
    before = signal.signal(signal.SIGVTALRM, _time_out)
    try:
        for name, value in vars(module).items():
            for pattern in _patterns_in(value):
                for piece in _PIECES:
                    text = piece * (_CHARS // len(piece)) + "\x01"
                    assert _is_quick(pattern, text), f"{name} on {piece!r}"
    finally:
        signal.signal(signal.SIGVTALRM, before)
