import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.read.dates.date_names import day_halves, month_names
from tidings.read.dates.date_parser import parse_date
from tidings.read.dates.named_day import named_days


def _day(text: str) -> str | None:
    found = parse_date(text)
    return found.date().isoformat() if found else None


@pytest.mark.parametrize(
    "text",
    [
        "Top 10 Markets 2021",
        "10 Marketing Trends 2021",
        "The 20 Decisions of 2019",
        "12 Mayors 2020",
        "7 Augmented Ideas 1999",
        "Julia 10, 2021",
        "Topp 10 fra 2021",
        "10 here 2021",
        "Sat 10 2021",
        "Nº 10 de 2021",
        "14 de marzo a 13 de mayo",
        "Am Samstag, 12. Februar, 20.30 Uhr",
        "5 mai 12h30",
        "May 2021",
    ],
)
def test_a_word_is_a_month_only_if_it_is_one(text: str) -> None:
    assert _day(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "16. marrask. 2026",
        "16 marraskuuta 2026",
        "16 Samhain 2026",
        "16 Samh 2026",
        "2026(e)ko azaroaren 16(a)",
        "2026 aza. 16",
        "2026. november 16.",
        "2026. nov. 16.",
        "16 November 2026",
        "16 Νοεμβρίου 2026",
        "16 ΝΟΕΜΒΡΙΟΥ 2026",
        "16 Νοε 2026",
        "16 лист. 2026 р.",
        "16 листоп 2026",
        "16 KASIM 2026",
        "16 kasım 2026",
        "16 Tháng Mười Một 2026",
        "Tháng Mười Một 16, 2026",
        "16 thg 11, 2026",
        "Th11 16, 2026",
        "2026 оны 11-р сарын 16",
        "2026 წლის 16 ნოემბერი",
        "16-нояб-2026",
        "2026-лис-16",
        "16ê mijdara 2026an",
        "16mh den t-Samhain 2026",
        "16 de novembre del 2026",
        "16 ta’ Novembru 2026",
        "פורסם ב-16 בנובמבר 2026",
        "16 נוב' 2026",
        "16 نوفمبر/تشرين الثاني 2026",
        "16 تشرين الثاني/نوفمبر 2026",
        "16 ნოემბერს, 2026",
        "2026-yil 16-noyabr",
        "16 noyabr 2026-cı il",
        "2026-жылдын 16-ноябры",
        "2026 жылғы 16 қараша",
        "2026 m. lapkričio mėn. 16 d.",
        "ika-16 ng Nobyembre, 2026",
        "16 నవంబరు 2026",
        "16 നവംബര്‍ 2026",
        "နိုဝင်ဘာ ၁၆၊ ၂၀၂၆",
        "ថ្ងៃទី ១៦ ខែ វិច្ឆិកា ឆ្នាំ ២០២៦",
        "١٦ نوفمبر ٢٠٢٦",
    ],
)
def test_the_same_day_is_read_in_many_ways(text: str) -> None:
    assert _day(text) == "2026-11-16"


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("16. avgusta 2026", "2026-08-16"),
        ("16 غشت 2026", "2026-08-16"),
        ("16 جويلية 2026", "2026-07-16"),
        ("HAZİRAN 16, 2026", "2026-06-16"),
        ("16 Meitheamh 2026", "2026-06-16"),
        ("16 Ogos 2026", "2026-08-16"),
        ("16 Dis 2026", "2026-12-16"),
        ("16 Mac 2026", "2026-03-16"),
        ("DÉCEMBRE 16, 2026", "2026-12-16"),
        ("16 AOUT 2026", "2026-08-16"),
        ("16 aoû 2026", "2026-08-16"),
        ("[Sept] 04, 2014.", "2014-09-04"),
        ("the 1st day of March 2015", "2015-03-01"),
        ("03.Mär.19", "2019-03-03"),
        ("16 Μαρ '18", "2018-03-16"),
        ("Update vom 15. Mai 2019: Feinschliff", "2019-05-15"),
        ("March-16-2018", "2018-03-16"),
        ("2013, August 31st, New York", "2013-08-31"),
        ("2 hours agoMarch 16, 2018", "2018-03-16"),
        ("mar. 4 avril 2023", "2023-04-04"),
        ("Updated: Thursday, May 4, 2023", "2023-05-04"),
    ],
)
def test_what_sites_print_around_a_day_does_not_matter(text: str, day: str) -> None:
    assert _day(text) == day


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Marsh [CM13] Nov 14, 2015", "2015-11-14"),
        ("headphones1, Nov 15, 2015 :", "2015-11-15"),
        ("user2016, Nov 14, 2015", "2015-11-14"),
        ("user8016, Nov 14, 2015", "2015-11-14"),
        ("0March 20, 2018", "2018-03-20"),
        ("Nov 20 20194:29 AM EST", "2019-11-20"),
        ("April 10, 20233 years ago", "2023-04-10"),
        ("3. April 20224. Mai 2022 by mady", "2022-04-03"),
        ("25. Januar 202225. Januar 2022Author Redaktion", "2022-01-25"),
        ("4 mars 20245 mars 2024", "2024-03-04"),
        ("18 Mart Pazar 2018", "2018-03-18"),
        ("31 Donnerstag Okt 2019", "2019-10-31"),
        ("March 4 (Monday), 2024", "2024-03-04"),
        ("30 February 2020, 1 March 2020", "2020-03-01"),
    ],
)
def test_other_numbers_near_a_day_are_not_its_parts(text: str, day: str) -> None:
    assert _day(text) == day


@pytest.mark.parametrize(
    ("text", "month"),
    [
        ("16. lis 2026", 11),  # Czech
        ("16 lis 2026", 11),  # Polish
        ("16. lis 2026.", 10),  # Croatian
        ("16. listopada 2026", 10),
        ("16. srp 2026", 8),
        ("16. srp 2026.", 7),
        ("16 lip 2026", 7),
        ("16. lip 2026.", 6),
    ],
)
def test_dots_tell_croatian_months_from_czech_and_polish_ones(text: str, month: int) -> None:
    assert next(named_days(text)).month == month


def test_every_shipped_name_is_read_as_its_month() -> None:
    misread = {
        name: number
        for name, number in month_names().items()
        if (found := parse_date(f"16 {name} 2026")) is None or found.month != number
    }
    assert misread == {}


_PIECES = [*month_names(), *day_halves(), *" .,-/:'年日時h", "EST", "Europe/Berlin", "Th", "thg "]
_NUMBERS = ["0", "16", "99", "2026", "20264:29", "2569", "१६", "12345678901234567890", "10:30"]


@given(st.lists(st.one_of(st.sampled_from(_PIECES), st.sampled_from(_NUMBERS)), max_size=12))
def test_any_row_of_names_and_numbers_is_a_date_or_none(parts: list[str]) -> None:
    found = parse_date("".join(parts)[:120])
    assert found is None or found.utcoffset() is not None


def test_there_is_no_exception_on_unusual_numbers() -> None:
    assert _day("٣٢ نوفمبر ٢٠٢٦") is None
    assert _day("16 November 9999") is None
    assert _day("0 November 2026") is None
    assert _day("16 tháng 12345678901234567890, 2026") is None
    assert _day("² November 2026") is None
