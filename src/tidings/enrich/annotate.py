"""Annotating an article: every step in turn, each on its own, so that one may fail alone."""

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

LANGUAGE = "py3langid 2"  # the version is of our rules on top of it
_LONGEST = 800  # characters of a sentence in a summary: what has no end is no sentence


@dataclass(frozen=True)
class AnnotationContext:
    """What the steps lean on beside the text."""

    corpus: Corpus
    summary: SummarySettings = field(default_factory=SummarySettings)
    spacy_model: str = ""  # that tells entities instead of our own


def annotate(
    title: ParsedText,
    body: ParsedText,
    labels: tuple[str, ...],
    aids: AnnotationContext,
    learned: TopicModel | None = None,
) -> Annotations:
    """Return everything understood of an article, with the labels that its site gave it."""
    steps = AnnotationSteps()
    said = f"{title.text}\n{body.text}"
    language, confidence = steps.take("language", LANGUAGE, lambda: detect(said), ("und", 0.0))
    entities: tuple[Entity, ...] = steps.take(
        "entities",
        model_of(aids.spacy_model),
        lambda: entities_of(title, body, spacy_model=aids.spacy_model),
        (),
    )
    topics: tuple[Topic, ...] = steps.take(
        "topics", TOPICS, lambda: topics_of(title, body, labels, learned), ()
    )
    corpus = aids.corpus
    keyphrases: tuple[Keyphrase, ...] = steps.take(
        "keyphrases", KEYPHRASES, lambda: keyphrases_of(title, body, corpus), ()
    )
    excerpts: tuple[SummarySentence, ...] = steps.take(
        "summary", SUMMARY, lambda: _summary(title, body, aids), ()
    )
    tone = steps.take("tone", TONE, lambda: tone_of(title, body), None)
    return Annotations(
        language=language,
        confidence=confidence,
        entities=entities,
        topics=topics,
        tone=tone,
        keyphrases=keyphrases,
        summary=tuple(_cut(excerpt.text) for excerpt in excerpts),
        models=tuple(steps.models),
        failed=tuple(steps.failed),
    )


def _summary(
    title: ParsedText, body: ParsedText, aids: AnnotationContext
) -> tuple[SummarySentence, ...]:
    settings = aids.summary
    length = SummaryLength(sentences=settings.sentences)
    return summary_of(title, body, aids.corpus, length, settings.method, settings)


def _cut(sentence: str) -> str:
    return sentence if len(sentence) <= _LONGEST else f"{sentence[:_LONGEST].rstrip()}…"


# Which model makes what today; annotations by others can be made again.
MODELS = {
    "language": LANGUAGE,
    "entities": ENTITIES,
    "topics": TOPICS,
    "keyphrases": KEYPHRASES,
    "summary": SUMMARY,
    "tone": TONE,
}
