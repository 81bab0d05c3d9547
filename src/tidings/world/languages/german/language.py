"""German: sentences that fit any event, and the words around the articles."""

from datetime import datetime

from tidings.world.languages.german.disasters import ACCIDENT, FLOOD
from tidings.world.languages.german.politics import COURT, ELECTION, POLICY, STRIKE
from tidings.world.languages.german.society import DISCOVERY, FESTIVAL, MATCH, MERGER
from tidings.world.languages.grammar import block
from tidings.world.languages.language import WorldLanguage, latin, latin_person

_GENERAL = """
party: Bürgerallianz
party: Zukunftsliste
party: Hafenpartei
party: Bürgerunion
party: Arbeiterliste
party: Landliga
law: die Deckelung der Mieten in der Altstadt
law: kostenlose Busse im Nahverkehr
law: das Verbot von Einwegverpackungen auf Märkten
law: ein kostenloses Mittagessen in allen Schulen
law: höhere Wasserpreise für die Industrie
law: die Rückkehr der Nachtzüge
offence: Betrugs
offence: Bestechung
offence: Steuerhinterziehung
offence: Urkundenfälschung
offence: illegaler Müllentsorgung
offence: Geheimnisverrats
theme: Film
theme: Jazz
theme: Lichter
theme: Wein
theme: Bücher
theme: Puppen
find: eine verschüttete Marktstadt
find: ein gesunkenes Handelsschiff
find: ein unbekanntes Höhlensystem
find: eine Bibliothek aus Tontafeln
find: eine Sammlung von Silbermünzen
find: eine bemalte Grabkammer
say: „{quote}“, [sagte|erklärte|betonte] {who}.
say: „{quote}“, sagte [am {day}|vor Journalisten|am Abend|am Telefon] {who}.
say: „{quote}“, so {who}.
say: Auf Nachfrage [antwortete|sagte] {who}: „{quote}.“
say: Wörtlich sagte {who}: „{quote}.“
say_more: „{quote}.“
say_more: Und weiter: „{quote}.“
fact: Die Behörden in {place} [bestätigten die Zahlen|widersprachen den Zahlen nicht], hieß es
  [am {day}|wenige Stunden später|noch am selben Abend].
fact: Zuerst hatte der Regionalsender [am Morgen|kurz nach Mittag|noch vor Tagesanbruch] darüber
  berichtet.
fact: Aus der Verwaltung von {region} hieß es, man [wolle sich nicht äußern|bitte um
  Geduld|werde alles offenlegen].
fact: Aufmerksam verfolgt wird die Sache auch in {place2}, das [nur eine Stunde entfernt liegt|an
  {place} grenzt|Ähnliches erlebt hat].
fact: Ein internes Papier, das dieser Zeitung vorliegt, [nennt etwas niedrigere Zahlen|stützt
  diese Darstellung weitgehend|stammt aus dem vergangenen Monat].
fact: Der Rat von {place} will binnen {days} Tagen [zu einer Sondersitzung zusammenkommen|über
  die Frage beraten|Fachleute anhören].
fact: Am Abend hatten sich [mehr als hundert|einige Dutzend|rund sechzig] Menschen auf dem
  Marktplatz von {place} versammelt.
fact: Die Geschäftsleute am Ort [sprachen von gemischten Folgen|waren nach eigenen Worten
  vorbereitet|beklagten fehlende Informationen].
fact: Ein Bürgertelefon wurde [eingerichtet|verlängert], zunächst bis [Mitternacht|zum
  Wochenende|auf Weiteres].
fact: Mehrere Fragen [blieben offen|konnten nicht sofort beantwortet werden|wurden vertagt].
fact: In den Archiven der Stadt findet sich seit {year} nichts Vergleichbares.
fact: Das benachbarte {place2} [bot seine Hilfe an|schickte Beobachter|sagte Unterstützung zu].
fact: Das zuständige Ministerium wurde am {day} [unterrichtet|erstmals unterrichtet].
fact: Radio {region} unterbrach [zweimal|dreimal|für eine Stunde] das Programm.
fact: Von der Regierung in {region} gab es [zunächst keine|nur eine kurze|eine vorsichtige]
  Reaktion.
fact: Die Schulen in {place} [öffneten am nächsten Tag wie gewohnt|begannen am nächsten Tag eine
  Stunde später].
fact: Eine Petition zum Thema hat [etwa|rund|mehr als] {n} Unterschriften.
fact: Die [Straßen|Cafés|Busse] waren für einen {day} [voller|leerer|stiller] als sonst.
fact: {c}, an der Hochschule in {place2} tätig, [hat solche Fälle untersucht|schrieb ein Buch
  darüber|wurde um eine Einschätzung gebeten].
fact: Die Stimmung in {place} war im Lauf des Tages [ruhig|angespannt|schwer zu deuten|gelöster
  als erwartet].
back: {place}, eine Stadt aus [grauem Stein und engen Gassen|breiten Alleen und alten
  Mühlen|Kanälen und kleinen Werkstätten], hat [etwa|rund|knapp]
  [vierzigtausend|sechzigtausend|neunzigtausend|zwanzigtausend] Einwohner.
back: {region} hat sich in den vergangenen [zehn|fünfzehn|zwanzig] Jahren [stark
  verändert|schneller entwickelt als der Rest des Landes|von vielen jungen Leuten verabschieden
  müssen].
back: Zuletzt hatte die Gegend im Jahr {year} so viel Aufmerksamkeit auf sich gezogen.
back: Die Vorgeschichte reicht bis {year} zurück, als [ein erster Versuch scheiterte|die heutigen
  Regeln entstanden|die alte Ordnung endete].
back: Für viele in {place} gehört das Thema seit [Monaten|Jahren] zum [Alltag|Tischgespräch].
back: [Historiker|Ältere Einwohner|Lehrer] erinnern gern daran, dass {place} einst
  [Hauptstadt|Kornkammer|größter Hafen] von {region} war.
back: Die Straße zwischen {place} und {place2} gilt seit Langem als [Lebensader des Tals|Zeichen
  der Vernachlässigung|die am stärksten befahrene in {region}].
back: Eine Studie hatte [im Frühjahr|vor zwei Jahren|im Herbst] [genau davor gewarnt|einen
  anderen Verlauf vorhergesagt|kaum Beachtung gefunden].
back: Das [Vertrauen in die Institutionen|Wirtschaftsleben|öffentliche Leben] in {region} [hat
  sich langsam erholt|steht unter Druck|war selten stärker].
back: Was in {place} geschieht, [kündigt oft an|bleibt selten ohne Folgen für das], was anderswo
  in {region} geschieht.
end: Weitere Einzelheiten werden [in den kommenden Tagen|im Lauf der Woche|bis zum Monatsende]
  erwartet.
end: Diese Zeitung wird [die Sache weiter verfolgen|weiter berichten].
end: Einstweilen [wartet|hofft] {place}.
end: Über das weitere Vorgehen soll [binnen {days} Tagen|am {day}] entschieden werden.
end: Bis dahin [dürfte sich wenig ändern|gelten die alten Regeln|haben alle Beteiligten
  Zurückhaltung versprochen].
a: Wir schulden den Menschen [klare Antworten|die Wahrheit], und [wir werden sie geben|sie werden
  sie bekommen]
a: Niemand sollte [voreilige Schlüsse ziehen|damit Politik machen]
a: Ich bin [dankbar|stolz], wie [diese Stadt|die ganze Gegend] [reagiert|zusammengehalten] hat
a: Es gibt [Dinge, die wir hätten besser machen können|für uns alle etwas daraus zu lernen]
a: Das wird [Zeit brauchen|Geld kosten], und [alles andere wäre unehrlich|mehr verspreche ich
  nicht]
a: Wir haben [mit allen Beteiligten gesprochen|jede Zahl zweimal geprüft]
b: Ich lebe [mein Leben lang|seit dreißig Jahren] hier und habe [so etwas noch nie gesehen|die
  Leute selten so einig gesehen]
b: Man [hört so vieles|liest so vieles], aber [am Ende|wenn es darauf ankommt] helfen die Leute
  einander
b: Meine [Nachbarn|Kollegen|Kinder] [reden seit {day} von nichts anderem|fragen mich seit {day}
  danach]
b: Es ist [zu früh|schwer] zu sagen, was das [für uns bedeutet|ändern wird]
b: Wir haben es [als Letzte|aus dem Radio] erfahren
b: Jemand hätte [vor Jahren zuhören|uns vor Jahren fragen] sollen
update: Nachtrag: Die Behörden in {place} haben Teile der Darstellung inzwischen
  [berichtigt|bestätigt]; [weitere Einzelheiten|neue Zahlen] werden [für den Abend|für morgen]
  erwartet.
update: Dieser Artikel wurde [geändert|aktualisiert], nachdem {a} eine frühere Aussage am {day}
  [richtiggestellt|ergänzt] hatte.
update: In einer späteren Mitteilung [begrüßte|bedauerte] die Verwaltung von {region} den Gang
  der Dinge und kündigte einen Bericht binnen {days} Tagen an.
update: Anmerkung der Redaktion: In einer früheren Fassung war [ein Straßenname in {place}|der
  Tag der Sitzung in {place2}] falsch angegeben.
comment: Ich [komme|gehe] dort jeden Tag vorbei und [hätte das nie erwartet|wundere mich
  überhaupt nicht].
comment: [Endlich|Na endlich] schreibt einmal jemand darüber. [Danke.|Bitte mehr davon.|Es wurde
  Zeit.]
comment: Warum fragt niemand, wer das alles [bezahlt|zu verantworten hat]?
comment: Meine Großmutter hat [genau dieselbe Geschichte|viel von früher] erzählt.
comment: Das Foto ist [nicht von dort, man achte auf die Brücke|sehr schön].
comment: [Entschuldigung, aber|Bei allem Respekt,] so war es nicht. Ich war dabei.
comment: Könnte die Redaktion die Zahlen im [zweiten|dritten|letzten] Absatz bitte
  [erklären|prüfen]?
comment: [Typisch.|Wie immer.] Viele Worte und [kein Plan|kein Ergebnis].
comment: Ich stimme [zu|nicht zu], aber [der Ton gefällt mir nicht|bleiben wir höflich].
comment: Grüße aus der Ferne, ich [vermisse|liebe] diese Gegend.
comment: Erst hört man jahrelang nichts und dann [alles auf einmal|so etwas].
comment: [Gut geschrieben|Ein fairer Bericht], [danke|weiter so].
comment: Und [was ist mit den Dörfern|wer spricht für die Dörfer] hinter dem Berg?
comment: [Von der Moderation entfernt.|Dieser Beitrag wurde gekürzt.]
reader: Moorhexe
reader: Alter Müller
reader: K. Tannert
reader: Zaungast
reader: Oma Lisbeth
reader: Pendler 7
reader: nordlicht
reader: Gartenfreund
reader: Harald K.
reader: stillleser
reader: Petra
reader: Querdurch
"""

