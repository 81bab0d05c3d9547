"""Sections: what sites call their sections, tags and categories, as topics; a table, no guess."""

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
_MAX_LABELS = 40  # of one article; sites that have more tag whatever they name
_WHOLE, _PART = (
    1.0,
    0.6,
)  # how sure a name is that is the label, or a part of one ("Politik/Inland")

# Said of any section: what is left of the label without them may be a name in the table.
_EMPTY: Final = frozenset(
    "news latest breaking top all more stories articles archive world international national "
    "local regional global uk us usa american europe european home section category tag topics "
    "nachrichten aktuell aktuelles meldungen ressort rubrik welt ausland inland "
    "actualité actualités actu actus infos info monde france rubrique "
    "noticias actualidad últimas ultimas mundo españa sección "
    "notizie ultime notícias новости nieuws wiadomości nyheter nyheder haber haberleri berita "
    "新闻 频道 要闻 资讯 滚动 首页 中心 栏目 の ニュース 뉴스 and und et y the of".split()
)
_separator = re.compile(r"[/|>»›:;,·•]+|\s[-–—&+]\s")
_word = re.compile(r"[^\W_]+(?:['’.+-][^\W_]+)*")
_dated = re.compile(r"\d+|[a-z]{2}(-[a-z]{2})?|index|news|article|articles|story|stories|archive")


def sections_in_url(url: str) -> tuple[str, ...]:
    """Return what the path of an article's address says about its section, as labels."""
    try:
        path = unquote(urlsplit(url).path)
    except ValueError:
        return ()
    folders = [folder.lower() for folder in path.split("/")[:-1] if folder]
    named = [folder for folder in folders if not _dated.fullmatch(folder)]
    return tuple(re.sub(r"[-_+]+", " ", folder) for folder in named[:4])


def topics_of_labels(labels: Sequence[str]) -> dict[str, tuple[float, str]]:
    """Return the topics that labels stand for: how surely, and which label says so."""
    found: dict[str, tuple[float, str]] = {}
    for label in labels[:_MAX_LABELS]:
        for slug, sure in topics_of_label(label).items():
            if sure > found.get(slug, (0.0, ""))[0]:
                found[slug] = (sure, label)
    return found


@lru_cache(maxsize=8_192)
def topics_of_label(label: str) -> dict[str, float]:
    """Return the topics that one label stands for, by how surely; none if none is known."""
    if not label.strip() or len(label) > _MAX_LABEL:
        return {}
    if whole := _names().get(_spelled(label)):
        return dict.fromkeys(whole, _WHOLE / len(whole))
    found: dict[str, float] = {}
    for part in _separator.split(label):
        for slug in _names().get(_spelled(part)) or _names().get(_stripped(part)) or ():
            found[slug] = max(found.get(slug, 0.0), _PART)
    return found


@lru_cache(maxsize=1)
def _names() -> dict[str, tuple[str, ...]]:
    """The table: a name of a section, in one spelling -> its topics."""
    table: dict[str, tuple[str, ...]] = {}
    for line in _TABLE.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        slug, names = line.split(" ", 1)
        for name in map(_spelled, names.split(",")):
            table[name] = tuple(sorted({*table.get(name, ()), slug}, key=SUBJECT_INDEX.__getitem__))
    return table


def _spelled(name: str) -> str:
    """A name in one spelling: small letters, words with one space between, & and "and" alike."""
    small = unicodedata.normalize("NFKC", name).casefold().replace("&", " and ")
    return " ".join(word for word in _word.findall(small) if word not in ("and", "und", "et", "y"))


def _stripped(name: str) -> str:
    """The same without the words that any section may have."""
    return " ".join(word for word in _spelled(name).split() if word not in _EMPTY)
