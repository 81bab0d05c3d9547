"""Why a hit is where it is, in plain words."""

from collections.abc import Iterator

from tidings.model.search.results import ScoreBreakdown, ScoreFactor, TermShare

_FACTORS = {
    "recency": ("It is recent, and this search is about now", "It is less recent than others"),
    "links": ("Other pages link to it or its site", "Few pages link to it or its site"),
    "title": ("The words stand in its title", "The words do not stand in its title"),
    "proximity": ("The words stand close together", "The words stand far apart"),
    "variety": ("It brings variety", "It resembles hits above, so it made room for others"),
    "place": ("It stands where it is", "It stands behind hits that were put first for variety"),
}
_LEAST = 0.005  # a factor nearer to 1 moved nothing worth telling
_TERMS = 8  # told of each hit


def reasons(breakdown: ScoreBreakdown) -> Iterator[str]:
    """Return a sentence for each term and each factor that counted."""
    for term in breakdown.terms[:_TERMS]:
        if term.share >= _LEAST:
            yield _of_term(term)
    for factor in breakdown.factors:
        if abs(factor.value - 1) >= _LEAST:
            yield _of_factor(factor)


def _of_term(term: TermShare) -> str:
    what = ", which the best matches share," if term.added else ""
    zones = (("the title", term.title), ("headings", term.headings), ("the text", term.body))
    places = " and ".join(f"{_times(count)} in {zone}" for zone, count in zones if count)
    return f"“{term.term}”{what} stands {places or 'nearby'}: {term.share:.0%} of the match."


def _of_factor(factor: ScoreFactor) -> str:
    more, less = _FACTORS.get(factor.name, (factor.name.capitalize(), factor.name.capitalize()))
    said = more if factor.value > 1 else less
    return f"{said}: {factor.value - 1:+.0%}" + (f" ({factor.detail})." if factor.detail else ".")


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
