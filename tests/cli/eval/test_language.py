import json
from pathlib import Path

import pytest

from tidings.cli.__main__ import main

ROWS = (
    '{"lang": "en", "text": "The council met on Monday to talk about the bridge."}\n'
    '{"lang": "nb", "text": "Regjeringen la fram et nytt forslag om skatt på mandag kveld."}\n'
    '{"lang": "te", "text": "ఇది శ్రామికుల సంఖ్యను పెంచింది."}\n'
    '{"lang": "fr", "text": "Die Regierung hat am Montag ein neues Gesetz vorgestellt."}\n'
    '{"text": "no language"}\n'
)


def test_languages_are_scored_and_unusable_lines_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "lid_x.jsonl").write_text(ROWS)
    assert main(["eval", "language", "--data", str(tmp_path), "--json"]) == 0
    (scores,) = json.loads(capsys.readouterr().out)["sets"]
    assert (scores["texts"], scores["accuracy"], scores["unknown"]) == (4, 0.75, 0)
    assert scores["mistakes"] == [{"language": "fr", "told": "de", "texts": 1}]
    assert [row["line"] for row in scores["skipped"]] == [5]


def test_a_folder_without_labels_is_misuse(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["eval", "language", "--data", str(tmp_path)]) == 2
    assert "lid_" in capsys.readouterr().err
