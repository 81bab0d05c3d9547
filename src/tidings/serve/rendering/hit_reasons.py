"""Sentences that say why a hit ranks where it does."""

from collections.abc import Iterator

from tidings.model.search.results import ScoreBreakdown, ScoreFactor, TermShare

_FACTORS = {
    "recency": (
        "It is recent, and this search is about recent news",
        "It is less recent than others",
    ),
    "links": ("Other pages link to it or its site", "Few pages link to it or its site"),
    "title": ("The words are in its title", "The words are not in its title"),
    "proximity": ("The words are close together", "The words are far apart"),
    "variety": ("It adds variety", "It resembles hits above it, so it was moved down"),
    "place": ("Its place is unchanged", "Hits were placed before it for variety"),
}
_LEAST = 0.005  # factors closer to 1 are not worth mentioning
_TERMS = 8  # shown per hit


def reasons(breakdown: ScoreBreakdown) -> Iterator[str]:
    """Return a sentence for each term and factor that affected the score."""
    for term in breakdown.terms[:_TERMS]:
        if term.share >= _LEAST:
            yield _of_term(term)
    for factor in breakdown.factors:
        if abs(factor.value - 1) >= _LEAST:
            yield _of_factor(factor)


def _of_term(term: TermShare) -> str:
    origin = ", a word of the best matches," if term.added else ""
    zones = (("the title", term.title), ("headings", term.headings), ("the text", term.body))
    places = " and ".join(f"{_times(count)} in {zone}" for zone, count in zones if count)
    return f"“{term.term}”{origin} is {places or 'nearby'}: {term.share:.0%} of the match."


def _of_factor(factor: ScoreFactor) -> str:
    more, less = _FACTORS.get(factor.name, (factor.name.capitalize(), factor.name.capitalize()))
    sentence = more if factor.value > 1 else less
    return f"{sentence}: {factor.value - 1:+.0%}" + (
        f" ({factor.detail})." if factor.detail else "."
    )


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
