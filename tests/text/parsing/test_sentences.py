import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.text.parsing.sentences import sentences


def split(text: str, language: str = "en") -> list[str]:
    return [text[start:end] for start, end in sentences(text, language)]


@pytest.mark.parametrize(
    ("language", "parts"),
    [
        ("en", ["Dr. Smith met Mr. Jones on Jan. 5.", "They talked."]),
        ("en", ["It rose 3.5 percent to $1.2bn.", "Nobody knew why."]),
        ("en", ["“I will not go.”", "He went."]),
        ("en", ["“Will you go?” she asked.", "He said no."]),
        ("en", ["He waited ... and left.", "Then silence…", "Nothing came."]),
        ("en", ["J. K. Rowling wrote it.", "Critics liked it."]),
        ("en", ["He moved to the U.S. in 1990.", "He stayed."]),
        ("en", ["She lives in the U.S.", "Her brother does not."]),
        ("en", ["The U.S. Supreme Court met.", "U.N. Secretary-General Guterres came."]),
        ("en", ["J.K. Rowling met George H.W. Bush.", "J.R.R. Tolkien did not."]),
        ("en", ["It is at 3 p.m. Monday.", "It was at 5 p.m. ET.", "It ended at 7 p.m.", "Police"]),
        ("de", ["Die U.S. Air Force kam.", "Sie blieb in den U.S.A.", "Der Rest ging."]),
        ("und", ["Xyz A.B.", "Cde"]),
        ("en", ["See No. 5 and p. 12.", "He said no.", "They left."]),
        ("en", ["Is it true?!", "(It is.)", "Good."]),
        ("en", ["Visit example.com for more.", "It is free."]),
        ("en", ["He felt ill.", "Gov. Brown of Ill. did not."]),
        ("de", ["Am 3. Mai kam Dr. Müller, z.B. mit dem Zug.", "Er blieb."]),
        ("de", ["„Das ist falsch.“", "So sprach er."]),
        ("fr", ["M. Dupont est arrivé.", "« Bonjour ! » dit-il."]),
        ("es", ["El Sr. García llegó.", "¿Por qué?", "Nadie lo sabe."]),
        ("ru", ["Это было в 1990 г. в Москве.", "Он уехал."]),
        ("zh", ["他说：“这很好！”", "我们走了。", "真的吗？"]),
        ("ja", ["東京で会議が開かれた。", "「はい。」", "彼は言った。"]),
        ("hi", ["यह पहला वाक्य है।", "यह दूसरा है।"]),
        ("ar", ["هل هذا صحيح؟", "نعم."]),
    ],
)
def test_sentences_end_where_a_reader_would_end_them(language: str, parts: list[str]) -> None:
    gap = "" if language in ("zh", "ja") else " "
    assert split(gap.join(parts), language) == parts


def test_a_line_ends_its_sentence() -> None:
    assert split("A headline without a stop\nThe text begins.") == [
        "A headline without a stop",
        "The text begins.",
    ]


@given(st.text(max_size=200), st.sampled_from(["en", "de", "zh", "und"]))
def test_only_white_space_is_lost(text: str, language: str) -> None:
    spans = sentences(text, language)
    assert all(start < end for start, end in spans)
    assert [spans[at][1] <= spans[at + 1][0] for at in range(len(spans) - 1)] == [True] * max(
        0, len(spans) - 1
    )
    assert "".join("".join(text[s:e].split()) for s, e in spans) == "".join(text.split())


@pytest.mark.parametrize("text", ["." * 200_000, "a. " * 70_000, "(" * 200_000, "x" * 1_000_000])
def test_a_strange_text_is_covered_by_its_sentences(text: str) -> None:
    assert sum(end - start for start, end in sentences(text, "en")) >= len(text) // 2
