"""A small grammar notation: sentences with slots and alternatives, for any language.

A block is lines of ``key: sentence``; an indented line continues the one before it. In a
sentence ``{place}`` is a slot, ``{a?he|she}`` chooses by the gender of person ``a``, and
``[one|two|]`` chooses at random; alternatives may contain slots but no alternatives.
"""

import re
from collections.abc import Mapping
from functools import cache
from random import Random

Grammar = Mapping[str, tuple[str, ...]]

_PIECE = re.compile(r"\[([^\]]*)\]|\{([^}]*)\}")
_Part = str | tuple[str, tuple[str, ...]]


def block(text: str, joiner: str = " ") -> Grammar:
    """Return the sentences of a block by key, in order."""
    entries: list[tuple[str, str]] = []
    for line in filter(None, map(str.rstrip, text.splitlines())):
        if line[0] == " ":
            key, sentence = entries.pop()
            entries.append((key, sentence + joiner + line.strip()))
        else:
            key, _, sentence = line.partition(": ")
            entries.append((key, sentence))
    return {key: tuple(s for k, s in entries if k == key) for key, _ in entries}


def realise(sentence: str, slots: Mapping[str, str], rng: Random) -> str:
    """Return the sentence with every alternative chosen and every slot filled."""
    out = []
    for part in _parts(sentence):
        if isinstance(part, str):
            out.append(part)
        elif part[0] == "":
            out.append(realise(rng.choice(part[1]), slots, rng))
        else:
            out.append(_fill(part, slots))
    return "".join(out)


def slots_of(sentence: str) -> set[str]:
    """Return the names of all slots in a sentence."""
    return {m.group(1) for m in re.finditer(r"\{(\w+)[?}]", sentence)}


@cache
def _parts(sentence: str) -> tuple[_Part, ...]:
    parts: list[_Part] = []
    end = 0
    for match in _PIECE.finditer(sentence):
        parts.append(sentence[end : match.start()])
        end = match.end()
        if match.group(1) is not None:
            parts.append(("", tuple(_alternatives(match.group(1)))))
        else:
            name, _, forms = match.group(2).partition("?")
            parts.append((name, tuple(forms.split("|")) if forms else ()))
    parts.append(sentence[end:])
    return tuple(part for part in parts if part)


def _alternatives(text: str) -> list[str]:
    """Split at bars outside of slots."""
    return re.split(r"\|(?![^{]*\})", text)


def _fill(part: tuple[str, tuple[str, ...]], slots: Mapping[str, str]) -> str:
    name, forms = part
    if not forms:
        return slots[name]
    return forms[slots[f"{name}_gender"] == "f"]
