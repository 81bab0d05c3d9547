import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tidings.model.search.results import Query, QueryNoteKind
from tidings.search.query.parse import parse, parse_plain, with_limits
from tidings.search.query.render import render
from tidings.search.query.tree import (
    And,
    Between,
    Boost,
    Field,
    FieldName,
    Fuzzy,
    Must,
    Near,
    Node,
    Not,
    Or,
    Phrase,
    Prefix,
    Word,
)

NOW = datetime(2024, 5, 15, 10, 30, 5, tzinfo=UTC)
A, B, C = Word("a1"), Word("b1"), Word("c1")

PIECES = st.sampled_from(
    [
        *'" - OR NOT AND | || && ! + ( ) [ ] TO title: source: date: before: lang: url:'.split(),
        *"foo: 2024 2024-05 .. last week 7 days today 7d now letzte woche > , .5 \x00".split(" "),
        *"* ~ ~2 ^2 ^ \\ ： （ ） “ ” « » 「 」 、 ، 。 \ud800 最近7天".split(),
        *"word the a b x-y it's 中国 https://a.example/b?c U.S. 10:30".split(),
    ]
)
TEXTS = st.one_of(
    st.text(),
    st.lists(PIECES, max_size=30).map("".join),
    st.lists(PIECES, max_size=30).map(" ".join),
)


def tree(text: str) -> Node | None:
    return parse(text, NOW).tree


