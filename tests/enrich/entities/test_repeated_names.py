"""Repeated names: what was recognised once is recognised everywhere in the article."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.enrich.entities.repeated_names import KnownNames, names_in_spans, with_repeats
from tidings.enrich.name_tables.name_span import NameSpan
from tidings.model.articles.annotations import EntityKind
from tidings.text.parsing.parsed_text import parse_text

PERSON, ORGANISATION, PLACE = EntityKind.PERSON, EntityKind.ORGANISATION, EntityKind.PLACE


def known_in(text: str, *spans: NameSpan) -> KnownNames:
    return names_in_spans([(parse_text(text, "en"), list(spans))])


def found_in(text: str, known: KnownNames, *spans: NameSpan) -> list[tuple[str, EntityKind]]:
    parsed = parse_text(text, "en")
    found = with_repeats(parsed, list(spans), known)
    return [(" ".join(parsed.words[span.first : span.end]), span.kind) for span in found]


def test_a_name_is_known_in_lower_case_with_its_kind() -> None:
    assert known_in("In New York", NameSpan(1, 3, PLACE)) == {("new", "york"): PLACE}


def test_a_person_is_also_known_by_the_surname() -> None:
    found = known_in("Angela Merkel of World Bank", NameSpan(0, 2, PERSON))
    assert found == {("angela", "merkel"): PERSON, ("merkel",): PERSON}
    assert known_in("World Bank", NameSpan(0, 2, ORGANISATION)) == {("world", "bank"): ORGANISATION}


def test_a_short_surname_is_not_known_by_itself() -> None:
    assert known_in("Fei Li", NameSpan(0, 2, PERSON)) == {("fei", "li"): PERSON}


def test_the_first_kind_of_a_name_remains() -> None:
    text = "Jordan met Jordan and Michael Jordan"
    spans = (NameSpan(0, 1, PLACE), NameSpan(2, 3, PERSON), NameSpan(4, 6, PERSON))
    assert known_in(text, *spans)["jordan",] == PLACE


def test_names_of_all_texts_are_known_and_the_first_text_decides() -> None:
    body, title = parse_text("Paris burns", "en"), parse_text("Paris and Rome", "en")
    spans = [NameSpan(0, 1, PERSON)], [NameSpan(0, 1, PLACE), NameSpan(2, 3, PLACE)]
    found = names_in_spans([(body, spans[0]), (title, spans[1])])
    assert found == {("paris",): PERSON, ("rome",): PLACE}


def test_a_known_name_is_found_again_in_any_capitals() -> None:
    known: KnownNames = {("angela", "merkel"): PERSON, ("merkel",): PERSON}
    assert found_in("MERKEL: Angela Merkel resigns", known) == [
        ("MERKEL", PERSON),
        ("Angela Merkel", PERSON),
    ]


def test_a_word_in_lower_case_is_not_a_repeated_name() -> None:
    assert found_in("he took a bath in Bath", {("bath",): PLACE}) == [("Bath", PLACE)]


def test_the_longest_known_name_wins() -> None:
    known: KnownNames = {("new",): ORGANISATION, ("new", "york"): PLACE}
    assert found_in("New York is New", known) == [("New York", PLACE), ("New", ORGANISATION)]


def test_spans_of_the_text_stay_and_are_not_covered_twice() -> None:
    known: KnownNames = {("york",): PLACE, ("york", "minster", "fund"): ORGANISATION}
    own = NameSpan(1, 3, ORGANISATION, 0.4)
    text = "York Minster Fund and York"
    parsed = parse_text(text, "en")
    assert with_repeats(parsed, [own], known) == [
        NameSpan(0, 1, PLACE),
        own,
        NameSpan(4, 5, PLACE),
    ]


def test_a_name_at_the_very_end_is_found() -> None:
    known: KnownNames = {("new", "york", "city"): PLACE, ("york",): PLACE}
    assert found_in("off to York", known) == [("York", PLACE)]
    assert found_in("off to New York", known) == [("York", PLACE)]


def test_nothing_is_found_if_nothing_is_known() -> None:
    assert found_in("Angela Merkel", {}) == []
    assert found_in("", {("merkel",): PERSON}) == []


_WORDS = st.lists(st.sampled_from("Ada Ben ada Cy .".split()), max_size=14)
_NAMES = st.lists(st.sampled_from(["ada", "ben", "cy"]), min_size=1, max_size=3).map(tuple)


@settings(max_examples=80)
@given(_WORDS, st.dictionaries(_NAMES, st.sampled_from(EntityKind), max_size=4))
def test_repeats_never_overlap_and_are_known(words: list[str], known: KnownNames) -> None:
    parsed = parse_text(" ".join(words), "en")
    found = with_repeats(parsed, [], known)
    assert all(one.end <= other.first for one, other in pairwise(found))
    for span in found:
        assert known[tuple(parsed.lowered[span.first : span.end])] is span.kind
        assert parsed.words[span.first][0].isupper()
    free = set(range(len(parsed.words))) - {at for s in found for at in range(s.first, s.end)}
    assert not any((parsed.lowered[at],) in known and parsed.words[at].istitle() for at in free)
