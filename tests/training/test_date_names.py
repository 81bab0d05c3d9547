"""The table of names is what the CLDR says today, and its languages' dates are read."""

import re
from collections import defaultdict
from datetime import date

import pytest

pytest.importorskip("babel", reason="training needs the extra `eval`")

from babel.dates import format_date
from training.date_names import HEAD, NEWS_LANGUAGES, WRITTEN, large_languages, locales, table

from tidings.read.dates.date_parser import parse_date

# The CLDR has no names here, but numbers such as M11.
_UNNAMED = re.compile(r"M[01]\d")
# Why a full date of these is not read: months are counted in letters (Dzongkha, Mongolian script,
# Yoruba), or a month is an everyday word of a larger language (Breton "Here", "Du").
_UNREAD = {"br", "dz", "mn_Mong", "mn_Mong_MN", "yo"}


def _misread(style: str, languages: frozenset[str]) -> dict[str, list[str]]:
    """The dates of a year that are not read as what they are, by locale."""
    found = defaultdict(list)
    for locale in locales():
        for month in range(1, 13) if locale.language in languages else ():
            day = date(2026, month, 16)
            text = format_date(day, style, locale)
            moment = parse_date(text)
            if (moment is None or moment.date() != day) and not _UNNAMED.search(text):
                found[str(locale)].append(text)
    return found


def test_the_shipped_table_is_what_training_makes() -> None:
    shipped = WRITTEN.read_text(encoding="utf-8")
    if not shipped.startswith(f"{HEAD}\n"):
        pytest.skip("another Babel, with other data, is installed")
    assert shipped == table()


@pytest.mark.parametrize("style", ["full", "long", "medium"])
def test_all_dates_of_large_languages_are_read(style: str) -> None:
    assert _misread(style, large_languages()) == {}


@pytest.mark.parametrize("style", ["full", "long"])
def test_full_dates_of_all_languages_with_newspapers_are_read(style: str) -> None:
    misread = _misread(style, NEWS_LANGUAGES)
    assert {locale for locale in misread if locale.split("_")[0] not in _UNREAD} <= _UNREAD


def test_full_dates_of_nearly_all_languages_are_read() -> None:
    every = frozenset(locale.language for locale in locales())
    misread = {text for texts in _misread("long", every).values() for text in texts}
    dates = {
        format_date(date(2026, month, 16), "long", locale)
        for locale in locales()
        for month in range(1, 13)
    }
    named = {text for text in dates if not _UNNAMED.search(text)}
    assert len(misread) / len(named) < 0.07, sorted(misread)
