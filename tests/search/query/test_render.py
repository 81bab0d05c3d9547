from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.search.query.parse import parse
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
    all_of,
    any_of,
    boosted,
    conjuncts,
    is_filter,
    must,
    within,
    without,
)

NOW = datetime(2024, 5, 15, 10, 30, 5, tzinfo=UTC)
A, B, C = Word("a1"), Word("b1"), Word("c1")


def moment(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[arg-type, misc]


@pytest.mark.parametrize(
    ("node", "text"),
    [
        (And((A, B)), "a1 b1"),
        (Or((A, And((B, C)))), "a1 OR (b1 c1)"),
        (And((A, Or((B, C)))), "a1 b1 OR c1"),  # OR binds closer than a space
        (Not(Or((A, B))), "-(a1 OR b1)"),
        (Must(A), "+a1"),
        (Boost(A, 2.0), "a1^2"),
        (Boost(A, 0.25), "a1^0.25"),
        (Boost(Or((A, B)), 100.0), "(a1 OR b1)^100"),
        (Phrase("a b"), '"a b"'),
        (Near("a b", 4), '"a b"~4'),
        (Prefix("polit"), "polit*"),
        (Prefix("carbon ta"), '"carbon ta*"'),
        (Fuzzy("carbn", 2), "carbn~2"),
        (Field(FieldName.TITLE, And((A, B))), "title:(a1 b1)"),
        (Field(FieldName.LANGUAGE, A), "lang:a1"),
        (Word("AND"), r"\AND"),
        (Word("today"), r"\today"),
        (Prefix("OR"), r"\OR*"),
    ],
)
def test_a_tree_is_written_as_people_type_it(node: Node, text: str) -> None:
    assert render(node) == text


@pytest.mark.parametrize(
    ("start", "end", "text"),
    [
        (moment(2024, 1, 1), moment(2025, 1, 1), "2024"),
        (moment(2024, 2, 1), moment(2024, 3, 1), "2024-02"),
        (moment(2024, 2, 29), moment(2024, 3, 1), "2024-02-29"),
        (moment(2024, 1, 1), moment(2026, 1, 1), "2024-01-01..2025-12-31"),
        (moment(2024, 2, 1), None, "2024-02-01.."),
        (None, moment(2024, 2, 1), "..2024-01-31"),
        (moment(2024, 2, 1, 8), None, "2024-02-01T08:00:00Z.."),
        (None, moment(2024, 2, 1, 8, 0, 1), "..2024-02-01T08:00:00Z"),
        (moment(999, 1, 1), moment(1000, 1, 1), "0999-01-01T00:00:00Z..0999-12-31T23:59:59Z"),
        (None, None, "*"),
    ],
)
def test_limits_are_written_as_the_shortest_date(
    start: datetime | None, end: datetime | None, text: str
) -> None:
    assert render(Between(start, end)) == f"date:{text}"


def test_filters_follow_the_words() -> None:
    limits: list[Node] = [
        Field(FieldName.SOURCE, Word("a.example")),
        Not(Field(FieldName.TOPIC, A)),
    ]
    assert render(Or((A, B)), limits) == "a1 OR b1 source:a.example -topic:a1"
    assert render(None, limits[:1]) == "source:a.example"
    assert render(None) == ""


TEXTS = st.sampled_from(["a1", "b1", "x-ray", "中国", "it's", "AND", "last", "U.S"])
DAYS = st.integers(0, 4_000).map(lambda days: moment(2016, 1, 1) + timedelta(days=days))
LEAVES: st.SearchStrategy[Node] = st.one_of(
    st.builds(Word, TEXTS),
    st.builds(Phrase, st.sampled_from(["a b", "the", "title:x y", "last week"])),
    st.builds(Near, st.sampled_from(["a b", "x y z"]), st.integers(0, 50)),
    st.builds(Prefix, TEXTS),
    st.builds(Fuzzy, TEXTS, st.integers(1, 2)),
    st.builds(Between, st.none() | DAYS, st.none()),
)


def built(parts: list[Node], *, either: bool) -> Node:
    node = any_of(parts) if either else all_of(parts)
    assert node is not None
    return node


TREES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: built(parts, either=True)),
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: built(parts, either=False)),
        inner.map(without),
        inner.map(must),
        st.builds(boosted, inner, st.sampled_from([0.0, 0.5, 2.0, 100.0])),
        st.builds(within, st.sampled_from(FieldName), inner),
    ),
    max_leaves=6,
)


@given(TREES)
def test_a_built_tree_is_parsed_from_its_text(tree: Node) -> None:
    parts = conjuncts(tree)
    parsed = parse(render(tree), NOW)
    assert parsed.tree == all_of(part for part in parts if not is_filter(part))
    assert parsed.filters == tuple(part for part in parts if is_filter(part))
