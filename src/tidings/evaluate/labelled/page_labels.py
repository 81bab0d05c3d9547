"""The labels in a line of a file of labelled pages, strictly checked; reads no files."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from tidings.evaluate.measures.page_facts import day_of
from tidings.model.web.page import PageKind

LabelLine = Mapping[str, object]


class LabelInvalid(ValueError):
    """A line that cannot be used; the message completes a sentence that begins with 'it'."""


@dataclass(frozen=True, slots=True)
class ArticleLabels:
    """A page with its right answers; what is None or empty is not scored."""

    id: str
    url: str | None
    site: str
    set: str  # scores are summed up by set
    body: str | None
    wanted: tuple[str, ...]  # snippets
    unwanted: tuple[str, ...]
    title: str | None
    day: date | None
    authors: tuple[str, ...]
    words: str | None = None  # the whole text, of which only the words are compared


@dataclass(frozen=True, slots=True)
class KindLabel:
    """A page with its right kind."""

    id: str
    url: str | None
    site: str
    kind: PageKind
    sublabel: str
    certain: bool  # False: people may disagree


def article_labels_of(line: LabelLine) -> ArticleLabels:
    """Return the right answers in a line of `articles.jsonl`, or raise LabelInvalid."""
    return _checked(_labels(line, set_key="gold", body=_text(line, "body")))


def typed_labels_of(line: LabelLine) -> ArticleLabels:
    """Return the right answers in a line of `pages.jsonl`, whose sets are types of pages."""
    return _checked(_labels(line, set_key="type", words=_text(line, "text")))


def _labels(
    line: LabelLine, set_key: str, body: str | None = None, words: str | None = None
) -> ArticleLabels:
    return ArticleLabels(
        id=_id(line),
        url=_text(line, "url"),
        site=_text(line, "site") or "",
        set=_text(line, set_key) or "pages",
        body=body,
        wanted=_texts(line, "with"),
        unwanted=_texts(line, "without"),
        title=_text(line, "title"),
        day=day_of(_text(line, "date") or ""),
        authors=_texts(line, "author"),
        words=words,
    )


def _checked(gold: ArticleLabels) -> ArticleLabels:
    texts = (gold.body, gold.words, gold.wanted, gold.unwanted)
    if not any((*texts, gold.title, gold.day, gold.authors)):
        raise LabelInvalid("has no label to compare with")
    return gold


def kind_label_of(line: LabelLine) -> KindLabel:
    """Return the right kind in a line, or raise LabelInvalid."""
    name = _text(line, "label")
    try:
        kind = PageKind(name or "")
    except ValueError:
        kinds = ", ".join(PageKind)
        raise LabelInvalid(f"has the label {name!r}, which is not one of {kinds}") from None
    sublabel = _text(line, "sublabel") or kind.value
    certain = line.get("certain") is not False
    return KindLabel(
        _id(line), _text(line, "url"), _text(line, "site") or "", kind, sublabel, certain
    )


def _id(line: LabelLine) -> str:
    name = _text(line, "id")
    if name is None:
        raise LabelInvalid("has no id")
    if "/" in name or "\0" in name or name in (".", ".."):
        raise LabelInvalid(f"has the id {name!r}, which is not a file name")
    return name


def _text(line: LabelLine, key: str) -> str | None:
    value = line.get(key)
    if value is not None and not isinstance(value, str):
        raise LabelInvalid(f"has a {key!r} that is not text")
    return value if value and value.strip() else None


def _texts(line: LabelLine, key: str) -> tuple[str, ...]:
    """A list of texts; a single text is a list of one."""
    value = line.get(key)
    if value is None or isinstance(value, str):
        return tuple(filter(None, [_text(line, key)]))
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise LabelInvalid(f"has a {key!r} that is not a list of texts")
    return tuple(each for each in value if each.strip())
