"""Scores language detection on rows with a language and a text."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tidings.evaluate.labelled.json_lines import rows_of
from tidings.evaluate.labelled.page_folder import SkippedLine
from tidings.text.language.detection import detect

# Codes that we treat as one written language: Norwegian in both forms, Malay and Indonesian.
_MERGED = {"nb": "no", "nn": "no", "ms": "id", "zh-cn": "zh", "zh-tw": "zh"}


@dataclass(frozen=True, slots=True)
class DetectedLanguage:
    """A text, its true language and our answer."""

    text: str
    truth: str
    answer: str
    confidence: float

    @property
    def is_right(self) -> bool:
        """Whether both are one language."""
        return self.truth == self.answer


@dataclass(frozen=True, slots=True)
class LanguageScore:
    """The scores over many texts."""

    texts: int
    right: int
    unknown: int  # without a detected language: neither right nor wrong
    mistakes: tuple[tuple[str, str, int], ...]  # truth, answer, how often; the most frequent first

    @property
    def accuracy(self) -> float:
        """The share detected right."""
        return self.right / self.texts if self.texts else 0.0


def detected_rows(path: Path) -> Iterator[DetectedLanguage | SkippedLine]:
    """Yield every row of a file with its detected language."""
    for row in rows_of(path, "lang", "text"):
        if isinstance(row, SkippedLine):
            yield row
            continue
        language, confidence = detect(str(row["text"]))
        truth = str(row["lang"]).lower()
        yield DetectedLanguage(str(row["text"]), _MERGED.get(truth, truth), language, confidence)


def language_score(rows: Sequence[DetectedLanguage]) -> LanguageScore:
    """Sum up rows."""
    wrong = Counter((each.truth, each.answer) for each in rows if not each.is_right)
    return LanguageScore(
        texts=len(rows),
        right=sum(each.is_right for each in rows),
        unknown=sum(each.answer == "und" and not each.is_right for each in rows),
        mistakes=tuple((*pair, count) for pair, count in wrong.most_common(15)),
    )
