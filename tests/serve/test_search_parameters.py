from contextlib import suppress
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.model.search.results import Query, RankingModel
from tidings.serve.search_parameters import (
    ALL,
    LIMIT,
    MODEL,
    MORE_LIKE,
    SINCE,
    UNTIL,
    Parameter,
    ParameterInvalid,
    T,
    ends_before_it_begins,
    last_values,
    query_of,
)

NOW = datetime(2024, 5, 31, 12, 0, tzinfo=UTC)


def test_the_defaults_are_those_of_a_query() -> None:
    def default(parameter: Parameter[T]) -> T:
        return parameter.default

    assert query_of(default) == Query("")


def test_every_example_is_read_as_a_value_of_the_parameters_own_kind() -> None:
    with_example = [parameter for parameter in ALL if parameter.example != []]
    assert len(with_example) > 5
    for parameter in with_example:
        value = parameter.value(str(parameter.example), NOW)
        assert parameter.default is None or isinstance(value, type(parameter.default)), (
            parameter.name
        )


def test_an_empty_text_is_the_default_but_not_a_value() -> None:
    assert LIMIT.value_or_default(" ", NOW) == LIMIT.default
    with pytest.raises(ParameterInvalid):
        LIMIT.value("")


def test_a_refusal_says_what_is_expected() -> None:
    with pytest.raises(ParameterInvalid) as refusal:
        LIMIT.value("many")
    assert refusal.value.name == "limit"
    assert refusal.value.message == "expected a whole number from 1 to 100, got 'many'"


def test_only_ids_can_be_repeated() -> None:
    pairs = [("q", "a"), ("more_like", "aa"), ("q", "b"), ("more_like", "bb")]
    assert last_values(pairs) == {"q": "b", "more_like": "aa,bb"}
    assert MORE_LIKE.value("aa,bb aa") == ("aa", "bb")


def test_a_plus_in_an_address_may_be_a_space() -> None:
    assert MODEL.value("VSM qe") is RankingModel.VSM_QE


def test_until_includes_its_day() -> None:
    since, until = SINCE.value("2024-05-01", NOW), UNTIL.value("2024-05-01", NOW)
    assert since is not None
    assert until is not None
    assert since < until
    assert not ends_before_it_begins(Query("", since=since, until=until))
    assert ends_before_it_begins(Query("", since=until, until=since))


@given(st.sampled_from(ALL), st.text(max_size=80))
def test_any_text_is_a_value_or_a_refusal(parameter: Parameter[object], text: str) -> None:
    with suppress(ParameterInvalid):
        value = parameter.value_or_default(text, NOW)
        assert value is not None or parameter.default is None
