"""A collection in several shards ranks like one index, if the shards share its statistics."""

import random
import shutil
import tempfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.search.conftest import NOON
from tests.search.sharded_search import NOW, sharded_search, shared_statistics

from tidings.model.search.results import Query, RankingModel
from tidings.search.candidates import best
from tidings.search.entries.entry import IndexEntry
from tidings.search.entries.vector import vector_of
from tidings.search.index.search_index import Index
from tidings.search.index.search_snapshot import SearchSnapshot
from tidings.search.query_run import query_run_of
from tidings.search.rank.models import RANKERS
from tidings.search.search import search
from tidings.settings.tree import SearchSettings

SETTINGS = SearchSettings()
WORDS = [f"word{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"]
Ranking = list[tuple[str, float]]


def entries(seed: int, count: int) -> list[IndexEntry]:
    """Generated articles: common and rare words, some titles, and no two of one length.

    Equal lengths would allow equal scores, whose order is that of the candidates.
    """
    chance = random.Random(seed)
    lengths = chance.sample(range(8, 8 + 2 * count), count)
    weights = [1 / (rank + 1) for rank in range(len(WORDS))]
    made = []
    for seq, length in enumerate(lengths, 1):
        title = chance.choices(WORDS, weights, k=chance.randint(0, 4))
        body = [*chance.choices(WORDS, weights, k=length - len(title) - 1), f"only{seq}"]
        vector = vector_of(title, [], body, [])
        made.append(
            IndexEntry(f"a{seq}", seq, f"s{seq % 5}.example", "en" if seq % 4 else "de", NOON,
                       " ".join(title), "", " ".join(body), vector=vector)
        )  # fmt: skip
    return made


@contextmanager
def opened(made: Sequence[IndexEntry]) -> Iterator[SearchSnapshot]:
    folder = Path(tempfile.mkdtemp(prefix="tidings-shard-"))
    index = Index.open(folder, SETTINGS, writable=True)
    try:
        index.add(made)
        index.commit()
        yield index.snapshot()
    finally:
        index.close()
        shutil.rmtree(folder)


@contextmanager
def sharded(
    made: Sequence[IndexEntry], count: int
) -> Iterator[tuple[SearchSnapshot, list[SearchSnapshot]]]:
    """One index with all articles, and several with those of a hash of their ids."""
    parts = [[each for each in made if zlib.crc32(each.id.encode()) % count == at]
             for at in range(count)]  # fmt: skip
    with ExitStack() as stack:
        whole, *shards = [stack.enter_context(opened(part)) for part in (made, *parts)]
        yield whole, shards


def ranking(snapshot: SearchSnapshot, query: Query) -> Ranking:
    return [(match.id, match.score) for match in search(snapshot, query, NOW).matches]


def assert_same(found: Ranking, expected: Ranking) -> None:
    """The same articles with the same scores; single precision is used among neighbours."""
    assert dict(found) == pytest.approx(dict(expected), rel=1e-5, abs=1e-9)
    scores = dict(expected)
    in_order = [scores[id_] for id_, _ in found]
    assert in_order == pytest.approx([score for _, score in expected], rel=1e-5, abs=1e-9)


def queries(seed: int, model: RankingModel) -> list[Query]:
    chance = random.Random(seed)
    texts = [" ".join(chance.choices(WORDS, k=size)) for size in (1, 2, 3, 6)]
    long = Query(texts[3], limit=1_000, model=model, plain=True, copies=True)
    typed = [replace(long, text=text, plain=False) for text in (*texts[:3], "worda -wordb")]
    chosen = replace(typed[0], more_like=("a3", "a8"), less_like=("a5",))
    return [long, *typed, chosen, replace(typed[1], language="de")]


@settings(max_examples=12)
@given(st.integers(0, 1 << 20), st.integers(2, 4), st.integers(12, 90))
def test_shards_with_shared_statistics_rank_like_one_index(
    seed: int, count: int, articles: int
) -> None:
    with sharded(entries(seed, articles), count) as (whole, shards):
        for model in RANKERS:
            for query in queries(seed, model):
                assert_same(sharded_search(shards, query), ranking(whole, query))


@pytest.mark.parametrize("model", [RankingModel.VSM, RankingModel.BM25])
def test_without_feedback_the_hits_of_the_shards_are_merged_by_score(model: RankingModel) -> None:
    query = Query("wordc wordx", limit=1_000, model=model, plain=True, copies=True)

    def merged(snapshots: Sequence[SearchSnapshot]) -> Ranking:
        every = (each for snapshot in snapshots for each in ranking(snapshot, query))
        return sorted(every, key=lambda each: -each[1])

    with sharded(entries(7, 80), 3) as (whole, shards):
        shared = shared_statistics(shards)
        expected = ranking(whole, query)
        assert_same(merged([replace(each, shared=shared) for each in shards]), expected)
        alone = merged(shards)
        assert dict(alone).keys() == dict(expected).keys()
        assert [id_ for id_, _ in alone] != [id_ for id_, _ in expected]


def test_the_statistics_of_a_lone_index_change_nothing() -> None:
    with opened(entries(3, 60)) as snapshot:
        given = replace(snapshot, shared=shared_statistics([snapshot]))
        assert given.languages == snapshot.languages == ("en", "de")
        for model in RankingModel:
            query = Query("worda wordm", limit=1_000, model=model, copies=True)
            assert_same(ranking(given, query), ranking(snapshot, query))


def test_tantivy_scores_candidates_of_a_shard_as_in_the_whole() -> None:
    """Though the word is in nearly every article of one shard and in few of the other."""
    made = []
    for seq in range(1, 61):
        is_common = zlib.crc32(f"a{seq}".encode()) % 2 == 0 or seq % 12 == 0
        body = (["storm"] * (1 + seq % 5) if is_common else []) + ["calm"] * 10
        vector = vector_of([], [], body[:10], [])
        made.append(IndexEntry(f"a{seq}", seq, "s.example", "en", NOON, "", "",
                               " ".join(body[:10]), vector=vector))  # fmt: skip

    def scores(snapshot: SearchSnapshot) -> dict[str, float]:
        found = query_run_of(snapshot, Query('storm OR "storm calm"'), NOW).retrieve(best, 100)
        ids = snapshot.view.forward.ids(found.candidates.seqs)
        return dict(zip(ids, found.candidates.scores.tolist(), strict=True))

    with sharded(made, 2) as (whole, shards):
        expected, shared = scores(whole), shared_statistics(shards)
        for shard in shards:
            given = scores(replace(shard, shared=shared))
            assert given == pytest.approx({id_: expected[id_] for id_ in given}, rel=1e-5)
            alone = scores(shard)
            assert all(abs(alone[id_] / expected[id_] - 1) > 0.1 for id_ in alone)
        assert sum(len(scores(shard)) for shard in shards) == len(expected) > 25
