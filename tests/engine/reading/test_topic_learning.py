from pathlib import Path

import pytest

from tidings.engine.reading import topic_learning as module
from tidings.engine.reading.topic_learning import TopicLearner
from tidings.text.parsing.parsed_text import parse_text

TITLE = parse_text("Zorbing final", "en")
BODY = parse_text("The zorbers zorbed down the hill and the best zorber won the zorbing.", "en")


def test_what_one_process_learns_others_read_a_minute_later(tmp_path: Path) -> None:
    now = [0.0]
    learner = TopicLearner(tmp_path / "topics", learns=True)
    reader = TopicLearner(tmp_path / "topics", learns=False, clock=lambda: now[0])
    learner.learn(TITLE, BODY, ["Sport"])
    learner.close()
    assert reader.model.total == 0
    now[0] = 61.0
    assert reader.model.total == learner.model.total == 1


def test_a_reading_process_learns_nothing(tmp_path: Path) -> None:
    reader = TopicLearner(tmp_path / "topics", learns=False)
    reader.learn(TITLE, BODY, ["Sport"])
    reader.close()
    assert reader.model.total == 0
    assert not (tmp_path / "topics").exists()


def test_the_model_is_written_at_times_and_outlives_the_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_WRITTEN_EVERY", 2)
    learner = TopicLearner(tmp_path / "topics", learns=True)
    for _ in range(3):
        learner.learn(TITLE, BODY, ["Sport"])
    assert TopicLearner(tmp_path / "topics", learns=True).model.total == 2


def test_a_damaged_file_gives_an_empty_model(tmp_path: Path) -> None:
    (tmp_path / "topics").write_bytes(b"torn")
    assert TopicLearner(tmp_path / "topics", learns=True).model.total == 0


def test_learning_continues_if_nothing_can_be_written(tmp_path: Path) -> None:
    learner = TopicLearner(tmp_path / "missing" / "topics", learns=True)
    learner.learn(TITLE, BODY, ["Sport"])
    learner.close()
    assert learner.model.total == 1
