from tidings.model.search.results import RankingModel, ScoreBreakdown, ScoreFactor, TermShare
from tidings.serve.rendering.hit_reasons import reasons


def test_terms_and_factors_are_told_in_plain_words() -> None:
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
        "“ferry” stands once in the title and 3 times in the text: 75% of the match.",
        "“quay”, which the best matches share, stands twice in the text: 25% of the match.",
        "It is recent, and this search is about now: +20% (half-life 3 days).",
        "It resembles hits above, so it made room for others: -10%.",
    ]


def test_what_is_not_known_by_name_is_told_all_the_same() -> None:
    breakdown = ScoreBreakdown(RankingModel.BM25, 1.0, (), (ScoreFactor("magic", 1.5),))
    assert list(reasons(breakdown)) == ["Magic: +50%."]
