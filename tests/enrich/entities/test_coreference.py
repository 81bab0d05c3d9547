"""Coreference: short forms join their full name, unless there are two candidates."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.enrich.entities.coreference import (
    NamedEntity,
    NameMention,
    acronyms,
    named_entities,
    normalised_name,
    plain_name,
)
from tidings.model.articles.annotations import EntityKind, Mention

PERSON, ORGANISATION, PLACE = EntityKind.PERSON, EntityKind.ORGANISATION, EntityKind.PLACE


def named(*names: str, kind: EntityKind = PERSON) -> list[NamedEntity]:
    """The entities of names that follow each other in a text."""
    return named_entities(
        [NameMention(name, kind, Mention(10 * at, 10 * at + 5)) for at, name in enumerate(names)]
    )


def counted(*names: str, kind: EntityKind = PERSON) -> dict[str, int]:
    return {entity.name: len(entity.mentions) for entity in named(*names, kind=kind)}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("the White House", "White House"),
        ("The\n Guardian", "Guardian"),
        ("THE SUN", "SUN"),
        ("Merkel's", "Merkel"),
        ("Merkel’s", "Merkel"),
        ("Johannes’", "Johannes"),
        ("Theresa May", "Theresa May"),
        ("'s", ""),
        ("O'Brien", "O'Brien"),
    ],
)
def test_a_plain_name_has_no_article_possessive_or_line_break(text: str, name: str) -> None:
    assert plain_name(text) == name


def test_spellings_of_a_name_are_normalised_alike() -> None:
    assert normalised_name("José  Martí") == normalised_name("JOSE MARTI") == "jose marti"
    assert normalised_name("U.N.") == normalised_name("UN") == "un"
    assert normalised_name("Jean-Luc") == normalised_name("Jean Luc")
    assert normalised_name("O’Brien") == "o'brien"


@given(st.text(max_size=40))
def test_a_normalised_name_is_normalised_once_and_for_all(name: str) -> None:
    once = normalised_name(name)
    assert normalised_name(once) == once
    assert once == " ".join(once.split())


def test_surname_first_name_and_full_name_are_one_person() -> None:
    assert counted("Angela Merkel", "Merkel", "Angela") == {"Angela Merkel": 3}


def test_the_longest_form_gives_the_name_even_through_a_middle_name() -> None:
    found = counted("Merkel", "Angela Merkel", "Angela Dorothea Merkel")
    assert found == {"Angela Dorothea Merkel": 3}


def test_a_surname_of_two_persons_is_an_entity_of_its_own() -> None:
    found = counted("Bill Clinton", "Hillary Clinton", "Clinton")
    assert found == {"Bill Clinton": 1, "Hillary Clinton": 1, "Clinton": 1}


def test_a_name_with_a_particle_is_known_by_its_whole_ending() -> None:
    assert counted("Ursula von der Leyen", "von der Leyen") == {"Ursula von der Leyen": 2}
    assert counted("Ursula von der Leyen", "Ursula von") == {
        "Ursula von der Leyen": 1,
        "Ursula von": 1,
    }


def test_an_organisation_is_known_by_its_opening_and_its_acronym() -> None:
    found = counted("Deutsche Bank Research", "Deutsche Bank", "DBR", kind=ORGANISATION)
    assert found == {"Deutsche Bank Research": 3}
    assert counted("European Union", "Union", kind=ORGANISATION) == {
        "European Union": 1,
        "Union": 1,
    }


def test_the_acronym_of_a_short_form_belongs_to_the_longest_form() -> None:
    found = counted("Deutsche Bank Research", "Deutsche Bank", "DB", kind=ORGANISATION)
    assert found == {"Deutsche Bank Research": 3}


def test_acronyms_are_with_and_without_function_words() -> None:
    assert acronyms(["bank", "of", "england"]) == {"boe", "be"}
    assert acronyms(["european", "union"]) == {"eu"}
    assert acronyms(["of", "bank"]) == {"ob"}
    assert acronyms(["bank"]) == set()


def test_places_have_no_short_forms() -> None:
    found = counted("York", "New York", kind=PLACE)
    assert found == {"York": 1, "New York": 1}


def test_a_short_form_of_another_kind_is_another_entity() -> None:
    names = [
        NameMention("George Washington", PERSON, Mention(0, 17)),
        NameMention("Washington", PLACE, Mention(30, 40)),
    ]
    assert [(each.name, each.kind) for each in named_entities(names)] == [
        ("George Washington", PERSON),
        ("Washington", PLACE),
    ]


def test_the_surest_kind_wins_over_the_most_frequent() -> None:
    names = [
        NameMention("Jordan", PLACE, Mention(0, 6), 0.3),
        NameMention("Jordan", PLACE, Mention(10, 16), 0.3),
        NameMention("Jordan", PERSON, Mention(20, 26), 0.7),
    ]
    assert [(each.name, each.kind) for each in named_entities(names)] == [("Jordan", PERSON)]


def test_the_name_is_the_commonest_spelling() -> None:
    assert counted("NATO", "Nato", "Nato", kind=ORGANISATION) == {"Nato": 3}


def test_entities_and_mentions_are_in_the_order_of_reading_with_the_title_first() -> None:
    names = [
        NameMention("Berlin", PLACE, Mention(50, 56)),
        NameMention("Paris", PLACE, Mention(3, 8)),
        NameMention("Berlin", PLACE, Mention(20, 26)),
        NameMention("Rome", PLACE, Mention(9, 13, in_title=True)),
        NameMention("Berlin", PLACE, Mention(90, 96, in_title=True)),
    ]
    found = named_entities(names)
    assert [each.name for each in found] == ["Rome", "Berlin", "Paris"]
    assert found[1].mentions == [Mention(90, 96, True), Mention(20, 26), Mention(50, 56)]


_WORD = st.sampled_from(["Ann", "Bo", "Clay", "Ann Clay", "Bo Clay", "Ann B Clay", "A.C.", "AC"])


@settings(max_examples=80)
@given(st.lists(st.tuples(_WORD, st.sampled_from(EntityKind)), max_size=12))
def test_every_mention_belongs_to_exactly_one_entity(words: list[tuple[str, EntityKind]]) -> None:
    names = [NameMention(name, kind, Mention(at, at + 1)) for at, (name, kind) in enumerate(words)]
    found = named_entities(names)
    mentions = [mention for entity in found for mention in entity.mentions]
    assert sorted(mention.start for mention in mentions) == list(range(len(words)))
    assert {entity.name for entity in found} <= {name for name, _ in words}
    assert [each.mentions[0].start for each in found] == sorted(
        each.mentions[0].start for each in found
    )
