"""Scores of extraction on real pages: they may rise, never fall."""

import gzip
import json
import re
from collections import Counter
from functools import cache
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from tidings.extract.article import extract
from tidings.model.article import Extraction

DATA = Path(__file__).parents[3] / "shared" / "data" / "extract"
pytestmark = pytest.mark.skipif(
    not DATA.exists(), reason="the measuring pages (../shared/data/extract) are not here"
)

Row = dict[str, Any]


@cache
def _read() -> list[tuple[Row, Extraction]]:
    """Every page with a whole body and every fourth of the others, with what we make of it."""
    rows = [json.loads(line) for line in (DATA / "articles.jsonl").read_text("utf-8").splitlines()]
    chosen = [row for at, row in enumerate(rows) if row["gold"].startswith("body") or at % 4 == 0]
    return [(row, _extraction(row)) for row in chosen]


def _extraction(row: Row) -> Extraction:
    body = gzip.decompress((DATA / "html" / f"{row['id']}.html.gz").read_bytes())
    found = extract(body, row["url"])
    assert isinstance(found, Extraction), row["id"]
    return found


def _shingles(text: str) -> Counter[tuple[str, ...]]:
    words = re.findall(r"\w+", text)
    return Counter(tuple(words[at : at + 4]) for at in range(max(1, len(words) - 3)) if words)


def _f1(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall)


@pytest.mark.parametrize(
    ("gold", "least"), [("body-full", 0.955), ("body-publisher-selector", 0.945)]
)
def test_bodies_are_found(gold: str, least: float) -> None:
    precisions, recalls = [], []
    for row, found in _read():
        if row["gold"] != gold:
            continue
        ours, theirs = _shingles(found.text), _shingles(row["body"])
        shared = (ours & theirs).total()
        recalls.append(shared / theirs.total())
        if ours:
            precisions.append(shared / ours.total())
    assert _f1(mean(precisions), mean(recalls)) >= least


def test_snippets_are_in_and_boilerplate_is_out() -> None:
    right = missing = wrong = 0
    for row, found in _read():
        if row["gold"] == "snippets":
            text = " ".join(found.text.split())
            hits = [" ".join(snippet.split()) in text for snippet in row["with"] or []]
            right, missing = right + sum(hits), missing + hits.count(False)
            wrong += sum(" ".join(snippet.split()) in text for snippet in row["without"] or [])
    assert 2 * right / (2 * right + missing + wrong) >= 0.92


def _share(answers: list[bool]) -> float:
    return sum(answers) / len(answers)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def test_titles_dates_and_authors_are_found() -> None:
    titles, dates, authors = [], [], []
    for row, found in _read():
        if row["gold"] != "body-publisher-selector":
            continue
        titles.append(_words(found.title) == _words(row["title"] or ""))
        dates.append(str(found.published)[:10] == str(row["date"])[:10])
        if row["author"]:
            names = {tuple(_words(name)) for name in found.authors}
            authors.append(names == {tuple(_words(name)) for name in row["author"]})
    assert _share(titles) >= 0.80
    assert _share(dates) >= 0.96
    assert _share(authors) >= 0.83
