"""Silence: from when on the lack of new articles from a source is no longer chance."""

from tidings.crawl.timing.rhythm import DAY, HOUR, Rhythm

# By Poisson, the odds of none where ten are due are 1 in 20 000; real sources are less regular.
_MIN_MISSED = 10.0
_MIN_ARTICLES = 10  # with fewer, a rhythm is a guess
_MIN_WATCHED = DAY
_MIN_SILENCE = 3 * HOUR
_HORIZON = 60 * DAY


def silent_from(rhythm: Rhythm, articles: int, watched: float, last: float) -> float | None:
    """Return the moment from which a source counts as silent if no article appears before.

    `last` is the time of its last new article, after `articles` in `watched` seconds. None: it
    publishes so little that silence means nothing.
    """
    if articles < _MIN_ARTICLES or watched < _MIN_WATCHED:
        return None
    due, moment = 0.0, last
    for seconds, rate in rhythm.flow(last, last + _HORIZON):
        if due + seconds * rate >= _MIN_MISSED:
            return max(last + _MIN_SILENCE, moment + (_MIN_MISSED - due) / rate)
        due += seconds * rate
        moment += seconds
    return None
