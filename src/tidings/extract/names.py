"""Names of authors as pages print them, cleaned; it does not know who is a person."""

import re
from collections.abc import Iterable

_MAX_AUTHORS = 20
_MAX_NAME = 70

_BY = re.compile(
    r"^(?:\W*(?:(?:written|posted|published|reporting|reported|story|text|words|veröffentlicht|geschrieben|"
    r"publié|écrit|publicado|escrito|pubblicato|scritto|geplaatst)\s+)?(?:by|von|par|por|da|"
    r"di|door|af|av|przez|autor(?:a|es|en|ka)?|author(?:s)?|auteur|text|texte|redacción|"
    r"автор|текст|作者|記者|(?:本报)?记者|撰文|기자|文)\b\s*[:：/|]?|@)\s*",
    re.IGNORECASE,
)
_MAIL = re.compile(r"\S+@\S+\.\S+")
_SPLIT = re.compile(r"\s*(?:[,;|•·]|\s(?:and|und|et|y|e|och|og|en|i|&|и|și)\s)\s*", re.IGNORECASE)
_ROLE = re.compile(
    r"\b(?:correspondent|editor|reporter|writer|columnist|staff|contributor|journalist|chief|bureau|"
    r"redakteur(?:in)?|redaktion|korrespondent(?:in)?|rédaction|redacción|redazione|newsroom|desk|"
    r"special to|follow|updated|published|photo|senior|political|business|sports|news agency)\b",
    re.IGNORECASE,
)
_NO_NAME = re.compile(r"https?:|www\.|[<>{}=/\\]|\d{3,}|\.(?:com|org|net|de|co)\b", re.IGNORECASE)


def clean_names(raw: Iterable[str]) -> tuple[str, ...]:
    """Return the names in order, each once, without "by", e-mail addresses and roles."""
    found: dict[str, str] = {}
    for text in raw:
        for name in _names_in(text):
            found.setdefault(name.casefold(), name)
    return tuple(found.values())[:_MAX_AUTHORS]


def _names_in(text: str) -> list[str]:
    text = _BY.sub("", _MAIL.sub(" ", " ".join(text.split())[:400]))
    parts = [part.strip(" .,;:|-–—()[]*\"'“”") for part in _SPLIT.split(text)]
    names = [name for part in parts if (name := _BY.sub("", part)) and _is_name(name)]
    # "Jane Doe, Political Editor" is one person; "Newsroom" alone is all we are told.
    without_roles = [name for name in names if not _ROLE.search(name)]
    return without_roles or names[:1]


def _is_name(text: str) -> bool:
    return (
        2 <= len(text) <= _MAX_NAME
        and len(text.split()) <= 6
        and not _NO_NAME.search(text)
        and any(character.isalpha() for character in text)
    )
