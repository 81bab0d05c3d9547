"""Summarises a text in some of its own sentences."""

from dataclasses import dataclass

from tidings.enrich.summary.article_summary import summary_of
from tidings.model.articles.summary import SummaryLength, SummaryMethod, SummarySentence
from tidings.settings.tree import SummarySettings
from tidings.text.frequency.corpus import Corpus
from tidings.text.parsing.parsed_text import ParsedText, parse_text

_MAX_TEXT = 300_000  # characters; only the beginning of a longer text is summarised


@dataclass(frozen=True, slots=True)
class TextSummary:
    """A summary, and the sizes of summary and text."""

    title: str
    language: str
    method: SummaryMethod
    sentences: tuple[SummarySentence, ...]
    words: int  # of the summary
    of_words: int  # of the text


def text_summary_of(
    title: str,
    text: str,
    language: str,
    length: SummaryLength,
    method: SummaryMethod,
    settings: SummarySettings,
    corpus: Corpus,
) -> TextSummary:
    """Return the summary of a text; the corpus knows how rare words are."""
    head, body = parse_text(title, language), parse_text(text[:_MAX_TEXT], language)
    sentences = summary_of(head, body, corpus, length, method, settings)
    words = sum(_word_count(body, *body.bounds[sentence.place]) for sentence in sentences)
    of_words = _word_count(body, 0, len(body.words))
    return TextSummary(head.text, language, method, sentences, words, of_words)


def _word_count(body: ParsedText, first: int, last: int) -> int:
    return sum(map(bool, body.terms[first:last]))
