from tidings.model.search.results import RankingModel, ScoreBreakdown, ScoreFactor, TermShare
from tidings.serve.rendering.hit_reasons import reasons


def test_terms_and_factors_become_sentences() -> None:
    breakdown = ScoreBreakdown(
        RankingModel.NEWS,
        2.0,
        (
            TermShare("ferry", 1.0, 0.75, body=3, title=1, headings=0, added=False),
            TermShare("quay", 0.2, 0.25, body=2, title=0, headings=0, added=True),
        ),
        (
            ScoreFactor("recency", 1.2, "half-life 3 days"),
            ScoreFactor("variety", 0.9),
            ScoreFactor("links", 1.0),
        ),
    )
    assert list(reasons(breakdown)) == [
        "“ferry” is once in the title and 3 times in the text: 75% of the match.",
        "“quay”, a word of the best matches, is twice in the text: 25% of the match.",
        "It is recent, and this search is about recent news: +20% (half-life 3 days).",
        "It resembles hits above it, so it was moved down: -10%.",
    ]


def test_an_unknown_factor_is_shown_by_its_name() -> None:
    breakdown = ScoreBreakdown(RankingModel.BM25, 1.0, (), (ScoreFactor("magic", 1.5),))
    assert list(reasons(breakdown)) == ["Magic: +50%."]
