"""The notebook: the counts from which a site's memory is drawn, bounded in size and in time.

Counting knows no order until a bound is reached; then everything fades by half, so that what a
site has left behind is forgotten and what it still shows stays known.
"""

import json
from array import array
from collections import Counter
from dataclasses import dataclass, field

from tidings.extract.site_memory.memory import MemoryUpdate, Odds, SiteMemory
from tidings.extract.site_memory.url_template import general_template
from tidings.model.web.page import PageKind

_WINDOW = 128  # articles before all counts are halved: a redesign is forgotten in as many
_MAX_KEYS = 5_000
_MAX_REPEATED = 500
_MIN_PAGES = 3
_SHARE = 8  # one page in so many must show a block
_MAX_TEMPLATES = 256
_KEEN_FIRST = 16  # articles before keen tags are learned, which costs as much as reading them
_KEEN_LATEST = 512  # … and after so many a redesign must show
_MAX_ADDRESSES = 1_000  # pages of one template before the counts of all are halved

_KINDS = tuple(PageKind)
_FORMAT = b"N1"


@dataclass(slots=True)
class SiteMemoryCounts:
    """What one site's pages have shown."""

    learned: int = 0  # articles ever learned from
    pages: int = 0  # articles in the counts
    blocks: Counter[int] = field(default_factory=Counter)  # key -> articles that show it
    templates: dict[str, Odds] = field(default_factory=dict)
    keen_tags: frozenset[str] = frozenset()
    keen_at: int = 0  # `learned` when the keen tags were learned

    def learn(self, lesson: MemoryUpdate) -> None:
        """Take in what one page teaches."""
        if lesson.template:
            self._count_address(lesson)
        if lesson.body and self._is_news(lesson):
            self.learned += 1
            self.pages += 1
            self.blocks.update(lesson.blocks)
            while self.pages >= _WINDOW or len(self.blocks) > _MAX_KEYS:
                self._fade()

    @property
    def keen_due(self) -> bool:
        """Whether the keen tags should be learned anew: often at first, then now and then."""
        age = self.learned - self.keen_at
        return age >= min(_KEEN_LATEST, max(_KEEN_FIRST, 3 * self.keen_at))

    def memory(self) -> SiteMemory:
        """Return what is known by now."""
        return SiteMemory(self.learned, self._repeated(), dict(self.templates), self.keen_tags)

    def _is_news(self, lesson: MemoryUpdate) -> bool:
        """Tell whether most of a text is new: a twin's blocks repeat without being chrome."""
        fresh = sum(key not in self.blocks for key in lesson.body)
        return 2 * fresh >= len(lesson.body)

    def _repeated(self) -> frozenset[int]:
        least = max(_MIN_PAGES, self.pages / _SHARE)
        known = [(count, key) for key, count in self.blocks.items() if count >= least]
        if len(known) > _MAX_REPEATED:
            known = sorted(known, reverse=True)[:_MAX_REPEATED]
        return frozenset(key for _, key in known)

    def _fade(self) -> None:
        self.pages //= 2
        halves = ((key, count // 2) for key, count in self.blocks.items())
        self.blocks = Counter({key: half for key, half in halves if half})

    def _count_address(self, lesson: MemoryUpdate) -> None:
        column = _KINDS.index(lesson.kind)
        for template in {lesson.template, general_template(lesson.template)}:
            odds = list(self.templates.get(template, (0, 0, 0)))
            odds[column] += 1
            self.templates[template] = (odds[0], odds[1], odds[2])
        if len(self.templates) > _MAX_TEMPLATES:
            ranked = sorted(self.templates.items(), key=lambda pair: (-sum(pair[1]), pair[0]))
            self.templates = dict(ranked[: _MAX_TEMPLATES // 2])
        if max(map(sum, self.templates.values())) > _MAX_ADDRESSES:
            halves = {name: (a // 2, i // 2, v // 2) for name, (a, i, v) in self.templates.items()}
            self.templates = {name: odds for name, odds in halves.items() if any(odds)}


def packed_counts(book: SiteMemoryCounts) -> bytes:
    """Return a notebook as it is stored: a format, a line of JSON, the keys, their counts."""
    head = {
        "learned": book.learned,
        "pages": book.pages,
        "templates": book.templates,
        "keen_tags": sorted(book.keen_tags),
        "keen_at": book.keen_at,
    }
    line = json.dumps(head, separators=(",", ":")).encode() + b"\n"
    keys = array("Q", book.blocks.keys())
    return _FORMAT + line + keys.tobytes() + bytes(min(255, n) for n in book.blocks.values())


def unpacked_counts(data: bytes) -> SiteMemoryCounts:
    """Return a stored notebook; an empty one if it is of another format or damaged."""
    line, _, rest = data.removeprefix(_FORMAT).partition(b"\n")
    if not data.startswith(_FORMAT) or len(rest) % 9:
        return SiteMemoryCounts()
    size = len(rest) // 9
    keys = array("Q")
    keys.frombytes(rest[: size * 8])
    try:
        head = json.loads(line)
        return SiteMemoryCounts(
            head["learned"],
            head["pages"],
            Counter(dict(zip(keys, rest[size * 8 :], strict=True))),
            {name: (a, i, v) for name, (a, i, v) in head["templates"].items()},
            frozenset(head["keen_tags"]),
            head["keen_at"],
        )
    except (ValueError, KeyError, TypeError):
        return SiteMemoryCounts()
