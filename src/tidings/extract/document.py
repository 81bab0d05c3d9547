"""Extraction from documents that are not web pages (PDF, Word, Markdown …)."""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from html import escape
from itertools import groupby

import nh3

from tidings.extract.document_title import document_title
from tidings.extract.metadata.author_names import clean_names
from tidings.extract.metadata.date_candidates import DateCandidate, DateEvidence, url_date
from tidings.extract.metadata.publication_date import DateWindow
from tidings.extract.metadata.title import title_words
from tidings.model.articles.article import Extraction
from tidings.model.web.document import DocumentPassage, PassageKind, TextDocument
from tidings.model.web.page import PageKind, PageVerdict
from tidings.read.dates.date_parser import parse_date
from tidings.read.rights.robots_tags import robots_rules
from tidings.text.language.detection import UNKNOWN, detect

_METADATA = "metadata"
_TITLE_PASSAGES = 8
_DATE_PASSAGES = 12
_DATE_CHARS = 80
_MIN_LETTERS = 200  # about two and a half sentences; a Chinese letter counts as three
_WIDE = "\u2e80"
_MIN_SENTENCES = 2
_MIN_LETTER_SHARE = 0.6  # of what is not white space: below are tables, code and listings
_SENTENCE_END = re.compile(
    r"[^\W\d_]{2}[\"'”’»)\]]*[.!?…](?:[\"'”’»)\]]*\s|[\"'”’»)\]]*$)|[。！？।؟]"
)
_NO_AUTHOR = re.compile(
    r"(?:user|users?\d*|owner|admin(?:istrator)?|author|unknown|anonymous|root|guest|default|test|"
    r"microsoft(?: office)?(?: user)?|office|pc|laptop|windows(?: user)?|hp|dell|lenovo|asus|acer|"
    r"utilisateur(?: windows| de microsoft office)?|usuario|benutzer|utente|пользователь|"
    r"python-docx|anonymer? .*|.*\\.*|\S*\d\S*)",
    re.IGNORECASE,
)
_FRAMES = {
    PassageKind.ITEM: "ul",
    PassageKind.NUMBERED: "ol",
    PassageKind.ROW: "table",
    PassageKind.QUOTE: "blockquote",
}
_TAGS = {
    "p",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "ul",
    "ol",
    "li",
    "table",
    "tr",
    "td",
    "blockquote",
    "pre",
}


def extract_document(
    document: TextDocument,
    url: str = "",
    x_robots_tag: Sequence[str] = (),
    *,
    seen: datetime | None = None,
    dated: datetime | None = None,
) -> Extraction:
    """Return the contents of a document, as for a page; its title may come from `url`.

    `seen` is when it was first fetched, `dated` the date given by a feed.
    """
    title, title_from = document_title(document, url)
    passages = _without_title(document.passages, title)
    text = "\n".join(_lines(passages))
    verdict = _verdict(document, text)
    about = document.about
    published, published_from = _published(document, url, seen, dated)
    changed = about.modified and about.created and about.modified > about.created
    language, language_from = _language(document, text or title)
    authors = clean_names(name for name in about.authors if not _NO_AUTHOR.fullmatch(name))
    return Extraction(
        verdict=verdict,
        title=title,
        text=text,
        html=_html(passages) if verdict.kind is PageKind.ARTICLE else "",
        published=published,
        modified=about.modified if changed and published else None,
        authors=authors,
        language=language,
        tags=about.keywords,
        robots=robots_rules(x_robots_tag),
        signals=(
            ("title", title_from),
            ("published", published_from),
            ("authors", _METADATA if authors else ""),
            ("text", str(document.format)),
            ("language", language_from),
        ),
    )


def _published(
    document: TextDocument, url: str, seen: datetime | None, dated: datetime | None
) -> tuple[datetime | None, str]:
    """The first believable date: creation, change, URL, the first lines, the feed."""
    window = DateWindow(seen or datetime.now(UTC), seen)
    candidates = list(_date_candidates(document, url, dated))
    best = next((each for each in candidates if window.admits(each, candidates)), None)
    return (best.moment, best.where) if best else (None, "")


