import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.enrich.keyphrases.article_keyphrases import keyphrases_of
from tidings.enrich.keyphrases.phrases import corpus_terms
from tidings.text.frequency.corpus import Corpus
from tidings.text.parsing.parsed_text import parse_text
from tidings.text.terms.analysis import analyse

EMPTY = Corpus.empty()
TEXT = """\
The Harbour Authority closed the port on Monday. Climate change makes storms stronger, said the
Harbour Authority, and climate change will not stop. The port of Lisbon opens again on Friday, and
the Harbour Authority expects fewer storms in Lisbon then.
""".replace("\n", " ")


def keyphrases_in(title: str, text: str, language: str = "en", corpus: Corpus = EMPTY) -> list[str]:
    phrases = keyphrases_of(parse_text(title, language), parse_text(text, language), corpus)
    return [each.text for each in phrases]


def test_repeated_phrases_are_found_as_written() -> None:
    phrases = keyphrases_in("Storm closes port of Lisbon", TEXT)
    assert "Harbour Authority" in phrases
    assert "climate change" in [phrase.lower() for phrase in phrases]
    assert "Lisbon" in phrases


def test_stop_words_numbers_and_punctuation_are_not_phrases() -> None:
    for phrase in keyphrases_in("", TEXT + " It was 2024, 2024, 2024. The the the."):
        assert phrase.lower() not in {"the", "and", "2024", "said", "."}


def test_a_word_of_the_title_weighs_more() -> None:
    text = "Rivers flooded roads. Tunnels flooded roads. Rivers and tunnels."
    assert keyphrases_in("Tunnels", text).index("Tunnels") < keyphrases_in("Rivers", text).index(
        "Tunnels"
    )


def test_words_of_every_document_weigh_less() -> None:
    corpus = Corpus.empty()
    for number in range(50):
        corpus.add(["storm", f"w{number}"], "en")
    text = "Storms hit trains. Storms delay trains."
    assert keyphrases_in("", text)[0] == "Storms"
    assert keyphrases_in("", text, corpus=corpus)[0] == "trains"


def test_chinese_phrases_are_words() -> None:
    text = "台风袭击上海。上海关闭港口，台风周三减弱。上海港口重新开放。"
    phrases = keyphrases_in("台风袭击上海港口", text, "zh")
    assert "上海" in phrases[0] or "台风" in phrases[0]
    assert all(phrase in text for phrase in phrases)


def test_japanese_phrases_are_not_made_of_particles() -> None:
    text = "東京の港は台風のため閉鎖された。台風は東京を離れた。"
    phrases = keyphrases_in("東京の港", text, "ja")
    assert {"東京", "台風", "閉鎖"} == set(phrases)


def test_a_name_is_not_shown_across_lines_or_marks() -> None:
    text = "Angela\nMerkel spoke. Angela\nMerkel left. Angela, Merkel."
    assert not any("\n" in phrase or "," in phrase for phrase in keyphrases_in("", text))


@pytest.mark.parametrize("text", ["", " ", "…", "🙂🙂🙂", "12 12 12", "a" * 100_000])
def test_nonsense_has_no_phrases(text: str) -> None:
    assert keyphrases_in("", text) == []


def test_the_corpus_counts_words_and_repeated_groups() -> None:
    terms = corpus_terms(parse_text("Port closed", "en"), parse_text(TEXT, "en"))
    assert "" not in terms
    assert {"the", "port", "harbour author", "climat chang"} <= terms
    assert "storm stronger" not in terms


@given(st.lists(st.sampled_from(TEXT.split()), max_size=60).map(" ".join), st.integers(0, 12))
@settings(max_examples=60)
def test_phrases_are_in_the_text_and_share_no_word(text: str, limit: int) -> None:
    title, body = parse_text("", "en"), parse_text(text, "en")
    phrases = keyphrases_of(title, body, EMPTY, limit)
    terms = [term for each in phrases for term in set(analyse(each.text, "en"))]
    assert len(terms) == len(set(terms))
    assert len(phrases) <= limit
    assert all(each.text in text and each.weight > 0 for each in phrases)
    assert [each.weight for each in phrases] == sorted((p.weight for p in phrases), reverse=True)
    assert keyphrases_of(title, body, EMPTY, limit) == phrases
