from collections.abc import Callable
from pathlib import Path

from tidings.evaluate.labelled.page_folder import SkippedLine
from tidings.evaluate.pages.extraction import (
    ScoredPage,
    by_set,
    extraction_folder,
    scored_pages,
    summed_score,
    worst_pages,
)
from tidings.evaluate.pages.extractor import Extractor, ExtractorAnswer, our_answer
from tidings.evaluate.pages.json_shapes import extraction_shape

Write = Callable[..., Path]
OURS = Extractor("ours", our_answer)
IDS = ("one", "two", "three")
NONE = Extractor("none", lambda body, url: ExtractorAnswer())


def lines(body: str) -> list[object]:
    return [
        {"id": "one", "url": "https://a.example/2024/a-bridge", "gold": "bodies", "body": body,
         "title": "A bridge", "date": "2024-05-03"},
        {"id": "two", "gold": "bodies", "body": "Something else entirely, about other things."},
        {"id": "three", "gold": "snips", "with": ["about the new"], "without": ["All rights"]},
        "broken",
    ]  # fmt: skip


def scored(folder: Path, *extractors: Extractor) -> list[ScoredPage | SkippedLine]:
    return list(scored_pages(extraction_folder(folder), extractors))


def test_our_extraction_is_scored_on_a_folder(write: Write, article: str, body: str) -> None:
    folder = write("articles.jsonl", lines(body), dict.fromkeys(IDS, article))
    *pages, skipped = scored(folder, OURS)
    assert isinstance(skipped, SkippedLine)
    sets = by_set(page for page in pages if isinstance(page, ScoredPage))
    assert list(sets) == ["bodies", "snips"]
    bodies, snips = summed_score(sets["bodies"], "ours"), summed_score(sets["snips"], "ours")
    assert bodies.body is not None
    assert snips.snippets is not None
    assert (bodies.body.precision, bodies.body.recall) == (0.5, 0.5)
    assert bodies.title is not None
    assert bodies.date is not None
    assert (bodies.title.right, bodies.date.right) == (1, 1)
    assert snips.snippets.f1 == 1.0
    assert bodies.cpu_ms > 0


def test_several_extractors_are_scored_on_the_same_pages(
    write: Write, article: str, body: str
) -> None:
    folder = write("articles.jsonl", lines(body)[:1], {"one": article})
    (page,) = scored(folder, OURS, NONE)
    assert isinstance(page, ScoredPage)
    assert page.results["ours"].score.value == 1.0
    assert page.results["none"].score.value == 0.0


def test_the_worst_pages_come_first_and_perfect_ones_never(
    write: Write, article: str, body: str
) -> None:
    folder = write("articles.jsonl", lines(body)[:3], dict.fromkeys(IDS, article))
    pages = [page for page in scored(folder, OURS) if isinstance(page, ScoredPage)]
    (bad,) = worst_pages(pages, "ours", 5)
    verdict = pages[1].results["ours"].answer.verdict
    assert verdict is not None
    assert (bad.id, bad.score) == ("two", 0.0)
    assert (bad.kind, bad.reasons) == (verdict.kind, verdict.reasons)
    assert bad.difference.missing == ("Something else entirely, about other things",)
    assert worst_pages(pages, "ours", 0) == []


def test_a_page_that_cannot_be_read_says_so(write: Write) -> None:
    folder = write("articles.jsonl", [{"id": "one", "title": "T"}], {"one": "%PDF-1.4 no page"})
    pages = [page for page in scored(folder, OURS) if isinstance(page, ScoredPage)]
    (bad,) = worst_pages(pages, "ours", 1)
    assert (bad.kind, bad.score) == ("", 0.0)
    assert "PDF" in bad.reasons[0]


def test_typed_pages_are_scored_by_their_words(write: Write, article: str, body: str) -> None:
    texts = {"one": body, "two": f"{body} {body}"}
    lines = [{"id": name, "type": name, "text": text} for name, text in texts.items()]
    pages = scored(write("pages.jsonl", lines, dict.fromkeys(texts, article)), OURS, NONE)
    good = [page for page in pages if isinstance(page, ScoredPage)]
    shape = extraction_shape(good, ["ours", "none"], [], worst_pages(good, "ours", 2))
    half = {"pages": 1, "precision": 1.0, "recall": 0.5, "f1": 2 / 3}
    assert isinstance(shape["sets"], dict)
    assert shape["sets"]["two"]["ours"]["words"] == half
    assert isinstance(shape["total"], dict)
    assert shape["total"]["ours"]["words"]["f1"] == (1 + 2 / 3) / 2
    assert shape["total"]["none"]["words"]["f1"] == 0.0
    assert [bad["id"] for bad in shape["worst"]] == ["two"]  # type: ignore[attr-defined]


def test_json_has_every_page_and_every_figure(write: Write, article: str, body: str) -> None:
    folder = write("articles.jsonl", lines(body), dict.fromkeys(IDS, article))
    *pages, skipped = scored(folder, OURS)
    good = [page for page in pages if isinstance(page, ScoredPage)]
    assert isinstance(skipped, SkippedLine)
    shape = extraction_shape(good, ["ours"], [skipped], worst_pages(good, "ours", 1))
    assert isinstance(shape["sets"], dict)
    assert shape["sets"]["bodies"]["ours"]["title"] == {"right": 1, "of": 1, "share": 1.0}
    assert shape["sets"]["bodies"]["ours"]["snippets"] is None
    assert [len(shape[key]) for key in ("pages", "worst", "skipped")] == [3, 1, 1]  # type: ignore[arg-type]
