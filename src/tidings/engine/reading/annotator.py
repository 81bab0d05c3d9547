"""Annotating an article in a worker: its annotations, and what story grouping needs."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from tidings.engine.reading.topic_learning import TopicLearner
from tidings.enrich import annotate as enriching
from tidings.enrich.annotate import AnnotationContext, annotate
from tidings.enrich.annotation_steps import AnnotationSteps
from tidings.enrich.entities.article_entities import model_of
from tidings.enrich.keyphrases.phrases import corpus_terms
from tidings.enrich.topics.sections import sections_in_url
from tidings.group.duplicates.sketch import MODEL as SKETCH
from tidings.group.duplicates.sketch import sketch_of
from tidings.group.stories.clipping import MODEL as STORIES
from tidings.group.stories.clipping import clipping_of
from tidings.model.articles.annotations import Annotations
from tidings.model.articles.article import Article
from tidings.settings.tree import SummarySettings
from tidings.store.tables.articles.annotations import PackedAnnotations, annotations_text
from tidings.text.frequency.corpus import Corpus
from tidings.text.parsing.parsed_text import ParsedText, parse_text

# The current model of each annotation step; what older models made can be made again.
MODELS = enriching.MODELS | {"near-duplicates": SKETCH, "stories": STORIES}


def models_today(spacy_model: str = "") -> dict[str, str]:
    """Return the current model of each step, with the spaCy pipeline if the user named one."""
    return MODELS | {"entities": model_of(spacy_model)}


_DEFAULT_SUMMARY = SummarySettings()
_MAX_TEXT = 60_000  # characters: ten long articles; the rest of a book is not news


@dataclass(frozen=True, slots=True)
class AnnotationResult:
    """The annotations of an article, and the same in stored form."""

    annotations: Annotations
    packed: PackedAnnotations


class Annotator:
    """Annotates articles; one per process, because it holds models."""

    def __init__(self, context: AnnotationContext, topics: TopicLearner | None = None) -> None:
        self._context = context
        self._topics = topics or TopicLearner(None, learns=False)

    @classmethod
    def with_corpus(
        cls,
        path: Path | None,
        summary: SummarySettings = _DEFAULT_SUMMARY,
        spacy_model: str = "",
        topics: TopicLearner | None = None,
    ) -> Self:
        """Return an annotator with the corpus of a home; without a path, with an empty corpus."""
        corpus = Corpus.at(path, writable=True) if path else Corpus.empty()
        return cls(AnnotationContext(corpus, summary, spacy_model), topics)

    def of(self, article: Article, *, is_new: bool = True) -> AnnotationResult:
        """Return the annotations of an article; a new article is also added to the corpus."""
        title = parse_text(article.title, article.language)
        body = parse_text(article.text[:_MAX_TEXT], article.language)
        labels = labels_of(article)
        annotations = annotate(title, body, labels, self._context, self._topics.model)
        steps = AnnotationSteps([*annotations.models], [*annotations.failed])
        sketch = steps.run("near-duplicates", SKETCH, lambda: sketch_of(title, body).packed(), b"")
        clipping = steps.run(
            "stories", STORIES, lambda: self._clipping(article, title, body, annotations), b""
        )
        if is_new:
            steps.attempt("learning", lambda: self._learn(title, body, labels))
        annotations = replace(annotations, models=tuple(steps.models), failed=tuple(steps.failed))
        return AnnotationResult(
            annotations, PackedAnnotations(annotations_text(annotations), sketch, clipping)
        )

    def _clipping(
        self, article: Article, title: ParsedText, body: ParsedText, annotations: Annotations
    ) -> bytes:
        entities, keyphrases = annotations.entities, annotations.keyphrases
        corpus = self._context.corpus
        return clipping_of(article, title, body, entities, keyphrases, corpus).packed()

    def _learn(self, title: ParsedText, body: ParsedText, labels: tuple[str, ...]) -> None:
        self._context.corpus.add(corpus_terms(title, body), body.language)
        self._topics.learn(title, body, labels)

    def close(self) -> None:
        """Store what was learned."""
        self._topics.close()


def labels_of(article: Article) -> tuple[str, ...]:
    """Return the labels that its site gives an article: section, tags, and sections in its URL."""
    labels = (article.section, *article.tags, *sections_in_url(article.url))
    return tuple(dict.fromkeys(label for label in labels if label))
