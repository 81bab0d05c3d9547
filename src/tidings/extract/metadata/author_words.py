"""Words that occur around author names, in many languages. Data only."""

import re

_VERBS = """
article report reported reporting written posted published story text words analysis opinion
interview contributed submitted created compiled beitrag veröffentlicht geschrieben verfasst
erstellt eingestellt eingetragen gepostet artikel gastbeitrag kolumne kommentar analyse
aufgezeichnet protokoll publié écrit rédigé proposé publicado escrito texto pubblicato scritto
articolo geplaatst geschreven gepubliceerd skrevet skriven publisert publicerad tekst napisane
dodane ditulis laporan
""".split()  # fmt: skip
_BARE = """
by von vom par por door przez oleh написал написала від yazan bởi بقلم كتب كتبت מאת توسط
""".split()
# Many names also begin with these ("Di Maria"), so they count only before two more words.
_BARE_OR_NAME = "di da af av od от".split()
_LABELS = """
autor autora autoras autoren autores autorin autorinnen autorka autorzy author authors auteur
auteurs autrice autore autori penulis yazar editör szerző írta byline texte testo teksti
redaktor redakcja redactie rédaction reporter writer words skribent journalist kirjoittaja
opracował opracowała oprac. escribe автор автори авторы текст συντάκτης γράφει الكاتب كاتب
نویسنده نوشته
""".split()
# Only before a colon: otherwise these are newsrooms, headings, or words of a sentence.
_LABELS_WITH_COLON = """
text texto tekst redaktion redacción redazione interview von by foto-text bericht
""".split()
_DENSE = "作者 記者 记者 本报记者 本報記者 责任编辑 責任編輯 责编 撰文 执笔 執筆 文 글".split()
_PHRASES = (
    r"a cura di|das (?:gespräch|interview) führten?|posts? by|beiträge von|artikel von|"
    r"view all posts by|all posts by|alles von|alle beiträge von|articles par|ver más de"
)


def _any(words: list[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


BY = re.compile(
    rf"^\W*(?:(?:{_PHRASES})\s"
    rf"|(?:(?:{_any(_VERBS)})\s+){{0,2}}(?:{_any(_BARE)})(?!\w)"
    rf"|(?:{_any(_VERBS)})\s+(?:{_any(_BARE_OR_NAME)})\s"
    rf"|(?:{_any(_BARE_OR_NAME)})\s+(?=\S+\s+\S)"
    rf"|(?:{_any(_LABELS)})(?![\w.])"
    rf"|(?:{_any(_LABELS_WITH_COLON)})\s*:"
    rf"|(?:{_any(_DENSE)})\s*[:：／/|・\s]"
    rf"|@)\s*",
    re.IGNORECASE,
)

# The words that a byline may begin with: a quick check before the pattern.
FIRST_WORDS = frozenset(
    [*_VERBS, *_BARE, *_BARE_OR_NAME, *_LABELS, *_LABELS_WITH_COLON]
    + [phrase.split()[0] for phrase in re.sub(r"\(.*?\)", "", _PHRASES).split("|")]
    + ["post"]
)

# A byline within a longer line, such as "Posted on 4 March 2024 by".
INNER_BY = re.compile(rf"(?<!\w)(?:{_any(_BARE)})\s+(?=\S)", re.IGNORECASE)
INNER_LABEL = re.compile(
    rf"{INNER_BY.pattern}|(?<!\w)(?:{_any(_LABELS + _LABELS_WITH_COLON)})\s*[:：]\s*", re.IGNORECASE
)

# Words that end a name within a line. LINKERS only in lower case, because "Le" and "Den" are
# also parts of names.
LINKERS = frozenset(
    """
am on at um in unter under for für from aus mit with via le el il den op
""".split()
)
NOISE = frozenset("""
| / – — - » › • · updated published posted aktualisiert veröffentlicht stand uhr foto fotos
photo photos bild bilder illustration illustrationen grafik video image share shares teilen
follow edit comments kommentare tags says sagt sagte meint schrieb writes read alle alles all
more mehr weitere view see profile profil artikel articles posts beiträge special contributor
contributing gepostet archiv kontakt autorenprofil minuten lesezeit
""".split())  # fmt: skip

ROLES = frozenset("""
correspondent editor editors reporter reporters writer writers columnist staff contributor
journalist chief bureau redakteur redakteurin redaktion redakcja korrespondent korrespondentin
rédaction redacción redazione redactie redaksi redakce newsroom newsdesk desk special follow
updated published photo photographer senior political business sports director producer
presenter analyst webmaster volontär volontärin chefredakteur chefredakteurin pressesprecher
pressesprecherin leiter leiterin reporterin autor autorin författare journaliste correspondant
corresponsal periodista redactor redactora giornalista redattore correspondente jornalista
editora
""".split())  # fmt: skip

OWNERS = frozenset({"for", "für", "pour", "para", "per", "voor"})  # before the newspaper's name

DEGREES = frozenset("phd ph.d md m.d rd mph msc m.sc ba ma mba jd rn esq dvm".split())

PARTICLES = frozenset("""
de da di do dos del della dello der den du d la le les lo el al van von vom zu ten ter te ver
bin ibn ben bint abu ould y e i und af av 't 's op
""".split())  # fmt: skip

# In lower case; kept only if nobody else is named.
AGENCIES = frozenset(
    """
dpa afp reuters ap apa ansa efe xinhua tass ria interfax belga anp ntb tt stt ritzau pap ctk čtk
mti lusa pti ani ians kyodo jiji yonhap bernama antara sda ats epd kna sid dpa-afx upi cna
agencies agenturen agencias agencia agences keystone-sda dts
""".split()
) | {"associated press", "the associated press", "agence france-presse", "apa/dpa"}
