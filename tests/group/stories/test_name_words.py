import pytest

from tidings.group.stories.name_words import MAX_NAME_WORDS, name_words
from tidings.model.articles.annotations import Entity, EntityKind, GeoPlace, Mention
from tidings.text.frequency.corpus import Corpus
from tidings.text.parsing.parsed_text import parse_text


def names(text: str, language: str = "en", *entities: Entity, corpus: Corpus | None = None) -> str:
    return " ".join(name_words(entities, parse_text(text, language), corpus))


def entity(name: str, mentions: int = 1, place: GeoPlace | None = None) -> Entity:
    kind = EntityKind.PLACE if place else EntityKind.PERSON
    return Entity(name, kind, name, (Mention(0, 1),) * mentions, place)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Police met Kessler at the bridge.", "kessler"),
        ("Everyone in Rochemare saw the mayor, said Kessler.", "kessler rochemare"),
        ("They say that NATO and UNESCO met.", "nato unesco"),
        ("It was the Guterres’s plan.", "guterres"),
        ("He met Erdoğan in Malmö with Çelik.", "celik erdogan malmo"),
        ("He flew to Rio on Al and X business.", "rio"),
        ("We saw The And Which words there.", ""),
        ("nothing here is a name", ""),
        ("", ""),
    ],
)
def test_capitalised_words_inside_a_sentence_are_names(text: str, found: str) -> None:
    assert names(text) == found


def test_the_first_word_of_a_sentence_is_a_name_only_if_it_is_one_elsewhere() -> None:
    assert names("Rescue came late. Boats came too.") == ""
    assert names("Kessler came late. Boats met Kessler there.") == "kessler"


@pytest.mark.parametrize("mark", ["“", '"', "„", "«", ":"])
def test_the_first_word_of_a_quotation_is_not_a_name(mark: str) -> None:
    assert names(f"She said {mark} Boats will not do it.") == ""


def test_a_sentence_that_begins_with_marks_begins_with_its_first_word() -> None:
    assert names("(Boats came late.) They left again.") == ""


def test_names_are_in_the_order_of_their_counts_and_then_of_the_alphabet() -> None:
    text = "There Quill met Kessler and then Adler, and later Quill met Zorn."
    assert names(text) == "quill adler kessler zorn"


def test_both_spellings_of_a_name_are_counted_together() -> None:
    assert names("He met Çelik, then Celik, and also Adler.") == "celik adler"


def test_only_the_most_frequent_names_are_kept() -> None:
    many = " ".join(f"and Person{at:02}son" for at in range(40))
    found = names(f"There was {many} and Zorn with Zorn.").split()
    assert len(found) == MAX_NAME_WORDS
    assert found[:2] == ["zorn", "person00son"]


def test_a_text_in_capitals_has_only_the_names_of_its_entities() -> None:
    text = "FLOOD HITS ROCHEMARE AS KESSLER LEAVES TOWN"
    assert names(text) == ""
    assert names(text, "en", entity("Marta Kessler")) == "kessler marta"


def test_the_words_of_an_entity_count_as_often_as_it_is_mentioned() -> None:
    text = "They met Adler and Adler."
    assert names(text, "en", entity("Jean-Luc Moreau", 3)) == "jean luc moreau adler"
    assert names(text, "en", entity("Adler", 1), entity("Moreau", 1)) == "adler moreau"


def test_a_place_has_the_name_of_the_gazetteer_in_every_language() -> None:
    munich = GeoPlace(1, "Munich", "DE", 48.1, 11.6)
    assert names("ein langer satz ohne namen", "de", entity("München", 1, munich)) == "munich"


def test_short_words_numbers_and_stop_words_of_an_entity_are_left_out() -> None:
    assert names("nothing here", "en", entity("The Bank of Li 2026 Oslo")) == "bank oslo"


def test_german_nouns_are_names_only_if_they_are_rare() -> None:
    text = "Am Abend hat das Wasser die Stadt erreicht, sagte Frau Falkenrath aus Rochemare."
    assert names(text, "de") == "falkenrath rochemare"
    corpus = Corpus.empty()
    for _ in range(3_000):
        corpus.add(["falkenrath"], "de")
    assert names(text, "de", corpus=corpus) == "rochemare"


def test_capitals_far_into_a_text_are_not_looked_at() -> None:
    assert names("word " * 4_000 + "and Kessler came") == ""
    assert names("word " * 3_000 + "and Kessler came") == "kessler"
