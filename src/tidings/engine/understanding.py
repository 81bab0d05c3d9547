"""Understanding an article on its way through a worker: annotations, and what grouping wants."""

from dataclasses import dataclass
from pathlib import Path
from typing import Self

from tidings.enrich.annotate import Aids, annotate
from tidings.group.sketch import sketch_of
from tidings.model.annotations import Annotations
from tidings.model.article import Article
from tidings.store.annotations import Filed, annotations_text
from tidings.text.corpus import Corpus
from tidings.text.parsed import parse

_MAX_TEXT = 60_000  # characters: ten long articles; what a book says on top is not news


@dataclass(frozen=True, slots=True)
class Understood:
    """What was understood of an article, and the same as it is stored."""

    annotations: Annotations
    filed: Filed


class Understanding:
    """What understands articles; one per process, as it holds models."""

    def __init__(self, aids: Aids) -> None:
        self._aids = aids

    @classmethod
    def with_corpus(cls, path: Path | None) -> Self:
        """Return one that reads the running corpus of a home; none: it knows no others."""
        return cls(Aids(corpus=Corpus.at(path) if path else Corpus.empty()))

    def of(self, article: Article) -> Understood:
        """Return what an article says."""
        title = parse(article.title, article.language)
        body = parse(article.text[:_MAX_TEXT], article.language)
        labels = (article.section, *article.tags)
        annotations = annotate(title, body, labels, self._aids)
        sketch = sketch_of(title, body).packed()
        return Understood(annotations, Filed(annotations_text(annotations), sketch))
