"""Page kinds on labelled pages: ours, ours on unseen sites, and the keen rule of the thesis."""

import argparse
import sys
from collections.abc import Iterable, Sequence
from importlib.util import find_spec

from benchmarks.inputs.labelled_data import DATA, is_absent
from benchmarks.support.table import print_conditions, print_table
from tidings.evaluate.labelled.page_folder import LabelledFolder, SkippedLine
from tidings.evaluate.labelled.page_labels import KindLabel
from tidings.evaluate.measures.confusion import KINDS, Confusion, confusion_of
from tidings.evaluate.measures.page_facts import RightShare
from tidings.evaluate.pages.extractor import our_extractor
from tidings.evaluate.pages.kinds import (
    JudgedPage,
    article_folder,
    judged_pages,
    kind_confusion,
    kinds_folder,
    opinion_of,
)
from tidings.model.articles.extraction_method import ExtractionMethod
from tidings.model.web.page import PageKind

_KEEN = our_extractor(ExtractionMethod.KEEN)
_COLUMNS = ("accuracy", "article precision", "article recall", "recall on extract/")
_LEGEND = """\
Accuracy over all three kinds. The shipped weights were learned from these pages, so the rows "sites
never seen" are the honest ones: each page is judged by weights learned without its site. The rule
of the thesis only decides article or not, so it has no accuracy over three kinds."""

Row = tuple[str, ...]


def _row(name: str, kinds: Confusion, articles: Confusion | None) -> Row:
    shares = (kinds.accuracy, kinds.precision(PageKind.ARTICLE), kinds.recall(PageKind.ARTICLE))
    elsewhere = articles.recall(PageKind.ARTICLE) if articles else None
    return name, *map(_figure, shares), _figure(elsewhere)


def _figure(share: RightShare | None) -> str:
    return f"{share.value:.4f}" if share else "–"


def _keen(folder: LabelledFolder[KindLabel]) -> Confusion:
    """Count the results of the thesis' rule on a folder's pages."""
    return confusion_of(
        (page.labels.kind, opinion_of(_KEEN.answer(page.body, page.labels.url)).kind)
        for page in folder.pages()
        if not isinstance(page, SkippedLine)
    )


def _judged(folder: LabelledFolder[KindLabel]) -> list[JudgedPage]:
    return [page for page in judged_pages(folder) if isinstance(page, JudgedPage)]


def ours(pages: Sequence[JudgedPage], articles: Sequence[JudgedPage]) -> list[Row]:
    """Return the scores of the shipped weights, with and without URLs."""
    return [
        _row(
            f"Tidings, {'without' if without else 'with'} the URL",
            kind_confusion(pages, without_url=without),
            kind_confusion(articles, without_url=without),
        )
        for without in (False, True)
    ]


def never_seen() -> list[Row]:
    """Return the scores of weights learned without a page's own site; needs the extra `eval`."""
    if find_spec("sklearn") is None:
        print("Not measured: sites never seen need the extra eval (scikit-learn).")
        return []
    from training.kinds import samples_of, verdicts_by_fold

    verdicts = verdicts_by_fold(samples_of(DATA))
    rows: list[Row] = []
    for column, name in enumerate(("with", "without")):
        judged = [(page, both[column].kind) for page, *both in verdicts]
        kinds = confusion_of((page.kind, ours) for page, ours in judged if page.is_kinds)
        more = confusion_of((page.kind, ours) for page, ours in judged if not page.is_kinds)
        rows.append(_row(f"sites never seen, {name} the URL", kinds, more))
    return rows


def keen(pages: LabelledFolder[KindLabel], articles: LabelledFolder[KindLabel]) -> Row:
    """Return the score of the thesis' rule."""
    name, _, *figures = _row("keen tags, the thesis' rule", _keen(pages), _keen(articles))
    return name, "–", *figures


def report(rows: Iterable[Row], pages: Sequence[JudgedPage]) -> None:
    """Print the figures and the confusion matrices."""
    print_table(f"Page kinds, {len(pages)} pages", ("", *_COLUMNS), list(rows))
    print(_LEGEND)
    for without in (False, True):
        counts = kind_confusion(pages, without_url=without).counts
        print_table(
            f"Right kind (rows) against ours, {'without' if without else 'with'} the URL",
            ("", *KINDS),
            [(right, *(str(counts[right, kind]) for kind in KINDS)) for right in KINDS],
        )


def main(limit: int | None = None) -> None:
    """Measure and print, if the labelled pages are present."""
    if is_absent("kinds") or is_absent("extract"):
        return
    print_conditions("tidings")
    folder = kinds_folder(DATA).sample(limit)
    articles = article_folder(folder)
    assert articles is not None
    articles = articles.sample(limit)
    pages = _judged(folder)
    print("kinds/ is judged", file=sys.stderr, flush=True)
    rows = [*ours(pages, _judged(articles)), *never_seen(), keen(folder, articles)]
    report(rows, pages)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.kinds", description=__doc__)
    parser.add_argument("--limit", type=int, help="at most this many pages, evenly spread")
    main(parser.parse_args().limit)
