import pytest

from tidings.enrich import annotate as module
from tidings.enrich.annotate import MODELS, AnnotationContext, annotate
from tidings.enrich.topics.topic_model import TopicModel
from tidings.model.articles.annotations import Annotations
from tidings.model.articles.summary import SummaryMethod
from tidings.settings.tree import SummarySettings
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


TITLE = "Storm closes the harbour of Lisbon"
TEXT = (
    "The terrible storm closed the harbour of Lisbon on Monday, the Harbour Authority said. "
    "Hurricane winds and floods destroyed houses, and rescuers searched the rubble. "
    "Mayor Ana Costa expects the Harbour Authority to open the harbour again on Wednesday. "
    "A bakery on the hill had bread left in the evening."
)


def annotated(
    title: str = TITLE,
    text: str = TEXT,
    labels: tuple[str, ...] = (),
    context: AnnotationContext | None = None,
    learned: TopicModel | None = None,
) -> Annotations:
    return annotate(
        parse_text(title, "en"),
        parse_text(text, "en"),
        labels,
        context or AnnotationContext(Corpus.empty()),
        learned,
    )


def test_every_step_leaves_its_annotation_and_its_model() -> None:
    found = annotated()
    assert found.failed == ()
    assert dict(found.models) == MODELS
    assert (found.language, found.confidence > 0.9) == ("en", True)
    assert {"Lisbon", "Ana Costa"} <= {entity.name for entity in found.entities}
    assert found.topics[0].slug == "disaster"
    assert found.tone is not None
    assert found.tone.score < 0
    assert "Harbour Authority" in [phrase.text for phrase in found.keyphrases]
    assert len(found.summary) == 3
    assert all(sentence in TEXT for sentence in found.summary)


def test_the_settings_decide_the_length_and_method_of_the_summary() -> None:
    settings = SummarySettings(sentences=1, method=SummaryMethod.LEAD)
    found = annotated(context=AnnotationContext(Corpus.empty(), settings))
    assert found.summary == (TEXT[: TEXT.index(" Hurricane")],)


def test_a_very_long_sentence_of_a_summary_is_cut() -> None:
    (sentence,) = annotated(text="A storm " + "and rain " * 200).summary
    assert sentence == "A storm " + "and rain " * 87 + "and rain…"  # 799 letters, no space


def test_labels_of_the_site_decide_topics() -> None:
    found = annotated("It is what it is", "", ("Wirtschaft",))
    assert [topic.slug for topic in found.topics] == ["economy"]
    assert annotated("It is what it is", "").topics == ()


def test_what_was_learned_decides_topics() -> None:
    learned, nothing = TopicModel.empty(), parse_text("", "en")
    for word, section in [("Quaffle", "Sport"), ("Thaler", "Finanzen")] * 20:
        learned.learn(parse_text(word, "en"), nothing, (section,))
    assert [topic.slug for topic in annotated("Quaffle", "", learned=learned).topics] == ["sport"]


def test_words_that_are_common_in_the_corpus_weigh_less() -> None:
    corpus = Corpus.empty()
    for number in range(60):
        corpus.add(["harbour", "author", "harbour author", f"w{number}"], "en")
    before, after = (
        [phrase.text for phrase in annotated(context=AnnotationContext(each)).keyphrases]
        for each in (Corpus.empty(), corpus)
    )
    assert "Harbour Authority" in before
    assert "Harbour Authority" not in after
    assert "Lisbon" in after


def test_a_missing_spacy_pipeline_costs_only_the_entities() -> None:
    context = AnnotationContext(Corpus.empty(), spacy_model="xx_no_such_pipeline")
    found = annotated(context=context)
    assert [each.step for each in found.failed] == ["entities"]
    assert found.entities == ()
    assert dict(found.models).keys() == MODELS.keys() - {"entities"}
    assert found.topics
