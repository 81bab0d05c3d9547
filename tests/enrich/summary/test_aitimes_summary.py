from dataclasses import replace

import pytest

from tidings.enrich.summary.aitimes_summary import aitimes_weights, characteristic_words
from tidings.enrich.summary.sentence_outline import outline_of
from tidings.settings.tree import SummarySettings
from tidings.text.frequency.corpus import Corpus
from tidings.text.parsing.parsed_text import parse_text

PLAIN = SummarySettings(title_boost=1.0, subtitle_boost=1.0, lead_boost=1.0)


def weights(text: str, title: str = "", settings: SummarySettings = PLAIN) -> list[float]:
    outline = outline_of(parse_text(text, "en"))
    return list(aitimes_weights(parse_text(title, "en"), outline, Corpus.empty(), settings))


def test_the_weight_of_a_word_is_by_frequency_rarity_and_length() -> None:
    corpus = Corpus.empty()
    body = parse_text("Harbour storms: the storms closed a harbour; rain.", "en")
    corpus.add(["harbour"], "en")
    corpus.add(["storm"], "en")
    corpus.add(["sun"], "en")
    corpus.add(["harbour"], "en")
    found = characteristic_words(body, corpus, SummarySettings(min_length=2, length_power=2.0))
    assert found["harbour"] == pytest.approx(2 * (1 - 2 / 4) * (7 - 2) ** 2)
    assert found["storms"] == pytest.approx(2 * (1 - 1 / 4) * (6 - 2) ** 2)
    assert found["rain"] == pytest.approx(1 * 1 * (4 - 2) ** 2)
    assert "the" not in found


def test_only_the_best_words_are_characteristic() -> None:
    body = parse_text("harbour harbour storms rain", "en")
    few = SummarySettings(characteristic=2)
    assert list(characteristic_words(body, Corpus.empty(), few)) == ["harbour", "storms"]


def test_words_clauses_and_numerals_lower_the_weight_of_a_sentence() -> None:
    # storm: 1 * (5 - 1), harbour: 1 * (7 - 1); over 7 words, 2 clauses and 2 numerals.
    few = replace(PLAIN, characteristic=2)
    assert weights("A storm, in 12 of 20 harbour.", settings=few) == pytest.approx([10 / 28])


def test_sentences_with_the_words_of_the_title_weigh_more() -> None:
    boosted = SummarySettings(title_boost=3.0, subtitle_boost=1.0, lead_boost=1.0)
    text = "Storm hits harbour. Storm goes away."
    plain, more = weights(text), weights(text, "Storm hits a harbour", boosted)
    assert [one / other for one, other in zip(more, plain, strict=True)] == pytest.approx([3, 1])


def test_subtitles_and_first_sentences_of_paragraphs_weigh_more() -> None:
    boosted = SummarySettings(title_boost=1.0, subtitle_boost=2.0, lead_boost=5.0)
    text = "Harbour closed early. Bridges stayed open.\nFloods everywhere\nRain fell daily."
    plain, more = weights(text), weights(text, settings=boosted)
    assert [one / other for one, other in zip(more, plain, strict=True)] == pytest.approx(
        [5, 1, 2, 5]
    )
