"""Scores of summaries and keyphrases on real texts: they may rise, never fall.

`tidings eval summary` and `tidings eval keyphrases` print them all.
"""

from pathlib import Path

import pytest

from tidings.evaluate.enrichment.keyphrases import JudgedKeyphrases, judged_texts
from tidings.evaluate.enrichment.summary import (
    SummarySample,
    corpus_of,
    differences,
    summary_samples,
    summary_scores,
)
from tidings.model.articles.summary import DEFAULT_LENGTH, SummaryMethod

DATA = Path(__file__).parents[3] / "shared" / "data" / "nlp"
pytestmark = pytest.mark.skipif(
    not DATA.exists(), reason="the test texts (../shared/data/nlp) are missing"
)

# minimum gain of ROUGE-1, 2 and L over the opening of a text: a little below what was measured
GATES = [("summary_bbc", (0.06, 0.09, 0.035)), ("summary_cnndm", (0.03, 0.022, 0.028))]


@pytest.mark.parametrize(("name", "least"), GATES)
def test_summaries_are_surely_better_than_openings_of_their_length(
    name: str, least: tuple[float, float, float]
) -> None:
    texts = [
        text for text in summary_samples(DATA / f"{name}.jsonl") if isinstance(text, SummarySample)
    ]
    corpus = corpus_of(texts)
    rows = [
        row for text in texts for row in summary_scores(text, corpus, DEFAULT_LENGTH, stemmed=False)
    ]
    found = differences([row for row in rows if row.method is SummaryMethod.BEST])
    assert all(each.low > 0 for each in found)
    assert [each.mean > gate for each, gate in zip(found, least, strict=True)] == [True] * 3


def test_half_of_the_first_ten_keyphrases_are_right() -> None:
    texts = list(judged_texts(DATA / "keyphrases_500n.jsonl"))
    judged = [text for text in texts if isinstance(text, JudgedKeyphrases)]
    assert sum(text.precision for text in judged) / len(judged) > 0.5
