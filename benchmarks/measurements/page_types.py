"""Texts by type of page: a table of word F1 on a collection of typed pages. It runs nothing."""

from collections.abc import Sequence

from benchmarks.support.table import print_table
from tidings.evaluate.measures.interval import interval_of
from tidings.evaluate.pages.extraction import ScoredPage, by_set, summed_score

_LEGEND = """\
F1 of the bags of lower-cased words of each page, averaged. "against" is ours minus trafilatura's
default, with the 95% interval over pages (paired bootstrap). What is not an article is no news."""


def report_page_types(
    pages: Sequence[ScoredPage], names: Sequence[str], headers: Sequence[str]
) -> None:
    """Print F1 by type, then precision and recall; the first two names are ours and the rival."""
    sets = by_set(pages) | {"all types": list(pages)}
    rows = [
        (kind, str(len(members)), *_figures(members, names, "f1"), _against(members, *names[:2]))
        for kind, members in sets.items()
    ]
    print_table("Word F1 by type of page", ("type", "pages", *headers, "against"), rows)
    print(_LEGEND)
    rows = [
        (f"{figure}, {kind}", *_figures(members, names, figure))
        for figure in ("precision", "recall")
        for kind, members in sets.items()
    ]
    print_table("Precision and recall by type of page", ("figure, type", *headers), rows)


def _figures(pages: Sequence[ScoredPage], names: Sequence[str], figure: str) -> list[str]:
    scores = (summed_score(pages, name).words for name in names)
    return [f"{getattr(score, figure):.4f}" if score else "–" for score in scores]


def _against(pages: Sequence[ScoredPage], ours: str, rival: str) -> str:
    found = interval_of(_page_f1s(pages, ours), _page_f1s(pages, rival))
    return f"{found.mean:+.4f} ({found.low:+.4f} … {found.high:+.4f})"


def _page_f1s(pages: Sequence[ScoredPage], name: str) -> list[float]:
    return [page.results[name].score.value for page in pages]
