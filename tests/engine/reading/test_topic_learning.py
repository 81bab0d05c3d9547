from pathlib import Path

import pytest

from tidings.engine.reading import topic_learning as module
from tidings.engine.reading.topic_learning import TopicLearner
from tidings.text.parsing.parsed_text import parse_text

TITLE = parse_text("Zorbing final", "en")
BODY = parse_text("The zorbers zorbed down the hill and the best zorber won the zorbing.", "en")


def test_what_one_process_learns_the_others_read_a_minute_later(tmp_path: Path) -> None:
    now = [0.0]
    teacher = TopicLearner(tmp_path / "topics", learns=True)
    reader = TopicLearner(tmp_path / "topics", learns=False, clock=lambda: now[0])
    teacher.learn(TITLE, BODY, ["Sport"])
    teacher.close()
    assert reader.model.total == 0
    now[0] = 61.0
    assert reader.model.total == teacher.model.total == 1


def test_only_who_learns_learns(tmp_path: Path) -> None:
    reader = TopicLearner(tmp_path / "topics", learns=False)
    reader.learn(TITLE, BODY, ["Sport"])
    reader.close()
    assert reader.model.total == 0
    assert not (tmp_path / "topics").exists()


def test_lessons_are_written_now_and_then_and_outlive_the_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_WRITTEN_EVERY", 2)
    teacher = TopicLearner(tmp_path / "topics", learns=True)
    for _ in range(3):
        teacher.learn(TITLE, BODY, ["Sport"])
    assert TopicLearner(tmp_path / "topics", learns=True).model.total == 2


def test_a_torn_file_begins_anew(tmp_path: Path) -> None:
    (tmp_path / "topics").write_bytes(b"torn")
    assert TopicLearner(tmp_path / "topics", learns=True).model.total == 0


def test_where_nothing_can_be_written_learning_goes_on(tmp_path: Path) -> None:
    teacher = TopicLearner(tmp_path / "missing" / "topics", learns=True)
    teacher.learn(TITLE, BODY, ["Sport"])
    teacher.close()
    assert teacher.model.total == 1
