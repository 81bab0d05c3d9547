"""How often the language of a text is told right, on rows with a language and a text."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tidings.evaluate.labelled.json_lines import rows_of
from tidings.evaluate.labelled.page_folder import SkippedLine
from tidings.text.language.detection import detect

# Codes that are one written language to us: Norwegian in both forms, Malay and Indonesian.
_MERGED = {"nb": "no", "nn": "no", "ms": "id", "zh-cn": "zh", "zh-tw": "zh"}


@dataclass(frozen=True, slots=True)
class DetectedLanguage:
    """A text, what its language is, and what we say."""

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
    unknown: int  # told to be in no language: not right, but not wrong either
    mistakes: tuple[tuple[str, str, int], ...]  # truth, answer, how often; the most frequent first

    @property
    def accuracy(self) -> float:
        """The share told right."""
        return self.right / self.texts if self.texts else 0.0


def detected_rows(path: Path) -> Iterator[DetectedLanguage | SkippedLine]:
    """Yield every row of a file as it is told."""
    for row in rows_of(path, "lang", "text"):
        if isinstance(row, SkippedLine):
            yield row
            continue
        language, confidence = detect(str(row["text"]))
        truth = str(row["lang"]).lower()
        yield DetectedLanguage(str(row["text"]), _MERGED.get(truth, truth), language, confidence)


def language_score(told: Sequence[DetectedLanguage]) -> LanguageScore:
    """Sum rows up."""
    wrong = Counter((each.truth, each.answer) for each in told if not each.is_right)
    return LanguageScore(
        texts=len(told),
        right=sum(each.is_right for each in told),
        unknown=sum(each.answer == "und" and not each.is_right for each in told),
        mistakes=tuple((*pair, count) for pair, count in wrong.most_common(15)),
    )
