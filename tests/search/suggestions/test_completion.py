import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.search.suggestions.completion import Completions, DatedTitle

TITLES = [
    DatedTitle("Emmanuel Macron meets the chancellor", "en", 1),
    DatedTitle("Emmanuel Macron visits Marseille", "en", 2),
    DatedTitle("Market falls after Emmanuel Macron speaks", "en", 3),
    DatedTitle("The market and the markets", "en", 400),
    DatedTitle("Élections: le marché attend", "fr", 1),
    DatedTitle("Élections anticipées en France", "fr", 1),
    DatedTitle("美国总统特朗普宣布新关税", "zh", 1),
    DatedTitle("特朗普与中国总理会谈", "zh", 1),
    DatedTitle("Правительство объявило меры", "ru", 1),
]


@pytest.fixture(scope="module")
def table() -> Completions:
    return Completions(TITLES)


def texts(table: Completions, typed: str, limit: int = 8) -> list[str]:
    return [found.text for found in table.complete(typed, limit)]


def test_a_word_is_completed_as_it_is_written(table: Completions) -> None:
    assert "Macron" in texts(table, "macr")
    assert texts(table, "прав") == ["Правительство"]


def test_accents_need_not_be_typed(table: Completions) -> None:
    assert texts(table, "elect") == ["Élections"]


def test_the_next_word_is_completed_after_a_space(table: Completions) -> None:
    assert texts(table, "emmanuel ") == ["Emmanuel Macron"]
    assert texts(table, "emmanuel ma")[0] == "Emmanuel Macron"


def test_earlier_words_stay_as_typed(table: Completions) -> None:
    assert "visit of Macron" in texts(table, "visit of mac")


def test_a_word_that_is_nearly_always_in_a_pair_is_shown_with_it(table: Completions) -> None:
    found = texts(table, "emm")
    assert found[0] == "Emmanuel Macron"
    assert "Emmanuel" not in found


def test_recent_titles_count_more_than_many_old_ones() -> None:
    old = [DatedTitle(f"Harvest report {at}", "en", 900) for at in range(20)]
    table = Completions([*old, DatedTitle("Harbour opens", "en", 0)])
    assert texts(table, "har")[0] == "Harbour"


def test_stop_words_are_not_completions(table: Completions) -> None:
    assert texts(table, "th") == []


def test_chinese_is_completed_within_its_run(table: Completions) -> None:
    assert "特朗普" in texts(table, "特")
    assert "关于特朗普" in texts(table, "关于特朗")


def test_empty_text_and_an_empty_table_have_no_completions(table: Completions) -> None:
    assert texts(table, "") == texts(table, "  ") == texts(table, "zzzz") == []
    assert texts(Completions([]), "a") == []
    assert texts(table, "m", limit=0) == []


def test_each_completion_has_its_number_of_titles(table: Completions) -> None:
    counts = {found.text: found.articles for found in table.complete("emm")}
    assert counts["Emmanuel Macron"] == 3


WORDS = st.sampled_from(
    "Macron market Marché élections U.S. 特朗普 Правительство ﬁnance ẞ I’m".split()
)


@given(st.lists(st.lists(WORDS, min_size=1, max_size=6).map(" ".join), max_size=8), st.data())
def test_a_completion_begins_with_what_was_typed(titles: list[str], data: st.DataObject) -> None:
    table = Completions(DatedTitle(title, "en", 1.0) for title in titles)
    whole = data.draw(st.sampled_from(titles or ["Macron"]))
    typed = whole[: data.draw(st.integers(0, len(whole)))]
    for found in table.complete(typed):
        assert _plain(found.text).startswith(_plain(typed))
        assert found.articles >= 1


def _plain(text: str) -> str:
    apart = unicodedata.normalize("NFD", text.casefold().replace("’", "'"))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))
