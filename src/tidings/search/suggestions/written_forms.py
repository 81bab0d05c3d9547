"""How terms are written: the index has only stems, so this looks into the articles' texts."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice, pairwise

from tidings.text.terms.analysis import wanted_spans

_READ = 20_000  # characters of a text that are read
_ENOUGH = 50  # occurrences in a text
_GAP = 1  # characters between two words of a name
_possessive = re.compile(r"['’]s?$")

TextInLanguage = tuple[str, str]  # a text and its language


def written_forms(terms: Sequence[str], texts: Iterable[TextInLanguage]) -> Counter[str]:
    """Return the written forms of terms in a row with their counts; one term is a row, too.

    In scripts without spaces, terms in a row overlap: 特朗 and 朗普 are 特朗普.
    """
    found: Counter[str] = Counter()
    for text, language in texts:
        part = text[:_READ]
        spans = list(islice(wanted_spans(frozenset(terms), part, language), _ENOUGH * len(terms)))
        for start, end in _rows(terms, spans):
            found[_possessive.sub("", part[start:end])] += 1
    return found


def usual_form(terms: Sequence[str], texts: Iterable[TextInLanguage]) -> str | None:
    """Return the usual written form of terms in a row, or None if they are in no text.

    Sentences and headlines begin with capitals, so a lower-case form counts three times.
    """
    found = written_forms(terms, texts)
    if not found:
        return None
    total = Counter[str]()
    for form, count in found.items():
        total[form.casefold()] += count
    best = max(total, key=lambda form: (total[form], -len(form)))
    same = [form for form in found if form.casefold() == best]
    return max(same, key=lambda form: (found[form] * (3 if form.islower() else 1), form))


def _rows(terms: Sequence[str], spans: Sequence[tuple[str, int, int]]) -> Iterable[tuple[int, int]]:
    if len(terms) == 1:
        return [(start, end) for _, start, end in spans]
    size = len(terms)
    rows = (spans[at : at + size] for at in range(len(spans) - size + 1))
    return [
        (row[0][1], row[-1][2])
        for row in rows
        if all(term == each for term, (each, _, _) in zip(terms, row, strict=True))
        and all(after[1] - before[2] <= _GAP for before, after in pairwise(row))
    ]
