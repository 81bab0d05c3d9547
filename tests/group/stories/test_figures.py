import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.group.stories.figures import MAX_FIGURES, figure_rarity, figures


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("3,831 people", "en"),
        ("3.831 Menschen", "de"),
        ("3\u202f831 personnes", "fr"),
        ("3 831 personnes", "fr"),
        ("共有3831人", "zh"),
    ],
)
def test_digit_grouping_does_not_change_a_figure(text: str, language: str) -> None:
    assert figures(text, language) == ("3831",)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("248 million euros", "en"),
        ("$248m", "en"),
        ("248 Millionen Euro", "de"),
        ("248 millions d’euros", "fr"),
        ("248 millones de euros", "es"),
        ("2.48亿欧元", "zh"),
        ("24800万欧元", "zh"),
        ("0,248 Milliarden", "de"),
    ],
)
def test_words_for_large_numbers_are_understood(text: str, language: str) -> None:
    assert figures(text, language) == ("248000000",)


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("12,345.67 euros", "12345.67"),
        ("12.345,67 Euro", "12345.67"),
        ("$1,234,567.89", "1234567.89"),
        ("1.234,5 Millionen", "1234500000"),
        ("22,50 and", "22.5"),
    ],
)
def test_a_number_may_have_groups_and_decimals(text: str, figure: str) -> None:
    assert figures(text, "en") == (figure,)


def test_a_billion_depends_on_the_language() -> None:
    assert figures("25 billion", "en") == ("25000000000",)
    assert figures("25 billion", "fr") == ("25000000000000",)
    assert figures("25 Milliarden", "de") == ("25000000000",)


def test_the_digits_of_every_script_are_figures() -> None:
    assert figures("٣٨٣١ شخص", "ar") == ("3831",)
    assert figures("３８３１人", "ja") == ("3831",)


def test_only_the_first_figures_of_a_table_are_kept() -> None:
    table = "\n".join(f"row {number}" for number in range(100, 200))
    assert figures(table, "en") == tuple(str(number) for number in range(100, 100 + MAX_FIGURES))


def test_small_numbers_and_codes_are_skipped() -> None:
    assert figures("3 of 9 ships, flight MH370, call 123456789012345678", "en") == ()


def test_figures_are_distinct_and_in_order() -> None:
    assert figures("15 hurt, 3.5% of 40, then 15 again", "en") == ("15", "40")


def test_long_figures_are_rarer_than_short_and_round_ones() -> None:
    assert figure_rarity("3831") > figure_rarity("38") > figure_rarity("10")
    assert figure_rarity("3831") > figure_rarity("5000")
    assert figure_rarity("1987") < figure_rarity("3987")


@given(st.text())
def test_any_text_has_a_limited_number_of_figures(text: str) -> None:
    found = figures(text, "en")
    assert len(found) <= MAX_FIGURES
    assert all(figure_rarity(figure) > 0 for figure in found)


def test_a_megabyte_of_digits_is_not_a_figure() -> None:
    assert figures("7" * 1_000_000, "en") == ()
