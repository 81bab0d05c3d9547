"""Summarises a single page that `page_extraction.py` has extracted."""

from tidings.engine.knowledge.knowledge_files import NewestCorpus
from tidings.engine.library.text_summary import TextSummary, text_summary_of
from tidings.engine.process.home import home_of
from tidings.model.articles.article import Extraction
from tidings.model.articles.summary import SummaryLength, SummaryMethod
from tidings.settings.tree import Settings
from tidings.text.language.detection import UNKNOWN

_NO_HEADLINE = "first line"  # the title signal of a text without a headline


def page_summary_of(
    page: Extraction, length: SummaryLength, method: SummaryMethod, settings: Settings
) -> TextSummary:
    """Return the summary of a page; word rarity comes from the home's corpus, if there is one."""
    has_no_headline = dict(page.signals).get("title") == _NO_HEADLINE
    title = "" if has_no_headline or not page.text else page.title
    corpus = NewestCorpus(home_of(settings)).now()
    text, language = page.text or page.title, page.language or UNKNOWN
    return text_summary_of(title, text, language, length, method, settings.summary, corpus)
