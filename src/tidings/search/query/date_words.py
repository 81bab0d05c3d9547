"""The words for dates in eight languages, in lower case and without accents."""

from typing import Final

# Days from today.
DAYS: Final = {
    "today": 0, "heute": 0, "aujourd'hui": 0, "hoy": 0, "oggi": 0, "hoje": 0, "vandaag": 0,
    "yesterday": -1, "gestern": -1, "hier": -1, "ayer": -1, "ieri": -1, "ontem": -1,
    "gisteren": -1, "vorgestern": -2, "avant-hier": -2, "anteayer": -2, "eergisteren": -2,
    "今天": 0, "今日": 0, "昨天": -1, "昨日": -1, "前天": -2,
}  # fmt: skip
HOMONYMS: Final = frozenset({"hier"})  # German "here" is typed more often without a field

LAST: Final = frozenset(
    "last past previous letzte letzten letzter letztes vergangene vergangenen vergangener "
    "dernier derniers derniere dernieres ultimo ultimos ultima ultimas pasado pasados pasadas "
    "ultimi ultime scorsi scorse passados passadas afgelopen laatste voorbije".split()
)
# Words that may come before them.
ARTICLES: Final = frozenset(
    "the|in the|over the|during the|within the|from the|in den|in der|der|die|den|les|des|ces|"
    "los|las|el|la|en los|en las|gli|negli|le|nelle|os|as|nos|nas|de|in de".split("|")
)
UNITS: Final = {
    word: unit
    for unit, words in {
        "minutes": "minute minutes min mins minuten minuto minutos minuti minuut",
        "hours": "hour hours hr hrs stunde stunden heure heures hora horas ora ore uur uren",
        "days": "day days tag tage tagen jour jours dia dias giorno giorni dag dagen",
        "weeks": "week weeks woche wochen semaine semaines semana semanas settimana settimane "
        "weken",
        "months": "month months monat monate monaten mois mes meses mese mesi maand maanden",
        "years": "year years jahr jahre jahren an ans annee annees ano anos anno anni jaar jaren",
    }.items()
    for word in words.split()
}
LAST_IN_CHINESE: Final = frozenset({"最近", "过去", "過去", "近"})
UNITS_IN_CHINESE: Final = {
    "分钟": "minutes", "分鐘": "minutes", "小时": "hours", "小時": "hours", "天": "days",
    "日": "days", "周": "weeks", "週": "weeks", "星期": "weeks", "月": "months", "年": "years",
}  # fmt: skip

# Calendar weeks, months and years, and how many of them from the current one.
PERIODS: Final = {
    phrase: (unit, count)
    for (unit, count), phrases in {
        ("weeks", -1): "last week|previous week|letzte woche|vergangene woche|la semaine derniere|"
        "semaine derniere|la semana pasada|semana pasada|la settimana scorsa|settimana scorsa|"
        "semana passada|vorige week|上周|上週|上星期",
        ("months", -1): "last month|previous month|letzten monat|letzter monat|le mois dernier|"
        "mois dernier|el mes pasado|mes pasado|il mese scorso|mese scorso|mes passado|"
        "vorige maand|上月|上个月|上個月",
        ("years", -1): "last year|previous year|letztes jahr|l'annee derniere|annee derniere|"
        "el ano pasado|ano pasado|l'anno scorso|anno scorso|ano passado|vorig jaar|去年",
        ("weeks", 0): "this week|diese woche|cette semaine|esta semana|questa settimana|"
        "deze week|本周|本週|这周|這週",
        ("months", 0): "this month|diesen monat|dieser monat|ce mois-ci|este mes|questo mese|"
        "deze maand|本月|这个月|這個月",
        ("years", 0): "this year|dieses jahr|cette annee|este ano|quest'anno|dit jaar|今年",
    }.items()
    for phrase in phrases.split("|")
}

MONTHS: Final = {
    name: number
    for number, names in enumerate(
        (
            "january jan januar janvier enero gennaio janeiro januari",
            "february feb februar fevrier febrero febbraio fevereiro februari",
            "march mar marz mars marzo marco maart",
            "april apr avril abril aprile",
            "may mai mayo maggio maio mei",
            "june jun juni juin junio giugno junho",
            "july jul juli juillet julio luglio julho",
            "august aug aout agosto augustus",
            "september sep sept septembre septiembre settembre setembro",
            "october oct oktober okt octobre octubre ottobre outubro",
            "november nov novembre noviembre novembro",
            "december dec dezember dez decembre diciembre dicembre dezembro",
        ),
        1,
    )
    for name in names.split()
}
WEEKDAYS: Final = {
    name: number
    for number, names in enumerate(
        (
            "monday montag lundi lunes lunedi maandag",
            "tuesday dienstag mardi martes martedi dinsdag",
            "wednesday mittwoch mercredi miercoles mercoledi woensdag",
            "thursday donnerstag jeudi jueves giovedi donderdag",
            "friday freitag vendredi viernes venerdi vrijdag",
            "saturday samstag samedi sabado sabato zaterdag",
            "sunday sonntag dimanche domingo domenica zondag",
        )
    )
    for name in names.split()
}
