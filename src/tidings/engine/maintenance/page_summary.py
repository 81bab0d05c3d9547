"""Summarises a single page that `page_extraction.py` has extracted."""

from dataclasses import dataclass

from tidings.engine.knowledge.knowledge_files import NewestCorpus
from tidings.engine.process.home import Home
from tidings.enrich.summary.article_summary import summary_of
from tidings.model.articles.article import Extraction
from tidings.model.articles.summary import SummaryLength, SummaryMethod, SummarySentence
from tidings.settings.tree import Settings
from tidings.text.language.detection import UNKNOWN
from tidings.text.parsing.parsed_text import ParsedText, parse_text

_MAX_TEXT = 300_000  # characters; only the beginning of a longer text is summarised
_NO_HEADLINE = "first line"  # the title signal of a text without a headline


@dataclass(frozen=True, slots=True)
class PageSummary:
    """A page's summary, and the sizes of summary and text."""

    title: str
    language: str
    sentences: tuple[SummarySentence, ...]
    words: int  # of the summary
    of_words: int  # of the text


def page_summary_of(
    page: Extraction, length: SummaryLength, method: SummaryMethod, settings: Settings
) -> PageSummary:
    """Return the summary of a page; word rarity comes from the home's corpus, if there is one."""
    language = page.language or UNKNOWN
    has_no_headline = dict(page.signals).get("title") == _NO_HEADLINE
    title = parse_text("" if has_no_headline or not page.text else page.title, language)
    body = parse_text((page.text or page.title)[:_MAX_TEXT], language)
    corpus = NewestCorpus(Home(settings.home)).now()
    sentences = summary_of(title, body, corpus, length, method, settings.summary)
    words = sum(_word_count(body, *body.bounds[sentence.place]) for sentence in sentences)
    return PageSummary(
        title.text, language, sentences, words, _word_count(body, 0, len(body.words))
    )


def _word_count(body: ParsedText, first: int, last: int) -> int:
    return sum(map(bool, body.terms[first:last]))