def filters(text: str) -> tuple[Node, ...]:
    return parse(text, NOW).filters


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a1", A),
        ("a1 b1", And((A, B))),
        ('"climate change" a1', And((Phrase("climate change"), A))),
        ('"climate change"~5', Near("climate change", 5)),
        ('"climate change"~', Near("climate change", 3)),
        ('"climate"~3', Phrase("climate")),
        ("a1 OR b1", Or((A, B))),
        ("a1 | b1", Or((A, B))),
        ("a1||b1", Or((A, B))),
        ("a1 b1 OR c1", And((A, Or((B, C))))),
        ("a1 AND b1", And((Must(A), Must(B)))),
        ("a1 && b1", And((Must(A), Must(B)))),
        ("a1 AND b1 OR c1", Or((And((Must(A), Must(B))), C))),
        ("a1 AND (b1 OR c1)", And((Must(A), Must(Or((B, C)))))),
        ("a1 or b1", And((A, Word("or"), B))),
        ("a1 NOT b1", And((A, Not(B)))),
        ("a1 -b1", And((A, Not(B)))),
        ("a1 !b1", And((A, Not(B)))),
        ("NOT NOT a1", A),
        ("+a1 b1", And((Must(A), B))),
        ("-(a1 OR b1)", Not(Or((A, B)))),
        ("((a1) (b1))", And((A, B))),
        ("politic*", Prefix("politic")),
        ('"carbon ta*"', Must(Prefix("carbon ta"))),
        ('"carb*"', Must(Prefix("carb"))),
        ('"carb* tax"', Phrase("carb* tax")),
        ("merkle~", Fuzzy("merkle", 2)),
        ("roma~", Fuzzy("roma", 1)),
        ("merkle~1", Fuzzy("merkle", 1)),
        ("a1^2 b1", And((Boost(A, 2.0), B))),
        ("(a1 b1)^.5", Boost(And((A, B)), 0.5)),
        ("title:a1", Field(FieldName.TITLE, A)),
        ("title:(a1 OR b1)", Field(FieldName.TITLE, Or((A, B)))),
        ('-title:"a1 b1"', Not(Field(FieldName.TITLE, Phrase("a1 b1")))),
        ("title:a1^2", Field(FieldName.TITLE, Boost(A, 2.0))),
        ("x-ray - film", And((Word("x-ray"), Word("film")))),
        ("a1, b1; c1", And((A, B, C))),
        ("a1،b1", And((A, B))),
        ("“climate change”", Phrase("climate change")),
        ("„climate change“", Phrase("climate change")),
        ("«climate change»", Phrase("climate change")),
        ("＂climate change＂", Phrase("climate change")),
        ("「中国经济」", Phrase("中国经济")),
        ("「他说『中国』」", Phrase("他说 中国")),
        ("中国　经济", And((Word("中国"), Word("经济")))),
        ("中国，经济。", And((Word("中国"), Word("经济")))),
        ("title：（a1 OR b1）", Field(FieldName.TITLE, Or((A, B)))),
        ("（a1 OR b1）", Or((A, B))),
        (r"\AND \last 7 days", And((Word("AND"), Word("last"), Word("7"), Word("days")))),
        ("AT&T 10:30 3,5", And((Word("AT&T"), Word("10:30"), Word("3,5")))),
        ("USA Today", And((Word("USA"), Word("Today")))),
        ("!!! ???", None),
        ("", None),
    ],
)
def test_a_query_has_its_tree(text: str, wanted: Node | None) -> None:
    assert tree(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("source:bbc.co.uk", Field(FieldName.SOURCE, Word("bbc.co.uk"))),
        ("site:bbc.co.uk", Field(FieldName.SOURCE, Word("bbc.co.uk"))),
        ("-source:bbc.co.uk", Not(Field(FieldName.SOURCE, Word("bbc.co.uk")))),
        ("source:(a.com OR b.com)", Field(FieldName.SOURCE, Or((Word("a.com"), Word("b.com"))))),
        ("source:(a.com b.com)", Field(FieldName.SOURCE, Or((Word("a.com"), Word("b.com"))))),
        ("lang:de", Field(FieldName.LANGUAGE, Word("de"))),
        ("language:de", Field(FieldName.LANGUAGE, Word("de"))),
        ('author:"Jane Doe"', Field(FieldName.AUTHOR, Phrase("Jane Doe"))),
        ("url:https://a.com/b?c=1", Field(FieldName.URL, Word("https://a.com/b?c=1"))),
        ("*", Between(None, None)),
    ],
)
def test_a_field_that_does_not_affect_scores_is_a_filter(text: str, wanted: Node) -> None:
    parsed = parse(f"a1 {text}", NOW)
    assert (parsed.tree, parsed.filters) == (A, (wanted,))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(a1 b1", "not closed"),
        ("a1 b1)", "no group to close"),
        ('a1 "b1', "not closed"),
        ('14" a1', "no partner"),
        ("a1 AND", "nothing after “AND”"),
        ("OR a1", "nothing before “OR”"),
        ("a1 NOT", "nothing after “NOT”"),
        ("a1 title:", "nothing after “title:”"),
        ("a1 title: b1", "read as a field"),
        ("foo:a1", "no field “foo”"),
        ("a1 date:never", "not a known form of date"),
        ("a1 before:2024-13", "not a known form of date"),
        ("a1 lang:klingon", "not a known language"),
        ("a1 ()", "group is empty"),
        ('a1 ""', "no word between"),
        ("a1~7", "1 or 2 letters"),
        ('"a1 b1"~999', "At most 50"),
        ("a1^1000", "at most 100"),
        ("a1 ^2", "directly follow"),
        ("a*b", "asterisk"),
        ('"a1* b1"', "only the last word"),
        ("a1 OR -b1", "without it"),
        ("a1 " + "x" * 80, "cannot be searched for"),
        ("a1 " * 100, "at most 64"),
        ("a1 b1 " * 500, "first 2000"),
        ("(" * 50 + "a1" + ")" * 50, "at most 40 deep"),
        ("a1 last 7 days", "published since 8 May 2024, 10:30 UTC. Put it in quotes"),
        ("a1 2024-01..2024-03", "published from 1 January 2024 to 31 March 2024"),
    ],
)
def test_a_note_says_what_was_repaired_and_where(text: str, message: str) -> None:
    notes = parse(text, NOW).notes
    assert any(message in note.message for note in notes), notes
    assert all(0 <= note.start < note.end <= len(text) for note in notes)


