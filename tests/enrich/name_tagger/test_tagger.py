import numpy

from tidings.enrich.name_tagger.candidate_ranges import candidate_ranges
from tidings.enrich.name_tagger.tagger import (
    LABELS,
    Tagger,
    features_at,
    spans_of,
    tagger,
    was_trained_on,
)
from tidings.enrich.name_tagger.tagger_features import tagger_sentence
from tidings.model.articles.annotations import EntityKind
from tidings.text.parsing.parsed_text import parse_text


def names(text: str) -> list[tuple[str, EntityKind]]:
    parsed = parse_text(text, "en")
    return [
        (" ".join(parsed.words[span.first : span.end]), span.kind)
        for span in tagger().spans(parsed)
    ]


def test_names_are_found_with_their_kinds() -> None:
    found = names("The minister, John Smith, flew from Berlin to meet officials of the World Bank.")
    assert ("John Smith", EntityKind.PERSON) in found
    assert ("Berlin", EntityKind.PLACE) in found
    assert ("World Bank", EntityKind.ORGANISATION) in found


def test_a_headline_in_title_case_is_not_one_name() -> None:
    found = names("Stocks Fall Again As Investors Fear Higher Interest Rates This Year")
    assert all(len(name.split()) < 3 for name, _ in found)


def test_a_sentence_in_capitals_is_not_one_name() -> None:
    found = names("MINISTERS MEET IN LONDON TO TALK ABOUT THE PRICE OF BREAD AND MILK")
    assert ("LONDON", EntityKind.PLACE) in found
    assert all(len(name.split()) < 3 for name, _ in found)


def test_a_text_without_capitalised_words_has_no_names() -> None:
    assert names("nothing to see here, 42 times over.") == []


def test_candidate_ranges_extend_over_connectors_only() -> None:
    words = "he left the Bank of England in June with a friend".split()
    assert candidate_ranges(words, 0, len(words)) == [(3, 8)]


def test_spans_end_at_the_next_name_and_at_the_end_of_their_range() -> None:
    person, inside, place = (LABELS.index(each) for each in ("B-person", "I-person", "B-place"))
    path = [person, place, 0, person, inside, inside]
    shares = [[0.5] * len(LABELS)] * len(path)
    found = spans_of(path, shares, [(10, 13), (20, 22), (40, 41)])
    assert [(span.first, span.end, span.kind) for span in found] == [
        (10, 11, EntityKind.PERSON),
        (11, 12, EntityKind.PLACE),
        (20, 22, EntityKind.PERSON),
        (40, 41, EntityKind.PERSON),
    ]


def test_a_model_scores_the_features_it_is_trained_on() -> None:
    words = "The Bank of England said Ms Ada Jones left London".split()
    ranges = candidate_ranges(words, 0, len(words))
    sentence = tagger_sentence(words, ranges, words)
    features_by_token = [features_at(sentence, at, each) for each in ranges for at in range(*each)]
    every = sorted({feature for features in features_by_token for feature in features})
    weights = numpy.random.default_rng(1).normal(size=(len(every), len(LABELS)))
    rows = {feature: at for at, feature in enumerate(every)}
    model = Tagger(rows, weights.astype(numpy.float32), [[0.0] * len(LABELS)] * len(LABELS))
    wanted = [sum(weights[rows[feature]] for feature in features) for features in features_by_token]
    assert numpy.allclose(model._scores([(sentence, 0, ranges)]), wanted, atol=1e-4)


def test_a_new_sentence_was_not_in_the_training_set() -> None:
    assert not was_trained_on("This sentence stands in no set of labelled names, surely.")


def test_names_without_capitals_are_found_with_their_kinds() -> None:
    found = tagger().spans(parse_text("we flew from chicago to malaysia last year", "en"))
    assert [(span.first, span.end, span.kind) for span in found] == [
        (3, 4, EntityKind.PLACE),
        (5, 6, EntityKind.PLACE),
    ]
