from tidings.evaluate.enrichment.entities import entity_score
from tidings.evaluate.labelled.conll import LabelledName, LabelledSentence
from tidings.model.articles.annotations import EntityKind

SENTENCE = "President Barack Obama flew to London on Monday ."
NAMES = (LabelledName(10, 22, EntityKind.PERSON), LabelledName(31, 37, EntityKind.PLACE))


def test_names_at_their_exact_position_are_right() -> None:
    score = entity_score([LabelledSentence(1, 0, SENTENCE, NAMES)], "en")
    assert score.tallies["all"].f1 == 1.0
    assert score.tallies["person"].there == 1
    assert score.trained_on == 0
    assert not score.worst(3)


def test_a_truncated_name_is_one_false_and_one_missing_name() -> None:
    short = LabelledSentence(1, 0, SENTENCE, (LabelledName(17, 22, EntityKind.PERSON), NAMES[1]))
    score = entity_score([short], "en")
    assert score.tallies["person"].right == 0
    assert score.worst(3)[0].mistakes == 2


def test_sentences_of_one_document_are_one_article() -> None:
    later = "Obama spoke ."
    names = (LabelledName(0, 5, EntityKind.PERSON),)
    score = entity_score(
        [LabelledSentence(1, 1, SENTENCE, NAMES), LabelledSentence(9, 1, later, names)], "en"
    )
    assert score.tallies["all"].right == 3
