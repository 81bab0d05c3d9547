"""The training of topics: labels become samples, a scale is fitted, lessons bring something."""

import json
from pathlib import Path

from training.topics import accuracy, best_scale, halves, lessons_from, samples_of, surprise

from tidings.enrich.topics.topic_evidence import EVIDENCE_SCALE, EvidenceScale


def written(folder: Path) -> Path:
    path = folder / "topics_x.jsonl"
    rows = [
        {"label": label, "title": title}
        for _ in range(10)
        for label, title in (
            ("Sport", "Quaffle and snitch for the striker"),
            ("Sport", "Quaffle after quaffle, bludger after bludger"),
            ("Business", "Thaler and florin at the bank"),
            ("Business", "Florin falls, ducat rises"),
            ("Angela Merkel", "No section at all"),
        )
    ]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


def test_articles_without_a_section_are_skipped(tmp_path: Path) -> None:
    samples = samples_of(written(tmp_path))
    assert len(samples) == 40
    assert {sample.article.label for sample in samples} == {"Sport", "Business"}


def test_the_best_scale_is_at_least_as_likely_as_ours(tmp_path: Path) -> None:
    samples = samples_of(written(tmp_path))
    scale, least = best_scale([samples])
    assert least <= surprise(samples, EVIDENCE_SCALE)
    assert surprise(samples, EvidenceScale(0.0, 1.0, 1.0, 0.0)) > least
    assert isinstance(scale, EvidenceScale)


def test_lessons_from_one_half_help_with_the_other(tmp_path: Path) -> None:
    samples = samples_of(written(tmp_path))
    before = accuracy(samples, None)
    assert before < 0.8
    for learned, judged in halves(samples):
        assert accuracy(judged, lessons_from(learned)) == 1.0
