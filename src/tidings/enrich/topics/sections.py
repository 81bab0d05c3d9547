"""Sections: maps the names of sections, tags and categories to topics, by a table."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from tidings.enrich.topics.subjects import SUBJECT_INDEX

_TABLE = Path(__file__).parent / "section_names.txt"
_MAX_LABEL = 80  # characters; longer ones are sentences
_MAX_LABELS = 40  # of one article; sites with more tag everything
_WHOLE_SURENESS, _PART_SURENESS = (
    1.0,
    0.6,
)  # if the name is the whole label, or a part ("Politik/Inland")

# Words of any section name; a label without them may be in the table.
_GENERIC_WORDS: Final = frozenset(
    "news latest breaking top all more stories articles archive world international national "
    "local regional global uk us usa american europe european home section category tag topics "
    "nachrichten aktuell aktuelles meldungen ressort rubrik welt ausland inland "
    "actualité actualités actu actus infos info monde france rubrique "
    "noticias actualidad últimas ultimas mundo españa sección "
    "notizie ultime notícias новости nieuws wiadomości nyheter nyheder haber haberleri berita "
    "新闻 频道 要闻 资讯 滚动 首页 中心 栏目 の ニュース 뉴스 and und et y the of".split()
)
_SEPARATOR = re.compile(r"[/|>»›:;,·•]+|\s[-–—&+]\s")
_WORD = re.compile(r"[^\W_]+(?:['’.+-][^\W_]+)*")
_NOT_A_SECTION = re.compile(
    r"\d+|[a-z]{2}(-[a-z]{2})?|index|news|article|articles|story|stories|archive"
)


def sections_in_url(url: str) -> tuple[str, ...]:
    """Return the sections in the path of an article's URL, as labels."""
    try:
        path = unquote(urlsplit(url).path)
    except ValueError:
        return ()
    folders = [folder.lower() for folder in path.split("/")[:-1] if folder]
    named = [folder for folder in folders if not _NOT_A_SECTION.fullmatch(folder)]
    return tuple(re.sub(r"[-_+]+", " ", folder) for folder in named[:4])


def topics_of_labels(labels: Sequence[str]) -> dict[str, tuple[float, str]]:
    """Return the topics of labels, each with its sureness and its label."""
    found: dict[str, tuple[float, str]] = {}
    for label in labels[:_MAX_LABELS]:
        for slug, sureness in topics_of_label(label).items():
            if sureness > found.get(slug, (0.0, ""))[0]:
                found[slug] = (sureness, label)
    return found


@lru_cache(maxsize=8_192)
def topics_of_label(label: str) -> dict[str, float]:
    """Return the topics of one label with their sureness; none if it is unknown."""
    if not label.strip() or len(label) > _MAX_LABEL:
        return {}
    if whole := _names().get(_normalised(label)):
        return dict.fromkeys(whole, _WHOLE_SURENESS / len(whole))
    found: dict[str, float] = {}
    for part in _SEPARATOR.split(label):
        for slug in (
            _names().get(_normalised(part)) or _names().get(_without_generic_words(part)) or ()
        ):
            found[slug] = max(found.get(slug, 0.0), _PART_SURENESS)
    return found


@lru_cache(maxsize=1)
def _names() -> dict[str, tuple[str, ...]]:
    """The table: normalised name of a section -> its topics."""
    table: dict[str, tuple[str, ...]] = {}
    for line in _TABLE.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        slug, names = line.split(" ", 1)
        for name in map(_normalised, names.split(",")):
            table[name] = tuple(sorted({*table.get(name, ()), slug}, key=SUBJECT_INDEX.__getitem__))
    return table


def _normalised(name: str) -> str:
    """Normalise a name: lower case, single spaces, without "and" and "&"."""
    lower = unicodedata.normalize("NFKC", name).casefold().replace("&", " and ")
    return " ".join(word for word in _WORD.findall(lower) if word not in ("and", "und", "et", "y"))


def _without_generic_words(name: str) -> str:
    """Normalise a name, without the words that any section may have."""
    return " ".join(word for word in _normalised(name).split() if word not in _GENERIC_WORDS)
