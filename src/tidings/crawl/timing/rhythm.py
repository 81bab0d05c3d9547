"""The publishing rhythm of one source, learned from its articles' times; not its visit schedule.

The rate of new articles is a gamma-Poisson estimate: a weak prior plus counts and days that decay
with a half-life of two weeks. Two faster pairs of counts (seen and due) correct it: one over days
follows sources that die, revive or change, one over hours follows bursts. The hour of the day and
the weekday scale the rate as far as there is evidence. All times are seconds since 1970, and hours
are UTC: a source's time zone shows in its profile.
"""

import struct
from collections.abc import Iterable, Iterator, Sequence
from math import exp2, log

HOUR, DAY = 3600.0, 86400.0
_HALF_LIFE = 14 * DAY
_TREND_HALF_LIFE, _TREND_WEIGHT = 2 * DAY, 4.0  # weight: items of evidence …
_BURST_HALF_LIFE, _BURST_WEIGHT = 2 * HOUR, 2.0  # … after which a change is half believed
_PRIOR_ITEMS, _PRIOR_DAYS = 0.4, 0.1  # four a day, outweighed by a few hours of evidence
_HOUR_WEIGHT, _WEEKDAY_WEIGHT = 1.0, 4.0  # items of a flat profile in each hour, on each weekday
_NEIGHBOUR = 0.25  # the share of an item that counts for the hour before, and for the one after
_MAX_HISTORY = 4 * _HALF_LIFE  # older items weigh less than a sixteenth
_STATE = struct.Struct("<2d6f48f14f")
_MONDAY = 3  # 1970 began on a Thursday
_LN2 = log(2.0)


