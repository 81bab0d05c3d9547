"""Days with the name of a month in them: which number is the day, and which the year.

A text is read as numbers with gaps between them. Between a day and a year, a gap names a month only
if it has no other words than little ones ("de", "of"): "Top 10 Markets 2021" is not a date.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from tidings.read.dates.date_gap import MAX_GAP, DateGap, date_gap

# A year may run into what follows it on the page: "20194:29 AM", "20233 years ago", and in many
# themes of WordPress the date of a change: "3. April 20224. Mai 2022".
_NUMBER = re.compile(
    r"(?:19|20)\d\d(?=\d{1,2}(?::\d\d|\s(?:minute|hour|day|week|month|year)"
    r"|\.?\s[^\W\d_]{3,12}\.?\s(?:19|20)\d\d(?!\d)))|\d+"
)
_IN_TIME = re.compile(r"\d:")
_TIME_FOLLOWS = re.compile(r"\s?(?:[:.hH時时点]\s?\d|[AaPp]\.?\s?[Mm]\b|Uhr)")
# What asctime, date(1) and git put between the day and the year.
_TIME_BETWEEN = re.compile(
    r"\s+\d{1,2}:\d\d(?::\d\d)?(?:\s*[AP]M)?(?:\s+(?:[A-Z]{1,5}|[+-]\d{4}))?\s+(\d{4})(?!\d)"
)
_YEARS = range(1500, 2700)
_BUDDHIST = range(2400, 2700)  # the Thai calendar, which adds 543 years
_THAI_YEAR = 2500


class NamedDay(NamedTuple):
    """A day, and where in the text it was found."""

    year: int
    month: int
    day: int
    start: int
    end: int


def named_days(text: str) -> Iterator[NamedDay]:
    """Return the days whose month is given by its name; they may not exist, such as 30 February."""
    spans = [match.span() for match in _NUMBER.finditer(text)]
    if len(spans) < 2:
        return iter(())
    gaps, end = [], 0
    for start, stop in spans:
        gaps.append(date_gap(text[max(end, start - MAX_GAP) : start]))
        end = stop
    gaps.append(date_gap(text[end : end + MAX_GAP]))
    if not any(gap.has_month for gap in gaps):
        return iter(())  # most texts
    return _Numbers(text, spans, gaps).days()


class _Numbers(NamedTuple):
    """The numbers of a text, each with the gap before it; the last gap ends the text."""

    text: str
    spans: list[tuple[int, int]]
    gaps: list[DateGap]

    def days(self) -> Iterator[NamedDay]:
        for at, gap in enumerate(self.gaps):
            if gap.has_month:
                # The clearest form first: "user2016, Nov 14, 2015" has two numbers like years.
                readings = (
                    self._day_month_year,
                    self._month_day_year,
                    self._year_month_day,
                    self._short_year,
                    self._year_day_month,
                    self._numbered,
                )
                yield from (day for reading in readings if (day := reading(at)))

    def _day_month_year(self, at: int) -> NamedDay | None:
        """4 March 2024."""
        is_date = self._is_inner(at) and self._is_day(at - 1) and self._is_year(at)
        return self._day(self._month_of(at), at - 1, at) if is_date else None

    def _short_year(self, at: int) -> NamedDay | None:
        """4 March 24, but not the hour of a time or the day of another date."""
        if not self._is_inner(at) or not self._is_day(at - 1) or self._is_in_word(at - 1):
            return None
        start, end = self.spans[at]
        follows = self.gaps[at + 1]
        is_day = follows.has_month or (self._is_joined(at + 1) and self._is_year(at + 1))
        if end - start != 2 or is_day or not self.gaps[at].ends_plain:
            return None
        is_time = _TIME_FOLLOWS.match(self.text, end)
        return None if is_time else self._day(self._month_of(at), at - 1, at)

    def _year_month_day(self, at: int) -> NamedDay | None:
        """2024 March 4."""
        is_date = self._is_inner(at) and self._is_year(at - 1) and self._is_day(at)
        if not is_date or self._is_in_word(at - 1):
            return None
        return self._day(self.gaps[at].whole, at, at - 1)

    def _month_day_year(self, at: int) -> NamedDay | None:
        """March 4, 2024, Mar 4 '24, and Mar 4 10:00:00 2024."""
        month = self.gaps[at].last
        if not month or at >= len(self.spans) or not self._is_day(at):
            return None
        if self._is_joined(at + 1) and (self._is_year(at + 1) or self._is_cut_year(at + 1)):
            return self._day(month, at, at + 1)
        start, end = self.spans[at]
        if match := _TIME_BETWEEN.match(self.text, end):
            day = int(self.text[start:end])
            return NamedDay(_common_year(int(match[1])), month, day, start, match.end())
        return None

    def _year_day_month(self, at: int) -> NamedDay | None:
        """2024. gada 4. marts."""
        month = self.gaps[at].first
        if not month or at < 2 or not self._is_joined(at - 1):
            return None
        is_date = self._is_year(at - 2) and self._is_day(at - 1)
        return self._day(month, at - 1, at - 2) if is_date else None

    def _numbered(self, at: int) -> NamedDay | None:
        """4 tháng 3, 2024; Th3 4, 2024; 2024 оны 3-р сарын 4."""
        gap = self.gaps[at]
        if gap.month_follows and at < len(self.spans):
            day, year = (at - 1, at + 1) if at and gap.whole_mark else (at + 1, at + 2)
            joined = self._is_joined(at + 1) and (day < at or self._is_joined(at + 2))
            month = at
        elif gap.month_precedes and 1 < at < len(self.spans):
            day, month, year = at, at - 1, at - 2
            joined = self._is_joined(at - 1)
        else:
            return None
        if not joined or not (self._is_day(day) and self._is_day(month) and self._is_year(year)):
            return None  # a month has no more digits than a day
        return self._day(int(self._digits(month)), day, year)

    def _month_of(self, at: int) -> int:
        """The month of the gap between a day and a year."""
        gap = self.gaps[at]
        month, dots = gap.croatian
        if not month:
            return gap.whole
        ends = [self.spans[at - 1][1], self.spans[at][1]][:dots]
        return month if all(self.text[end : end + 1] == "." for end in ends) else gap.whole

    def _is_inner(self, at: int) -> bool:
        """Whether a gap names a month and nothing else, between two numbers."""
        return 0 < at < len(self.spans) and self.gaps[at].whole > 0

    def _is_joined(self, at: int) -> bool:
        return at < len(self.spans) and self.gaps[at].is_little

    def _is_in_word(self, at: int) -> bool:
        before = self.text[max(self.spans[at][0] - 1, 0)]
        return before.isascii() and before.isalpha()

    def _digits(self, at: int) -> str:
        start, end = self.spans[at]
        return self.text[start:end]

    def _is_day(self, at: int) -> bool:
        start, end = self.spans[at]
        if end - start > 2 or self.text[end : end + 1] == ":":
            return False
        return not _IN_TIME.match(self.text, max(start - 2, 0))

    def _is_year(self, at: int) -> bool:
        start, end = self.spans[at]
        return end - start == 4 and int(self.text[start:end]) in _YEARS

    def _is_cut_year(self, at: int) -> bool:
        start, end = self.spans[at]
        return end - start == 2 and self.text[start - 1] in "'’‘"

    def _day(self, month: int, day: int, year: int) -> NamedDay:
        number = self._digits(year)
        full = int(number)
        if len(number) == 2:
            full += _THAI_YEAR if self.gaps[year].is_thai else 2000 if full < 50 else 1900
        (first, _), (_, last) = self.spans[min(day, year)], self.spans[max(day, year)]
        return NamedDay(_common_year(full), month, int(self._digits(day)), first, last)


def _common_year(year: int) -> int:
    return year - 543 if year in _BUDDHIST else year
