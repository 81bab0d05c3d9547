from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from tidings.text.terms.analysis import (
    analyse,
    analyse_cased,
    lookup_terms,
    term_spans,
    terms_with_case,
    wanted_spans,
)

LANGUAGES = st.sampled_from(["en", "de", "fr", "ca", "vi", "tr", "fa", "zh", "ja", "und", "", "xx"])
HAN_AND_KANA = st.text(
    st.sampled_from("中国经济增长今年日本の首相はカタカナ東京政府ー々，。 A1"),
    min_size=2,
    max_size=40,
)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Trump's tariffs", ["trump", "tariff"]),
        ("Trump’s tariffs", ["trump", "tariff"]),
        ("the ministers’ cars", ["the", "minist", "car"]),
        ("They don't", ["they", "don't"]),
        ("COVID-19", ["covid", "19"]),
        ("the U.S. and the U.K.", ["the", "us", "and", "the", "uk"]),
        ("J.K. Rowling", ["jk", "rowl"]),
        ("It ended.A new day", ["it", "end", "a", "new", "day"]),
        ("1,000 jobs, 3.5% or 3,5%", ["1000", "job", "3.5", "or", "3.5"]),
        ("1.000.000", ["1000000"]),
        ("1,234,567.89 or 1.234.567,89", ["1234567.89", "or", "1234567.89"]),
        ("1.2.3 and 31.12.2024", ["1.2.3", "and", "31.12.2024"]),
        ("the 1990's", ["the", "1990s"]),
        ("in 2024.", ["in", "2024"]),
        ("snake_case #hashtag @user", ["snake", "case", "hashtag", "user"]),
        ("“quoted”", ["quot"]),
        ("naïve cafés", ["naiv", "cafe"]),
    ],
)
def test_english_words_become_terms(text: str, terms: list[str]) -> None:
    assert analyse(text, "en") == terms


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("de", "Ministerpräsidenten", "Ministerpräsident"),
        ("de", "Häuser", "Haus"),
        ("de", "Straße", "STRASSEN"),
        ("fr", "l’économie", "économies"),
        ("fr", "élections", "election"),
        ("ca", "l'economia", "economia"),
        ("it", "dell'elezione", "elezioni"),
        ("es", "elección", "elecciones"),
        ("ru", "ёлка", "елки"),
        ("sr", "владе", "vlada"),
        ("el", "ΚΥΒΈΡΝΗΣΗΣ", "κυβέρνηση"),
        ("tr", "İstanbul'un", "istanbul"),
        ("tr", "Iğdır'da", "Iğdır"),
        ("tr", "Bursa’daki", "Bursa"),
        ("tr", "2024'te", "2024"),
        ("tr", "O'Brien'ın", "O'Brien'dan"),
        ("az", "Bakı'da", "Bakı"),
        ("ar", "القاهره", "القاهرة"),
        ("ar", "بالمدرسه", "مدرسة"),
        ("ar", "السنة", "سنه"),
        ("ar", "الوجه", "وجه"),
        ("fa", "کتاب‌ها", "کتابها"),
        ("hi", "सरकारों", "सरकार"),
        ("und", "Erdoğan", "ERDOGAN"),
        ("und", "ＮＡＴＯ", "nato"),
        ("und", "e\u0301te\u0301", "été"),
        ("und", "co\u00adoperate", "cooperate"),
        ("ar", "٢٠٢٤", "2024"),
    ],
)
def test_two_spellings_have_one_term(language: str, one: str, other: str) -> None:
    assert analyse(one, language) == analyse(other, language)
    assert len(analyse(one, language)) == 1


def test_vietnamese_keeps_its_tones() -> None:
    assert analyse("ma má mà", "vi") == ["ma", "má", "mà"]


def test_indic_words_are_not_broken_at_their_vowel_signs() -> None:
    assert len(analyse("हिन्दी में समाचार", "und")) == 3


def test_chinese_is_unigrams_and_bigrams_in_turn() -> None:
    assert analyse("中国GDP增", "zh") == ["中", "中国", "国", "gdp", "增"]


def test_a_korean_word_with_a_particle_begins_with_the_word_alone() -> None:
    word, with_particle = analyse("정부", "ko"), analyse("정부는", "ko")
    assert with_particle[: len(word)] == word


def test_a_thai_letter_keeps_its_marks() -> None:
    assert analyse("ที่", "th") == ["ที่"]


def test_half_width_kana_are_kana() -> None:
    assert analyse("ｶﾞｽ", "ja") == analyse("ガス", "ja")


def test_decomposed_hangul_is_hangul() -> None:
    assert analyse("\u1112\u1161\u11ab\u1100\u116e\u11a8", "ko") == analyse("한국", "ko")


def test_words_of_more_than_64_letters_are_dropped() -> None:
    assert analyse(f"a {'x' * 65} {'y' * 64} b", "und") == ["a", "y" * 64, "b"]


def test_a_letter_under_a_thousand_marks_is_cut() -> None:
    assert all(len(term) <= 64 for term in analyse("ท" + "\u0e34" * 1000, "th"))


def test_the_lookup_terms_of_a_run_are_its_bigrams_with_their_places() -> None:
    assert lookup_terms("中国GDP增", "zh") == [(1, "中国"), (3, "gdp"), (4, "增")]


def test_terms_are_cached_by_language() -> None:
    assert analyse("houses", "en") != analyse("houses", "und")


def test_more_words_than_the_cache_holds_get_their_terms() -> None:
    words = [f"w{number}" for number in range(70_000)]
    assert analyse(" ".join(words), "und") == words


