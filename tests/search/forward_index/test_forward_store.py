import math
import pickle
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tidings.model.articles.article import Article
from tidings.search.entries.bulk_entries import entries_of
from tidings.search.entries.entry import IndexEntry
from tidings.search.entries.vector import vector_of
from tidings.search.forward_index.forward_store import ForwardStore, ForwardStoreBroken
from tidings.search.forward_index.merge_policy import first_to_merge
from tidings.search.rank.vectors import pack
from tidings.settings.tree import ZoneWeights
from tidings.text.bulk.vocabulary import term_key

ZONES = ZoneWeights()
WORDS = [f"w{number}" for number in range(30)] + ["ж", "新闻", "é"]
PUBLISHED = datetime(2024, 1, 1, tzinfo=UTC)


def entry(id_: str, seq: int, body: str = "word", title: str = "") -> IndexEntry:
    vector = vector_of(title.split(), [], body.split(), [])
    return IndexEntry(
        id_, seq, "a.example", "en", PUBLISHED, title, "", body, vector=vector, url_key=seq * 7
    )


def counts_of(store: ForwardStore, seq: int) -> dict[str, int]:
    """The terms of an article in the store with their packed counts."""
    found = store.view.vectors(np.array([seq]))
    texts = store.view.terms(found.keys)
    return dict(zip(texts, found.packed.tolist(), strict=True))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ForwardStore]:
    opened = ForwardStore(tmp_path, ZONES, writable=True)
    yield opened
    opened.close()


def commit(store: ForwardStore, *entries: IndexEntry) -> None:
    store.add(entries)
    store.commit()
    store.merge_due()


def test_an_empty_store_returns_nothing(store: ForwardStore) -> None:
    view = store.view
    seqs, keys = np.array([1, 2]), np.array([term_key("word")], np.uint64)
    assert (view.count, view.last_seq, view.average_length) == (0, 0, 1.0)
    assert view.tallies(seqs, keys).packed.tolist() == [[0], [0]]
    assert view.vectors(seqs).starts.tolist() == [0, 0, 0]
    assert view.document_frequencies(keys).tolist() == [0]
    assert (view.terms(keys), view.ids(seqs)) == ([""], ["", ""])
    assert view.columns(seqs).known.tolist() == [False, False]


def test_additions_are_visible_after_the_commit_and_not_before(store: ForwardStore) -> None:
    store.add([entry("a", 1, "storm storm coast", "storm")])
    assert store.view.count == 0
    store.commit()
    assert counts_of(store, 1) == {"storm": pack(2, 1, 0, 0), "coast": pack(1, 0, 0, 0)}
    assert store.view.average_length == 4


def test_articles_counted_together_and_alone_share_their_terms(store: ForwardStore) -> None:
    travelled = pickle.loads(pickle.dumps(entry("a", 1, "storm coast storm")))
    here = entries_of([make("b", 2, "en"), make("c", 3, "xx"), make("d", 4, "en")])
    commit(store, travelled, *here, entry("e", 5, "coast"))
    assert counts_of(store, 1) == {"storm": pack(2, 0, 0, 0), "coast": pack(1, 0, 0, 0)}
    for seq in (2, 3, 4):
        assert counts_of(store, seq) == {"storm": pack(1, 0, 0, 3), "coast": pack(1, 0, 0, 0)}
    keys = np.array([term_key("storm"), term_key("coast")], np.uint64)
    assert store.view.document_frequencies(keys).tolist() == [4, 5]


def make(id_: str, seq: int, language: str) -> Article:
    url = f"https://a.example/{id_}"
    return Article(id_, url, "a.example", "", "Storm coast", "", "", PUBLISHED, None, PUBLISHED,
                   (), language, "", (), None, "", 2, seq=seq)  # fmt: skip


def test_tallies_have_a_row_for_each_article_and_a_column_for_each_term(
    store: ForwardStore,
) -> None:
    commit(store, entry("a", 1, "x y y"), entry("b", 2, "y z"))
    commit(store, *[entry(f"c{seq}", seq, "z") for seq in range(3, 20)], entry("d", 20, "x"))
    keys = np.array([term_key("y"), term_key("nowhere"), term_key("x")], np.uint64)
    found = store.view.tallies(np.array([20, 99, 1, 2, 1]), keys)
    assert found.packed.tolist() == [[0, 0, 1], [0, 0, 0], [2, 0, 1], [1, 0, 0], [2, 0, 1]]
    assert found.lengths.tolist() == [1, 0, 3, 2, 3]


