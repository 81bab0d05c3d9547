from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from tidings.evaluate.labelled.page_labels import ArticleLabels
from tidings.evaluate.pages.difference import answer_difference, longest_passages
from tidings.evaluate.pages.extractor import ExtractorAnswer
from tidings.evaluate.pages.page_score import page_score

GOLD = ArticleLabels(
    id="a", url=None, site="", set="s", body="The first paragraph is here. The second one too.",
    wanted=("is here",), unwanted=("Read more",), title="T", day=date(2024, 5, 3), authors=("Ann",),
)  # fmt: skip


def test_missing_and_superfluous_passages_are_listed() -> None:
    answer = ExtractorAnswer(
        text="The second one too. Read more about bridges", title="X", authors=("Bo",)
    )
    found = answer_difference(answer, GOLD, page_score(answer, GOLD))
    assert found.missing == ("is here", "The first paragraph is here")
    assert found.extra == ("Read more", "Read more about bridges")
    assert found.facts == (
        "title: wanted 'T', got 'X'",
        "date: wanted 2024-05-03, got none",
        "authors: wanted Ann; got Bo",
    )


def test_a_perfect_answer_has_no_difference() -> None:
    answer = ExtractorAnswer(GOLD.body or "", "T", date(2024, 5, 3), ("Ann",))
    found = answer_difference(answer, GOLD, page_score(answer, GOLD))
    assert (found.missing, found.extra, found.facts) == ((), (), ())


def test_passages_are_the_longest_first() -> None:
    shared = "these four words stay"
    text = f"short {shared} a much longer passage that is new {shared}"
    assert longest_passages(text, f"{shared} and {shared}") == [
        "a much longer passage that is new",
        "short",
    ]


def test_a_repeated_passage_is_superfluous_once() -> None:
    assert longest_passages("one two three four. one two three four", "one two three four") == [
        "one two three four"
    ]


def test_long_passages_are_cut() -> None:
    answer = ExtractorAnswer(text="word " * 100)
    found = answer_difference(answer, GOLD, page_score(answer, GOLD))
    assert max(map(len, found.extra)) == 120
    assert found.extra[0].endswith("…")


@given(st.text(alphabet="ab ."), st.text(alphabet="ab ."))
def test_passages_are_parts_of_the_text(text: str, other: str) -> None:
    assert all(passage in text for passage in longest_passages(text, other))
    assert longest_passages(text, text) == []
