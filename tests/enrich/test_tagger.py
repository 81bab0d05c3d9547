from tidings.enrich.stretch import stretches_of
from tidings.enrich.tagger import LABELS, best_path, spans_of, tagger, was_trained_on
from tidings.model.annotations import EntityKind
from tidings.text.parsed import parse


def names(text: str) -> list[tuple[str, EntityKind]]:
    parsed = parse(text, "en")
    return [
        (" ".join(parsed.words[span.first : span.end]), span.kind)
        for span in tagger().spans(parsed)
    ]


def test_names_are_told_with_their_kinds() -> None:
    found = names("The minister, John Smith, flew from Berlin to meet officials of the World Bank.")
    assert ("John Smith", EntityKind.PERSON) in found
    assert ("Berlin", EntityKind.PLACE) in found
    assert ("World Bank", EntityKind.ORGANISATION) in found


def test_a_headline_in_title_case_is_not_one_name() -> None:
    found = names("Stocks Fall Again As Investors Fear Higher Interest Rates This Year")
    assert all(len(name.split()) < 3 for name, _ in found)


def test_capitals_throughout_are_not_one_name() -> None:
    found = names("MINISTERS MEET IN LONDON TO TALK ABOUT THE PRICE OF BREAD AND MILK")
    assert ("LONDON", EntityKind.PLACE) in found
    assert all(len(name.split()) < 3 for name, _ in found)


def test_a_text_without_large_words_has_no_names() -> None:
    assert names("nothing to see here, 42 times over.") == []


def test_stretches_reach_over_joints_and_no_further() -> None:
    words = "he left the Bank of England in June with a friend".split()
    assert stretches_of(words, 0, len(words)) == [(3, 8)]


def test_the_best_path_goes_on_only_with_what_has_begun() -> None:
    within = LABELS.index("I-person")
    begins = LABELS.index("B-person")
    row = [0.0] * len(LABELS)
    row[within] = 5.0
    free = [[0.0] * len(LABELS) for _ in LABELS]
    assert best_path([row], free) != [within]
    assert best_path([row, row], free) == [begins, within]


def test_spans_end_where_another_begins() -> None:
    path = [LABELS.index("B-person"), LABELS.index("B-place"), 0]
    scores = [[0.0] * len(LABELS)] * 3
    assert [(span.first, span.end, span.kind) for span in spans_of(path, scores, 10)] == [
        (10, 11, EntityKind.PERSON),
        (11, 12, EntityKind.PLACE),
    ]


def test_a_sentence_of_ours_was_not_trained_on() -> None:
    assert not was_trained_on("This sentence stands in no set of labelled names, surely.")
