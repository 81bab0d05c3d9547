"""Builds the table of the names of months and of the halves of the day, in all languages.

    PYTHONPATH=src:. python -m training.date_names       # writes read/dates/date_names.txt

Needs the extra `eval`. The names come from the CLDR by way of Babel (Unicode licence, see NOTICE):
wide and short, inflected and stand-alone, with what date formats attach to them (Basque
"azaroaren", Hebrew "בנובמבר"). A word is a month only where it cannot be mistaken: many names in
small languages are everyday words of larger ones ("here", "man", "hire") and are left out.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from enum import IntEnum
from functools import cache
from pathlib import Path

from babel import Locale, localedata

from tidings.read.dates.name_key import name_key
from tidings.text.frequency.commonness import UNLISTED_RARITY, rarities

_PACKAGE = Path(__file__).parents[1] / "src" / "tidings"
WRITTEN = _PACKAGE / "read" / "dates" / "date_names.txt"
_FUNCTION_WORDS = _PACKAGE / "text" / "terms" / "function_words"
HEAD = "# Made by training/date_names.py from the CLDR (NOTICE): twelve months, morning, afternoon."

# Other languages in which newspapers are written; of the first ones, short names are trusted, too.
_LARGE_TOO = frozenset("cy fil ms nb nn".split())
NEWS_LANGUAGES = frozenset(
    "am as ast br bs ceb ckb fo fy gd gu ha ig jv kk km kn ku ky lb lo mg ml mn mt my oc om or pa "
    "ps rm rw sd si so su tg ti tk tt ug uz xh yi yo yue zu".split()
)
_SHORTEST = 4  # letters of a name in any other language
_PERIODS = ("am", "pm")
_COUNTED = ("en", "de", "es")

# Spellings of newspapers that the CLDR does not have, January first; "-" for none, "_" for a space.
_MORE = """
- feber mrz - - - - - - - - -
- - marcius - - - - - szep - - -
- - - - - - - - - - noi -
janvārī februārī martā aprīlī maijā jūnijā jūlijā augustā septembrī oktobrī novembrī decembrī
јануара фебруара марта априла маја јуна јула августа септембра октобра новембра децембра
- - - - - - - - - - studenog -
- - - - - - - - - - studenom -
- - - - - - - aoû - - - -
січ лют бер кві тра чер лип сер вер жов лис гру
січ лют берез квіт трав черв лип серп верес жовт листоп груд
- - - - - - - - - - ноемвр -
- - - - - - - - सितम्बर अक्तूबर नवम्बर दिसम्बर
জানুয়ারি ফেব্রুয়ারি - - - - - - - - - -
tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu
tammikuussa helmikuussa maaliskuussa huhtikuussa toukokuussa kesäkuussa heinäkuussa elokuussa syyskuussa lokakuussa marraskuussa joulukuussa
tammik helmik maalisk huhtik toukok kesäk heinäk elok syysk lokak marrask jouluk
jaanuaril veebruaril märtsil aprillil - juunil juulil augustil septembril oktoobril novembril detsembril
มกรา กุมภา มีนา เมษา พฤษภา มิถุนา กรกฎา สิงหา กันยา ตุลา พฤศจิกา ธันวา
tháng_một tháng_hai tháng_ba tháng_tư tháng_năm tháng_sáu tháng_bảy tháng_tám tháng_chín tháng_mười tháng_mười_một tháng_mười_hai
tháng_giêng - - - - - - - - - - tháng_chạp
januarja februarja marca aprila maja junija julija avgusta septembra oktobra novembra decembra
იანვარს თებერვალს მარტს აპრილს მაისს ივნისს ივლისს აგვისტოს სექტემბერს ოქტომბერს ნოემბერს დეკემბერს
იანვრის თებერვლის მარტის აპრილის მაისის ივნისის ივლისის - სექტემბრის ოქტომბრის ნოემბრის დეკემბრის
январы февралы марты апрели майы июну июлу августу сентябры октябры ноябры декабры
urtarrilak otsailak martxoak apirilak maiatzak ekainak uztailak abuztuak irailak urriak azaroak abenduak
- - - - - - - - సెప్టెంబరు అక్టోబరు నవంబరు డిసెంబరు
- - - ഏപ്രില്‍ - ജൂണ്‍ - - സെപ്റ്റംബര്‍ ഒക്ടോബര്‍ നവംബര്‍ ഡിസംബര്‍
- - - - - čer čec - - - - -
ян фев мар апр май юни юли авг сеп окт ное дек
"""  # noqa: E501
_MORE_HALVES = ("পূর্বাহ্ন πμ утра", "অপরাহ্ন μμ вечера дня")
# What is written before a name without a space: Hebrew "in", "to", "of", Thai "month".
_PREFIXES = {"he": ("ב", "ל", "ה"), "th": ("เดือน",)}

# Where languages of equal size differ. Polish and Czech outnumber Croatian, whose readings are
# in `named_day.py`: a dot after the year shows which it is.
_CHOSEN = {"listopad": 11, "listopada": 11, "lis": 11, "srp": 8, "lip": 7}

_FIELD = re.compile(r"'([^']*)'|(M{3,4})|[A-Za-z]+")
_ATTACHED = re.compile(r"([^\s0#]*)#([^\s0#]*)")


class NameTrust(IntEnum):
    """How sure it is that a word is meant as a name."""

    ELSEWHERE_SHORT = 0
    ELSEWHERE_FULL = 1
    NEWS_SHORT = 2
    NEWS_FULL = 3
    LARGE = 4  # any name in a language whose function words we have


Meanings = dict[str, dict[int, NameTrust]]  # by name and number


def meanings_of_months() -> Meanings:
    """Return what each name may mean, and how far each meaning is trusted."""
    found: Meanings = defaultdict(dict)
    for locale in locales():
        for width in ("wide", "abbreviated"):
            trust = _trust(locale.language, width)
            for number, name in _month_forms(locale, width):
                _note(found, name, number, trust)
    for line in _MORE.strip().splitlines():
        for number, name in enumerate(line.split(), start=1):
            if name != "-":
                _note(found, name.replace("_", " "), number, NameTrust.LARGE)
    return found


def meanings_of_halves() -> Meanings:
    """Return the same for morning (0) and afternoon (1), of languages with newspapers."""
    found: Meanings = defaultdict(dict)
    for locale in locales():
        for width in ("wide", "abbreviated"):
            trust = _trust(locale.language, width)
            if trust >= NameTrust.NEWS_SHORT:
                for number, name in _half_forms(locale, width):
                    _note(found, name, number, trust)
    for number, names in enumerate(_MORE_HALVES):
        for name in names.split():
            _note(found, name, number, NameTrust.LARGE)
    return found


def locales() -> Iterator[Locale]:
    """Yield every locale of the CLDR."""
    for identifier in sorted(localedata.locale_identifiers()):
        yield Locale.parse(identifier)


def _note(found: Meanings, name: str, number: int, trust: NameTrust) -> None:
    meanings = found[name_key(name)]
    meanings[number] = max(trust, meanings.get(number, trust))


def _trust(language: str, width: str) -> NameTrust:
    if language in large_languages():
        return NameTrust.LARGE
    if language in NEWS_LANGUAGES:
        return NameTrust.NEWS_FULL if width == "wide" else NameTrust.NEWS_SHORT
    return NameTrust.ELSEWHERE_FULL if width == "wide" else NameTrust.ELSEWHERE_SHORT


def _month_forms(locale: Locale, width: str) -> Iterator[tuple[int, str]]:
    affixes = _affixes(locale)
    for context in ("format", "stand-alone"):
        for number, name in locale.months.get(context, {}).get(width, {}).items():
            yield number, name
            yield from ((number, f"{before}{name}{after}") for before, after in affixes)


def _affixes(locale: Locale) -> set[tuple[str, str]]:
    """The letters that the locale's date formats attach to the names of months."""
    found = {(prefix, "") for prefix in _PREFIXES.get(locale.language, ())}
    for form in locale.date_formats.values():
        if match := _ATTACHED.search(_FIELD.sub(_plain, form.pattern)):
            found.add((match[1], match[2]))
    return found


