"""Evaluates page kinds: judges every page of a folder with and without its URL."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tidings.evaluate.labelled.page_folder import LabelledFolder, SkippedLine, opened_folder
from tidings.evaluate.labelled.page_labels import KindLabel, LabelLine, kind_label_of
from tidings.evaluate.measures.confusion import UNREADABLE, Confusion, confusion_of
from tidings.evaluate.pages.extraction import FILE as ARTICLES
from tidings.evaluate.pages.extraction import FOLDER as ARTICLE_FOLDER
from tidings.evaluate.pages.extractor import ExtractorAnswer, our_answer
from tidings.model.web.page import PageKind

FOLDER, FILE = "kinds", "kinds.jsonl"


@dataclass(frozen=True, slots=True)
class KindOpinion:
    """The kind we assign to a page, how sure we are, and why."""

    kind: str
    confidence: float
    reasons: tuple[str, ...]
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class JudgedPage:
    """A labelled page with our opinions of it."""

    label: KindLabel
    with_url: KindOpinion  # the same as without_url if the label has no URL
    without_url: KindOpinion

    def opinion(self, *, without_url: bool) -> KindOpinion:
        """Return one of the two."""
        return self.without_url if without_url else self.with_url


@dataclass(frozen=True, slots=True)
class SublabelScore:
    """The score on the pages of one sublabel."""

    kind: PageKind
    name: str
    pages: int
    right: int
    mistakes: tuple[tuple[str, int], ...]  # our kind and how often, the most frequent first


def kinds_folder(path: Path) -> LabelledFolder[KindLabel]:
    """Open a folder of pages with their kinds; raise FolderInvalid if it is not one."""
    return opened_folder(path, FOLDER, FILE, kind_label_of)


def article_folder(kinds: LabelledFolder[KindLabel]) -> LabelledFolder[KindLabel] | None:
    """Return the labelled articles in or next to a folder of kinds, if there are any."""
    places = (kinds.path, kinds.path.parent / ARTICLE_FOLDER)
    there = [place for place in places if (place / ARTICLES).is_file()]
    return opened_folder(there[0], ARTICLE_FOLDER, ARTICLES, _article) if there else None


def _article(line: LabelLine) -> KindLabel:
    return kind_label_of({**line, "label": PageKind.ARTICLE.value, "sublabel": line.get("gold")})


def judged_pages(folder: LabelledFolder[KindLabel]) -> Iterator[JudgedPage | SkippedLine]:
    """Yield every page with our opinions of its kind."""
    for page in folder.pages():
        yield page if isinstance(page, SkippedLine) else _judged_page(page.labels, page.body)


def _judged_page(label: KindLabel, body: bytes) -> JudgedPage:
    without = opinion_of(our_answer(body, None))
    with_url = opinion_of(our_answer(body, label.url)) if label.url else without
    return JudgedPage(label, with_url, without)


def opinion_of(answer: ExtractorAnswer) -> KindOpinion:
    """Return what an answer says about the page's kind."""
    verdict = answer.verdict
    if verdict is None:
        return KindOpinion(UNREADABLE, 1.0, (answer.failure,))
    return KindOpinion(verdict.kind, verdict.confidence, verdict.reasons, verdict.doubtful)


def kind_confusion(pages: Iterable[JudgedPage], *, without_url: bool) -> Confusion:
    """Count pairs of right kind and our kind."""
    return confusion_of(
        (page.label.kind, page.opinion(without_url=without_url).kind) for page in pages
    )


def sublabel_scores(pages: Iterable[JudgedPage], *, without_url: bool) -> list[SublabelScore]:
    """Return the scores by sublabel, those with most mistakes first."""
    called: dict[tuple[PageKind, str], Counter[str]] = defaultdict(Counter)
    for page in pages:
        kind = page.opinion(without_url=without_url).kind
        called[page.label.kind, page.label.sublabel][kind] += 1
    scores = [_sublabel_score(kind, name, counts) for (kind, name), counts in called.items()]
    return sorted(scores, key=lambda each: (each.right - each.pages, each.kind, each.name))


def _sublabel_score(kind: PageKind, name: str, counts: Counter[str]) -> SublabelScore:
    mistakes = tuple((ours, number) for ours, number in counts.most_common() if ours != kind)
    return SublabelScore(kind, name, counts.total(), counts[kind], mistakes)


def mistaken_pages(
    pages: Iterable[JudgedPage], count: int, *, without_url: bool
) -> list[JudgedPage]:
    """Return the pages whose kind is wrong, those with the highest confidence first."""

    def opinion(page: JudgedPage) -> KindOpinion:
        return page.opinion(without_url=without_url)

    wrong = [page for page in pages if opinion(page).kind != page.label.kind]
    return sorted(wrong, key=lambda page: -opinion(page).confidence)[:count]
