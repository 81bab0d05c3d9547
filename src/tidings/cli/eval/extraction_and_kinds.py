"""The verbs eval extraction and eval kinds: scores on labelled pages, and the worst pages."""

import argparse
from collections.abc import Sequence

from tidings.cli.eval.scoring_progress import report_skipped, split_skipped
from tidings.cli.output import print_json, print_table, printable
from tidings.evaluate.measures.confusion import KINDS, UNREADABLE, Confusion
from tidings.evaluate.measures.page_facts import RightShare
from tidings.evaluate.pages.extraction import (
    BadPage,
    ScoredPage,
    by_set,
    extraction_folder,
    scored_pages,
    summed_score,
    worst_pages,
)
from tidings.evaluate.pages.extractor import our_extractor
from tidings.evaluate.pages.json_shapes import extraction_shape, kinds_shape
from tidings.evaluate.pages.kinds import (
    JudgedPage,
    article_folder,
    judged_pages,
    kind_confusion,
    kinds_folder,
    mistaken_pages,
    sublabel_scores,
)
from tidings.evaluate.pages.page_score import ExtractionScore
from tidings.model.articles.extraction_method import ExtractionMethod
from tidings.model.web.page import PageKind

_ALL = "all"


def extraction(options: argparse.Namespace) -> int:
    """Score extraction on labelled articles."""
    folder = extraction_folder(options.data).folds(options.fold).sample(options.limit)
    methods = (
        tuple(ExtractionMethod) if options.method == _ALL else (ExtractionMethod(options.method),)
    )
    extractors = [our_extractor(method) for method in methods]
    pages, skipped = split_skipped(scored_pages(folder, extractors), len(folder.lines))
    names = [extractor.name for extractor in extractors]
    worst = _worst_of_sets(pages, names[0], options.worst)
    if options.json:
        print_json(extraction_shape(pages, names, skipped, worst))
    else:
        _print_sets(pages, names)
        _print_worst(names[0], worst)
    return report_skipped(folder.file, len(pages), skipped, "page")


def _worst_of_sets(pages: Sequence[ScoredPage], method: str, count: int) -> list[BadPage]:
    sets = by_set(pages).values()
    return [bad for members in sets for bad in worst_pages(members, method, count)]


def _print_sets(pages: Sequence[ScoredPage], methods: Sequence[str]) -> None:
    sets = by_set(pages)
    if len(sets) > 1 and all(page.gold.words for page in pages):
        sets |= {"all types": list(pages)}
    for name, members in sets.items():
        rows = {method: _columns(summed_score(members, method)) for method in methods}
        print(printable(f"\n{name}: {len(members)} pages"))
        print_table(
            ("method", *rows[methods[0]]), [(name, *cells.values()) for name, cells in rows.items()]
        )


def _columns(score: ExtractionScore) -> dict[str, str]:
    """Return a set's figures by column; title/163 means: of 163 pages with a title."""
    cells: dict[str, str] = {}
    for kind, text in (("body", score.body), ("word", score.words), ("snip", score.snippets)):
        if text:
            figures = (("P", text.precision), ("R", text.recall), ("F1", text.f1))
            cells |= {f"{kind} {name}": _figure(value) for name, value in figures}
    for fact, share in (("title", score.title), ("date", score.date), ("authors", score.authors)):
        if share:
            cells[f"{fact}/{share.of}"] = _figure(share.value)
    return cells | {"CPU ms": f"{score.cpu_ms:.2f}"}


def _figure(value: float) -> str:
    return f"{value:.4f}"


def _print_worst(method: str, worst: Sequence[BadPage]) -> None:
    if worst:
        print(f"\nThe worst pages of each set, method {method}:")
    for bad in worst:
        print(printable(f"\n{bad.score:.3f}  {bad.set}  {bad.id}\n  {bad.url or 'no address'}"))
        print(printable(f"  our kind: {bad.kind or 'none'} ({'; '.join(bad.reasons)})"))
        difference = bad.difference
        lines = [
            *(f"missing:  {text}" for text in difference.missing),
            *(f"too much: {text}" for text in difference.extra),
            *difference.facts,
        ]
        for line in lines:
            print(printable(f"  {line}"))


def kinds(options: argparse.Namespace) -> int:
    """Score page kinds on labelled pages."""
    folder = kinds_folder(options.data)
    pages, skipped = split_skipped(judged_pages(folder), len(folder.lines))
    article_pages = article_folder(folder)
    articles: list[JudgedPage] = []
    if article_pages:
        articles, _ = split_skipped(judged_pages(article_pages), len(article_pages.lines))
    if options.json:
        print_json(kinds_shape(pages, articles, skipped))
    elif pages:
        _print_kinds(pages, articles)
        _print_details(pages, options.worst, options.without_url)
    return report_skipped("kinds.jsonl", len(pages), skipped, "page")


def _print_kinds(pages: Sequence[JudgedPage], articles: Sequence[JudgedPage]) -> None:
    bare = sum(page.label.url is None for page in pages)
    print(f"{len(pages)} pages, {bare} of them without an address")
    certain = [page for page in pages if page.label.certain]
    both = [kind_confusion(pages, without_url=without) for without in (False, True)]
    sure = [kind_confusion(certain, without_url=without) for without in (False, True)]
    labelled_articles = [kind_confusion(articles, without_url=without) for without in (False, True)]
    rows = [
        ("accuracy, all three kinds", *(_of(each.accuracy) for each in both)),
        ("accuracy on certain pages", *(_of(each.accuracy) for each in sure)),
        ("article precision", *(_of(each.precision(PageKind.ARTICLE)) for each in both)),
        ("article recall", *(_of(each.recall(PageKind.ARTICLE)) for each in both)),
    ]
    if articles:
        recalls = (_of(each.recall(PageKind.ARTICLE)) for each in labelled_articles)
        rows.append(("article recall, labelled articles", *recalls))
    print_table(("", "with the URL", "without"), rows)


def _of(share: RightShare) -> str:
    return f"{share.value:.4f} ({share.right} of {share.of})"


def _print_details(pages: Sequence[JudgedPage], worst: int, without_url: bool) -> None:
    address = "without the URL" if without_url else "with the URL"
    print(f"\nRight kind (rows) against ours (columns), {address}")
    _print_confusion(kind_confusion(pages, without_url=without_url))
    print(f"\nMistakes by sublabel, {address}")
    print_table(
        ("kind", "sublabel", "pages", "right", "called instead"),
        [
            (each.kind, each.name, each.pages, each.right,
             ", ".join(f"{kind} {number}" for kind, number in each.mistakes))
            for each in sublabel_scores(pages, without_url=without_url)
        ],
    )  # fmt: skip
    _print_mistaken(mistaken_pages(pages, worst, without_url=without_url), without_url)


def _print_confusion(confusion: Confusion) -> None:
    called = {kind for _, kind in confusion.counts}
    ours = [*KINDS, *({UNREADABLE} & called)]
    print_table(
        ("", *ours), [(right, *(confusion.counts[right, kind] for kind in ours)) for right in KINDS]
    )


def _print_mistaken(pages: Sequence[JudgedPage], without_url: bool) -> None:
    if pages:
        print("\nThe worst pages: wrong, with high confidence")
    for page in pages:
        label, ours = page.label, page.opinion(without_url=without_url)
        doubt = "" if label.certain else ", arguable"
        print(printable(f"\n{ours.confidence:.3f}  {label.id}\n  {label.url or 'no address'}"))
        print(f"  is {label.kind} ({label.sublabel}{doubt}), called {ours.kind}")
        print(printable(f"  because {'; '.join(ours.reasons)}"))
