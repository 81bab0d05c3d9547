"""Summarising one page on its own, from bytes or from the web, as `page_extraction.py` reads it."""

from dataclasses import dataclass

from tidings.engine.process.home import Home
from tidings.enrich.summary.article_summary import summary_of
from tidings.model.articles.article import Extraction
from tidings.model.articles.summary import SummaryLength, SummaryMethod, SummarySentence
from tidings.settings.tree import Settings
from tidings.text.frequency.corpus import Corpus
from tidings.text.language.detection import UNKNOWN
from tidings.text.parsing.parsed_text import ParsedText, parse_text

_MAX_TEXT = 300_000  # characters; a book's opening is summarised, not the book
_NO_HEADLINE = "first line"  # what extraction says of a text that begins without a headline


@dataclass(frozen=True, slots=True)
class PageSummary:
    """A page's summary, and what it was made of."""

    title: str
    language: str
    sentences: tuple[SummarySentence, ...]
    words: int  # of the summary
    of_words: int


def page_summary_of(
    page: Extraction, length: SummaryLength, method: SummaryMethod, settings: Settings
) -> PageSummary:
    """Return the summary of a page; rare is what is rare in the home, where there is one."""
    language = page.language or UNKNOWN
    headless = dict(page.signals).get("title") == _NO_HEADLINE
    title = parse_text("" if headless or not page.text else page.title, language)
    body = parse_text((page.text or page.title)[:_MAX_TEXT], language)
    corpus = Corpus.at(Home(settings.home).corpus)
    sentences = summary_of(title, body, corpus, length, method, settings.summary)
    words = sum(_words(body, *body.bounds[sentence.place]) for sentence in sentences)
    return PageSummary(title.text, language, sentences, words, _words(body, 0, len(body.words)))


def _words(body: ParsedText, first: int, last: int) -> int:
    return sum(map(bool, body.terms[first:last]))
