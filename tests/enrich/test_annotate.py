import pytest

from tidings.enrich import annotate as module
from tidings.enrich.annotate import AnnotationContext, annotate
from tidings.text.frequency.corpus import Corpus
from tidings.text.parsing.parsed_text import parse_text


def test_a_step_that_fails_costs_only_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: str) -> tuple[str, float]:
        raise ValueError("no model")

    monkeypatch.setattr(module, "detect", broken)
    text = "The council met on Monday and spoke about the new bridge over the river."
    annotations = annotate(
        parse_text("A bridge", "en"), parse_text(text, "en"), (), AnnotationContext(Corpus.empty())
    )
    assert [(each.step, each.detail) for each in annotations.failed] == [
        ("language", "ValueError: no model")
    ]
    assert annotations.language == "und"
    assert "language" not in dict(annotations.models)