_LABELS = """
region: Lokales
politics: Politik
economy: Wirtschaft
sport: Sport
culture: Kultur
science: Wissen
home: Startseite
archive: Archiv
about: Über uns
contact: Kontakt
terms: Impressum
login: Anmelden
subscribe: Abonnement
search: Suche
sponsored: Anzeige
latest: Aktuelle Nachrichten
more: Weiterlesen
share: Artikel teilen
comments: Kommentare
related: Mehr zum Thema
popular: Meistgelesen
next: Nächste Seite
previous: Vorige Seite
by: Von
updated: Aktualisiert
tags: Schlagwörter
advert: Anzeige
newsletter: Unser Morgenbrief bringt die wichtigsten Nachrichten an fünf Tagen der Woche in Ihr
  Postfach. Tragen Sie Ihre Adresse ein; Sie können ihn jederzeit abbestellen.
signup: Eintragen
cookie: Wir und unsere Partner speichern Cookies auf Ihrem Gerät, um unser Angebot zu messen und
  passende Werbung zu zeigen. Sie können allen zustimmen oder Ihre Wahl jederzeit ändern.
accept: Alle annehmen
settings: Einstellungen
copyright: Alle Rechte vorbehalten. Nachdruck nur mit Genehmigung des Verlags.
password: Kennwort
email: E-Mail-Adresse
"""

