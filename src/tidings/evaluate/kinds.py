"""Evaluating page kinds: every page of a folder judged with and without its address."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tidings.evaluate.answer import Answer, our_answer
from tidings.evaluate.confusion import UNREADABLE, Confusion, confusion_of
from tidings.evaluate.extraction import FILE as ARTICLES
from tidings.evaluate.extraction import FOLDER as ARTICLE_FOLDER
from tidings.evaluate.folder import Folder, Skipped, opened_folder
from tidings.evaluate.labels import Label, Line, label_of
from tidings.model.web.page import PageKind

FOLDER, FILE = "kinds", "kinds.jsonl"


@dataclass(frozen=True, slots=True)
class Opinion:
    """What we call a page, how sure we are of it, and why."""

    kind: str
    confidence: float
    reasons: tuple[str, ...]
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Judged:
    """A labelled page with our opinions of it."""

    label: Label
    with_url: Opinion  # where the label has none, the same as without
    without_url: Opinion

    def opinion(self, *, without_url: bool) -> Opinion:
        """Return one of the two."""
        return self.without_url if without_url else self.with_url


@dataclass(frozen=True, slots=True)
class Sublabel:
    """How the pages of one sublabel fared."""

    kind: PageKind
    name: str
    pages: int
    right: int
    mistakes: tuple[tuple[str, int], ...]  # our kind and how often, the most frequent first


def kinds_folder(path: Path) -> Folder[Label]:
    """Open a folder of pages with their kinds; raise FolderWrong if it is none."""
    return opened_folder(path, FOLDER, FILE, label_of)


def article_folder(kinds: Folder[Label]) -> Folder[Label] | None:
    """Return the labelled articles in or beside a folder of kinds, if there are any."""
    places = (kinds.path, kinds.path.parent / ARTICLE_FOLDER)
    there = [place for place in places if (place / ARTICLES).is_file()]
    return opened_folder(there[0], ARTICLE_FOLDER, ARTICLES, _article) if there else None


def _article(line: Line) -> Label:
    return label_of({**line, "label": PageKind.ARTICLE.value, "sublabel": line.get("gold")})


def judged_pages(folder: Folder[Label]) -> Iterator[Judged | Skipped]:
    """Yield every page with our opinions of its kind."""
    for page in folder.pages():
        yield page if isinstance(page, Skipped) else _judged(page.labels, page.body)


def _judged(label: Label, body: bytes) -> Judged:
    without = opinion_of(our_answer(body, None))
    told = opinion_of(our_answer(body, label.url)) if label.url else without
    return Judged(label, told, without)


def opinion_of(answer: Answer) -> Opinion:
    """Return what an answer says about the page's kind."""
    verdict = answer.verdict
    if verdict is None:
        return Opinion(UNREADABLE, 1.0, (answer.failure,))
    return Opinion(verdict.kind, verdict.confidence, verdict.reasons, verdict.doubtful)


def confusion(pages: Iterable[Judged], *, without_url: bool) -> Confusion:
    """Count right kinds against ours."""
    return confusion_of(
        (page.label.kind, page.opinion(without_url=without_url).kind) for page in pages
    )


def sublabels(pages: Iterable[Judged], *, without_url: bool) -> list[Sublabel]:
    """Return how the pages of each sublabel fared, those with most mistakes first."""
    called: dict[tuple[PageKind, str], Counter[str]] = defaultdict(Counter)
    for page in pages:
        kind = page.opinion(without_url=without_url).kind
        called[page.label.kind, page.label.sublabel][kind] += 1
    fared = [_sublabel(kind, name, counts) for (kind, name), counts in called.items()]
    return sorted(fared, key=lambda each: (each.right - each.pages, each.kind, each.name))


def _sublabel(kind: PageKind, name: str, counts: Counter[str]) -> Sublabel:
    mistakes = tuple((ours, number) for ours, number in counts.most_common() if ours != kind)
    return Sublabel(kind, name, counts.total(), counts[kind], mistakes)


def mistaken_pages(pages: Iterable[Judged], count: int, *, without_url: bool) -> list[Judged]:
    """Return the pages whose kind is wrong, those first of which we were surest."""

    def opinion(page: Judged) -> Opinion:
        return page.opinion(without_url=without_url)

    wrong = [page for page in pages if opinion(page).kind != page.label.kind]
    return sorted(wrong, key=lambda page: -opinion(page).confidence)[:count]
