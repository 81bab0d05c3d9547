from tidings.evaluate.conll import Gold, Labelled
from tidings.evaluate.entities import score_of
from tidings.model.articles.annotations import EntityKind

SENTENCE = "President Barack Obama flew to London on Monday ."
NAMES = (Gold(10, 22, EntityKind.PERSON), Gold(31, 37, EntityKind.PLACE))


def test_names_at_their_exact_place_are_right() -> None:
    score = score_of([Labelled(1, 0, SENTENCE, NAMES)], "en")
    assert score.tallies["all"].f1 == 1.0
    assert score.tallies["person"].there == 1
    assert score.trained_on == 0
    assert not score.worst(3)


def test_a_name_that_is_cut_short_is_wrong_twice() -> None:
    short = Labelled(1, 0, SENTENCE, (Gold(17, 22, EntityKind.PERSON), NAMES[1]))
    score = score_of([short], "en")
    assert score.tallies["person"].right == 0
    assert score.worst(3)[0].mistakes == 2


def test_sentences_of_one_document_are_one_article() -> None:
    later = "Obama spoke ."
    names = (Gold(0, 5, EntityKind.PERSON),)
    score = score_of([Labelled(1, 1, SENTENCE, NAMES), Labelled(9, 1, later, names)], "en")
    assert score.tallies["all"].right == 3