def _plain(field: re.Match[str]) -> str:
    """A part of a date format: quoted letters as they are, the month as #, other fields as 0."""
    if field[1] is not None:
        return field[1]
    return "#" if field[2] else "0"


def _half_forms(locale: Locale, width: str) -> Iterator[tuple[int, str]]:
    for context in ("format", "stand-alone"):
        names = locale.day_periods.get(context, {}).get(width, {})
        yield from ((at, names[half]) for at, half in enumerate(_PERIODS) if half in names)


@cache
def large_languages() -> frozenset[str]:
    """Return the languages of which every name is trusted."""
    return _LARGE_TOO.union(path.stem for path in _FUNCTION_WORDS.glob("*.txt"))


@cache
def _function_words() -> frozenset[str]:
    return frozenset(
        name_key(word)
        for path in _FUNCTION_WORDS.glob("*.txt")
        for word in path.read_text(encoding="utf-8").split()
    )


def _is_listed(word: str) -> bool:
    """Whether a word is among the 30 000 most common of a language that we have counts for."""
    return any(rarities([word], language)[0] < UNLISTED_RARITY for language in _COUNTED)


def chosen(meanings: Meanings) -> dict[str, int]:
    """Return the names that can be told from other words, each with one number."""
    found = {}
    for name, trusts in meanings.items():
        most = max(trusts.values())
        numbers = [number for number, trust in trusts.items() if trust == most]
        if name in _CHOSEN:
            found[name] = _CHOSEN[name]
        elif len(numbers) == 1 and _is_clear(name, most):
            found[name] = numbers[0]
    return found


def _is_clear(name: str, trust: NameTrust) -> bool:
    if not name or any(map(str.isdigit, name)):
        return False  # numbered months are read as numbers
    if trust is NameTrust.LARGE or _script(name) not in _large_scripts():
        return True
    if name in _function_words() or trust is NameTrust.ELSEWHERE_SHORT:
        return False
    if trust is NameTrust.ELSEWHERE_FULL and len(name) < _SHORTEST:
        return False
    return trust is NameTrust.NEWS_FULL or not _is_listed(name)


@cache
def _large_scripts() -> frozenset[int]:
    """Parts of Unicode that larger languages use: elsewhere no name is another's word."""
    return frozenset(map(_script, _function_words()))


def _script(word: str) -> int:
    return ord(word[0]) // 128


def table() -> str:
    """Return the text of the table."""
    months = chosen(meanings_of_months())
    halves = {name: at for name, at in chosen(meanings_of_halves()).items() if _is_half(name)}
    lines = [_line(months, number) for number in range(1, 13)]
    lines += [_line(halves, half) for half in range(2)]
    return "\n".join((HEAD, *lines, ""))


def _is_half(name: str) -> bool:
    """Whether a name cannot be another word after a time, such as "de" and "a"."""
    return name not in _function_words() and not (len(name) == 1 and name.isascii())


def _line(names: dict[str, int], number: int) -> str:
    return "|".join(sorted(name for name, at in names.items() if at == number))


def main() -> None:
    """Write the table."""
    WRITTEN.write_text(table(), encoding="utf-8")
    print(f"{WRITTEN.name}: {WRITTEN.stat().st_size} bytes")


if __name__ == "__main__":
    main()
