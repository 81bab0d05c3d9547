from tidings.enrich.entities.capitalised_names import spans_of
from tidings.model.articles.annotations import EntityKind
from tidings.text.parsing.parsed_text import parse_text


def names(text: str, language: str) -> list[tuple[str, EntityKind]]:
    parsed = parse_text(text, language)
    return [(" ".join(parsed.words[span.first : span.end]), span.kind) for span in spans_of(parsed)]


def test_a_noun_before_a_first_name_is_not_part_of_the_name() -> None:
    found = names("Er traf den Präsidenten Emmanuel Macron.", "de")
    assert found == [("Emmanuel Macron", EntityKind.PERSON)]


def test_particles_join_names_and_function_words_separate_them() -> None:
    assert names("Hablaron España y Francia.", "es") == [
        ("España", EntityKind.PLACE),
        ("Francia", EntityKind.PLACE),
    ]
    assert names("Selon Marine Le Pen, rien.", "fr") == [("Marine Le Pen", EntityKind.PERSON)]


def test_a_word_capitalised_only_at_a_sentence_start_is_not_a_name() -> None:
    assert names("Maison vendue. La maison est grande.", "fr") == []


def test_cyrillic_names_are_found_in_the_same_way() -> None:
    assert ("Россия", EntityKind.PLACE) in names("Но Россия и Германия молчат.", "ru")


def test_a_title_before_a_surname_shows_a_person() -> None:
    assert names("Er sprach mit Bundeskanzler Scholz.", "de") == [("Scholz", EntityKind.PERSON)]
    assert names("Presidente Sánchez habla.", "es") == [("Sánchez", EntityKind.PERSON)]


def test_a_word_for_organisations_shows_an_organisation() -> None:
    found = names("Das sagte die Deutsche Bank.", "de")
    assert found == [("Deutsche Bank", EntityKind.ORGANISATION)]


def test_an_abbreviation_is_an_organisation() -> None:
    found = names("Il parle du PSOE et de la C.G.T. mais pas de ABCDEFG.", "fr")
    assert found[0] == ("PSOE", EntityKind.ORGANISATION)
    assert not any("ABCDEFG" in name for name, _ in found)


def test_a_word_for_places_shows_a_place_except_among_german_nouns() -> None:
    assert names("Vive le Lac Noir.", "fr") == [("Lac Noir", EntityKind.PLACE)]
    assert names("Er wohnt in Bad Berg.", "de") == []


def test_a_surname_at_the_end_shows_a_person_except_among_german_nouns() -> None:
    assert names("Dice que Lope García vino.", "es") == [("Lope García", EntityKind.PERSON)]
    assert names("Man sah das Haus Müller.", "de") == []


def test_the_name_of_a_small_town_alone_shows_nothing() -> None:
    assert names("In Malvern regnet es und in Berlin.", "de") == [("Berlin", EntityKind.PLACE)]


def test_a_hyphen_joins_a_first_name() -> None:
    found = names("Hier parle Jean-Luc Mélenchon.", "fr")
    assert found == [("Jean - Luc Mélenchon", EntityKind.PERSON)]


def test_a_comma_or_a_line_break_with_spaces_separates_names() -> None:
    found = names("Vino a Madrid,  Barcelona y a Sevilla.", "es")
    assert [name for name, _ in found] == ["Madrid", "Barcelona", "Sevilla"]


def test_the_start_of_a_sentence_needs_another_reason() -> None:
    assert names("Quito es bonita.", "es") == [("Quito", EntityKind.PLACE)]
    assert names("Xulo García vino.", "es") == []
    found = names("Xulo García vino. Dice que Xulo García vino.", "es")
    assert found == [("Xulo García", EntityKind.PERSON)] * 2
