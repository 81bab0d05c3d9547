"""What the index keeps of an article: terms ready to be filed. Made in the worker processes."""

from dataclasses import dataclass
from datetime import datetime

from tidings.model.article import Article
from tidings.text.words import analyse


@dataclass(frozen=True, slots=True)
class Entry:
    """An article as the index wants it; title, lead and body are terms joined by spaces."""

    id: str
    seq: int  # place in the order of changes
    source: str
    language: str
    published: datetime  # aware; when it was first seen, if the page does not say
    title: str
    lead: str
    body: str


def entry_of(article: Article) -> Entry:
    """Return the entry of an article; its lead is the standfirst, or else the first paragraph."""
    lead = article.standfirst or article.text.lstrip().partition("\n")[0]
    return Entry(
        id=article.id,
        seq=article.seq,
        source=article.source,
        language=article.language,
        published=article.published or article.first_seen,
        title=_terms(article.title, article.language),
        lead=_terms(lead, article.language),
        body=_terms(article.text, article.language),
    )


def _terms(text: str, language: str) -> str:
    return " ".join(analyse(text, language))
