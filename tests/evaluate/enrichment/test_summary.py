import json
from pathlib import Path

from tidings.evaluate.enrichment.summary import (
    SummarySample,
    corpus_of,
    opening_words,
    summary_samples,
    summary_scores,
)
from tidings.evaluate.labelled.page_folder import SkippedLine
from tidings.evaluate.measures.rouge import Rouge
from tidings.model.articles.summary import SummaryLength, SummaryMethod
from tidings.text.parsing.parsed_text import parse_text

SENTENCES = [
    "The storm Elsa closed the harbour of Lisbon on Monday morning.",
    "A bakery on the hill had bread left in the evening.",
    "The harbour of Lisbon opened again after the storm on Wednesday.",
]


def written(folder: Path, *rows: object) -> Path:
    path = folder / "summary_x.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return path


def test_rows_of_all_kinds_are_read_and_others_skipped(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        {"id": "a", "title": "Storm", "sentences": SENTENCES, "reference": SENTENCES[:1]},
        {"article": " ".join(SENTENCES), "highlights": "The storm .\nThe harbour ."},
        {"article": "text without a reference"},
        ["no", "object"],
    )
    first, second, third, fourth = summary_samples(path)
    assert isinstance(first, SummarySample)
    assert (first.id, first.title.text, len(first.body.sentences)) == ("a", "Storm", 3)
    assert isinstance(second, SummarySample)
    assert (second.id, second.reference) == ("2", "The storm .\nThe harbour .")
    assert isinstance(third, SkippedLine)
    assert isinstance(fourth, SkippedLine)
    assert third.line == 3


def test_the_opening_has_exactly_as_many_words() -> None:
    body = parse_text("One two, three. Four five six.", "en")
    assert opening_words(body, 0) == ""
    assert opening_words(body, 4) == "One two, three. Four"
    assert opening_words(body, 99) == body.text


def test_a_summary_is_compared_with_an_opening_of_its_length(tmp_path: Path) -> None:
    row = {"sentences": SENTENCES, "reference": [SENTENCES[0]], "language": "en"}
    (sample,) = summary_samples(written(tmp_path, row))
    assert isinstance(sample, SummarySample)
    ours, theirs = summary_scores(
        sample, corpus_of([sample]), SummaryLength(sentences=1), stemmed=False
    )
    assert (ours.method, theirs.method) == (SummaryMethod.BEST, SummaryMethod.AITIMES)
    assert ours.summary == SENTENCES[0]
    assert ours.words == 11
    assert ours.ours == ours.lead == Rouge(1.0, 1.0, 1.0)
