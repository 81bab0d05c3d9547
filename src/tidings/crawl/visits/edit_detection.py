"""What counts as an edit: the words of a title or text really changed, beyond the page's noise."""

import re
import unicodedata
from collections.abc import Iterable

from tidings.text.alternation import any_of
from tidings.text.diff import tokens_of

_WORD = re.compile(r"\w+")
_ENDS = re.compile(r"[.!?…。！？؟।:;][\"'”’»)\]]*$")
_DENSE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]")
_LOOSE_WORDS = 14  # a line without an end and shorter than this is a link, a label or a caption
_STAMP_WORDS = 12
_SPOKEN_WORDS = 5  # a stamp that ends like a sentence has no more words than this
_BARE_LETTERS = 4  # besides digits: "12:45 Uhr", "1.2k"
_SHINGLE = 3
_SAME = 0.3  # of the old text's shingles found again: moved, not replaced
_SAME_VIEW = 0.6  # of the shorter text's: results and weather of two days share half of theirs

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
    """Tell whether the title and text of a page were changed by an editor.

    White space, quotation marks, stamps such as "updated 5 minutes ago", counters, and the loose
    lines around the text (links, labels) may all be different without anybody having edited.
    """
    if _words(before[0]) != _words(after[0]):
        return True
    if _words(before[1]) == _words(after[1]):
        return False
    return _words("\n".join(_content_lines(before[1]))) != _words(
        "\n".join(_content_lines(after[1]))
    )


def is_same_article(old: str, new: str) -> bool:
    """Tell whether a text is another one's, edited perhaps, and not something in its place."""
    known = _shingles(old)
    return bool(known) and len(known & _shingles(new)) >= _SAME * len(known)


def is_same_page(one: str, other: str) -> bool:
    """Tell whether two texts stand on views of one page; one of them may hold much more."""
    both = _shingles(one), _shingles(other)
    fewer = min(map(len, both))
    return fewer > 0 and len(both[0] & both[1]) >= _SAME_VIEW * fewer


def _words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKC", text).replace("’", "'").replace("\u00ad", "")
    return _WORD.findall(plain)


def _content_lines(text: str) -> list[str]:
    """The lines of a text that tell something: no stamps, and no loose lines at either end."""
    lines = [line for line in map(str.strip, text.split("\n")) if line and not _is_stamp(line)]
    firm = [at for at, line in enumerate(lines) if not _is_loose(line)]
    return lines[firm[0] : firm[-1] + 1] if firm else lines


def _is_loose(line: str) -> bool:
    return not _ENDS.search(line) and _size(line) < _LOOSE_WORDS


def _is_stamp(line: str) -> bool:
    """Tell whether a line says when it was made or how often it was read, and little else."""
    size = _size(line)
    if size > _STAMP_WORDS or (_ENDS.search(line) and size > _SPOKEN_WORDS):
        return False
    has_digit = any(letter.isdigit() for letter in line)
    if has_digit and sum(letter.isalpha() for letter in line) <= _BARE_LETTERS:
        return True
    said = _STAMP.search(line.lower())
    return said is not None and (has_digit or size <= _SPOKEN_WORDS)


def _size(line: str) -> float:
    """How many words; where a script has no spaces, two letters to one."""
    return len(_WORD.findall(_DENSE.sub(" ", line))) + len(_DENSE.findall(line)) / 2


def _shingles(text: str) -> set[tuple[str, ...]]:
    words = [token for token in tokens_of(text) if _WORD.match(token)]
    return set(_runs_of(words))


def _runs_of(words: list[str]) -> Iterable[tuple[str, ...]]:
    return zip(*(words[at:] for at in range(_SHINGLE)), strict=False)
