"""`tidings summarize` and its evaluation as a user meets them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

Tidings = Callable[..., Any]

SENTENCES = (
    "The storm Elsa closed the harbour of Lisbon on Monday, and the city shut three bridges.",
    "Firefighters evacuated hundreds of people from flooded streets around the harbour of Lisbon.",
    "A bakery on the hill had bread left in the evening.",
    "The city expects the storm to weaken, and the bridges over the harbour to open on Wednesday.",
)
TITLE = "Storm closes harbour of Lisbon"
PARAGRAPHS = "".join(f"<p>{sentence}</p>" for sentence in SENTENCES)
PAGE = f"<title>{TITLE}</title><body><article><h1>{TITLE}</h1>{PARAGRAPHS}</article></body>"


def test_a_page_a_text_and_a_pipe_are_summarised(tidings: Tidings, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(PAGE, encoding="utf-8")
    (tmp_path / "text.txt").write_text(" ".join(SENTENCES), encoding="utf-8")
    page = tidings("summarize", "page.html", "--json", "--sentences", "2").json
    assert page["title"] == TITLE
    assert [each["place"] for each in page["sentences"]] in ([0, 1], [0, 3])
    assert page["summary"].startswith(SENTENCES[0])
    assert page["words"] < page["of_words"] == sum(len(each.split()) for each in SENTENCES)
    text = tidings("summarize", "text.txt", "--words", "30")
    assert SENTENCES[0] in text.out
    assert f"of {page['of_words']} words (best)" in text.err
    pipe = tidings("summarize", "-", "--ratio", "0.35", "--method", "lead", "--json",
                   stdin=" ".join(SENTENCES).encode()).json  # fmt: skip
    assert (pipe["method"], pipe["summary"]) == ("lead", SENTENCES[0])


def test_chinese_is_summarised(tidings: Tidings) -> None:
    text = "台风周一袭击上海，港口关闭。数百人从港口附近的街道撤离。面包店晚上还有面包。"
    found = tidings("summarize", "-", "--sentences", "1", "--json", stdin=text.encode()).json
    assert found["language"] == "zh"
    assert found["summary"] == "台风周一袭击上海，港口关闭。"


def test_input_that_cannot_be_summarised_is_an_error(tidings: Tidings) -> None:
    assert tidings("summarize", "-", stdin=b"").code == 1
    assert tidings("summarize", "missing.txt").code == 2
    assert tidings("summarize", "-", "--ratio", "2").code == 2


def test_summaries_and_keyphrases_are_scored(tidings: Tidings, tmp_path: Path) -> None:
    summary = {"sentences": SENTENCES, "title": "Storm", "reference": SENTENCES[::3]}
    keys = {"text": "Storm in Lisbon\n" + " ".join(SENTENCES), "keys": ["Lisbon", "bridges"]}
    for name, row in (("summary_a.jsonl", summary), ("keyphrases_a.jsonl", keys)):
        (tmp_path / name).write_text(json.dumps(row) + "\nbroken\n", encoding="utf-8")
    scores = tidings("eval", "summary", "--data", ".", "--json", "--sentences", "2").json["sets"][0]
    assert scores["texts"] == 1
    assert scores["methods"]["best"]["ROUGE-1"]["f1"] == 1.0
    assert scores["skipped"][0]["line"] == 2
    result = tidings("eval", "summary", "--data", "summary_a.jsonl")
    assert "aitimes" in result.out
    assert "line 2 is skipped" in result.err
    found = tidings("eval", "keyphrases", "--data", ".", "--json")
    assert 0 < found.json["sets"][0]["P@10"] <= 0.2
    assert "line 2 is skipped" in found.err
