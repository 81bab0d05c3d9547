from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.search.query.tree import (
    And,
    Between,
    Boost,
    Field,
    FieldName,
    Fuzzy,
    Leaf,
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
    has_words,
    is_filter,
    is_required,
    leaves,
    must,
    names_in,
    within,
    without,
)

A, B, C = Word("a"), Word("b"), Word("c")
MAY = Between(datetime(2024, 5, 1, tzinfo=UTC), None)
TITLE, SOURCE, TOPIC = FieldName.TITLE, FieldName.SOURCE, FieldName.TOPIC

LEAVES: st.SearchStrategy[Leaf] = st.sampled_from(
    [A, B, Phrase("a b"), Near("a b", 3), Prefix("a"), Fuzzy("a", 1), MAY, Between(None, None)]
)


def grown(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    return st.one_of(
        st.lists(inner, min_size=2, max_size=4).map(lambda parts: all_of(parts) or A),
        st.lists(inner, min_size=2, max_size=4).map(tuple).map(Or),
        st.builds(Field, st.sampled_from(FieldName), inner),
        inner.map(Not),
        inner.map(Must),
        st.builds(Boost, inner, st.sampled_from([0.5, 2.0])),
    )


NODES: st.SearchStrategy[Node] = st.recursive(LEAVES, grown, max_leaves=8)


def inner_nodes(node: Node) -> Iterator[Node]:
    yield node
    parts = getattr(node, "parts", None) or ((node.part,) if hasattr(node, "part") else ())
    for part in parts:
        yield from inner_nodes(part)


def test_parts_that_are_conjunctions_themselves_are_flattened() -> None:
    assert all_of([]) is None
    assert all_of([A]) == A
    assert all_of([And((A, B)), C]) == And((A, B, C))
    assert all_of([Or((A, B)), C]) == And((Or((A, B)), C))


def test_alternatives_are_flat_different_and_not_required() -> None:
    assert any_of([]) is None
    assert any_of([Must(A)]) == Must(A)  # no alternative at all
    assert any_of([Or((A, B)), C, A]) == Or((A, B, C))
    assert any_of([Must(A), Must(B)]) == Or((A, B))
    assert any_of([A, Must(A)]) == A


def test_a_negation_forgets_weights_and_ends_another_negation() -> None:
    assert without(A) == Not(A)
    assert without(Not(A)) == A
    assert without(Must(Boost(A, 2.0))) == Not(A)
    assert without(Boost(Not(A), 2.0)) == A


def test_what_is_required_already_gets_no_plus() -> None:
    assert must(A) == Must(A)
    assert must(Or((A, B))) == Must(Or((A, B)))
    for required in (Must(A), Phrase("a b"), Near("a b", 1), Field(TITLE, A), MAY, Not(A)):
        assert must(required) == required
    assert must(Boost(Phrase("a b"), 2.0)) == Boost(Phrase("a b"), 2.0)


@pytest.mark.parametrize(
    ("part", "factor", "wanted"),
    [
        (A, 2.0, Boost(A, 2.0)),
        (A, 1.0, A),
        (A, 1_000.0, Boost(A, 100.0)),
        (A, -3.0, Boost(A, 0.0)),
        (Boost(A, 2.0), 3.0, Boost(A, 6.0)),
        (Boost(A, 2.0), 0.5, A),
        (Boost(A, 60.0), 60.0, Boost(A, 100.0)),
        (Must(A), 2.0, Must(Boost(A, 2.0))),
        (Field(TITLE, A), 2.0, Field(TITLE, Boost(A, 2.0))),
        (Field(SOURCE, A), 2.0, Field(SOURCE, A)),
        (Not(A), 2.0, Not(A)),
        (MAY, 2.0, MAY),
        (Or((MAY, Field(TOPIC, A))), 2.0, Or((MAY, Field(TOPIC, A)))),
    ],
)
def test_weights_multiply_within_limits_and_filters_have_none(
    part: Node, factor: float, wanted: Node
) -> None:
    assert boosted(part, factor) == wanted


@pytest.mark.parametrize(
    ("name", "part", "wanted"),
    [
        (TITLE, A, Field(TITLE, A)),
        (TITLE, Field(SOURCE, A), Field(SOURCE, A)),
        (TITLE, MAY, MAY),
        (TITLE, Not(A), Not(Field(TITLE, A))),
        (SOURCE, Must(A), Field(SOURCE, A)),
        (SOURCE, Boost(A, 2.0), Field(SOURCE, A)),
        (TITLE, Boost(A, 2.0), Field(TITLE, Boost(A, 2.0))),
        (SOURCE, And((A, B)), Field(SOURCE, Or((A, B)))),  # an article has one source
        (SOURCE, And((A, A)), Field(SOURCE, A)),
        (TOPIC, And((A, B)), Field(TOPIC, And((A, B)))),
    ],
)
def test_a_field_applies_to_the_words_within_it(name: FieldName, part: Node, wanted: Node) -> None:
    assert within(name, part) == wanted


def test_filters_affect_no_scores() -> None:
    filters: list[Node] = [
        MAY,
        Field(SOURCE, A),
        Not(Field(SOURCE, A)),
        Not(MAY),
        Or((MAY, Field(TOPIC, A))),
    ]
    assert all(map(is_filter, filters))
    others: list[Node] = [A, Field(TITLE, A), Not(A), And((MAY, A)), Must(MAY), Boost(MAY, 2.0)]
    assert not any(map(is_filter, others))


def test_a_weight_does_not_make_a_part_required() -> None:
    assert is_required(Boost(Phrase("a b"), 2.0))
    assert not is_required(Boost(A, 2.0))
    assert not is_required(Prefix("a"))
    assert not is_required(And((Phrase("a b"), A)))


def test_conjuncts_are_the_parts_joined_by_and() -> None:
    assert conjuncts(None) == ()
    assert conjuncts(A) == (A,)
    assert conjuncts(And((A, Or((B, C))))) == (A, Or((B, C)))


@pytest.mark.parametrize(
    ("node", "wanted"),
    [
        (None, False),
        (A, True),
        (Prefix("a"), True),
        (MAY, False),
        (Not(A), False),
        (Field(TITLE, A), True),
        (Field(TOPIC, A), False),
        (And((MAY, Not(A))), False),
        (And((MAY, A)), True),
        (Or((Field(TOPIC, A), Boost(Must(A), 2.0))), True),
    ],
)
def test_only_wanted_words_can_be_scored(node: Node | None, wanted: bool) -> None:
    assert has_words(node) is wanted


@given(NODES)
def test_leaves_and_names_are_those_of_all_inner_nodes(node: Node) -> None:
    inner = list(inner_nodes(node))
    assert list(leaves(node)) == [each for each in inner if isinstance(each, Leaf)]
    assert list(names_in(node)) == [each.name for each in inner if isinstance(each, Field)]


@given(NODES)
def test_a_filter_is_always_required_and_never_scored(node: Node) -> None:
    if is_filter(node):
        assert is_required(node)
        assert not has_words(node)


@given(NODES, st.floats(0, 200), st.sampled_from(FieldName))
def test_building_again_changes_nothing(node: Node, factor: float, name: FieldName) -> None:
    assert must(must(node)) == must(node)
    assert boosted(boosted(node, factor), 1.0) == boosted(node, factor)
    assert all_of(conjuncts(node)) == node
    field = within(name, node)
    assert within(FieldName.URL, field) == field or not isinstance(field, Field)
