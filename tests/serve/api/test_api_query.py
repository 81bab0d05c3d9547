from contextlib import suppress
from datetime import UTC, datetime
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.model.search.results import Query, RankingModel, Sort
from tidings.serve.api.api_query import PARAMETERS, api_query_of
from tidings.serve.search_parameters import ParameterInvalid

NOW = datetime(2024, 5, 31, 12, 0, tzinfo=UTC)
NAMES = [parameter["name"] for parameter in PARAMETERS]


def read(address: str) -> Query:
    return api_query_of(parse_qsl(address, keep_blank_values=True), NOW).query


def test_without_parameters_the_first_ten_articles_are_returned() -> None:
    assert read("") == Query("")
    assert read("&".join(f"{name}=" for name in NAMES)) == Query("")


def test_every_parameter_reaches_the_query() -> None:
    wanted = (
        "q=ferry&limit=3&offset=4&model=vsm%2Bqe&explain=1&more_like=aa,bb&more_like=cc"
        "&less_like=dd&as_of=12&copies=true&source=Post.Example&language=EN&since=2024-05-01"
        "&until=2024-05-02&sort=date"
    )
    assert read(wanted) == Query(
        "ferry",
        limit=3,
        offset=4,
        source="post.example",
        language="en",
        since=datetime(2024, 5, 1, tzinfo=UTC),
        until=datetime(2024, 5, 2, 23, 59, 59, 999999, tzinfo=UTC),
        sort=Sort.DATE,
        model=RankingModel.VSM_QE,
        more_like=("aa", "bb", "cc"),
        less_like=("dd",),
        copies=True,
        explain=True,
        as_of=12,
    )


def test_a_model_may_contain_an_unescaped_plus() -> None:
    assert read("model=bm25+feedback").model is RankingModel.BM25_FEEDBACK


@pytest.mark.parametrize(
    "wrong",
    [
        "model=best", "explain=maybe", "facets=2", "as_of=-1", "as_of=now", "copies=x",
        "more_like=<script>", "less_like=" + ",".join(f"{n:x}" for n in range(51)),
        "&".join(["less_like="] * 51), "&".join(["more_like=aa"] * 51),
        "limit=0", "limit=101", "limit=٣", "limit=" + "9" * 9_999, "offset=10001", "sort=best",
        "since=soon", "since=1d&until=2d", "language=klingon!", "q=" + "x" * 2_001,
    ],
)  # fmt: skip
def test_an_invalid_parameter_is_refused_by_name(wrong: str) -> None:
    with pytest.raises(ParameterInvalid) as refusal:
        read(wrong)
    name = wrong.partition("=")[0]
    assert refusal.value.name == name
    assert str(refusal.value).startswith(f"{name}: ")


@given(st.lists(st.tuples(st.sampled_from([*NAMES, "other"]), st.text(max_size=60))))
def test_any_parameters_give_a_query_or_an_error(pairs: list[tuple[str, str]]) -> None:
    with suppress(ParameterInvalid):
        assert 1 <= api_query_of(pairs, NOW).query.limit <= 100


@given(st.text(max_size=2_000))
def test_any_text_is_a_valid_query(text: str) -> None:
    assert api_query_of([("q", text)], NOW).query.text == text