_NOTICES = """
about: Über den {paper}
about: Der {paper} erscheint seit 1874 und gehört denen, die ihn schreiben. Sechzig Redakteure
  arbeiten im Haus und in vier Lokalredaktionen.
about: Fehler berichtigen wir offen. Wer einen findet, schreibe an die Leserredaktion; eine
  Antwort kommt binnen zwei Werktagen.
contact: Kontakt
contact: Redaktion: +00 555 0200, von sechs Uhr früh bis Mitternacht. Anzeigen: +00 555 0201.
  Vertrieb: +00 555 0202.
contact: Leserbriefe sollten nicht länger als zweihundert Wörter sein und Namen und Anschrift
  tragen.
terms: Impressum
terms: Angaben gemäß Presserecht: {paper} Verlags-Gesellschaft, Hafenstraße 1, Norderau. Für
  den Inhalt verlinkter Seiten übernehmen wir keine Haftung.
terms: Personenbezogene Daten verarbeiten wir nur, soweit es für den Betrieb dieses Angebots
  nötig ist. Gerichtsstand ist der Sitz des Verlags.
login: Anmelden
login: Melden Sie sich mit Ihrer E-Mail-Adresse an, um weniger Werbung zu sehen und Kommentare zu
  schreiben.
subscribe: Abonnement
subscribe: Drei Monate lesen, einen bezahlen: alle Artikel auf allen Geräten, jederzeit kündbar.
sponsored: Die Matratze, die mitdenkt: Wie Somnaris die Nacht verändert
sponsored: Anzeige. Schlaf ist der Anfang von allem, und die neue Somnaris Wolke passt sich in elf
  Zonen Ihrem Körper an. Tausende begeisterte Kunden können nicht irren.
sponsored: Testen Sie hundert Nächte ohne Risiko. Gefällt sie Ihnen nicht, holt unser Fahrer sie
  kostenlos ab, und Sie bekommen jeden Cent zurück.
sponsored: Mit dem Code NACHT20 sparen Sie heute zwanzig Prozent auf das ganze Sortiment. Nur
  solange der Vorrat reicht.
noindex: Inhalt der Druckausgabe
noindex: Diese Seite führt für unsere Zusteller den Inhalt der gedruckten Ausgabe auf und ist
  nicht für Suchmaschinen bestimmt.
"""

_MONTHS = (
    "Januar Februar März April Mai Juni Juli August September Oktober November Dezember"
).split()
_WEEKDAYS = ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag")


def _date(moment: datetime) -> str:
    return f"{moment.day}. {_MONTHS[moment.month - 1]} {moment.year}, {moment:%H:%M} Uhr"


GERMAN = WorldLanguage(
    code="de",
    kinds={
        "flood": FLOOD,
        "accident": ACCIDENT,
        "election": ELECTION,
        "policy": POLICY,
        "court": COURT,
        "strike": STRIKE,
        "match": MATCH,
        "festival": FESTIVAL,
        "discovery": DISCOVERY,
        "merger": MERGER,
    },
    general=block(_GENERAL),
    labels=block(_LABELS),
    notices=block(_NOTICES),
    number=lambda n: f"{n:,}".replace(",", "."),
    money=lambda m: f"{m} Millionen Euro",
    date=_date,
    name=latin,
    person=latin_person,
    weekdays=_WEEKDAYS,
)
