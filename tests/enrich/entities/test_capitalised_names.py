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
