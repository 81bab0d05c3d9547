"""Annotates an article: runs every step, each on its own, so that one failure costs only itself."""

from dataclasses import dataclass, field

from tidings.enrich.annotation_steps import AnnotationSteps
from tidings.enrich.entities.article_entities import MODEL as ENTITIES
from tidings.enrich.entities.article_entities import entities_of, model_of
from tidings.enrich.keyphrases.article_keyphrases import MODEL as KEYPHRASES
from tidings.enrich.keyphrases.article_keyphrases import keyphrases_of
from tidings.enrich.summary.article_summary import MODEL as SUMMARY
from tidings.enrich.summary.article_summary import summary_of
from tidings.enrich.tone import MODEL as TONE
from tidings.enrich.tone import tone_of
from tidings.enrich.topics.article_topics import MODEL as TOPICS
from tidings.enrich.topics.article_topics import topics_of
from tidings.enrich.topics.topic_model import TopicModel
from tidings.model.articles.annotations import Annotations, Entity, Keyphrase, Topic
from tidings.model.articles.summary import SummaryLength, SummarySentence
from tidings.settings.tree import SummarySettings
from tidings.text.frequency.corpus import Corpus
from tidings.text.language.detection import detect
from tidings.text.parsing.parsed_text import ParsedText

LANGUAGE = "py3langid 2"  # the version counts our own rules on top of it
_MAX_CHARACTERS = 800  # of a sentence in a summary; a longer text is not a sentence


@dataclass(frozen=True)
class AnnotationContext:
    """What the steps need in addition to the text."""

    corpus: Corpus
    summary: SummarySettings = field(default_factory=SummarySettings)
    spacy_model: str = ""  # finds entities instead of our own model


def annotate(
    title: ParsedText,
    body: ParsedText,
    labels: tuple[str, ...],
    context: AnnotationContext,
    learned: TopicModel | None = None,
) -> Annotations:
    """Return all annotations of an article; `labels` are those that its site gave it."""
    steps = AnnotationSteps()
    text = f"{title.text}\n{body.text}"
    language, confidence = steps.run("language", LANGUAGE, lambda: detect(text), ("und", 0.0))
    entities: tuple[Entity, ...] = steps.run(
        "entities",
        model_of(context.spacy_model),
        lambda: entities_of(title, body, spacy_model=context.spacy_model),
        (),
    )
    topics: tuple[Topic, ...] = steps.run(
        "topics", TOPICS, lambda: topics_of(title, body, labels, learned), ()
    )
    corpus = context.corpus
    keyphrases: tuple[Keyphrase, ...] = steps.run(
        "keyphrases", KEYPHRASES, lambda: keyphrases_of(title, body, corpus), ()
    )
    sentences: tuple[SummarySentence, ...] = steps.run(
        "summary", SUMMARY, lambda: _summary(title, body, context), ()
    )
    tone = steps.run("tone", TONE, lambda: tone_of(title, body), None)
    return Annotations(
        language=language,
        confidence=confidence,
        entities=entities,
        topics=topics,
        tone=tone,
        keyphrases=keyphrases,
        summary=tuple(_shortened(sentence.text) for sentence in sentences),
        models=tuple(steps.models),
        failed=tuple(steps.failed),
    )


def _summary(
    title: ParsedText, body: ParsedText, context: AnnotationContext
) -> tuple[SummarySentence, ...]:
    settings = context.summary
    length = SummaryLength(sentences=settings.sentences)
    return summary_of(title, body, context.corpus, length, settings.method, settings)


def _shortened(sentence: str) -> str:
    return (
        sentence if len(sentence) <= _MAX_CHARACTERS else f"{sentence[:_MAX_CHARACTERS].rstrip()}…"
    )


# The current model of each step; annotations by other models can be made again.
MODELS = {
    "language": LANGUAGE,
    "entities": ENTITIES,
    "topics": TOPICS,
    "keyphrases": KEYPHRASES,
    "summary": SUMMARY,
    "tone": TONE,
}