def test_threads_do_not_disturb_each_other() -> None:
    texts = [f"Regierungen {number} beschlossen Reformen" for number in range(2_000)]
    expected = [analyse(text, "de") for text in texts]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda text: analyse(text, "de"), texts)) == expected


@given(st.text(), LANGUAGES)
@example("ﷺ", "ar")
@example("a\x1cb\u3000c\u2028d\x85", "en")
@example("½ ⑴ ㍿ ２０２４", "ja")
def test_any_text_has_terms_without_white_space(text: str, language: str) -> None:
    for term in analyse(text, language):
        assert term.split() == [term]
        assert len(term) <= 130  # 64 letters, each of which may expand


@given(st.text(), LANGUAGES)
@example("中国 U.S. 3,5\xad ｶﾞｽ e\u0301t", "zh")
def test_spans_are_the_terms_with_places_in_order(text: str, language: str) -> None:
    located = list(term_spans(text, language))
    assert [term for term, _, _ in located] == analyse(text, language)
    assert all(0 <= start < end <= len(text) for _, start, end in located)
    assert [start for _, start, _ in located] == sorted(start for _, start, _ in located)


@given(
    st.lists(st.sampled_from(["house", "houses", "中国经济", "U.S.", "x-y"])), st.sets(st.text())
)
def test_the_wanted_spans_are_those_of_all_spans(words: list[str], extra: set[str]) -> None:
    text = " ".join(words)
    wanted = frozenset(extra | {"hous", "国经", "us", "y"})
    everything = term_spans(text, "en")
    assert list(wanted_spans(wanted, text, "en")) == [
        span for span in everything if span[0] in wanted
    ]


WRITTEN = {
    "ja": "ＮＡＴＯ会議 Ｗｉｄｅ １２３",
    "und": "L’Oréal and O’Brien’s rock’n’roll",
    "en": "The happiest ministers’ houses, dying in “U.S.” co-operation; skies",
    "de": "Die Übernahme, Uebernahme der Häuser: Außenminister Müllers",
    "fr": "L’économie d'État, l'Élysée et les œuvres; Égalité",
    "ru": "Правительство Ёлки, министров «Газпрома»",
    "nl": "gewachsen gebouwen tegenover de ministers",
    "ar": "والحكومة الوزراء في بغداد",
    "id": "mempertanyakan pemerintah di Jakarta",
    "tr": "İstanbul bunların Işık dine",
    "el": "Η Κυβέρνηση της Ελλάδας",
    "vi": "Chính phủ Việt Nam",
    "sr": "Влада njegovo Србије",
}


@pytest.mark.parametrize("language", WRITTEN)
def test_every_wanted_word_is_found_however_its_language_stems_it(language: str) -> None:
    text = f"({WRITTEN[language]}) {WRITTEN[language].upper()}"
    everything = list(term_spans(text, language))
    for term in {span[0] for span in everything}:
        found = list(wanted_spans(frozenset({term}), text, language))
        assert found == [span for span in everything if span[0] == term]


def test_a_word_is_found_right_behind_a_script_without_spaces() -> None:
    text = "苹果的iPhone 17手机和AI芯片"
    assert list(wanted_spans(frozenset({"iphone"}), text, "zh")) == [("iphone", 3, 9)]
    assert list(wanted_spans(frozenset({"ai"}), text, "zh")) == [("ai", 15, 17)]


def test_letters_with_vowel_signs_are_different_letters() -> None:
    assert list(wanted_spans(frozenset({"กท"}), "กที่ กท", "th")) == [("กท", 5, 7)]


@given(st.data(), HAN_AND_KANA.filter(lambda text: not text.isspace()))
def test_any_part_of_a_text_without_spaces_is_contiguous_in_it(
    data: st.DataObject, text: str
) -> None:
    start = data.draw(st.integers(0, len(text) - 2))
    end = data.draw(st.integers(start + 2, len(text)))
    part = text[start:end]
    assume(part[0] not in "A1" and part[-1] not in "A1")  # part of a word is another word
    assert _contains(analyse(text, "zh"), lookup_terms(part, "zh"))


def _contains(terms: list[str], wanted: Iterable[tuple[int, str]]) -> bool:
    """Whether some place in terms has all the wanted terms at their distances."""
    wanted = list(wanted)
    return any(
        all(0 <= at + place < len(terms) and terms[at + place] == term for place, term in wanted)
        for at in range(-1, len(terms) + 1)
    )


def test_words_that_begin_with_a_capital_are_also_given_separately() -> None:
    terms, capitals = analyse_cased(
        'The "Storm" hit Anglo-american coasts, NATO said. 新闻 Ž', "en"
    )
    assert terms == analyse('The "Storm" hit Anglo-american coasts, NATO said. 新闻 Ž', "en")
    assert capitals == ["the", "storm", "anglo", "nato", "z"]


def test_the_tokens_of_a_chunk_say_whether_they_begin_with_a_capital() -> None:
    assert terms_with_case('"Storm",', "en") == [(["storm"], True)]
    assert terms_with_case("Anglo-american", "en") == [(["anglo"], True), (["american"], False)]
    assert [capital for _, capital in terms_with_case("新闻Ž", "en")] == [False, True]
    assert terms_with_case("--", "en") == []


def test_dropped_words_are_analysed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tidings.text.terms.analysis._MAX_CACHED", 2)
    text = "One two Three four one Two three Four one"
    for _ in range(3):
        terms, capitals = analyse_cased(text, "en")
        assert terms == "one two three four one two three four one".split()
        assert capitals == ["one", "three", "two", "four"]
