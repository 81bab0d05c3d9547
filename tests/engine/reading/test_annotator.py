"""One annotation step may fail alone: the article keeps the results of all others."""

from datetime import UTC, datetime

import pytest
from tests.engine.sample_home import sample_articles
from tests.factories import make_response

from tidings.engine.reading import annotator as module
from tidings.engine.reading.annotator import MODELS, Annotator
from tidings.engine.reading.reading_task import ReadingTask
from tidings.engine.reading.response_reading import read_response
from tidings.enrich import annotate
from tidings.model.crawl.visit import Visit
from tidings.model.web.page import UrlRole
from tidings.settings.tree import CrawlSettings

NOW = datetime(2026, 1, 2, tzinfo=UTC)
URL = "https://paper.example/news/bridge"
STEPS = {
    "language": (annotate, "detect"),
    "entities": (annotate, "entities_of"),
    "topics": (annotate, "topics_of"),
    "keyphrases": (annotate, "keyphrases_of"),
    "summary": (annotate, "summary_of"),
    "tone": (annotate, "tone_of"),
    "near-duplicates": (module, "sketch_of"),
    "stories": (module, "clipping_of"),
}


def broken(*_: object, **__: object) -> None:
    raise ValueError("the model is \ud800 torn")


def reading_task() -> ReadingTask:
    sentence = "Mayor Ann Quill opened the new bridge over the river Tamar in Plymouth on Monday. "
    body = f"<html><body><article><h1>A bridge for Plymouth</h1>{f'<p>{sentence * 3}</p>' * 6}"
    headers = (("content-type", "text/html; charset=utf-8"),)
    response = make_response(URL, body, headers=headers, at=NOW)
    unknown = (None,) * 5
    visit = Visit(URL, "paper.example", 1, 7, UrlRole.PAGE, None, False, NOW, 1, None, 0, *unknown)
    return ReadingTask(visit, response, "paper.example", "The Paper")


def test_all_steps_are_tested_here() -> None:
    assert STEPS.keys() == MODELS.keys()


@pytest.mark.parametrize("step", STEPS)
def test_a_failing_step_loses_only_its_own_result(
    monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    monkeypatch.setattr(*STEPS[step], broken)
    reading = read_response(reading_task(), CrawlSettings(), Annotator())
    assert reading.article is not None
    assert reading.entry is not None
    assert reading.annotation is not None
    annotations = reading.annotation.annotations
    assert [(each.step, each.detail) for each in annotations.failed] == [
        (step, "ValueError: the model is ? torn")
    ]
    assert dict(annotations.models) == {
        name: model for name, model in MODELS.items() if name != step
    }
    made = {
        "entities": annotations.entities,
        "keyphrases": annotations.keyphrases,
        "summary": annotations.summary,
        "near-duplicates": reading.annotation.packed.sketch,
        "stories": reading.annotation.packed.clipping,
    }
    assert all(bool(value) == (name != step) for name, value in made.items())


def test_annotations_name_every_model() -> None:
    annotations = Annotator().of(sample_articles()[0]).annotations
    assert dict(annotations.models) == MODELS
    assert annotations.failed == ()


def test_an_article_is_kept_even_if_learning_from_it_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "corpus_terms", broken)
    annotations = Annotator().of(sample_articles()[0]).annotations
    assert [each.step for each in annotations.failed] == ["learning"]
    assert dict(annotations.models) == MODELS
