"""What stands between the numbers of a date: the name of a month, little words, or neither."""

import re
from functools import lru_cache
from typing import NamedTuple

from tidings.read.dates.date_names import month_names
from tidings.read.dates.name_key import name_key
from tidings.read.dates.weekdays import WEEKDAYS

MAX_GAP = 50  # characters: names of months with weekdays and little words are shorter
_LONGEST_NAME = 6  # words

# Weekdays, endings of numbers, "of", "day", "year", "era", in the form of `name_key`.
_LITTLE_WORDS = frozenset(map(name_key, WEEKDAYS)).union(
    """
st nd rd th er re ere eme e o a i an en ren ko mh d dd den det dne dia di do da de del dal dl du
of the day le la lo los el il ta ne na lia su u v w t
y m g r c s ng yil il ci men
year ano anno annee roku rok godine gada gads metu mettas god nam ngay
г гг р ж ш л ҫ аз ел года год року рік сыл оны күнэ жылы жылғы жылдын го е й и
წ წლის თ թ
ی د ל ה טן ב نچی ییل سنه سال عام من ماه שנת
ค ศ พ เดือน ที่ সাল ই শে লা রা ঠা
ខែ ឆ្នាំ
መዓልት ግርጋ ዮም ጋላሳ ዓም
""".split()
)

_OF = frozenset(("de", "del"))

# Vietnamese counts the months (tháng 11, thg 11, Th11), and so does Mongolian (11-р сар).
_MONTH_FOLLOWS = frozenset(("thang", "thg"))
_MONTH_PRECEDES = frozenset(("сар", "сарын"))
_SHORT_MARK = re.compile(r"\bTh$")

# Months that are others in Czech and Polish, and how many dots show that a date is Croatian: one
# after the day, which Polish has not, or also one after the year, which Czech has not.
_CROATIAN = {
    "listopada": (10, 1),
    "listopad": (10, 2),
    "lis": (10, 2),
    "srp": (7, 2),
    "lip": (6, 2),
}
_GLUED = re.compile(r"(?<=[a-z]{3})(?=[A-Z][a-z])")  # "2 hours agoMarch 4, 2024"
_THAI = re.compile("[ก-๛]")


class DateGap(NamedTuple):
    """Which month a gap names: with all of its words, with the last ones, with the first ones."""

    has_month: bool = False
    whole: int = 0
    last: int = 0
    first: int = 0
    croatian: tuple[int, int] = (0, 0)  # instead of `whole`, if there are so many dots
    month_follows: bool = False  # as a number
    month_precedes: bool = False
    whole_mark: bool = False  # the words that say so are all
    ends_plain: bool = False  # with the month, or with "de" after it
    is_little: bool = False  # no words, or little ones
    is_thai: bool = False


_NOTHING, _LITTLE = DateGap(), DateGap(is_little=True)


@lru_cache(maxsize=4_096)  # most gaps are commas, spaces and the months of a few languages
def date_gap(text: str) -> DateGap:
    """Return what a text between two numbers, before the first or after the last one is."""
    words = name_key(_GLUED.sub(" ", text)).split()
    inner = _without_little_words(words)
    follows = bool(inner and inner[-1] in _MONTH_FOLLOWS) or _SHORT_MARK.search(text) is not None
    if not inner and not follows and not _month(words):
        return _LITTLE
    inner = inner or words
    whole = _month(words) or _month(inner) or _month_twice(inner)
    last, first = _month_at_end(words, inner), _month_at_start(words, inner)
    precedes = inner[0] in _MONTH_PRECEDES
    if not (last or first or follows or precedes):
        return _NOTHING
    return DateGap(
        has_month=True,
        whole=whole,
        last=last,
        first=first,
        croatian=_CROATIAN.get(inner[0], (0, 0)),
        month_follows=follows,
        month_precedes=precedes,
        whole_mark=len(inner) == 1,
        ends_plain=_month(words) > 0 or words[-1] == inner[-1] or words[-1] in _OF,
        is_thai=_THAI.search(text) is not None,
    )


def _without_little_words(words: list[str]) -> list[str]:
    start, end = 0, len(words)
    while start < end and words[start] in _LITTLE_WORDS:
        start += 1
    while end > start and words[end - 1] in _LITTLE_WORDS:
        end -= 1
    return words[start:end]


def _month(words: list[str]) -> int:
    return month_names().get(" ".join(words), 0)


def _month_twice(words: list[str]) -> int:
    """The month that is named in two ways, as Arabic papers do: نوفمبر/تشرين الثاني."""
    return next(
        (
            month
            for at in range(1, len(words))
            if (month := _month(words[:at])) and month == _month(words[at:])
        ),
        0,
    )


def _month_at_end(*readings: list[str]) -> int:
    """The month in the last words: the longest name, because "tháng mười hai" is not "hai"."""
    return next(
        (
            month
            for size in range(_LONGEST_NAME, 0, -1)
            for words in readings
            if len(words) >= size and (month := _month(words[-size:]))
        ),
        0,
    )


def _month_at_start(*readings: list[str]) -> int:
    return next(
        (
            month
            for size in range(_LONGEST_NAME, 0, -1)
            for words in readings
            if len(words) >= size and (month := _month(words[:size]))
        ),
        0,
    )
