"""Reads sentences with labelled names from the formats of CoNLL, WNUT and UNER.

A line is `token TAB tag` or `number TAB token TAB tag`, with or without further columns; lines
with `#` and no tab are comments: `# text = …` has the original sentence, `# newdoc` begins a
document, as does `-DOCSTART-`. Without its text, a sentence is its tokens joined by spaces.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tidings.evaluate.labelled.page_folder import SkippedLine
from tidings.model.articles.annotations import EntityKind

# WNUT's location includes facilities, as LOC does in the other sets; corporations and groups
# (bands, teams) are organisations in WikiGold too. Others (MISC, products, works) are ignored.
KINDS = {
    "PER": EntityKind.PERSON,
    "PERSON": EntityKind.PERSON,
    "ORG": EntityKind.ORGANISATION,
    "CORPORATION": EntityKind.ORGANISATION,
    "GROUP": EntityKind.ORGANISATION,
    "LOC": EntityKind.PLACE,
    "LOCATION": EntityKind.PLACE,
    "GPE": EntityKind.PLACE,
    "FAC": EntityKind.PLACE,
}
_TEXT = "# text = "
_NEW = "# newdoc"
_START = "-DOCSTART-"


@dataclass(frozen=True, slots=True)
class LabelledName:
    """A labelled name: its position and kind."""

    start: int
    end: int
    kind: EntityKind


@dataclass(frozen=True, slots=True)
class LabelledSentence:
    """A sentence with its names."""

    line: int  # where it begins in the file, from 1
    document: int
    text: str
    names: tuple[LabelledName, ...]


@dataclass(slots=True)
class _SentenceLines:
    """The lines of a sentence so far."""

    line: int = 0
    text: str | None = None
    rows: list[tuple[str, str]] | None = None


def labelled_sentences(path: Path) -> Iterator[LabelledSentence | SkippedLine]:
    """Yield the sentences of a file, or why a line cannot be used."""
    document = 0
    held = _SentenceLines()
    with path.open(encoding="utf-8", errors="replace") as file:
        for number, line in enumerate((*file, "\n"), 1):
            content = line.rstrip("\r\n")
            if not content.strip():
                if held.rows:
                    yield _sentence(held, document)
                held = _SentenceLines()
            elif content.startswith("#") and "\t" not in content:
                document += content.startswith(_NEW)
                held.text = content[len(_TEXT) :] if content.startswith(_TEXT) else held.text
            elif content.startswith(_START):
                document += 1
            elif (row := _row(content)) is None:
                yield SkippedLine(number, "it has no tab between a token and its tag")
            else:
                held.line = held.line or number
                held.rows = [*(held.rows or ()), row]


def _row(line: str) -> tuple[str, str] | None:
    cells = line.split("\t")
    if len(cells) < 2 or not cells[0]:
        return None
    if len(cells) > 2 and cells[0].isdigit():
        return cells[1], cells[2]
    return cells[0], cells[1]


def _sentence(held: _SentenceLines, document: int) -> LabelledSentence:
    rows = held.rows or []
    text, places = _placed(held.text, [token for token, _ in rows])
    return LabelledSentence(
        held.line, document, text, tuple(_names(places, [tag for _, tag in rows]))
    )


def _placed(text: str | None, tokens: list[str]) -> tuple[str, list[tuple[int, int]]]:
    """The text and the position of each token; the joined tokens if the text lacks one."""
    if text is not None and (found := _found(text, tokens)) is not None:
        return text, found
    joined = " ".join(tokens)
    return joined, _found(joined, tokens) or []


def _found(text: str, tokens: list[str]) -> list[tuple[int, int]] | None:
    at = 0
    places = []
    for token in tokens:
        start = text.find(token, at)
        if start < 0:
            return None
        at = start + len(token)
        places.append((start, at))
    return places


def _names(places: list[tuple[int, int]], tags: list[str]) -> Iterator[LabelledName]:
    """The names in tokens tagged by any of the IOB schemes."""
    start = end = 0
    open_label = ""
    for place, tag in (*zip(places, tags, strict=True), ((0, 0), "O")):
        begins, _, label = tag.partition("-")
        if begins == "I" and label == open_label:
            end = place[1]
            continue
        if open_label.upper() in KINDS:
            yield LabelledName(start, end, KINDS[open_label.upper()])
        open_label = label if begins in ("B", "I") else ""
        start, end = place
