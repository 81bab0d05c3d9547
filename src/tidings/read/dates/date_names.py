"""The names of months and of the halves of the day in all languages of the CLDR.

`training/date_names.py` writes the table: one line for each month, then one for the morning and
one for the afternoon, the names as `name_key` returns them.
"""

from functools import cache
from pathlib import Path

_TABLE = Path(__file__).with_name("date_names.txt")
_MONTHS = 12


@cache
def month_names() -> dict[str, int]:
    """Return the number of each month by its names."""
    return _numbered(_lines()[:_MONTHS])


@cache
def day_halves() -> dict[str, int]:
    """Return the hours that each name for a half of the day adds: 0 or 12."""
    return {name: 12 * half for name, half in _numbered(_lines()[_MONTHS:], 0).items()}


def _lines() -> list[str]:
    lines = _TABLE.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


def _numbered(lines: list[str], first: int = 1) -> dict[str, int]:
    return {name: at for at, line in enumerate(lines, first) for name in line.split("|")}
