import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.search.query.lexer import (
    QueryToken,
    TokenKind,
    has_special_meaning,
    plain_marks,
    tokens,
)

W, P = TokenKind.WORD, TokenKind.PHRASE


def lexed(text: str) -> list[tuple[TokenKind, str]]:
    return [(token.kind, token.text) for token in tokens(plain_marks(text))]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", []),
        ("ferry strike", [(W, "ferry"), (W, "strike")]),
        ("x-ray -x", [(W, "x-ray"), (TokenKind.NOT, "-"), (W, "x")]),
        ("a - b", [(W, "a"), (W, "-"), (W, "b")]),  # a dash, no minus
        ("+a !b", [(TokenKind.PLUS, "+"), (W, "a"), (TokenKind.NOT, "!"), (W, "b")]),
        ("-+a", [(TokenKind.NOT, "-"), (TokenKind.PLUS, "+"), (W, "a")]),
        ("a AND b", [(W, "a"), (TokenKind.AND, "AND"), (W, "b")]),
        ("a and b", [(W, "a"), (W, "and"), (W, "b")]),
        (r"\AND", [(W, "AND")]),
        ("a && b || c | d", [(W, "a"), (TokenKind.AND, "&&"), (W, "b"), (TokenKind.OR, "||"),
                             (W, "c"), (TokenKind.OR, "|"), (W, "d")]),
        ("AT&T", [(W, "AT&T")]),
        ("(a)", [(TokenKind.OPEN, "("), (W, "a"), (TokenKind.CLOSE, ")")]),
        ("title:a", [(TokenKind.FIELD, "title"), (W, "a")]),
        ("SITE:a.example", [(TokenKind.FIELD, "SITE"), (W, "a.example")]),
        ("subtitle:a", [(W, "subtitle"), (W, "a")]),
        ("source://a", [(W, "source"), (W, "//a")]),
        ("10:30 3,5 a,b", [(W, "10:30"), (W, "3,5"), (W, "a"), (W, "b")]),
        ("U.S. v. a..b", [(W, "U.S."), (W, "v."), (W, "a"), (W, "b")]),
        ("https://a.example/b(c)?d", [(W, "https://a.example/b"), (TokenKind.OPEN, "("), (W, "c"),
                                      (TokenKind.CLOSE, ")"), (W, "?d")]),
        ("govern* w*d", [(W, "govern"), (TokenKind.STAR, "*"), (W, "w"),
                         (TokenKind.INNER_STAR, "*"), (W, "d")]),
        ("*", [(TokenKind.EVERYTHING, "*")]),
        ("*:*", [(TokenKind.EVERYTHING, "*:*")]),
        ("a~ b~2 c^1.5", [(W, "a"), (TokenKind.FUZZ, ""), (W, "b"), (TokenKind.FUZZ, "2"),
                          (W, "c"), (TokenKind.BOOST, "1.5")]),
        ('"a b" c', [(P, "a b"), (W, "c")]),
        ("«a b»", [(P, "a b")]),
        ("„a b“", [(P, "a b")]),
        ("「東京」", [(P, "東京")]),
        ('a 14" b', [(W, "a"), (W, "14"), (TokenKind.QUOTE, '"'), (W, "b")]),
        ("油价最近7天", [(W, "油价"), (W, "最近7天")]),
    ],
)  # fmt: skip
def test_a_text_is_split_into_tokens(text: str, wanted: list[tuple[TokenKind, str]]) -> None:
    assert lexed(text) == wanted


def test_an_open_quotation_goes_to_the_end_and_is_marked() -> None:
    [word, phrase] = tokens('storm "in the')
    assert word.closed
    assert phrase == QueryToken(P, "in the", 6, 13, closed=False)


def test_a_word_after_a_backslash_is_plain() -> None:
    [plain, other] = tokens(r"\OR OR")
    assert (plain.kind, plain.text, plain.plain) == (W, "OR", True)
    assert (other.kind, other.plain) == (TokenKind.OR, False)
    assert plain.end == 3  # with the backslash


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("（ａ　ＯＲ　ｂ）", "(a OR b)"),
        ("ｔｉｔｌｅ：ａ", "title:a"),
        ("a\x00b\u200bc\ufeffd", "a b c d"),
        ("−a ﹙b﹚", "-a (b)"),
        ("什么！", "什么！"),  # ends a sentence, and is no operator
        ("\ud800x", " x"),
    ],
)
def test_marks_of_other_scripts_become_plain_ones(text: str, wanted: str) -> None:
    assert plain_marks(text) == wanted


@pytest.mark.parametrize(
    ("word", "wanted"),
    [("AND", True), ("NOT", True), ("and", False), ("title:x", True), ("Since:x", True),
     ("subtitle:x", False), ("title", False)],
)  # fmt: skip
def test_operators_and_fields_have_a_special_meaning(word: str, wanted: bool) -> None:
    assert has_special_meaning(word) is wanted


PIECES = st.sampled_from([*'"()[]{}|&+-!*~^:\\.,„“«»', " ", "a", "OR", "title", "7", "中国", "！"])


@given(st.text() | st.lists(PIECES, max_size=20).map("".join))
def test_tokens_are_in_order_do_not_overlap_and_are_in_the_text(text: str) -> None:
    plain = plain_marks(text)
    assert len(plain) == len(text)
    end = 0
    for token in tokens(plain):
        assert end <= token.start < token.end <= len(plain)
        assert token.text in plain[token.start : token.end]
        end = token.end
