"""The counts from which a site's memory is derived, bounded in size and in time.

The order of pages does not matter until a limit is reached. Then all counts are halved, so that
what a site no longer shows is forgotten, and what it still shows stays known.
"""

import json
from array import array
from collections import Counter
from dataclasses import dataclass, field

from tidings.extract.site_memory.memory import MemoryUpdate, Odds, SiteMemory
from tidings.extract.site_memory.url_template import general_template
from tidings.model.web.page import PageKind

_WINDOW = 128  # articles before all counts are halved: the time to forget an old design
_MAX_KEYS = 5_000
_MAX_REPEATED = 500
_MIN_PAGES = 3
_SHARE = 8  # one page in eight must show a block
_MAX_TEMPLATES = 256
_KEEN_FIRST = 16  # articles before keen tags are learned, which costs as much as reading them
_KEEN_LATEST = 512  # … and the longest wait until they are learned again, to notice a redesign
_MAX_ADDRESSES = 1_000  # pages of one template before all counts are halved

_KINDS = tuple(PageKind)
_FORMAT = b"N1"


@dataclass(slots=True)
class SiteMemoryCounts:
    """What has been counted on one site's pages."""

    learned: int = 0  # articles ever learned from
    pages: int = 0  # articles in the counts
    blocks: Counter[int] = field(default_factory=Counter)  # key -> articles that show it
    templates: dict[str, Odds] = field(default_factory=dict)
    keen_tags: frozenset[str] = frozenset()
    keen_at: int = 0  # `learned` when the keen tags were learned

    def learn(self, update: MemoryUpdate) -> None:
        """Count one page."""
        if update.template:
            self._count_address(update)
        if update.body and self._is_new(update):
            self.learned += 1
            self.pages += 1
            self.blocks.update(update.blocks)
            while self.pages >= _WINDOW or len(self.blocks) > _MAX_KEYS:
                self._halve_blocks()

    @property
    def keen_due(self) -> bool:
        """Whether to learn the keen tags again: often at first, later less often."""
        age = self.learned - self.keen_at
        return age >= min(_KEEN_LATEST, max(_KEEN_FIRST, 3 * self.keen_at))

    def memory(self) -> SiteMemory:
        """Return what is known so far."""
        return SiteMemory(self.learned, self._repeated(), dict(self.templates), self.keen_tags)

    def _is_new(self, update: MemoryUpdate) -> bool:
        """Return whether most of a text is new: copies repeat, but are not boilerplate."""
        new = sum(key not in self.blocks for key in update.body)
        return 2 * new >= len(update.body)

    def _repeated(self) -> frozenset[int]:
        least = max(_MIN_PAGES, self.pages / _SHARE)
        known = [(count, key) for key, count in self.blocks.items() if count >= least]
        if len(known) > _MAX_REPEATED:
            known = sorted(known, reverse=True)[:_MAX_REPEATED]
        return frozenset(key for _, key in known)

    def _halve_blocks(self) -> None:
        self.pages //= 2
        halves = ((key, count // 2) for key, count in self.blocks.items())
        self.blocks = Counter({key: half for key, half in halves if half})

    def _count_address(self, update: MemoryUpdate) -> None:
        column = _KINDS.index(update.kind)
        for template in {update.template, general_template(update.template)}:
            odds = list(self.templates.get(template, (0, 0, 0)))
            odds[column] += 1
            self.templates[template] = (odds[0], odds[1], odds[2])
        if len(self.templates) > _MAX_TEMPLATES:
            ranked = sorted(self.templates.items(), key=lambda pair: (-sum(pair[1]), pair[0]))
            self.templates = dict(ranked[: _MAX_TEMPLATES // 2])
        if max(map(sum, self.templates.values())) > _MAX_ADDRESSES:
            halves = {name: (a // 2, i // 2, v // 2) for name, (a, i, v) in self.templates.items()}
            self.templates = {name: odds for name, odds in halves.items() if any(odds)}


def packed_counts(counts: SiteMemoryCounts) -> bytes:
    """Return counts in their stored form: a format, a line of JSON, the keys, their counts."""
    head = {
        "learned": counts.learned,
        "pages": counts.pages,
        "templates": counts.templates,
        "keen_tags": sorted(counts.keen_tags),
        "keen_at": counts.keen_at,
    }
    line = json.dumps(head, separators=(",", ":")).encode() + b"\n"
    keys = array("Q", counts.blocks.keys())
    return _FORMAT + line + keys.tobytes() + bytes(min(255, n) for n in counts.blocks.values())


def unpacked_counts(data: bytes) -> SiteMemoryCounts:
    """Return stored counts; empty ones if the format is different or the data damaged."""
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