def test_columns_have_the_requested_order(store: ForwardStore) -> None:
    commit(store, entry("a", 1), entry("b", 2))
    found = store.view.columns(np.array([2, 5, 1]))
    assert found.known.tolist() == [True, False, True]
    assert found.url.tolist() == [14, 0, 7]
    assert found.published.tolist() == [int(PUBLISHED.timestamp()), 0, int(PUBLISHED.timestamp())]
    assert found.source.tolist() == [term_key("a.example"), 0, term_key("a.example")]


def test_norms_are_the_root_of_the_summed_squares_of_tf_idf(store: ForwardStore) -> None:
    commit(store, entry("a", 1, "x x y"), entry("b", 2, "y"), entry("c", 3, "z", "z"))
    expected = [math.hypot(2 * math.log(3), math.log(1.5)), math.log(1.5), 4 * math.log(3)]
    assert store.view.vectors(np.array([1, 2, 3])).norms == pytest.approx(expected)


def test_merging_updates_the_norms(store: ForwardStore) -> None:
    commit(store, entry("a", 1, "x"))
    assert store.view.vectors(np.array([1])).norms.tolist() == [0.0]
    commit(store, entry("b", 2, "y"))
    assert len(store.view.segments) == 1
    assert store.view.vectors(np.array([1])).norms == pytest.approx([math.log(2)])


def test_many_commits_make_few_segments_and_as_few_files(
    store: ForwardStore, tmp_path: Path
) -> None:
    for seq in range(1, 41):
        commit(store, entry(f"{seq}", seq))
        assert len(store.view.segments) <= 4
    assert len(list(tmp_path.glob("*.forward"))) == len(store.view.segments)
    assert store.view.count == 40


@given(st.lists(st.integers(1, 1000), max_size=300))
@settings(max_examples=50)
def test_the_number_of_segments_stays_small(commits: list[int]) -> None:
    sizes: list[int] = []
    for rows in commits:
        sizes.append(rows)
        if (start := first_to_merge(sizes)) is not None:
            sizes[start:] = [sum(sizes[start:])]
        assert first_to_merge(sizes) is None
        assert len(sizes) <= 12