def test_a_note_points_at_what_it_is_about() -> None:
    text = "merkel before:soon last 7 days"
    bad, understood = parse(text, NOW).notes
    assert (text[bad.start : bad.end], bad.kind) == ("soon", QueryNoteKind.IGNORED)
    assert text[understood.start : understood.end] == "last 7 days"
    assert understood.kind is QueryNoteKind.UNDERSTOOD


@pytest.mark.parametrize(
    "text", ["a1", '"a1 b1" OR -c1 source:x.com'.replace("OR -c1", ""), "a1 AND b1 date:2024"]
)
def test_a_well_formed_query_has_no_notes(text: str) -> None:
    assert parse(text, NOW).notes == ()


def test_a_shouted_headline_has_no_operators() -> None:
    text = "PRESIDENT AND MINISTERS DECIDE NOT TO RAISE TAXES OR DUTIES THIS YEAR"
    assert Word("AND") in getattr(tree(text), "parts", ())
    assert tree("NATO OR EU") == Or((Word("NATO"), Word("EU")))


def test_dates_in_a_pasted_text_are_not_filters() -> None:
    text = "the minister who had resigned last week over the budget denies all that was written"
    assert filters(text) == ()
    assert filters("minister resigned last week") != ()


def test_plain_text_has_no_operators() -> None:
    text = "WAR AND PEACE -in title:x last 7 days"
    assert parse_plain(text).tree == And(tuple(map(Word, text.split())))


def test_limits_next_to_the_text_are_filters_too() -> None:
    query = Query("a1", source="a.com", language="de", until=NOW)
    source, language, until = with_limits(parse("a1", NOW), query).filters
    assert source == Field(FieldName.SOURCE, Word("a.com"))
    assert language == Field(FieldName.LANGUAGE, Word("de"))
    assert until == Between(None, NOW.replace(second=6))


DOCS = Path(__file__).parents[3] / "docs" / "search.md"
MENDED = re.findall(r"^\| `([^`]+)` \| `([^`]+)` \| ", DOCS.read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize(("text", "read_as"), MENDED)
def test_the_repairs_in_the_docs_are_true(text: str, read_as: str) -> None:
    parsed = parse(text, NOW)
    assert render(parsed.tree, parsed.filters) == read_as
    assert parsed.notes


# The first column of the first table; a bar within a cell has a backslash.
TABLE = re.findall(r"(?:^\|.*\n)+", DOCS.read_text("utf-8"), re.MULTILINE)[0]
EXAMPLES = [
    text
    for row in TABLE.splitlines()
    for text in re.findall(r"`([^`]+)`", re.split(r"(?<!\\)\|", row)[1])
]


def test_the_examples_of_the_docs_are_understood() -> None:
    assert len(EXAMPLES) > 40
    bad_kinds = {QueryNoteKind.REPAIRED, QueryNoteKind.IGNORED}
    for text in EXAMPLES:
        parsed = parse(text.replace(r"\|", "|"), NOW)
        assert not parsed.is_empty
        assert not bad_kinds & {note.kind for note in parsed.notes}, text


@given(TEXTS)
def test_any_text_is_a_query_and_its_notes_lie_within_it(text: str) -> None:
    for note in parse(text, NOW).notes:
        assert 0 <= note.start <= note.end <= len(text)
        assert note.message


@given(TEXTS)
@example('":0*')
@example('"a:b*" -"0-0*"')
def test_a_rendered_query_parses_to_the_same_tree(text: str) -> None:
    first = parse(text, NOW)
    again = parse(render(first.tree, first.filters), NOW)
    assert (again.tree, again.filters) == (first.tree, first.filters)


WORDS = ["ferry", "ärger", "últimos", "days", "last", "week", "heute", "yesterday", "and", "title",
         "may", "the", "для", "7", "AND"]  # fmt: skip


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=14))
def test_the_fast_path_parses_plain_words_like_the_grammar(words: list[str]) -> None:
    text = " ".join(words)
    # With a leading space, the fast path does not apply.
    short, long = parse(text, NOW), parse(f" {text}", NOW)
    assert (short.tree, short.filters) == (long.tree, long.filters)
