"""Understanding an article on its way through a worker: annotations, and what grouping wants."""

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

# Which model makes what today; what others made can be made again.
MODELS = enriching.MODELS | {"near-duplicates": SKETCH, "stories": STORIES}


def models_today(spacy_model: str = "") -> dict[str, str]:
    """Return which model makes what today, with the spaCy pipeline that a user may have named."""
    return MODELS | {"entities": model_of(spacy_model)}


_DEFAULT_SUMMARY = SummarySettings()
_MAX_TEXT = 60_000  # characters: ten long articles; what a book says on top is not news


@dataclass(frozen=True, slots=True)
class AnnotationResult:
    """What was understood of an article, and the same as it is stored."""

    annotations: Annotations
    packed: PackedAnnotations


class Annotator:
    """What understands articles; one per process, as it holds models."""

    def __init__(self, aids: AnnotationContext, school: TopicLearner | None = None) -> None:
        self._aids = aids
        self._school = school or TopicLearner(None, learns=False)

    @classmethod
    def with_corpus(
        cls,
        path: Path | None,
        summary: SummarySettings = _DEFAULT_SUMMARY,
        spacy_model: str = "",
        school: TopicLearner | None = None,
    ) -> Self:
        """Return one with the running corpus of a home; none: it begins with its first article."""
        corpus = Corpus.at(path, writable=True) if path else Corpus.empty()
        return cls(AnnotationContext(corpus, summary, spacy_model), school)

    def of(self, article: Article, *, is_new: bool = True) -> AnnotationResult:
        """Return what an article says; one that is new counts in the corpus from then on."""
        title = parse_text(article.title, article.language)
        body = parse_text(article.text[:_MAX_TEXT], article.language)
        labels = labels_of(article)
        annotations = annotate(title, body, labels, self._aids, self._school.model)
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
        corpus = self._aids.corpus
        return clipping_of(article, title, body, entities, keyphrases, corpus).packed()

    def _learn(self, title: ParsedText, body: ParsedText, labels: tuple[str, ...]) -> None:
        self._aids.corpus.add(corpus_terms(title, body), body.language)
        self._school.learn(title, body, labels)

    def close(self) -> None:
        """Keep what was learned."""
        self._school.close()


def labels_of(article: Article) -> tuple[str, ...]:
    """Return what its site calls an article: its section, its tags, and those in its address."""
    own = (article.section, *article.tags, *sections_in_url(article.url))
    return tuple(dict.fromkeys(label for label in own if label))
