"""Time zones as dates name them: offsets, abbreviations and names of the IANA database."""

import re
from datetime import datetime, timedelta, timezone, tzinfo
from functools import cache, lru_cache

# Minutes east of Greenwich. RFC 2822, 4.3 fixes the American ones; single military letters are
# read as +0000. "EST" is never summer time, even in July. If a name is ambiguous, the zone with
# more news sites wins: CST, CDT and PST are American (not Chinese, Cuban or Philippine), IST is
# Indian (not Israeli or Irish), BST British (not Bangladeshi), AST Atlantic (not Arabian), GST of
# the Gulf (not Guam), AMT Armenian (not Amazonian).
ZONES = {
    "UT": 0, "UTC": 0, "GMT": 0, "Z": 0, "WET": 0,
    "EST": -300, "EDT": -240, "CST": -360, "CDT": -300, "MST": -420, "MDT": -360,
    "PST": -480, "PDT": -420, "AKST": -540, "AKDT": -480, "HST": -600, "HDT": -540,
    "AST": -240, "ADT": -180, "NST": -210, "NDT": -150, "SST": -660,
    "BRT": -180, "BRST": -120, "ART": -180, "UYT": -180, "CLT": -240, "CLST": -180, "BOT": -240,
    "VET": -240, "COT": -300, "PET": -300, "ECT": -300,
    "BST": 60, "WEST": 60, "WAT": 60, "CET": 60, "MEZ": 60, "MET": 60, "SEČ": 60,
    "CEST": 120, "MESZ": 120, "MEST": 120, "SELČ": 120, "CAT": 120, "SAST": 120, "EET": 120,
    "EEST": 180, "EAT": 180, "TRT": 180, "IDT": 180, "MSD": 240,
    "IRST": 210, "GST": 240, "AMT": 240, "AZT": 240, "GET": 240, "AFT": 270, "PKT": 300,
    "PKST": 360, "UZT": 300, "YEKT": 300, "IST": 330, "NPT": 345, "BDT": 360, "OMST": 360,
    "MMT": 390, "WIB": 420, "ICT": 420, "KRAT": 420, "NOVT": 420, "IRKT": 480, "HKT": 480,
    "SGT": 480, "MYT": 480, "PHT": 480, "WITA": 480, "AWST": 480, "AWDT": 540, "JST": 540,
    "KST": 540, "WIT": 540, "YAKT": 540, "ACST": 570, "AEST": 600, "VLAT": 600, "CHST": 600,
    "ACDT": 630, "AEDT": 660, "MAGT": 660, "NZST": 720, "PETT": 720, "NZDT": 780,
} | dict.fromkeys("ABCDEFGHIKLMNOPQRSTUVWXY", 0)  # fmt: skip

# Names that mean summer time in summer, or another offset in other years. The number is used
# where no time zone database is installed: then the day is right, and the hour at most one off.
_BY_DAY = {
    "ET": ("America/New_York", -300),
    "CT": ("America/Chicago", -360),
    "MT": ("America/Denver", -420),
    "PT": ("America/Los_Angeles", -480),
    "AKT": ("America/Anchorage", -540),
    "AET": ("Australia/Sydney", 600),
    "NZT": ("Pacific/Auckland", 720),
    "MSK": ("Europe/Moscow", 180),
    "МСК": ("Europe/Moscow", 180),
    "мск": ("Europe/Moscow", 180),
}

_MAX_OFFSET = timedelta(hours=14)
_OFFSET = re.compile(r"([+\-−])(\d{1,2}):?(\d\d)?(?!\d)")
_ABBREVIATION = re.compile(r"[^\W\d_]{1,5}\b|[A-Z]{2,4}(?=[A-Z][a-z])")  # also "ESTUpdated"
_IANA = re.compile(r"[A-Z][A-Za-z]+/[A-Z][A-Za-z_]+(?:/[A-Z][A-Za-z_]+)?")
# "Eastern Time", "Pacific Daylight Time", "Central European Summer Time": their initials.
_LONG = re.compile(
    r"(?:Eastern|Central|Mountain|Pacific|Greenwich|British|Indian?|Japan|Korean?)(?: [A-Z][a-z]+)*"
    r" Time\b"
)
_SMALL = re.compile(r"[^A-Z]+")


def zone_before(text: str, moment: datetime) -> tzinfo | None:
    """Return the zone that a text begins with, on the day of `moment`, or None.

    It is a fixed offset: what the clocks showed then.
    """
    text = text.lstrip(" \u202f\xa0([").removeprefix("Uhr ")
    offset = _OFFSET.match(text.removeprefix("GMT").removeprefix("UTC").lstrip())
    if offset:
        return _fixed_zone(offset)
    if not text[:1].isalpha():
        return None
    if (iana := _IANA.match(text)) and (zone := _on_day(iana[0], moment)):
        return zone
    name = _SMALL.sub("", long[0]) if (long := _LONG.match(text)) else _first_word(text)
    if name in _BY_DAY:
        place, usual = _BY_DAY[name]
        return _on_day(place, moment) or _minutes_east(usual)
    return _minutes_east(ZONES[name]) if name in ZONES else None


def _first_word(text: str) -> str:
    match = _ABBREVIATION.match(text)
    return match[0] if match else ""


def _fixed_zone(offset: re.Match[str]) -> tzinfo | None:
    span = timedelta(hours=int(offset[2]), minutes=int(offset[3] or 0))
    if span > _MAX_OFFSET:
        return None
    return timezone(-span if offset[1] in "-−" else span)


@cache
def _minutes_east(minutes: int) -> timezone:
    return timezone(timedelta(minutes=minutes))


def _on_day(name: str, moment: datetime) -> tzinfo | None:
    zone = _zone(name)
    offset = zone.utcoffset(moment) if zone else None
    return None if offset is None else timezone(offset)


@lru_cache(maxsize=256)
def _zone(name: str) -> tzinfo | None:
    from zoneinfo import ZoneInfo  # costs 10 ms, and few dates need it

    try:
        return ZoneInfo(name)
    except (ValueError, KeyError, OSError):  # not a zone, not installed, a folder of zones
        return None
