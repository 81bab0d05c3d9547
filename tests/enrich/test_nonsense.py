"""Texts that are not news: every step returns something valid, or nothing."""

import json
import random
import sqlite3
from dataclasses import fields
from datetime import UTC, datetime

import pytest
from tests.factories import make_article

from tidings import extract
from tidings.engine.followers.story_grouping import StoryGrouping
from tidings.engine.reading.annotator import AnnotationResult, Annotator
from tidings.model.articles.article import Article, Extraction
from tidings.settings.tree import GroupSettings
from tidings.store.database.database import Database
from tidings.store.tables.articles.annotations import GroupingRow, annotations_from

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
WORDS = "the council of London met John Smith on Monday about 300 bridges over the Thames".split()


def prose(count: int) -> str:
    randomness = random.Random(1)
    words = (
        randomness.choice(WORDS) + ("." if randomness.random() < 0.06 else "") for _ in range(count)
    )
    return " ".join(words)


TEXTS = {
    "empty": ("", ""),
    "one word": ("Word", "word"),
    "a megabyte of one letter": ("a" * 1000, "a" * 1_000_000),
    "a megabyte of two letters": ("ab", "ab " * 333_000),
    "mixed scripts": (
        "Привет hello 你好",
        "Hello мир 世界 שלום عالم नमस्ते ไทย 안녕 こんにちは. " * 90,
    ),
    "emoji": ("😀", "😀 👩‍👩‍👧‍👦 🏳️‍🌈 " * 1000),
    "code": (
        "def f(x):",
        "def f(x):\n    return {k: v for k, v in x.items() if k != '\\n'}\n" * 200,
    ),
    "digits": ("123", "1234567890 " * 4000),
    "one number": ("1" * 300, "1" * 100_000),
    "punctuation": ("!!!", "!?.,;:-()[]{}" * 2000),
    "white space": ("\n", " \n\t" * 20_000),
    "right to left": ("مرحبا بالعالم", "قال الرئيس اليوم إن المدينة كبيرة. \u202e" * 200),
    "zero width and control": ("a\u200bb", "zero\u200bwidth\u200d \ufeff \x00\x07\x1b[31m " * 900),
    "lone surrogates": ("bad \ud800 title", "a \udfff text \ud83d of words " * 200),
    "combining": ("x", "a" + "\u0301" * 50_000),
    "a hundred thousand words": ("A very long text", prose(100_000)),
    "Title Case": ("Title Case Of Words", prose(2000).title()),
    "ALL CAPS": ("ALL CAPS OF WORDS", prose(2000).upper()),
    "addresses": ("http://a.b/c", "http://a.b/c?d=e&f=%20 " * 2000),
    "Chinese without an end": ("中", "中文" * 30_000),
}


@pytest.fixture(scope="module")
def annotator() -> Annotator:
    return Annotator()


def article(id: str, title: str, text: str, language: str = "en") -> Article:
    fields = {"id": id, "first_seen": NOW, "language": language, "word_count": 0}
    return make_article(f"http://x.test/{id}", title, text, **fields)


def assert_sane(result: AnnotationResult, text: str) -> None:
    annotations = result.annotations
    assert annotations.failed == ()
    assert 0 <= annotations.confidence <= 1
    assert len(annotations.entities) <= 200
    assert len(annotations.topics) <= 17
    assert len(annotations.keyphrases) <= 10
    assert all(phrase.text.strip() and len(phrase.text) < 1000 for phrase in annotations.keyphrases)
    assert sum(map(len, annotations.summary)) < 5000
    for entity in annotations.entities:
        assert entity.name.strip()
        assert all(0 <= at.start < at.end <= len(text) or at.in_title for at in entity.mentions)
    assert len(result.packed.sketch) < 2000
    assert len(result.packed.clipping) < 5000


def stored(result: AnnotationResult) -> str:
    packed = result.packed
    memory = sqlite3.connect(":memory:")
    row = memory.execute("SELECT ?, ?, ?", (packed.text, packed.sketch, packed.clipping)).fetchone()
    memory.close()
    assert row[1:] == (packed.sketch, packed.clipping)
    return str(row[0])


@pytest.mark.parametrize("language", ["en", "und", "zh", "de"])
@pytest.mark.parametrize("kind", TEXTS)
def test_nonsense_has_sane_annotations(annotator: Annotator, kind: str, language: str) -> None:
    title, text = TEXTS[kind]
    result = annotator.of(article("x", title, text, language))
    assert_sane(result, text)
    body = stored(result)
    assert json.loads(body)["models"] == dict(result.annotations.models)
    assert annotations_from(body).keyphrases is not None


def test_every_kind_of_nonsense_is_put_into_a_story(
    annotator: Annotator, database: Database
) -> None:
    grouping = StoryGrouping(database.read(), GroupSettings(), NOW)
    packed = [annotator.of(article(kind, *TEXTS[kind])).packed for kind in TEXTS]
    rows = [
        GroupingRow(number, kind, each.sketch, each.clipping)
        for number, (kind, each) in enumerate(zip(TEXTS, packed, strict=True))
    ]
    batch = grouping.take(rows, rows[-1].seq)
    assert batch.failed == []
    assert [member.article for member in batch.members] == list(TEXTS)
    database.write(lambda connection: grouping.write(connection, batch, NOW)).result()
    changes = grouping.corrections(NOW)
    database.write(lambda connection: grouping.reconsider(connection, changes, NOW)).result()


def test_extraction_removes_lone_surrogates() -> None:
    headline = "Council opens \\ud800 the bridge after long works"
    json_ld = (
        f'{{"@type": "NewsArticle", "headline": "{headline}", "articleSection": "Lo\\ud83dcal", '
    )
    json_ld += '"author": {"name": "Ann \\udfff Quill"}, "keywords": ["a\\ud800b"]}'
    text = "<p>The council met on Monday &#xD800; and spoke of the bridge &#55357; at length.</p>"
    page = (
        f'<html><head><title>Opens &#xD800;</title><script type="application/ld+json">{json_ld}'
        f"</script></head><body><article><h1>Opens</h1>{text * 12}</article></body></html>"
    )
    found = extract(page, url="http://x.test/a")
    assert isinstance(found, Extraction)
    assert found.authors == ("Ann Quill",)
    for each in fields(found):
        value = str(getattr(found, each.name))
        assert value.encode("utf-8", "replace").decode() == value
