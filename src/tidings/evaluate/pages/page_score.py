"""Scores of extraction: of one answer against its page's labels, and of a set of pages."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tidings.evaluate.labelled.page_labels import ArticleLabels
from tidings.evaluate.measures.page_facts import RightShare, same_authors, same_title, share_of
from tidings.evaluate.measures.shingles import BodyScore, Overlap, body_score, overlap
from tidings.evaluate.measures.snippets import (
    SnippetHits,
    SnippetScore,
    snippet_hits,
    snippet_score,
)
from tidings.evaluate.measures.word_overlap import WordScore, word_overlap, word_score
from tidings.evaluate.pages.extractor import ExtractorAnswer


@dataclass(frozen=True, slots=True)
class PageScore:
    """The score of one answer; None where there is no label."""

    body: Overlap | None
    snippets: SnippetHits | None
    title: bool | None
    date: bool | None
    authors: bool | None
    words: Overlap | None = None

    @property
    def value(self) -> float:
        """One figure to rank pages by: the text's F1, or else the share of right facts."""
        if (text := self.body or self.words) is not None:
            return text.f1
        if self.snippets is not None:
            return 1.0 if self.snippets == SnippetHits(0, 0, 0) else self.snippets.f1
        return self.facts

    @property
    def facts(self) -> float:
        """The share of title, date and authors that is right; 1 without labels."""
        judged = share_of((self.title, self.date, self.authors))
        return judged.value if judged else 1.0


@dataclass(frozen=True, slots=True)
class ExtractionScore:
    """The scores over a set of pages."""

    pages: int
    body: BodyScore | None
    snippets: SnippetScore | None
    title: RightShare | None  # each over the pages whose labels have one
    date: RightShare | None
    authors: RightShare | None
    cpu_ms: float  # per page, for everything that the extractor computes
    words: WordScore | None = None


def page_score(answer: ExtractorAnswer, gold: ArticleLabels) -> PageScore:
    """Compare an answer with its page's labels."""
    has_snippets = gold.wanted or gold.unwanted
    return PageScore(
        body=overlap(answer.text, gold.body) if gold.body else None,
        snippets=snippet_hits(answer.text, gold.wanted, gold.unwanted) if has_snippets else None,
        title=same_title(answer.title, gold.title) if gold.title else None,
        date=answer.day == gold.day if gold.day else None,
        authors=same_authors(answer.authors, gold.authors) if gold.authors else None,
        words=word_overlap(answer.text, gold.words) if gold.words else None,
    )


def extraction_score(pages: Sequence[PageScore], cpu_seconds: Iterable[float]) -> ExtractionScore:
    """Sum up a set of pages."""
    return ExtractionScore(
        pages=len(pages),
        body=body_score(page.body for page in pages if page.body),
        snippets=snippet_score(page.snippets for page in pages if page.snippets),
        title=share_of(page.title for page in pages),
        date=share_of(page.date for page in pages),
        authors=share_of(page.authors for page in pages),
        cpu_ms=1000 * sum(cpu_seconds) / max(1, len(pages)),
        words=word_score(page.words for page in pages if page.words),
    )
