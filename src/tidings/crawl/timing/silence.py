"""Silence: from when on the lack of new articles from a source is no chance any more."""

from tidings.crawl.timing.rhythm import DAY, HOUR, Rhythm

# By Poisson, none where ten are due has odds of 1 in 20 000; real sources are less regular.
_MISSED = 10.0
_LEAST_ARTICLES = 10  # before that a rhythm is a guess
_LEAST_WATCHED = DAY
_LEAST_SILENCE = 3 * HOUR
_FARTHEST = 60 * DAY


def silent_from(rhythm: Rhythm, articles: int, watched: float, last: float) -> float | None:
    """Return the moment at which a source counts as silent if nothing new comes before it.

    `last` is when its last new article came, after `articles` in `watched` seconds. None: it
    brings so little that silence would say nothing.
    """
    if articles < _LEAST_ARTICLES or watched < _LEAST_WATCHED:
        return None
    due, moment = 0.0, last
    for seconds, rate in rhythm.flow(last, last + _FARTHEST):
        if due + seconds * rate >= _MISSED:
            return max(last + _LEAST_SILENCE, moment + (_MISSED - due) / rate)
        due += seconds * rate
        moment += seconds
    return None
