import json
from pathlib import Path

from tidings.evaluate.enrichment.keyphrases import JudgedKeyphrases, judged_texts
from tidings.evaluate.labelled.page_folder import SkippedLine


def test_phrases_are_compared_with_labels_by_stems_and_exactly(tmp_path: Path) -> None:
    text = "Storms over Lisbon\nStorms hit Lisbon. The harbour of Lisbon closed."
    rows = [
        {"id": "a", "text": text, "keys": ["storm", "lisbon", "airport"], "language": "en"},
        {"id": "b", "text": 3, "keys": []},
        {"id": "c"},
    ]
    path = tmp_path / "keyphrases_x.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    found, wrong, missing = judged_texts(path)
    assert isinstance(found, JudgedKeyphrases)
    right = dict(zip(found.phrases, found.right, strict=True))
    exact = dict(zip(found.phrases, found.exact, strict=True))
    assert right["Storms"]
    assert not exact["Storms"]
    assert right["Lisbon"]
    assert exact["Lisbon"]
    assert not right["harbour"]
    assert found.precision == sum(found.right) / 10 == 0.2
    assert isinstance(wrong, SkippedLine)
    assert isinstance(missing, SkippedLine)
