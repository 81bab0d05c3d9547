"""The title of a document that is not a web page: from its metadata or its text."""

import re
from collections.abc import Sequence
from urllib.parse import unquote

from tidings.extract.metadata.title import title_words
from tidings.model.web.document import DocumentPassage, PassageKind, TextDocument
from tidings.read.passages.passage_collector import clean_line
from tidings.read.url import path_of

_MAX_TITLE = 300
_HEAD_CHARS = 3_000  # where the document itself must show the title of its metadata
_WIDE = "\u2e80"
_FILE = re.compile(
    r"(?:microsoft (?:word|powerpoint|office word|publisher|excel)|powerpoint presentation|writer)"
    r"\s*[-–:]\s*",
    re.IGNORECASE,
)
_FILE_NAME = re.compile(
    r"\.(?:docx?|odt|rtf|pptx?|pdf|indd|qxd|pub|wpd|tex|dvi|txt|md|xlsx?|pages)$", re.IGNORECASE
)
_NO_TITLE = re.compile(
    r"(?:untitled|unbenannt|ohne titel|sans titre|sin título|senza titolo|без названия|"
    r"无标题|無題|제목 없음|"
    r"document|dokument|documento|presentation|präsentation|powerpoint[- ]präsentation|"
    r"powerpoint presentation|présentation powerpoint|presentación de powerpoint|slide|title|"
    r"layout|template|print|press release|full page|page|microsoft word|draft|print version)?"
    r"[\s\d._()\-#]*",
    re.IGNORECASE,
)


def document_title(document: TextDocument, url: str) -> tuple[str, str]:
    """Return the title and where it came from.

    Metadata is believed if the document shows the same words: writers reuse a template and
    forget its title. Otherwise the document's headline is the title.
    """
    declared = metadata_title(document.about.title)
    headline = clean_line(document.headline)[:_MAX_TITLE]
    head = " ".join(each.text for each in document.passages[:40])[:_HEAD_CHARS]
    if declared and (not headline or _contains_title(headline + " " + head, declared)):
        return declared, "metadata"
    if headline:
        return headline, "headline"
    heading = next(
        (each.text for each in document.passages if each.kind is PassageKind.HEADING), ""
    )
    if 0 < len(heading) <= _MAX_TITLE:
        return heading, "first heading"
    if name := _file_title(url):
        return name, "file name"
    return _first_line(document.passages), "first line"


def metadata_title(text: str) -> str:
    """Return a title from metadata, or nothing if a program put it there."""
    text = _FILE.sub("", " ".join(text.split()), 1)[:_MAX_TITLE].strip()
    if _NO_TITLE.fullmatch(text) or _FILE_NAME.search(text) or not any(map(str.isalpha, text)):
        return ""
    is_file_name = " " not in text and (len(text) > 40 or "_" in text) and text.isascii()
    return "" if is_file_name else text


def _contains_title(text: str, title: str) -> bool:
    wanted = title_words(title)
    known = set(title_words(text))
    if any(letter >= _WIDE for letter in title):
        return "".join(wanted) in "".join(title_words(text))
    return bool(wanted) and sum(word in known for word in wanted) >= 0.8 * len(wanted)


def _file_title(url: str) -> str:
    name = unquote(path_of(url).partition("?")[0].rpartition("/")[2]) if url else ""
    name = _FILE_NAME.sub("", name)
    parts = [part for part in re.split(r"[-_+.\s]+", name) if part]
    has_words = len(parts) >= 3 and sum(part.isalpha() for part in parts) * 2 > len(parts)
    return " ".join(parts)[:_MAX_TITLE] if has_words else ""


def _first_line(passages: Sequence[DocumentPassage]) -> str:
    text = passages[0].text.replace("\t", " ").partition("\n")[0] if passages else ""
    if len(text) <= 120:
        return text
    return text[:100].rpartition(" ")[0] + " …" if " " in text[:100] else text[:60] + "…"
