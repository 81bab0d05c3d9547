"""How fresh our copy of a source is, by Poisson integrals; not when it is visited next."""

from math import expm1


def freshness(rate: float, interval: float) -> float:
    """Return the share of time in which the source has no article that we have not seen.

    With `rate` articles a second and a visit every `interval` seconds it is the time average of
    e^(-rate·t) over the interval.
    """
    expected = rate * interval
    return -expm1(-expected) / expected if expected > 1e-9 else 1.0


def expected_age(rate: float, elapsed: float) -> float:
    """Return for how many seconds our copy has been out of date, `elapsed` after a visit.

    The integral of rate·e^(-rate·x)·(elapsed - x) over x from 0 to elapsed: the first unseen
    article came x seconds after the visit.
    """
    expected = rate * elapsed
    if expected < 1e-4:
        return elapsed * expected / 2.0  # the exact form would lose its digits here
    return elapsed * (1.0 + expm1(-expected) / expected)
