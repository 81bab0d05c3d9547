from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.enrich.entities.article_entities import entities_of, spans_in
from tidings.model.articles.annotations import Entity, EntityKind, Mention
from tidings.text.parsing.parsed_text import parse_text


def entities_by_name(title: str, body: str, language: str = "en") -> dict[str, Entity]:
    found = entities_of(parse_text(title, language), parse_text(body, language))
    return {entity.name: entity for entity in found}


def test_a_single_surname_is_the_person_with_the_full_name() -> None:
    body = "Chancellor Angela Merkel spoke in Berlin. Later Merkel left for Paris."
    found = entities_by_name("", body)
    assert found["Angela Merkel"].kind is EntityKind.PERSON
    assert len(found["Angela Merkel"].mentions) == 2
    assert "Merkel" not in found


def test_a_short_form_is_the_organisation_that_it_abbreviates() -> None:
    body = "Ministers of the European Union (EU) met. The EU agreed on a plan."
    found = entities_by_name("", body)
    assert found["European Union"].kind is EntityKind.ORGANISATION
    assert len(found["European Union"].mentions) == 3


def test_a_place_has_an_id_and_coordinates() -> None:
    place = entities_by_name("", "The train to Munich was late.")["Munich"].place
    assert place is not None
    assert (place.id, place.country) == (2867714, "DE")
    assert abs(place.latitude - 48.1) < 0.1
    assert abs(place.longitude - 11.6) < 0.1


def test_a_place_is_the_same_in_every_language() -> None:
    german = entities_by_name("", "Der Zug nach München hatte Verspätung.", "de")["München"]
    assert german.key == entities_by_name("", "The train to Munich was late.")["Munich"].key


def test_a_named_country_decides_between_places_of_one_name() -> None:
    assert entities_by_name("", "They live in London.")["London"].place.country == "GB"  # type: ignore[union-attr]
    found = entities_by_name("", "They live in London, near Toronto in Canada.")
    assert found["London"].place.country == "CA"  # type: ignore[union-attr]


def test_german_nouns_are_not_names() -> None:
    assert not entities_by_name(
        "", "Der Hund und die Katze haben im Garten ein Haus gesehen.", "de"
    )


def test_mentions_have_the_right_positions() -> None:
    title, body = "Rain in Spain", "It rained in Spain, said Maria Garcia of Madrid."
    for entity in entities_by_name(title, body).values():
        for mention in entity.mentions:
            text = (title if mention.in_title else body)[mention.start : mention.end]
            assert text.split()[-1] in entity.name


@settings(deadline=None)  # the tables are read on the first text
@given(
    st.text(max_size=300), st.text(max_size=80), st.sampled_from(["en", "de", "zh", "ru", "und"])
)
def test_any_text_has_entities_within_it(body: str, title: str, language: str) -> None:
    for entity in entities_of(parse_text(title, language), parse_text(body, language)):
        assert entity.name
        for mention in entity.mentions:
            assert 0 <= mention.start < mention.end <= len(title if mention.in_title else body)


def test_a_month_or_weekday_is_not_an_entity() -> None:
    found = entities_by_name(
        "", "Prices rose in January, Theresa May said on Wednesday. In September May left."
    )
    assert "Theresa May" in found
    assert not {"January", "Wednesday", "September"} & found.keys()


def test_a_first_name_that_is_a_month_without_its_accent_stays_an_entity() -> None:
    text = "The police asked Julius about it. Mr Julius said that he knew nothing."
    assert "Julius" in entities_by_name("", text)


def test_a_text_of_several_languages_is_read_in_each() -> None:
    german = parse_text("Er sprach mit Bundeskanzler Scholz in Berlin.", "de")
    found = entities_of(parse_text("Talks with Angela Merkel", "en"), german)
    assert [entity.name for entity in found] == ["Angela Merkel", "Scholz", "Berlin"]
    assert found[0].mentions == (Mention(11, 24, in_title=True),)


def test_chinese_and_english_models_are_chosen_by_language() -> None:
    body = parse_text("外交部发言人在上海说。", "zh")
    assert [span.kind for span in spans_in(body)] == [EntityKind.ORGANISATION, EntityKind.PLACE]
    english = parse_text("The train to Munich was late.", "en")
    assert [(span.first, span.kind) for span in spans_in(english)] == [(3, EntityKind.PLACE)]


def test_a_surname_in_the_title_joins_the_full_name_of_the_text() -> None:
    found = entities_by_name(
        "MERKEL TO RESIGN TODAY", "Chancellor Angela Merkel resigned in Berlin."
    )
    mentions = found["Angela Merkel"].mentions
    assert [mention.in_title for mention in mentions] == [True, False]


def test_the_key_of_a_person_does_not_depend_on_the_spelling() -> None:
    one = entities_by_name("", "The singer José Martínez sang in Madrid.")["José Martínez"]
    other = entities_by_name("", "The singer Jose Martinez sang in Madrid.")["Jose Martinez"]
    assert one.key == other.key == "person:jose martinez"


def test_an_article_has_at_most_two_hundred_entities() -> None:
    first_names = "John Mary Peter Anna Paul Laura James Susan David Helen".split()
    surnames = [f"Smith{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(60)]
    people = [f"{first} {last}" for last in surnames for first in first_names[:5]]
    found = entities_by_name("", " ".join(f"Then Mr {name} spoke." for name in people))
    assert len(found) == 200


def test_names_after_the_eight_thousandth_word_are_not_looked_for() -> None:
    text = "The train to Munich was late. " + "it rained and rained again. " * 1_400
    assert entities_by_name("", f"{text} The train to Hamburg was late.").keys() == {"Munich"}
