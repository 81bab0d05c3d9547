"""Annotating an article in a worker: its annotations, and what story grouping needs."""

from dataclasses import dataclass, replace

from tidings.engine.knowledge.knowledge import Knowledge, no_knowledge
from tidings.enrich import annotate as enriching
from tidings.enrich.annotate import AnnotationContext, annotate
from tidings.enrich.annotation_steps import AnnotationSteps
from tidings.enrich.entities.article_entities import model_of
from tidings.enrich.keyphrases.phrases import corpus_terms
from tidings.enrich.topics.sections import sections_in_url
from tidings.enrich.topics.topic_model import topic_example
from tidings.group.duplicates.sketch import MODEL as SKETCH
from tidings.group.duplicates.sketch import sketch_of
from tidings.group.stories.clipping import MODEL as STORIES
from tidings.group.stories.clipping import clipping_of
from tidings.model.articles.annotations import Annotations
from tidings.model.articles.article import Article
from tidings.settings.tree import SummarySettings
from tidings.store.tables.articles.annotations import PackedAnnotations, annotations_text
from tidings.store.tables.articles.lessons import Lesson
from tidings.text.frequency.corpus import document_slots
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
    """The annotations of an article, the same in stored form, and what the article teaches."""

    annotations: Annotations
    packed: PackedAnnotations
    lesson: Lesson | None = None  # of a new article; counted when the article is kept


class Annotator:
    """Annotates articles with one version of knowledge, which it never changes."""

    def __init__(
        self,
        knowledge: Knowledge | None = None,
        summary: SummarySettings = _DEFAULT_SUMMARY,
        spacy_model: str = "",
    ) -> None:
        self._knowledge = knowledge or no_knowledge()
        self._context = AnnotationContext(self._knowledge.corpus, summary, spacy_model)

    def of(self, article: Article, *, is_new: bool = True) -> AnnotationResult:
        """Return the annotations of an article, and what it teaches if it is new."""
        title = parse_text(article.title, article.language)
        body = parse_text(article.text[:_MAX_TEXT], article.language)
        labels = labels_of(article)
        annotations = annotate(title, body, labels, self._context, self._knowledge.topics)
        steps = AnnotationSteps([*annotations.models], [*annotations.failed])
        sketch = steps.run("near-duplicates", SKETCH, lambda: sketch_of(title, body).packed(), b"")
        clipping = steps.run(
            "stories", STORIES, lambda: self._clipping(article, title, body, annotations), b""
        )
        lesson = (
            steps.attempt("learning", lambda: lesson_of(title, body, labels)) if is_new else None
        )
        annotations = replace(annotations, models=tuple(steps.models), failed=tuple(steps.failed))
        packed = PackedAnnotations(annotations_text(annotations), sketch, clipping)
        return AnnotationResult(annotations, packed, lesson)

    def _clipping(
        self, article: Article, title: ParsedText, body: ParsedText, annotations: Annotations
    ) -> bytes:
        entities, keyphrases = annotations.entities, annotations.keyphrases
        corpus = self._context.corpus
        return clipping_of(article, title, body, entities, keyphrases, corpus).packed()


def lesson_of(title: ParsedText, body: ParsedText, labels: tuple[str, ...]) -> Lesson:
    """Return what an article teaches about words and topics."""
    example = topic_example(title, body, labels)
    terms = document_slots(corpus_terms(title, body), body.language)
    return Lesson(terms, example.pack() if example else b"")


def labels_of(article: Article) -> tuple[str, ...]:
    """Return the labels that its site gives an article: section, tags, and sections in its URL."""
    labels = (article.section, *article.tags, *sections_in_url(article.url))
    return tuple(dict.fromkeys(label for label in labels if label))
