"""An extractor and its answer for one page; scoring is in `page_score.py`."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import partial

from tidings.extract.article import extract
from tidings.model.articles.article import UnreadablePage
from tidings.model.articles.extraction_method import ExtractionMethod
from tidings.model.web.page import PageVerdict


@dataclass(frozen=True, slots=True)
class ExtractorAnswer:
    """An article as an extractor found it; empty where it found nothing."""

    text: str = ""  # paragraphs separated by newlines, without the title
    title: str = ""
    day: date | None = None
    authors: tuple[str, ...] = ()
    verdict: PageVerdict | None = None  # the page's kind, from extractors that report it
    failure: str = ""  # why there is no answer


@dataclass(frozen=True, slots=True)
class Extractor:
    """A named function from a page's bytes and URL to an answer."""

    name: str
    answer: Callable[[bytes, str | None], ExtractorAnswer]


def our_extractor(method: ExtractionMethod = ExtractionMethod.BEST) -> Extractor:
    """Return one of our methods as an extractor."""
    return Extractor(method.value, partial(our_answer, method=method))


def our_answer(
    body: bytes, url: str | None, method: ExtractionMethod = ExtractionMethod.BEST
) -> ExtractorAnswer:
    """Return what Tidings extracts from a page."""
    found = extract(body, url, method=method)
    if isinstance(found, UnreadablePage):
        return ExtractorAnswer(
            failure=f"{found.reason} ({found.detail})" if found.detail else found.reason
        )
    return ExtractorAnswer(
        text=found.text,
        title=found.title,
        day=found.published.date() if found.published else None,
        authors=found.authors,
        verdict=found.verdict,
    )
