import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.search.rank import word_vectors
from tidings.search.rank.semantic import likeness, reranked
from tidings.search.rank.word_vectors import SemanticMissing

EXTRA = "the extra `semantic` is not installed"
FILLER = "The committee met on Tuesday and spoke about other things at some length. " * 30
GUARDED = """
import logging, socket
def refuse(*_, **__):
    raise AssertionError("a socket was opened")
socket.socket = socket.create_connection = socket.getaddrinfo = refuse
from tidings.search.rank.semantic import likeness
assert likeness("storm", ["storm"], [""])[0] > .99
assert not logging.getLogger().handlers
"""


@pytest.fixture
def extra() -> None:
    for name in ("wordllama", "tokenizers", "safetensors"):
        pytest.importorskip(name, reason=EXTRA)


@pytest.fixture
def forgotten() -> Iterator[None]:
    """Unloads the vectors before and after the test."""
    word_vectors._loaded.cache_clear()
    yield
    word_vectors._loaded.cache_clear()


@pytest.mark.usefixtures("extra")
def test_articles_with_the_same_meaning_come_first() -> None:
    titles = ["Bank raises interest rates", "Physician treats patients in new clinic"]
    scores = reranked("doctor opens hospital", titles, ["", ""], np.array([2.0, 2.1]), weight=0.5)
    assert scores[1] > scores[0]
    alike = likeness("doctor opens hospital", titles, ["", ""])
    assert alike[1] > alike[0] + 0.2


@pytest.mark.usefixtures("extra")
def test_one_good_passage_in_a_long_text_is_found() -> None:
    passage = "Fishermen say herring catches in the bay have collapsed. " * 6
    found, missed = likeness("herring fishery decline", ["", ""], [FILLER + passage, FILLER])
    assert found > missed + 0.1


@pytest.mark.usefixtures("extra")
def test_texts_in_capitals_are_read_like_others() -> None:
    first, second = likeness(
        "prime minister", ["", ""], ["THE PRIME MINISTER", "the prime minister"]
    )
    assert first == pytest.approx(second)


@pytest.mark.usefixtures("extra")
@given(
    st.lists(st.tuples(st.text(max_size=30), st.text(max_size=60), st.floats(0, 50)), max_size=6),
    st.text(max_size=20),
    st.floats(0, 1),
)
def test_new_scores_stay_in_the_range_of_the_old(
    candidates: list[tuple[str, str, float]], query: str, weight: float
) -> None:
    titles, texts = [title for title, _, _ in candidates], [text for _, text, _ in candidates]
    scores = np.array([score for _, _, score in candidates])
    new = reranked(query, titles, texts, scores, weight)
    assert new.shape == scores.shape
    assert np.isfinite(new).all()
    if len(scores):
        assert new.min() >= scores.min() - 1e-9
        assert new.max() <= scores.max() + 1e-9


@pytest.mark.usefixtures("extra")
def test_without_weight_the_scores_stay_as_they_are() -> None:
    scores = np.array([3.0, 1.0, 2.0])
    assert (reranked("storm", ["a", "b", "c"], ["", "", ""], scores, weight=0.0) == scores).all()


@pytest.mark.usefixtures("extra", "forgotten")
def test_the_cache_is_cleared_when_it_has_too_many_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_vectors, "_MAX_CACHED", 3)
    before = likeness("calm sea", ["a storm"], [""])
    likeness("quiet night", ["one more"], [""])
    assert likeness("calm sea", ["a storm"], [""]) == pytest.approx(before)


@pytest.mark.usefixtures("extra")
def test_loading_opens_no_socket_and_leaves_logging_alone() -> None:
    guarded = subprocess.run([sys.executable, "-c", GUARDED], capture_output=True, timeout=60)
    assert guarded.returncode == 0, guarded.stderr.decode()


@pytest.mark.usefixtures("forgotten")
def test_without_the_extra_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_vectors, "find_spec", lambda name: None)
    with pytest.raises(SemanticMissing, match=r"wordllama.*pip install 'tidings\[semantic\]'"):
        likeness("storm", ["storm"], [""])


@pytest.mark.usefixtures("extra", "forgotten")
def test_a_wheel_without_vectors_has_its_own_error(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = find_spec("json")
    monkeypatch.setattr(word_vectors, "find_spec", lambda name: spec)
    with pytest.raises(SemanticMissing, match="no vectors"):
        likeness("storm", ["storm"], [""])
