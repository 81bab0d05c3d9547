"""The verb summarize: a page, a text or a document in a few of its own sentences."""

import argparse

from tidings.cli.options import settings_of
from tidings.cli.output import print_json, printable, say
from tidings.cli.verbs.extract_and_diagnose import read_page, report_unreadable
from tidings.engine.library.text_summary import TextSummary
from tidings.engine.maintenance.page_summary import page_summary_of
from tidings.model.articles.article import UnreadablePage
from tidings.model.articles.extraction_method import ExtractionMethod
from tidings.model.articles.summary import SummaryLength, SummaryMethod


def summarize(options: argparse.Namespace) -> int:
    """Summarise one page, from a file, the web or standard input."""
    page = read_page(options, ExtractionMethod.BEST)
    if isinstance(page, UnreadablePage):
        return report_unreadable(options.page, page)
    settings = settings_of(options)
    method = SummaryMethod(options.method or settings.summary.method)
    summary = page_summary_of(
        page, length_of(options, settings.summary.sentences), method, settings
    )
    if not summary.sentences:
        say(f"tidings: {options.page} has no text to summarise.")
        return 1
    if options.json:
        print_json(_shape(summary, method))
        return 0
    if summary.title:
        print(printable(f"{summary.title}\n"))
    for sentence in summary.sentences:
        print(printable(sentence.text))
    say(f"{summary.words} of {summary.of_words} words ({method})")
    return 0


def length_of(options: argparse.Namespace, usual: int) -> SummaryLength:
    """Return the requested length; without one, the usual number of sentences."""
    requested = SummaryLength(options.sentences, options.words, options.ratio)
    return SummaryLength(sentences=usual) if requested == SummaryLength() else requested


def _shape(summary: TextSummary, method: SummaryMethod) -> dict[str, object]:
    return {
        "title": summary.title,
        "language": summary.language,
        "method": method,
        "summary": " ".join(sentence.text for sentence in summary.sentences),
        "sentences": [
            {"text": sentence.text, "place": sentence.place} for sentence in summary.sentences
        ],
        "words": summary.words,
        "of_words": summary.of_words,
    }
