"""`tidings eval` as a user meets it: tables, JSON, skipped lines, exit codes."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Tidings = Callable[..., Any]

PARAGRAPH = "The council met on Monday and spoke at length about the new bridge. "
HEAD = "<meta property='og:type' content='article'><meta name='date' content='2024-05-03'>"
MENU = "<nav><a href='/n'>News</a> <a href='/s'>Sport</a> <a href='/w'>Weather</a></nav>"
TEXT = f"<article><h1>A bridge</h1>{f'<p>{PARAGRAPH * 3}</p>' * 6}</article>"
PAGE = f"<html><head>{HEAD}</head><body>{MENU}{TEXT}</body>"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with extract/ and kinds/, one page each and one line that is broken."""
    gold = {"id": "p", "gold": "mine", "title": "A bridge", "author": ["Ann"]}
    lines: dict[str, dict[str, object]] = {
        "extract/articles.jsonl": {**gold, "with": ["Monday"], "without": ["council"]},
        "kinds/kinds.jsonl": {"id": "p", "label": "index", "sublabel": "front"},
    }
    for name, line in lines.items():
        file = tmp_path / "data" / name
        (file.parent / "html").mkdir(parents=True)
        (file.parent / "html" / "p.html.gz").write_bytes(gzip.compress(PAGE.encode()))
        file.write_text(json.dumps(line) + "\nbroken\n")
    return tmp_path / "data"


def test_extraction_prints_scores_and_the_worst_pages(tidings: Tidings, data: Path) -> None:
    result = tidings("eval", "extraction", "--data", str(data))
    assert result.code == 0
    assert "mine: 1 pages" in result.out
    assert "title/1" in result.out
    assert "authors/1" in result.out
    assert "too much: council" in result.out
    assert "authors: wanted Ann; got none" in result.out
    assert "our kind: " in result.out
    assert "line 2 is skipped: it is not JSON" in result.err
    assert "1 of 2 lines" in result.err


def test_extraction_gives_everything_as_json(tidings: Tidings, data: Path) -> None:
    scored = tidings("eval", "extraction", "--json", "--data", str(data / "extract")).json
    scores = scored["sets"]["mine"]["best"]
    assert scores["snippets"]["hits"] == {"found": 1, "missing": 0, "wrong": 1}
    assert scores["authors"] == {"right": 0, "of": 1, "share": 0.0}
    assert scored["pages"][0]["methods"]["best"]["title"] is True
    assert scored["worst"][0]["difference"]["extra"] == ["council"]
    assert scored["skipped"][0]["line"] == 2


def test_typed_pages_are_scored_by_type_and_fold(
    tidings: Tidings, data: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "typed"
    (folder / "html").mkdir(parents=True)
    kinds = {"news": 1, "forum": 0, "shop": 2}
    for name in kinds:
        (folder / "html" / f"{name}.html").write_text(PAGE)
    lines = [{"id": name, "type": name, "text": "Words", "fold": n} for name, n in kinds.items()]
    (folder / "pages.jsonl").write_text("\n".join(map(json.dumps, lines)))
    result = tidings("eval", "extraction", "--data", str(folder), "--fold", "1", "--fold", "2")
    assert [line for line in result.out.splitlines() if "pages" in line][:3] == [
        "news: 1 pages", "shop: 1 pages", "all types: 2 pages",
    ]  # fmt: skip
    assert "word F1" in result.out
    none = tidings("eval", "extraction", "--data", str(folder), "--fold", "9")
    assert none.code == 1
    assert "pages.jsonl has no page" in none.err


def test_all_methods_are_in_one_table(tidings: Tidings, data: Path) -> None:
    result = tidings("eval", "extraction", "--data", str(data), "--method", "all", "--worst", "0")
    rows = [line.split()[0] for line in result.out.splitlines() if line]
    assert rows == ["mine:", "method", "best", "keen", "dom", "plateau"]
    one = tidings("eval", "extraction", "--data", str(data), "--method", "dom", "--json").json
    assert list(one["sets"]["mine"]) == ["dom"]
    assert tidings("eval", "extraction", "--data", str(data), "--method", "magic").code == 2


def test_kinds_prints_counts_and_the_worst_pages(tidings: Tidings, data: Path) -> None:
    ours = tidings("extract", "--json", "-", stdin=PAGE.encode()).json["kind"]
    result = tidings("eval", "kinds", "--data", str(data), "--without-url")
    assert result.code == 0
    assert "accuracy, all three kinds" in result.out
    assert "0.0000 (0 of 1)" in result.out
    assert "article recall, labelled articles" in result.out
    assert "Mistakes by sublabel, without the URL" in result.out
    assert f"is index (front), called {ours}" in result.out
    scored = tidings("eval", "kinds", "--json", "--data", str(data)).json
    assert scored["with_url"]["confusion"] == {"index": {ours: 1}}


def test_nothing_to_score_is_a_failure(tidings: Tidings, data: Path) -> None:
    for name in ("extract/articles.jsonl", "kinds/kinds.jsonl"):
        (data / name).write_text("broken\n")
    for subject in ("extraction", "kinds"):
        result = tidings("eval", subject, "--data", str(data))
        assert result.code == 1
        assert "no page that could be scored" in result.err
        assert "Traceback" not in result.err


@pytest.mark.parametrize("subject", ["extraction", "kinds"])
def test_a_folder_that_is_missing_or_empty_is_misuse(
    tidings: Tidings, subject: str, tmp_path: Path
) -> None:
    empty = tidings("eval", subject, "--data", str(tmp_path))
    absent = tidings("eval", subject, "--data", str(tmp_path / "absent"))
    assert (empty.code, absent.code) == (2, 2)
    assert "has no labelled pages" in empty.err
    assert "is not a folder" in absent.err
    assert tidings("eval").code == tidings("eval", subject).code == 2