def _date_candidates(
    document: TextDocument, url: str, dated: datetime | None
) -> Iterator[DateCandidate]:
    about = document.about
    for moment in (about.created, about.modified):
        if moment:  # not sure: a template's date is years older than the document
            yield DateCandidate(DateEvidence.META, _METADATA, moment)
    if moment := url_date(url):
        yield DateCandidate(DateEvidence.ADDRESS, "address", moment, is_sure=True)
    for passage in document.passages[:_DATE_PASSAGES]:
        text = passage.text
        short = 8 <= len(text) <= _DATE_CHARS and any(map(str.isdigit, text))
        if short and (moment := parse_date(text)):
            yield DateCandidate(DateEvidence.SHOWN, "printed date", moment)
    if dated:
        yield DateCandidate(DateEvidence.FEED, "feed", dated, is_sure=True)


def _language(document: TextDocument, text: str) -> tuple[str | None, str]:
    language, _ = detect(text)
    if language != UNKNOWN:
        return language, "text"
    claim = document.about.language.replace("_", "-").partition("-")[0].lower()
    return (claim, _METADATA) if 2 <= len(claim) <= 3 and claim.isalpha() else (None, "")


def _without_title(passages: Sequence[DocumentPassage], title: str) -> tuple[DocumentPassage, ...]:
    """The passages without those at the start that form the title, alone or together."""
    wanted = "".join(title_words(title))
    kept: list[DocumentPassage] = []
    place = 0
    while place < min(_TITLE_PASSAGES, len(passages)):
        if size := _title_size(passages[place : place + 4], wanted):
            place += size
        else:
            kept.append(passages[place])
            place += 1
    return (*kept, *passages[place:])


def _title_size(passages: Sequence[DocumentPassage], wanted: str) -> int:
    """How many passages from here on form the title; mostly none."""
    words = ""
    for size, passage in enumerate(passages, 1):
        words += "".join(title_words(passage.text))
        if words and words == wanted:
            return size
    return 0


def _lines(passages: Sequence[DocumentPassage]) -> Iterator[str]:
    for passage in passages:
        yield passage.text.replace("\t", " | ") if passage.kind is PassageKind.ROW else passage.text


def _verdict(document: TextDocument, text: str) -> PageVerdict:
    """An article if it has enough text, and the text consists of sentences."""
    notes = (f"{document.format}, {len(text.split()):,} words", *filter(None, (document.cut,)))
    letters = sum(3 if letter >= _WIDE else 1 for letter in text[:20_000] if letter.isalpha())
    if letters < _MIN_LETTERS:
        return PageVerdict(PageKind.VALUELESS, 0.9, (*notes, "too short for an article"))
    if not _is_prose(text):
        return PageVerdict(PageKind.VALUELESS, 0.8, (*notes, "a listing rather than sentences"))
    return PageVerdict(PageKind.ARTICLE, 0.8, notes)


def _is_prose(text: str) -> bool:
    head = text[:20_000]
    letters = sum(map(str.isalpha, head))
    shown = len(head) - sum(map(str.isspace, head))
    ends = len(_SENTENCE_END.findall(head))
    # At least one sentence per 600 letters: long sentences have 200.
    return letters >= _MIN_LETTER_SHARE * shown and ends >= max(_MIN_SENTENCES, letters / 600)


def _html(passages: Sequence[DocumentPassage]) -> str:
    """The reader view; everything is escaped here, and sanitised as well."""
    markup = "".join(
        _framed(kind, list(group)) for kind, group in groupby(passages, key=lambda each: each.kind)
    )
    return nh3.clean(markup, tags=_TAGS, attributes={})


def _framed(kind: PassageKind, group: Sequence[DocumentPassage]) -> str:
    frame = _FRAMES.get(kind)
    inner = "".join(_element(passage) for passage in group)
    return f"<{frame}>{inner}</{frame}>" if frame else inner


def _element(passage: DocumentPassage) -> str:
    text = escape(passage.text)
    match passage.kind:
        case PassageKind.HEADING:
            level = min(max(passage.level, 2), 6)
            return f"<h{level}>{text}</h{level}>"
        case PassageKind.ITEM | PassageKind.NUMBERED:
            return f"<li>{text}</li>"
        case PassageKind.ROW:
            return "<tr>" + "".join(f"<td>{cell}</td>" for cell in text.split("\t")) + "</tr>"
        case PassageKind.CODE:
            return f"<pre>{text}</pre>"
    return f"<p>{text}</p>"
