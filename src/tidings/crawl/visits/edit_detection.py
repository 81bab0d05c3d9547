"""Edit detection: did an editor change the title or text, or is the difference page noise?"""

import re
import unicodedata
from collections.abc import Iterable

from tidings.text.alternation import any_of
from tidings.text.diff import tokens_of

_WORD = re.compile(r"\w+")
_ENDS = re.compile(r"[.!?…。！？؟।:;][\"'”’»)\]]*$")
_DENSE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]")
_LOOSE_WORDS = 14  # a shorter line without end punctuation is a link, a label or a caption
_STAMP_WORDS = 12
_SENTENCE_WORDS = 5  # a stamp that ends like a sentence has at most this many
_MAX_STAMP_LETTERS = 4  # next to digits: "12:45 Uhr", "1.2k"
_SHINGLE = 3
_SAME = 0.3  # share of the old text's shingles in the new one: edited, not replaced
_SAME_VIEW = 0.6  # share of the shorter text's; results and weather of two days share half

_WHOLE = """
ago / just now / geleden / fa / sedan / siden / temu / назад / тому / önce / views / shares /
likes / (?:vor|hace|il y a|há) \\d+ / minutes? read / min\\.? read / reading time / mins? ago
"""
_STEMS = """
updated / last update / published / modified / comment / aktualisiert / veröffentlicht / stand: /
lesezeit / lesedauer / kommentar / aufrufe / mis à jour / publié / temps de lecture / partages /
actualizado / publicado / comentario / tiempo de lectura / visitas / atualizado / comentário /
tempo de leitura / aggiornato / pubblicato / commenti / tempo di lettura / bijgewerkt / reacties /
leestijd / uppdaterad / opdateret / oppdatert / zaktualizowano / komentarz / обновлено /
опубликовано / комментари / просмотр / оновлено / güncellendi / yorum
"""
_DENSE_WORDS = """
更新 / 发布 / 發佈 / 分钟前 / 分鐘前 / 小时前 / 小時前 / 天前 / 阅读 / 閱讀 / 评论 / 評論 / 分前 /
時間前 / コメント / 조회 / 댓글 / 분 전 / 시간 전 / 입력 / 수정
"""


def _alternatives(words: str) -> str:
    return any_of(word.strip() for word in words.split(" /"))


_STAMP = re.compile(
    rf"(?<!\w)(?:(?:{_alternatives(_WHOLE)})(?!\w)|{_alternatives(_STEMS)})|{_alternatives(_DENSE_WORDS)}"
)


def is_edit(before: tuple[str, str], after: tuple[str, str]) -> bool:
    """Return whether an editor changed the title or text of a page.

    White space, quotation marks, stamps such as "updated 5 minutes ago", counters and loose lines
    around the text (links, labels) may differ without an edit.
    """
    if _words(before[0]) != _words(after[0]):
        return True
    if _words(before[1]) == _words(after[1]):
        return False
    return _words("\n".join(_content_lines(before[1]))) != _words(
        "\n".join(_content_lines(after[1]))
    )


def is_same_article(old: str, new: str) -> bool:
    """Return whether the new text is the old article, perhaps edited, and not a replacement."""
    known = _shingles(old)
    return bool(known) and len(known & _shingles(new)) >= _SAME * len(known)


def is_same_page(one: str, other: str) -> bool:
    """Return whether two texts are views of the same page; one may be much longer."""
    both = _shingles(one), _shingles(other)
    smaller = min(map(len, both))
    return smaller > 0 and len(both[0] & both[1]) >= _SAME_VIEW * smaller


def _words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKC", text).replace("’", "'").replace("\u00ad", "")
    return _WORD.findall(plain)


def _content_lines(text: str) -> list[str]:
    """The content lines of a text: no stamps, and no loose lines at either end."""
    lines = [line for line in map(str.strip, text.split("\n")) if line and not _is_stamp(line)]
    solid = [at for at, line in enumerate(lines) if not _is_loose(line)]
    return lines[solid[0] : solid[-1] + 1] if solid else lines


def _is_loose(line: str) -> bool:
    return not _ENDS.search(line) and _size(line) < _LOOSE_WORDS


def _is_stamp(line: str) -> bool:
    """Return whether a line is only a publication time or a counter."""
    size = _size(line)
    if size > _STAMP_WORDS or (_ENDS.search(line) and size > _SENTENCE_WORDS):
        return False
    has_digit = any(letter.isdigit() for letter in line)
    if has_digit and sum(letter.isalpha() for letter in line) <= _MAX_STAMP_LETTERS:
        return True
    stamp = _STAMP.search(line.lower())
    return stamp is not None and (has_digit or size <= _SENTENCE_WORDS)


def _size(line: str) -> float:
    """Count words; in scripts without spaces, two letters count as one word."""
    return len(_WORD.findall(_DENSE.sub(" ", line))) + len(_DENSE.findall(line)) / 2


def _shingles(text: str) -> set[tuple[str, ...]]:
    words = [token for token in tokens_of(text) if _WORD.match(token)]
    return set(_runs_of(words))


def _runs_of(words: list[str]) -> Iterable[tuple[str, ...]]:
    return zip(*(words[at:] for at in range(_SHINGLE)), strict=False)
