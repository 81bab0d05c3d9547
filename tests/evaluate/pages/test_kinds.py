from collections.abc import Callable
from pathlib import Path

from tidings.evaluate.labelled.page_folder import SkippedLine
from tidings.evaluate.labelled.page_labels import KindLabel
from tidings.evaluate.measures.confusion import UNREADABLE, confusion_of
from tidings.evaluate.measures.page_facts import RightShare
from tidings.evaluate.pages.extractor import ExtractorAnswer, our_answer
from tidings.evaluate.pages.json_shapes import kinds_shape
from tidings.evaluate.pages.kinds import (
    JudgedPage,
    KindOpinion,
    article_folder,
    judged_pages,
    kind_confusion,
    kinds_folder,
    mistaken_pages,
    opinion_of,
    sublabel_scores,
)
from tidings.model.web.page import PageKind

Write = Callable[..., Path]


def judged(
    right: PageKind, ours: str, without: str, sure: float = 0.9, sub: str = "x"
) -> JudgedPage:
    label = KindLabel(f"{right}-{ours}", None, "", right, sub, certain=True)
    return JudgedPage(
        label, KindOpinion(ours, sure, ("why",)), KindOpinion(without, sure, ("why",))
    )


PAGES = [
    judged(PageKind.ARTICLE, "article", "article"),
    judged(PageKind.ARTICLE, "index", "index", 0.6),
    judged(PageKind.INDEX, "index", "article"),
    judged(PageKind.VALUELESS, "article", "article", 0.8, "terms"),
]


def test_accuracy_precision_and_recall_come_from_the_counts() -> None:
    counted = kind_confusion(PAGES, without_url=False)
    assert counted.accuracy == RightShare(2, 4)
    assert counted.precision(PageKind.ARTICLE) == RightShare(1, 2)
    assert counted.recall(PageKind.ARTICLE) == RightShare(1, 2)
    assert kind_confusion(PAGES, without_url=True).accuracy == RightShare(1, 4)


def test_a_kind_that_was_never_assigned_has_no_precision() -> None:
    counted = confusion_of([("article", UNREADABLE)])
    assert counted.precision(PageKind.ARTICLE) == RightShare(0, 0)
    assert counted.accuracy == RightShare(0, 1)


def test_sublabels_with_most_mistakes_come_first() -> None:
    first, *others = sublabel_scores(PAGES, without_url=False)
    assert (first.kind, first.pages, first.right) == (PageKind.ARTICLE, 2, 1)
    assert first.mistakes == (("index", 1),)
    assert [each.name for each in others] == ["terms", "x"]
    assert others[-1].mistakes == ()


def test_the_most_confident_mistakes_come_first() -> None:
    wrong = mistaken_pages(PAGES, 5, without_url=False)
    assert [page.label.id for page in wrong] == ["valueless-article", "article-index"]
    assert len(mistaken_pages(PAGES, 5, without_url=True)) == 3


def test_a_body_that_is_not_a_page_is_unreadable() -> None:
    assert opinion_of(ExtractorAnswer(failure="empty")) == KindOpinion(UNREADABLE, 1.0, ("empty",))


def test_a_folder_is_judged_with_and_without_urls(write: Write, article: str) -> None:
    url = "https://a.example/2024/05/03/a-bridge-at-last"
    lines = [
        {"id": "one", "url": url, "label": "article"},
        {"id": "two", "url": None, "label": "valueless", "sublabel": "404"},
        {"id": "one", "label": "news"},
    ]
    folder = kinds_folder(write("kinds.jsonl", lines, {"one": article, "two": article}))
    one, two, skipped = judged_pages(folder)
    assert isinstance(skipped, SkippedLine)
    assert isinstance(one, JudgedPage)
    assert isinstance(two, JudgedPage)
    assert one.with_url == opinion_of(our_answer(article.encode(), url))
    assert one.without_url == opinion_of(our_answer(article.encode(), None)) != one.with_url
    assert two.with_url is two.without_url


def test_json_has_judgements_with_and_without_urls() -> None:
    shape = kinds_shape(PAGES, PAGES[:2], [SkippedLine(3, "it is not JSON")])
    with_url = shape["with_url"]
    assert isinstance(with_url, dict)
    assert with_url["accuracy"] == {"right": 2, "of": 4, "share": 0.5}
    assert with_url["article_recall_elsewhere"] == {"right": 1, "of": 2, "share": 0.5}
    assert with_url["confusion"]["article"] == {"article": 1, "index": 1}
    assert shape["skipped"] == [{"line": 3, "why": "it is not JSON"}]
    alone = kinds_shape(PAGES, [], [])["without_url"]
    assert isinstance(alone, dict)
    assert alone["article_recall_elsewhere"] is None


def test_labelled_articles_next_to_the_kinds_are_articles(write: Write, article: str) -> None:
    alone = kinds_folder(write("kinds.jsonl", [], {}))
    assert article_folder(alone) is None
    write("articles.jsonl", [{"id": "one", "gold": "date", "date": "nan"}], {"one": article})
    articles = article_folder(alone)
    assert articles is not None
    (page,) = judged_pages(articles)
    assert isinstance(page, JudgedPage)
    assert (page.label.kind, page.label.sublabel) == (PageKind.ARTICLE, "date")