class Rhythm:
    """When articles appear at a source: learns from visits, predicts new articles."""

    __slots__ = (
        "_burst_due",
        "_burst_seen",
        "_days",
        "_hours",
        "_hours_watched",
        "_items",
        "_scaled_at",
        "_trend_due",
        "_trend_seen",
        "_weekdays",
        "_weekdays_watched",
        "seen_until",
    )

    def __init__(self) -> None:
        self.seen_until = 0.0  # articles until then are learned; 0: nothing is known
        self._items = self._days = 0.0  # decayed to seen_until, like the next four
        self._trend_seen = self._trend_due = 0.0
        self._burst_seen = self._burst_due = 0.0
        # The profile: items, and seconds watched. They do not decay; later ones weigh more.
        self._scaled_at = 0.0  # an item counted at this moment weighs 1
        self._hours, self._hours_watched = [0.0] * 24, [0.0] * 24
        self._weekdays, self._weekdays_watched = [0.0] * 7, [0.0] * 7

    def learn(self, seen: Sequence[float | None], now: float, listed: int = 0) -> None:
        """Learn from a visit at `now` that found these new items, given by their dates, if any.

        `listed` is the number of items in the list. If all are new, others may have scrolled out
        before, so only the time since the oldest counts as watched. The same holds for the first
        visit, which learns from the whole list.
        """
        first, last = not self.seen_until, self.seen_until
        since = last
        if first or (seen and len(seen) >= listed > 0):
            since = self._watched_since(seen, now)
        if since >= now:
            self.seen_until = max(last, now)
            return
        dated = [moment for moment in seen if moment is not None and since < moment <= now]
        # An item dated before the last visit still appeared after it.
        undated = 0 if first or since > last else len(seen) - len(dated)
        days = (now - since) / DAY if first else self._activity_days(since, now)
        self._fade(0.0 if first else now - last)
        self.seen_until = now
        self._update_counts(dated, undated, now - since, days, first)
        self._update_profile(dated, undated, since, now)

    def _watched_since(self, seen: Iterable[float | None], now: float) -> float:
        """Return since when a list of only new items is complete."""
        dated = sorted(moment for moment in seen if moment is not None and moment < now)
        if not dated:
            return self.seen_until or now
        # An old item that stays in the list must not extend the time watched.
        oldest = dated[len(dated) // 10]
        return max(self.seen_until, oldest, now - _MAX_HISTORY)

    def _fade(self, seconds: float) -> None:
        slow, days = exp2(-seconds / _HALF_LIFE), exp2(-seconds / _TREND_HALF_LIFE)
        hours = exp2(-seconds / _BURST_HALF_LIFE)
        self._items *= slow
        self._days *= slow
        self._trend_seen *= days
        self._trend_due *= days
        self._burst_seen *= hours
        self._burst_due *= hours

    def _update_counts(
        self, dated: Sequence[float], undated: int, span: float, activity_days: float, first: bool
    ) -> None:
        """Update the counts of items and days; items early in the span have already decayed."""
        ages = [self.seen_until - moment for moment in dated]
        slow = _mean_fading(span, _HALF_LIFE)
        self._items += _faded(ages, _HALF_LIFE) + undated * slow
        self._days += activity_days * slow
        if first:
            return
        rate = (_PRIOR_ITEMS + self._items) / (_PRIOR_DAYS + self._days)
        days, hours = _mean_fading(span, _TREND_HALF_LIFE), _mean_fading(span, _BURST_HALF_LIFE)
        self._trend_seen += _faded(ages, _TREND_HALF_LIFE) + undated * days
        self._trend_due += rate * activity_days * days
        trend = (_TREND_WEIGHT + self._trend_seen) / (_TREND_WEIGHT + self._trend_due)
        self._burst_seen += _faded(ages, _BURST_HALF_LIFE) + undated * hours
        self._burst_due += rate * trend * activity_days * hours

    def _update_profile(
        self, dated: Sequence[float], undated: int, since: float, now: float
    ) -> None:
        """Add items to the profile: dated ones at their time, others evenly over the span."""
        scale = self._rescale(now)
        for moment in dated:
            # A date without a time reads as midnight: it says nothing about the hour.
            if moment % DAY:
                weight = scale * exp2((moment - now) / _HALF_LIFE)
                _add(self._hours, self._weekdays, moment, weight)
        _add_span(self._hours_watched, self._weekdays_watched, since, now, scale)
        if undated:
            _add_span(self._hours, self._weekdays, since, now, scale * undated / (now - since))

    def _rescale(self, now: float) -> float:
        """Return the weight of an item counted now; rescales it to 1 once it has doubled."""
        if not self._scaled_at:
            self._scaled_at = now
        scale = self._scale(now)
        if scale < 2.0:
            return scale
        for bins in (self._hours, self._hours_watched, self._weekdays, self._weekdays_watched):
            bins[:] = [value / scale for value in bins]
        self._scaled_at = now
        return 1.0

    def _scale(self, now: float) -> float:
        if not self._scaled_at:
            return 1.0
        halvings = (now - self._scaled_at) / _HALF_LIFE
        return exp2(min(max(halvings, 0.0), 500.0))  # clocks can be wrong by years

    def rate(self, now: float) -> float:
        """Return the current rate in articles per day, averaged over hours and weekdays."""
        seconds = max(0.0, now - self.seen_until)
        slow = exp2(-seconds / _HALF_LIFE)
        days = exp2(-seconds / _TREND_HALF_LIFE)
        base = (_PRIOR_ITEMS + self._items * slow) / (_PRIOR_DAYS + self._days * slow)
        return (
            base
            * (_TREND_WEIGHT + self._trend_seen * days)
            / (_TREND_WEIGHT + self._trend_due * days)
        )

    def expected(self, start: float, end: float) -> float:
        """Return the expected number of new articles between two moments."""
        return sum(seconds * rate for seconds, rate in self.flow(start, end))

    def flow(self, start: float, end: float) -> Iterator[tuple[float, float]]:
        """Yield spans of at most an hour until `end`: their seconds, and articles per second."""
        rate = self.rate(start) / DAY
        seen, due = self._burst_seen, self._burst_due
        for moment, seconds, activity in self._profile(start, end):
            fading = exp2(min(0.0, self.seen_until - moment) / _BURST_HALF_LIFE)
            burst = (_BURST_WEIGHT + seen * fading) / (_BURST_WEIGHT + due * fading)
            yield seconds, rate * activity * burst

    def _activity_days(self, start: float, end: float) -> float:
        """Return the days between two moments, each hour weighted by the profile."""
        total = 0.0
        for _, seconds, activity in self._profile(start, end):
            total += seconds * activity
        return total / DAY

    def _profile(self, start: float, end: float) -> Iterator[tuple[float, float, float]]:
        """Yield each (part of an) hour: its start, its seconds, its activity (1 is average)."""
        scale = self._scale(start)
        by_hour, by_weekday = _HOUR_WEIGHT * scale, _WEEKDAY_WEIGHT * scale
        watched = sum(self._weekdays_watched)
        mean_rate = sum(self._weekdays) / watched if watched else 0.0  # items per second
        hours, hours_watched = self._hours, self._hours_watched
        weekdays, weekdays_watched = self._weekdays, self._weekdays_watched
        place = int(start // HOUR)
        while start < end:
            hour, weekday = place % 24, (place // 24 + _MONDAY) % 7
            place += 1
            until = min(end, place * HOUR)
            activity = (hours[hour] + by_hour) / (hours_watched[hour] * mean_rate + by_hour)
            activity *= weekdays[weekday] + by_weekday
            activity /= weekdays_watched[weekday] * mean_rate + by_weekday
            yield start, until - start, activity
            start = until

    def packed(self) -> bytes:
        """Return the rhythm as a few hundred bytes."""
        return _STATE.pack(
            self.seen_until,
            self._scaled_at,
            self._items,
            self._days,
            self._trend_seen,
            self._trend_due,
            self._burst_seen,
            self._burst_due,
            *self._hours,
            *self._hours_watched,
            *self._weekdays,
            *self._weekdays_watched,
        )

    @classmethod
    def unpacked(cls, state: bytes) -> "Rhythm":
        """Return the rhythm that `packed` wrote."""
        rhythm = cls()
        values = _STATE.unpack(state)
        rhythm.seen_until, rhythm._scaled_at, rhythm._items, rhythm._days = values[:4]
        rhythm._trend_seen, rhythm._trend_due = values[4:6]
        rhythm._burst_seen, rhythm._burst_due = values[6:8]
        rhythm._hours, rhythm._hours_watched = list(values[8:32]), list(values[32:56])
        rhythm._weekdays, rhythm._weekdays_watched = list(values[56:63]), list(values[63:])
        return rhythm


def _add(hours: list[float], weekdays: list[float], moment: float, weight: float) -> None:
    """Add weight to the weekday and the hour of a moment, a part to the neighbouring hours."""
    hour = int(moment // HOUR)
    hours[hour % 24] += weight * (1.0 - 2.0 * _NEIGHBOUR)
    hours[(hour - 1) % 24] += weight * _NEIGHBOUR
    hours[(hour + 1) % 24] += weight * _NEIGHBOUR
    weekdays[(hour // 24 + _MONDAY) % 7] += weight


def _add_span(
    hours: list[float], weekdays: list[float], since: float, now: float, weight: float
) -> None:
    """Add the weight for each second of a span."""
    whole = int((now - since) // DAY)
    if whole:
        weight *= _mean_fading(now - since, _HALF_LIFE)
        hours[:] = [value + whole * HOUR * weight for value in hours]
        for day in range(whole):
            weekdays[int(since // DAY + day + _MONDAY) % 7] += DAY * weight
    for moment, seconds in _by_hour(since + whole * DAY, now):
        _add(hours, weekdays, moment, seconds * weight)


def _by_hour(start: float, end: float) -> Iterator[tuple[float, float]]:
    """Yield the hours between two moments: the start of each part, and its seconds."""
    while start < end:
        until = min(end, (start // HOUR + 1.0) * HOUR)
        yield start, until - start
        start = until


def _faded(ages: Sequence[float], half_life: float) -> float:
    return sum([exp2(-age / half_life) for age in ages]) if ages else 0.0


def _mean_fading(span: float, half_life: float) -> float:
    """Return the mean decay of events spread evenly over the last `span` seconds."""
    halvings = span / half_life
    if halvings < 1e-3:
        return 1.0 - halvings * _LN2 / 2.0  # error below 1e-7
    return (1.0 - exp2(-halvings)) / (halvings * _LN2)
