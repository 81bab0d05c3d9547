"""Articles and queries out of a small vocabulary, in which no limit of search matters.

Search expands a prefix and a misspelt word to the most frequent words it knows from titles and
bodies. A dictionary has every word in its body, and there are too few words for the limits.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st
from tests.factories import make_article

from tidings.search.entries.entry import IndexEntry, entry_of
from tidings.search.query.tree import (
    Between,
    Boost,
    Field,
    FieldName,
    Fuzzy,
    Must,
    Near,
    Node,
    Not,
    Phrase,
    Prefix,
    Word,
    all_of,
    any_of,
)

NOW = datetime(2024, 5, 15, 10, 30, 5, tzinfo=UTC)
DAYS = [NOW - timedelta(days=days) for days in (0, 1, 6, 8, 40, 400)]

LANGUAGES = ("en", "de", "fr", "zh", "tr", "und")
WORDS = (
    "carbon tax taxes taxing government governments politics politicians Spain Merkel "
    "the of is who IT U.S. COVID-19 x-ray 3.5 2024 Haus Häuser Häusern die der und "
    "été étés l'été économie İstanbul ısı istanbul 中国 经济 中国经济 经济增长 季度 第一季度"
).split()
SOURCES = ("bbc.co.uk", "bbc.com", "zeitung.de", "xn--fiq228c.cn", "localhost:8080")
NAMES = ("Angela Merkel", "Merkel", "Erdoğan", "C++ (language)", "İstanbul", "ISTANBUL", "中国",
         "Straße", "STRASSE", "merkelism", "\u212aelvin", "ſet")  # fmt: skip
TOPICS = ("politics", "Climate change", "climate", "politics uk", "中国")
PATHS = ("jane/budget-2024", "joe/budget.html", "中国/tax", "tax", "%E4%B8%AD%E5%9B%BD/x-ray")
PEOPLE = ("Jane Doe", "Joe Doe", "Jürgen Groß", "中国 Li")
STORY = {"7": 2, "9": 3}  # each has every second or third article


def entry(
    number: int,
    source: str = "bbc.com",
    path: str = "tax",
    anchor: str = "",
    names: tuple[str, ...] = (),
    **values: Any,
) -> IndexEntry:
    """Return the entry of an article of the collection; its id is `a` and its number."""
    url = f"https://{source}/{path}"
    article = make_article(url, id=f"a{number}", seq=number, source=source, **values)
    return replace(entry_of(article, anchor), entities=tuple(dict.fromkeys(names)))


def dictionary(first: int) -> list[IndexEntry]:
    """Return articles with every word, one of each language."""
    return [
        entry(first + at, text=" ".join(WORDS), language=language)
        for at, language in enumerate(LANGUAGES)
    ]


Draft = dict[str, Any]  # what `entry` needs besides the number


def texts(most: int, *separators: str) -> st.SearchStrategy[str]:
    """Words of the vocabulary in a row."""
    words = st.lists(st.sampled_from(WORDS), max_size=most)
    between = st.sampled_from([" ", ", ", "-", *separators])
    return st.builds(lambda each, separator: separator.join(each), words, between)


def some(values: Sequence[str], most: int) -> st.SearchStrategy[tuple[str, ...]]:
    """Some of the values."""
    return st.lists(st.sampled_from(values), max_size=most).map(tuple)


DRAFTS: st.SearchStrategy[Draft] = st.fixed_dictionaries(
    {
        "title": texts(4, ""),
        "text": texts(12, "\n", ""),
        # Not a part of the text by chance, which would be no standfirst of its own.
        "standfirst": texts(4).map(lambda text: f"{text} .s" if text else ""),
        "anchor": texts(3),
        "language": st.sampled_from(LANGUAGES),
        "source": st.sampled_from(SOURCES),
        "published": st.sampled_from([None, *DAYS]),
        "authors": some(PEOPLE, 2),
        "section": st.sampled_from(["", *TOPICS]),
        "tags": some(TOPICS, 2),
        "names": some(NAMES, 3),
        "path": st.sampled_from(PATHS),
    }
)

_VALUES = [*WORDS, *NAMES, "kelvin", "Set", *SOURCES, *TOPICS, *PATHS, *PEOPLE]
PREFIXES = ("polit", "governm", "tax", "a", "Häu", "ét", "2", "中", "x-r", "经济", "me", "ist")
FUZZY = ("carbn", "Merkle", "goverment", "hauser", "tex", "中国", "x-ray", "3.6", "istanbul")
LEAVES: st.SearchStrategy[Node] = st.one_of(
    st.builds(Word, st.sampled_from(WORDS)),
    st.builds(Word, st.sampled_from(WORDS)),
    st.builds(Word, st.sampled_from(_VALUES)),
    st.builds(Phrase, st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)),
    st.builds(Phrase, st.sampled_from(_VALUES)),
    # Of three terms or more, tantivy takes the rarest first, and so depends on the collection.
    st.builds(Near, st.sampled_from(["carbon tax", "tax tax", "Haus the", "中国 tax", "été is"]),
              st.integers(0, 6)),
    st.builds(Prefix, st.sampled_from([*PREFIXES, "carbon ta", "the gov", "Jane D", "bbc.c"])),
    st.builds(Fuzzy, st.sampled_from(FUZZY), st.integers(1, 2)),
    st.builds(Between, st.sampled_from([None, *DAYS]), st.sampled_from([None, *DAYS])),
)  # fmt: skip
FIELDS = st.builds(
    lambda name, text: Field(name, text),
    st.sampled_from(FieldName),
    st.one_of(LEAVES, st.builds(Word, st.sampled_from([*STORY, "English", "de", "zh-CN", "bbc"]))),
)
TREES: st.SearchStrategy[Node] = st.recursive(
    st.one_of(LEAVES, LEAVES, FIELDS),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=10).map(all_of),
        st.lists(inner, min_size=1, max_size=4).map(any_of),
        inner.map(Not),
        inner.map(Must),
        st.builds(Boost, inner, st.floats(0, 100)),
        st.builds(Field, st.sampled_from(FieldName), inner),
    ),
    max_leaves=12,
)

_SIGNS = ("OR", "AND", "NOT", "(", ")", '"', "-", "+", "title:", "source:", "author:", "lang:",
          "topic:", "entity:", "story:7", "url:", "since:7d", "before:2024-05-14", "yesterday",
          '"carbon tax"', '"carbon tax"~3', "polit*", "carbn~", "tax^3", "*")  # fmt: skip
TEXTS = st.lists(
    st.one_of(st.sampled_from(_VALUES), st.sampled_from(_SIGNS)), min_size=1, max_size=12
).map(" ".join)
