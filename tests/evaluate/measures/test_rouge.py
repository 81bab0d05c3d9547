from hypothesis import given
from hypothesis import strategies as st

from tidings.evaluate.measures.rouge import Rouge, rouge, rouge_words

_TEXT = st.text(alphabet="abc de", max_size=60)


def longest_by_table(one: list[str], other: list[str]) -> int:
    """The textbook's table, cell by cell."""
    row = [0] * (len(other) + 1)
    for left in one:
        above = 0
        for at, right in enumerate(other, 1):
            row[at], above = (above + 1 if left == right else max(row[at], row[at - 1])), row[at]
    return row[-1]


def test_a_text_agrees_with_itself() -> None:
    assert rouge("The cat sat.", "the CAT sat") == Rouge(1.0, 1.0, 1.0)


def test_order_matters_for_pairs_and_sequences_only() -> None:
    # Two of four words in order: 2·2/(4+4); no pair in common.
    assert rouge("a b c d", "d b c a") == Rouge(1.0, 1 / 3, 0.5)


def test_superfluous_words_lower_the_score() -> None:
    # As the package rouge-score 0.1.2 has it.
    found = rouge("the fox jumps", "the quick brown fox jumps over the lazy dog")
    assert found.one == 2 * 3 / (3 + 9)
    assert found.two == 2 * 1 / (2 + 8)
    assert found.longest == 2 * 3 / (3 + 9)


def test_words_are_stemmed_only_on_request() -> None:
    assert rouge("banks lending", "bank lends").one == 0.0
    assert rouge("banks lending", "bank lends", stemmed=True).one == 1.0


def test_english_uses_ascii_letters_only_as_rouge_score_does() -> None:
    assert rouge_words("Café, 3.5%") == ["caf", "3", "5"]
    assert rouge_words("Café", "fr") == ["café"]


def test_chinese_is_compared_by_characters() -> None:
    assert rouge_words("经济2024增长 GDP", "zh") == ["经", "济", "2024", "增", "长", "gdp"]


def test_empty_input_scores_zero() -> None:
    assert rouge("", "") == rouge("a", "") == rouge("", "a") == Rouge(0.0, 0.0, 0.0)


@given(_TEXT, _TEXT)
def test_the_longest_common_subsequence_equals_the_textbook_algorithm(one: str, other: str) -> None:
    wanted, got = rouge_words(one), rouge_words(other)
    shared = longest_by_table(wanted, got)
    f1 = 2 * shared / (len(wanted) + len(got)) if shared else 0.0
    assert abs(rouge(one, other).longest - f1) < 1e-12


@given(_TEXT, _TEXT)
def test_rouge_is_symmetric(one: str, other: str) -> None:
    assert rouge(one, other) == rouge(other, one)
