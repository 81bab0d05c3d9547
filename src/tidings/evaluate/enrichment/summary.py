"""Scores of summaries on labelled texts: ours and the thesis' against an equally long opening.

A row has a text (`article` or `text`, or `sentences`), a `title` if it is known, and a `reference`
(or `highlights`), a text or a list of sentences. Each method gets the same length and is compared
with the text's opening, cut in the middle of a sentence to exactly as many words.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tidings.enrich.keyphrases.phrases import corpus_terms
from tidings.enrich.summary.article_summary import summary_of
from tidings.evaluate.labelled.json_lines import Row, rows_of
from tidings.evaluate.labelled.page_folder import SkippedLine
from tidings.evaluate.measures.interval import Interval, interval_of
from tidings.evaluate.measures.rouge import Rouge, rouge
from tidings.model.articles.summary import SummaryLength, SummaryMethod
from tidings.text.frequency.corpus import Corpus
from tidings.text.language.detection import language_of
from tidings.text.parsing.parsed_text import ParsedText, parse_text

METHODS = (SummaryMethod.BEST, SummaryMethod.AITIMES)
MEASURES = ("ROUGE-1", "ROUGE-2", "ROUGE-L")


@dataclass(frozen=True, slots=True)
class SummarySample:
    """A labelled text."""

    id: str
    title: ParsedText
    body: ParsedText
    reference: str


@dataclass(frozen=True, slots=True)
class SummaryScore:
    """One method's score on one text, and that of an opening with as many words."""

    id: str
    method: SummaryMethod
    words: int
    ours: Rouge
    lead: Rouge
    summary: str


def summary_samples(path: Path) -> Iterator[SummarySample | SkippedLine]:
    """Yield the labelled texts of a file, or why a line cannot be used."""
    for number, row in enumerate(rows_of(path), 1):
        yield row if isinstance(row, SkippedLine) else _summary_sample(number, row)


def _summary_sample(number: int, row: Row) -> SummarySample | SkippedLine:
    text = next((row[key] for key in ("sentences", "article", "text") if row.get(key)), None)
    reference = row.get("reference") or row.get("highlights")
    if not text or not reference:
        return SkippedLine(number, "it has no text or no reference")
    body = _joined(text)
    language = str(row.get("language") or language_of(body))
    title = parse_text(str(row.get("title") or ""), language)
    return SummarySample(
        str(row.get("id", number)), title, parse_text(body, language), _joined(reference)
    )


def _joined(text: object) -> str:
    return "\n".join(map(str, text)) if isinstance(text, list) else str(text)


def corpus_of(texts: Sequence[SummarySample]) -> Corpus:
    """Return the corpus of the texts themselves, as if they had been crawled."""
    corpus = Corpus.empty()
    for each in texts:
        corpus.add(corpus_terms(each.title, each.body), each.body.language)
    return corpus


def summary_scores(
    sample: SummarySample, corpus: Corpus, length: SummaryLength, *, stemmed: bool
) -> list[SummaryScore]:
    """Return each method's score on a text."""
    return [_summary_score(sample, corpus, length, method, stemmed) for method in METHODS]


def _summary_score(
    sample: SummarySample,
    corpus: Corpus,
    length: SummaryLength,
    method: SummaryMethod,
    stemmed: bool,
) -> SummaryScore:
    body = sample.body
    picks = summary_of(sample.title, body, corpus, length, method)
    summary = "\n".join(pick.text for pick in picks)
    bounds = [body.bounds[pick.place] for pick in picks]
    words = sum(sum(map(bool, body.terms[first:last])) for first, last in bounds)
    ours, lead = (
        rouge(sample.reference, text, body.language, stemmed=stemmed)
        for text in (summary, opening_words(body, words))
    )
    return SummaryScore(sample.id, method, words, ours, lead, summary)


def opening_words(body: ParsedText, count: int) -> str:
    """Return the first `count` words of a text."""
    ends = [
        start + len(word)
        for start, word, term in zip(body.starts, body.words, body.terms, strict=True)
        if term
    ]
    if count > len(ends):
        return body.text
    return body.text[: ends[count - 1]] if count else ""


def differences(rows: Sequence[SummaryScore]) -> list[Interval]:
    """Return how much better a method is than the opening, in each measure."""
    ours = [row.ours.figures() for row in rows]
    lead = [row.lead.figures() for row in rows]
    return [
        interval_of([one[at] for one in ours], [other[at] for other in lead])
        for at in range(len(MEASURES))
    ]