def test_a_large_merge_runs_in_a_thread_and_loses_nothing(
    store: ForwardStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tidings.search.forward_index.forward_store._QUICK_ROWS", 10)
    for seq in range(1, 41):
        commit(store, entry(f"{seq % 30}", seq, f"w{seq}"))
    store.close()
    store.merge_due()
    store.close()
    assert store.view.ids(np.arange(11, 41)) == [f"{seq % 30}" for seq in range(11, 41)]
    assert counts_of(store, 37) == {"w37": 1}


def test_a_failed_merge_raises_at_the_next_commit(
    store: ForwardStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("tidings.search.forward_index.forward_store._QUICK_ROWS", 0)
    commit(store, entry("a", 1))
    monkeypatch.setattr("tidings.search.forward_index.forward_store.merge_segments", fail)
    commit(store, entry("b", 2))
    store.close()
    with pytest.raises(ForwardStoreBroken, match="no space left"):
        store.commit()


def test_an_open_view_does_not_change(store: ForwardStore) -> None:
    commit(store, entry("a", 1, "old"))
    view = store.view
    store.remove(["a"])
    for seq in range(2, 12):
        commit(store, entry("b", seq, "new"))
    assert view.ids(np.array([1, 2])) == ["a", ""]
    assert view.terms(view.vectors(np.array([1])).keys) == ["old"]


def test_a_reader_follows_the_writer_through_commits_and_merges(tmp_path: Path) -> None:
    reader = ForwardStore(tmp_path, ZONES, writable=False)
    writer = ForwardStore(tmp_path, ZONES, writable=True)
    for seq in range(1, 20):
        commit(writer, entry(f"{seq}", seq, f"w{seq}"))
        assert reader.view.count == seq - 1
        reader.reload()
        assert (reader.view.count, reader.view.last_seq) == (seq, seq)
        assert counts_of(reader, seq) == {f"w{seq}": 1}


def test_a_reload_without_a_new_commit_keeps_the_same_view(
    tmp_path: Path, store: ForwardStore
) -> None:
    commit(store, entry("a", 1))
    reader = ForwardStore(tmp_path, ZONES, writable=False)
    view = reader.view
    reader.reload()
    assert reader.view is view


def test_leftovers_of_a_killed_writer_are_deleted(tmp_path: Path) -> None:
    first = ForwardStore(tmp_path, ZONES, writable=True)
    commit(first, entry("a", 1))
    first.add([entry("b", 2)])
    first._write_draft()  # and is killed between the segment and the manifest
    assert len(list(tmp_path.glob("*.forward"))) == 2
    second = ForwardStore(tmp_path, ZONES, writable=True)
    assert len(list(tmp_path.glob("*.forward"))) == 1
    assert (second.view.count, second.view.last_seq) == (1, 1)
    commit(second, entry("b", 2))
    assert second.view.ids(np.array([1, 2])) == ["a", "b"]


@pytest.mark.parametrize("harm", ["truncate", "delete", "garble"])
def test_damaged_files_raise_an_error(tmp_path: Path, store: ForwardStore, harm: str) -> None:
    commit(store, entry("a", 1))
    (file,) = tmp_path.glob("*.forward")
    if harm == "delete":
        file.unlink()
    else:
        body = file.read_bytes()
        file.write_bytes(body[:-1] if harm == "truncate" else bytes(40) + body[40:])
    with pytest.raises(ForwardStoreBroken):
        ForwardStore(tmp_path, ZONES, writable=False)


def test_a_broken_manifest_raises_an_error(tmp_path: Path, store: ForwardStore) -> None:
    commit(store, entry("a", 1))
    (tmp_path / "manifest").write_text("{")
    with pytest.raises(ForwardStoreBroken):
        ForwardStore(tmp_path, ZONES, writable=False)


def test_many_threads_tally_at_once(store: ForwardStore) -> None:
    commit(store, *[entry(f"{seq}", seq, f"w{seq % 7} w{seq % 5} common") for seq in range(1, 500)])
    seqs = np.arange(1, 500)
    wrong: list[int] = []

    def ask(number: int) -> None:
        keys = np.array([term_key(f"w{number}"), term_key("common")], np.uint64)
        expected = [(seq % 7 == number) + (seq % 5 == number) for seq in range(1, 500)]
        for _ in range(50):
            packed = store.view.tallies(seqs, keys).packed
            if packed[:, 0].tolist() != expected or not (packed[:, 1] == 1).all():
                wrong.append(number)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@dataclass
class Kept:
    """What the model knows of an article."""

    seq: int
    counts: dict[str, int]
    length: int


@dataclass
class Model:
    articles: dict[str, Kept] = field(default_factory=dict)

    def copy(self) -> "Model":
        return Model(dict(self.articles))


class StoreMachine(RuleBasedStateMachine):
    """Random adds, changes, removals, commits, merges and reopenings against a dict."""

    @initialize()
    def begin(self) -> None:
        self.folder = TemporaryDirectory()
        self.path = Path(self.folder.name)
        self.store = ForwardStore(self.path, ZONES, writable=True)
        self.reader = ForwardStore(self.path, ZONES, writable=False)
        self.pending, self.committed = Model(), Model()
        self.seq = self.committed_seq = 0

    @rule(id_=st.sampled_from("abcdefgh"), body=st.lists(st.sampled_from(WORDS), max_size=12),
          title=st.lists(st.sampled_from(WORDS), max_size=3), step=st.integers(1, 3))  # fmt: skip
    def add(self, id_: str, body: list[str], title: list[str], step: int) -> None:
        self.seq += step
        self.store.add([entry(id_, self.seq, " ".join(body), " ".join(title))])
        bodies, titles = Counter(body), Counter(title)
        counts = {term: pack(bodies[term], titles[term], 0, 0) for term in {*body, *title}}
        self.pending.articles[id_] = Kept(self.seq, counts, len(body) + len(title))

    @rule(id_=st.sampled_from("abcdefgh"))
    def remove(self, id_: str) -> None:
        self.store.remove([id_])
        self.pending.articles.pop(id_, None)

    @rule()
    def commit(self) -> None:
        self.store.commit()
        self.committed, self.committed_seq = self.pending.copy(), self.seq

    @rule()
    def merge(self) -> None:
        self.store.merge_due()

    @rule()
    def merge_all(self) -> None:
        if len(self.store.view.segments) > 1:
            self.store._merge(self.store.view.segments)
        self._check_statistics()

    @rule()
    def kill_and_catch_up(self) -> None:
        """Uncommitted changes are lost, and added again from the last committed seq."""
        again = {id_: kept for id_, kept in self.pending.articles.items()
                 if self.committed.articles.get(id_) != kept}  # fmt: skip
        gone = self.committed.articles.keys() - self.pending.articles.keys()
        self.store = ForwardStore(self.path, ZONES, writable=True)
        assert self.store.view.last_seq <= self.committed_seq
        self.store.remove(gone)
        for id_, kept in sorted(again.items(), key=lambda pair: pair[1].seq):
            self.store.add([rebuilt(id_, kept)])

    @rule()
    def add_again(self) -> None:
        """The forward index was ahead: the same seqs are added a second time."""
        for id_, kept in self.pending.articles.items():
            self.store.add([rebuilt(id_, kept)])

    @invariant()
    def both_hold_what_was_committed(self) -> None:
        self.reader.reload()
        for store in (self.store, self.reader):
            self._check(store)

    def _check(self, store: ForwardStore) -> None:
        view, known = store.view, self.committed.articles
        seqs = np.array([kept.seq for kept in known.values()], np.int64)
        assert view.ids(seqs) == list(known)
        found = view.vectors(seqs)
        assert found.lengths.tolist() == [kept.length for kept in known.values()]
        for row, kept in enumerate(known.values()):
            keys = found.keys[found.starts[row] : found.starts[row + 1]]
            packed = found.packed[found.starts[row] : found.starts[row + 1]]
            assert (np.diff(keys.astype(np.float64)) > 0).all() or len(keys) < 2
            assert dict(zip(view.terms(keys), packed.tolist(), strict=True)) == kept.counts
        wanted = WORDS[::3]
        tallies = view.tallies(seqs, np.array([term_key(word) for word in wanted], np.uint64))
        expected = [[kept.counts.get(word, 0) for word in wanted] for kept in known.values()]
        assert tallies.packed.tolist() == expected or not known
        again = found.tallies(np.array([term_key(word) for word in wanted], np.uint64))
        assert again.packed.tolist() == tallies.packed.tolist()
        assert view.columns(seqs).url.tolist() == (seqs * 7).tolist()
        for id_ in "abcdefgh":
            assert view.seq_of(id_) == (known[id_].seq if id_ in known else None)

    def _check_statistics(self) -> None:
        """After merging all, the counts are exact."""
        view, known = self.store.view, self.committed.articles
        assert view.count == len(known)
        keys = np.array([term_key(word) for word in WORDS], np.uint64)
        frequency = [sum(word in kept.counts for kept in known.values()) for word in WORDS]
        assert view.document_frequencies(keys).tolist() == frequency
        present = [word if count else "" for word, count in zip(WORDS, frequency, strict=True)]
        assert view.terms(keys) == present

    def teardown(self) -> None:
        if hasattr(self, "folder"):
            self.store.close()
            self.folder.cleanup()


def rebuilt(id_: str, kept: Kept) -> IndexEntry:
    body = [term for term, packed in kept.counts.items() for _ in range(packed & 255)]
    title = [term for term, packed in kept.counts.items() for _ in range(packed >> 8 & 7)]
    return entry(id_, kept.seq, " ".join(body), " ".join(title))


StoreMachine.TestCase.settings = settings(max_examples=20, stateful_step_count=30)
TestStoreAgainstADict = StoreMachine.TestCase


def test_any_number_of_terms_can_be_tallied_at_once(store: ForwardStore) -> None:
    words = [f"w{number}" for number in range(600)]
    commit(store, entry("a", 1, " ".join(words[::2])), entry("b", 2, " ".join(words[:300])))
    keys = np.array([term_key(word) for word in words], np.uint64)
    found = store.view.tallies(np.array([2, 1]), keys).packed
    assert found[0].tolist() == [1] * 300 + [0] * 300
    assert found[1].tolist() == [1, 0] * 300
