import json
from pathlib import Path

import pytest

from tidings.cli.__main__ import main

ROWS = "Barack\tB-PER\nObama\tI-PER\nvisited\tO\nLondon\tB-LOC\n.\tO\n"


def test_entities_are_scored_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "ner_set.conll").write_text(ROWS)
    assert main(["eval", "entities", "--data", str(tmp_path), "--json"]) == 0
    scores = json.loads(capsys.readouterr().out)["ner_set.conll"]
    assert scores["kinds"]["person"]["f1"] == 1.0
    assert (scores["sentences"], scores["trained_on"]) == (1, 0)


def test_the_worst_sentences_are_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "ner_set.conll").write_text("no\tO\nzebra\tB-PER\nhere\tO\n")
    assert main(["eval", "entities", "--data", str(tmp_path)]) == 0
    assert "missing: zebra (person)" in capsys.readouterr().out


def test_a_file_without_sentences_fails(tmp_path: Path) -> None:
    (tmp_path / "ner_set.conll").write_text("\n")
    assert main(["eval", "entities", "--data", str(tmp_path)]) == 1
