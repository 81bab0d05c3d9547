"""Scores of keyphrases on labelled texts: how many of the first ten are among the labels.

A phrase equals a label if they are equal after lower-casing and stemming, word by word. The corpus
is the earlier rows of the file, as in a crawl. The divisor is ten even where fewer phrases are
found, so a very short text scores low.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tidings.enrich.keyphrases.article_keyphrases import keyphrases_of
from tidings.enrich.keyphrases.phrases import corpus_terms
from tidings.evaluate.labelled.json_lines import Row, rows_of
from tidings.evaluate.labelled.page_folder import SkippedLine
from tidings.text.frequency.corpus import Corpus
from tidings.text.language.detection import language_of
from tidings.text.parsing.parsed_text import parse_text
from tidings.text.terms.analysis import analyse

DEPTH = 10


@dataclass(frozen=True, slots=True)
class JudgedKeyphrases:
    """The keyphrases of a text, and which of them are labels."""

    id: str
    phrases: tuple[str, ...]
    right: tuple[bool, ...]
    exact: tuple[bool, ...]  # the same without stemming
    labels: tuple[str, ...]

    @property
    def precision(self) -> float:
        """The share of ten that is right."""
        return sum(self.right) / DEPTH


def judged_texts(path: Path) -> Iterator[JudgedKeyphrases | SkippedLine]:
    """Yield the keyphrases of each text in a file, or why a line cannot be used."""
    corpus = Corpus.empty()
    for number, row in enumerate(rows_of(path, "text", "keys"), 1):
        yield row if isinstance(row, SkippedLine) else _judged(number, row, corpus)


def _judged(number: int, row: Row, corpus: Corpus) -> JudgedKeyphrases | SkippedLine:
    if not isinstance(row["text"], str) or not isinstance(row["keys"], list):
        return SkippedLine(number, "its text is not text, or its keys are not a list")
    headline, _, text = row["text"].strip().partition("\n")
    language = str(row.get("language") or language_of(row["text"]))
    title, body = parse_text(headline, language), parse_text(text, language)
    phrases = tuple(found.text for found in keyphrases_of(title, body, corpus, DEPTH))
    corpus.add(corpus_terms(title, body), language)
    labels = tuple(map(str, row["keys"]))
    stemmed = {_stemmed(label, language) for label in labels}
    lowered = {label.lower() for label in labels}
    return JudgedKeyphrases(
        str(row.get("id", number)),
        phrases,
        tuple(_stemmed(phrase, language) in stemmed for phrase in phrases),
        tuple(phrase.lower() in lowered for phrase in phrases),
        labels,
    )


def _stemmed(phrase: str, language: str) -> tuple[str, ...]:
    return tuple(analyse(phrase, language))
