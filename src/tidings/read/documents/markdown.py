"""Markdown files: CommonMark's blocks, tables and front matter."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from tidings.model.web.document import (
    NO_METADATA,
    DocumentFormat,
    DocumentMetadata,
    DocumentPassage,
    PassageKind,
    TextDocument,
)
from tidings.read.characters.one_line_text import html_line, one_line
from tidings.read.dates.date_parser import parse_date
from tidings.read.passages.passage_collector import (
    ONLY_ITS_BEGINNING,
    DocumentLimit,
    PassageCollector,
)

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

# The parser needs 1.6 s for a megabyte of prose, and its inline rules are quadratic in brackets:
# 60 000 characters of them take over a second, 3 000 a few milliseconds.
_MAX_CHARS: Final = 120_000
_MAX_LINES: Final = 8_000
_MAX_INLINE: Final = 10_000
_MAX_MARKS: Final = 150  # in one block; a list of references in one paragraph has fifty
_MAX_NESTING: Final = 20
_FRONT = re.compile(
    r"\ufeff?---[ \t]*\r?\n(?=[A-Za-z_-]{2,30}:)(.{0,10000}?)\n(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)",
    re.DOTALL,
)
_PAIR = re.compile(r"([A-Za-z_-]{2,30}):[ \t]*(.*)")
_ENTRY = re.compile(r"[ \t]*-[ \t]+(.+)")
_MARK = re.compile(r"[\[\]*_`<>&\\!]")
_MARKS = re.compile(r"[*_`~]{1,3}(?=\S)|(?<=\S)[*_`~]{1,3}")
_LINK = re.compile(r"!?\[([^][]{0,300})\]\([^()\s]{0,1000}\)")


def read_markdown(text: str) -> TextDocument:
    """Return the text of a Markdown file, without pictures and link targets."""
    front = _FRONT.match(text)
    metadata = _metadata(front[1]) if front else NO_METADATA
    body = text[front.end() :] if front else text
    kept = _cut_to_limits(body)
    cut = len(kept) < len(body)
    collector = PassageCollector()
    try:
        for passage in _Blocks().passages(_parser("blocks").parse(kept)):
            collector.add(passage.kind, passage.text, passage.level)
    except DocumentLimit:
        cut = True
    headings = (each for each in collector.passages if each.kind is PassageKind.HEADING)
    headline = next((each.text for each in headings if each.level == 1), "")
    return TextDocument(
        DocumentFormat.MARKDOWN,
        tuple(collector.passages),
        metadata,
        headline,
        ONLY_ITS_BEGINNING if cut else "",
    )


def _cut_to_limits(text: str) -> str:
    lines = text[:_MAX_CHARS].split("\n", _MAX_LINES)
    return text[:_MAX_CHARS] if len(lines) <= _MAX_LINES else "\n".join(lines[:_MAX_LINES])


@cache
def _parser(name: str) -> "MarkdownIt":
    from markdown_it import MarkdownIt  # 40 ms to import, and few sites publish Markdown

    parser = MarkdownIt("commonmark", {"maxNesting": _MAX_NESTING}).enable("table")
    # The text in a block is parsed in _words, one block at a time, within a limit.
    return parser.disable("inline") if name == "blocks" else parser


class _Blocks:
    """The open lists, quotes, headings and rows while tokens are read."""

    def __init__(self) -> None:
        self._lists: list[PassageKind] = []
        self._quotes = self._heading = 0
        self._row: list[str] | None = None

    def passages(self, tokens: Sequence["Token"]) -> Iterator[DocumentPassage]:
        """Yield the blocks in order."""
        for token in tokens:
            match token.type:
                case "inline" if self._row is not None:
                    self._row.append(_words(token.content))
                case "inline":
                    yield self._passage(_words(token.content))
                case "fence" | "code_block":
                    yield DocumentPassage(PassageKind.CODE, token.content)
                case "html_block":
                    yield DocumentPassage(PassageKind.PARAGRAPH, html_line(token.content, 5_000))
                case "tr_close":
                    yield DocumentPassage(PassageKind.ROW, "\t".join(self._row or ()))
                    self._row = None
                case _:
                    self._track(token)

    def _track(self, token: "Token") -> None:
        match token.type:
            case "bullet_list_open":
                self._lists.append(PassageKind.ITEM)
            case "ordered_list_open":
                self._lists.append(PassageKind.NUMBERED)
            case "bullet_list_close" | "ordered_list_close":
                self._lists.pop()
            case "blockquote_open" | "blockquote_close":
                self._quotes += token.nesting
            case "heading_open" | "heading_close":
                self._heading = int(token.tag[1]) if token.nesting > 0 else 0
            case "tr_open":
                self._row = []

    def _passage(self, text: str) -> DocumentPassage:
        if self._heading:
            return DocumentPassage(PassageKind.HEADING, text, self._heading)
        if self._lists:
            return DocumentPassage(self._lists[-1], text, len(self._lists) - 1)
        return DocumentPassage(PassageKind.QUOTE if self._quotes else PassageKind.PARAGRAPH, text)


def _words(markup: str) -> str:
    """Return the words of a block; one too long for the parser only loses common marks."""
    marks = len(_MARK.findall(markup[: _MAX_INLINE + 1]))
    if not marks:
        return markup
    if marks > _MAX_MARKS or len(markup) > _MAX_INLINE:
        return _MARKS.sub("", _LINK.sub(r"\1", markup))
    tokens = _parser("words").parseInline(markup)
    return "".join(_inline(tokens[0].children or ())) if tokens and tokens[0].children else markup


def _inline(tokens: Sequence["Token"]) -> Iterator[str]:
    for token in tokens:
        if token.type in ("text", "code_inline"):
            yield token.content
        elif token.type in ("softbreak", "hardbreak"):
            yield " "


def _metadata(front: str) -> DocumentMetadata:
    """Return the metadata in front matter: plain `key: value` lines and short lists."""
    pairs = dict(_pairs(front))
    authors = pairs.get("author") or pairs.get("authors") or []
    return DocumentMetadata(
        title=next(iter(pairs.get("title", ())), ""),
        authors=tuple(authors),
        created=parse_date(next(iter(pairs.get("date") or pairs.get("published") or ()), "")),
        modified=parse_date(next(iter(pairs.get("updated") or pairs.get("lastmod") or ()), "")),
        language=next(iter(pairs.get("lang") or pairs.get("language") or ()), ""),
        keywords=tuple(pairs.get("tags") or pairs.get("keywords") or ()),
        subject=next(iter(pairs.get("description", ())), ""),
    )


def _pairs(front: str) -> Iterator[tuple[str, list[str]]]:
    values: list[str] = []
    for line in front.splitlines()[:200]:
        if pair := _PAIR.match(line):
            values = _values(pair[2])
            yield pair[1].lower(), values
        elif entry := _ENTRY.match(line):
            values.append(_unquoted(entry[1]))


def _values(text: str) -> list[str]:
    text = text.strip()
    if text.startswith("[") and text.endswith("]"):
        return [value for part in text[1:-1].split(",") if (value := _unquoted(part))]
    return [value] if (value := _unquoted(text)) else []


def _unquoted(text: str) -> str:
    return one_line(text.strip().strip("\"'"), 300)
