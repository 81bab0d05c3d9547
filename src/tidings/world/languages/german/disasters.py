"""German grammars for floods and accidents."""

from tidings.world.languages.grammar import block

FLOOD = block("""
slug: hochwasser
head: Hochwasser in {place}: {n} Menschen [in Sicherheit gebracht|müssen ihre Häuser verlassen]
head: {river} tritt bei {place} über die Ufer – {m} Verletzte
head: {k} Dörfer bei {place} von der Außenwelt abgeschnitten
head: „Das Wasser kam in Minuten“: {place} nach der Flut
head: Schwerste Flut seit {year}: {place} [zählt die Schäden|kämpft gegen das Wasser]
head: Deich bei {place} gebrochen, [ganze Straßenzüge|Hunderte Haushalte] ohne Strom
deck: Nach {days} Tagen Regen stieg die {river} schneller als vorhergesagt. {k} Dörfer rund um
  {place} sind abgeschnitten.
deck: Der Schaden wird auf {money} geschätzt, die Aufräumarbeiten in {place} [haben
  begonnen|werden Wochen dauern].
deck: Helfer aus ganz {region} füllen in {place} Sandsäcke. Der Scheitel wird [in der Nacht|am
  Wochenende] erwartet.
lead: Nach {days} Tagen Dauerregen ist die {river} bei {place} über die Ufer getreten; {n}
  Menschen mussten ihre Häuser verlassen, {m} wurden verletzt.
lead: Das Hochwasser hat am {day} die Innenstadt von {place} überflutet, {k} Dörfer abgeschnitten
  und {n} Menschen in Notunterkünfte getrieben.
lead: In {place} sind am {day} {n} Menschen in Sicherheit gebracht worden, nachdem der Pegel der
  {river} [um fast drei Meter gestiegen war|den höchsten Stand seit {year} erreicht hatte].
lead: Die schwerste Flut seit {year} hat {place} in {region} getroffen: {m} Menschen wurden
  verletzt, {n} in Sicherheit gebracht.
fact: [Feuerwehrleute|Rettungskräfte] erreichten {k} Dörfer nur noch [mit Booten|aus der Luft].
fact: Am Pegel von {place} stand der Fluss [deutlich über sieben Meter|höher als jemals seit
  {year}], ehe er langsam zu fallen begann.
fact: {m} Menschen wurden behandelt, [die meisten wegen Unterkühlung|drei von ihnen im
  Krankenhaus].
fact: Die Verwaltung von {region} schätzt den Schaden auf {money}, [die Ernte nicht
  mitgerechnet|Tendenz steigend].
fact: In einer einzigen Nacht fielen rund {pct} Prozent des Regens, der sonst in einem ganzen
  Monat niedergeht.
fact: Die Turnhalle in {place2} wurde zur Notunterkunft mit [dreihundert|zweihundert] Feldbetten.
fact: In der Unterstadt wurde der Strom abgeschaltet, weil [die Keller bis zur Decke vollgelaufen
  waren|die Trafostationen unter Wasser standen].
fact: Freiwillige füllten entlang des Damms [Zehntausende|mehr als zwanzigtausend] Sandsäcke.
fact: Die Bahnstrecke nach {place2} [bleibt bis auf Weiteres gesperrt|bleibt {days} Tage lang
  gesperrt], weil das Gleisbett unterspült ist.
fact: Kurz nach Mitternacht [brach ein Deich auf vierzig Metern Länge|gab ein Deich auf vierzig
  Metern Länge nach].
fact: In {k} Stadtteilen muss das Trinkwasser [bis auf Weiteres|bis zum Abschluss der Tests]
  abgekocht werden.
fact: Bauern verloren auf den Wiesen flussabwärts mehrere hundert Tiere.
a: Von der ersten Warnung bis zur ersten überfluteten Straße hatten wir [zwanzig Minuten|eine
  halbe Stunde]
a: Ohne die Freiwilligen hätten wir [den Damm|das Krankenhaus|die Altstadt] verloren
a: Die [Pumpen|Boote] sind Tag und Nacht im Einsatz, und sie bleiben es, bis der letzte Keller
  trocken ist
a: Wir brauchen [Geld für höhere Deiche|Rückhaltebecken am Oberlauf] und keine weiteren
  Gutachten
b: Das Wasser kam [durch die Küchentür|die Treppe herauf], und ich habe [nur noch den Hund
  gepackt|nur die Fotos gerettet]
b: Alles, was wir in zwanzig Jahren aufgebaut haben, [liegt jetzt auf der Straße|ist voller
  Schlamm]
b: Wir saßen auf dem Dach, bis [ein Boot kam|es hell wurde], und [keiner sagte ein Wort|sangen
  für die Kinder]
b: Möbel kann man ersetzen, aber [die Briefe nicht|nicht die Werkstatt meines Vaters]
back: Nach der Flut von {year} waren dem Tal höhere Deiche versprochen worden, doch [nur die
  Hälfte wurde gebaut|Klagen stoppten die Pläne].
back: Fachleute [weisen seit Langem darauf hin|warnen seit Jahren], dass die {river} die meisten
  ihrer Auen an Bauland verloren hat.
back: Nach Angaben der Versicherer sind in {region} nur {pct2} Prozent der Häuser gegen Hochwasser
  versichert.
end: Der Wetterdienst erwartet [weiteren Regen|eine trockenere Woche]; in {days} Tagen soll der
  Pegel unter der Alarmmarke liegen.
end: Die Regierung von {region} will am {day} über Soforthilfen entscheiden.
who_a: {a?Bürgermeister|Bürgermeisterin} {a}
who_b: {b?Anwohner|Anwohnerin} {b}
who_b: {b}, {b?der|die} am Fluss eine Bäckerei betreibt
""")

ACCIDENT = block("""
slug: zugunglueck
head: Zug bei {place} entgleist: {m} Verletzte
head: {m} Verletzte bei [Bahnunfall|Zugunglück] nahe {place}
head: Zug von {org} mit {n} Fahrgästen entgleist bei {place}
head: Nach dem Unglück von {place}: Was bisher bekannt ist
head: Strecke zwischen {place} und {place2} {days} Tage gesperrt
head: Zugunglück von {place}: [Verdacht auf Bremsversagen|Ermittler stehen vor einem Rätsel]
deck: {n} Fahrgäste waren an Bord, als {k} Wagen aus den Schienen sprangen. Die Ursache ist noch
  unklar.
deck: Die Strecke nach {place2} bleibt {days} Tage gesperrt; {org} setzt Busse ein.
deck: Fahrgäste berichten von einem Knall, von Staub und von Fremden, die einander halfen.
lead: Bei {place} ist am {day} ein Personenzug mit {n} Menschen an Bord entgleist; {m} von ihnen
  wurden verletzt.
lead: {m} Menschen sind verletzt worden, als {k} Wagen eines Zuges von {org} [vor|kurz hinter]
  {place} aus den Schienen sprangen.
lead: Ein Regionalzug auf dem Weg von {place2} nach {place} ist am {day} [auf einen stehenden
  Güterzug gefahren|an einer Weiche entgleist]; {m} der {n} Fahrgäste wurden verletzt.
fact: {k} Wagen [stürzten um|blieben an der Böschung liegen], die Lokomotive [blieb auf den
  Schienen|kam dreihundert Meter weiter zum Stehen].
fact: [Hubschrauber|Rettungswagen] brachten die Verletzten in Krankenhäuser in {place} und
  {place2}.
fact: Von den {n} Fahrgästen konnten die meisten den Zug [aus eigener Kraft|innerhalb einer
  Stunde] verlassen.
fact: Das Unternehmen {org} bezifferte den Schaden auf {money}.
fact: Die Strecke bleibt {days} Tage gesperrt, [bis das Gleis erneuert ist|damit die Trümmer
  geborgen werden können].
fact: Der Fahrtenschreiber ist [sichergestellt|geborgen]; erste Ergebnisse werden in wenigen Tagen
  erwartet.
fact: Nach ersten Erkenntnissen fuhr der Zug mit [etwa achtzig|hundertzehn] Kilometern in der
  Stunde.
fact: Der Lokführer, der seit Jahren für {org} arbeitet, [steht unter Schock|wurde befragt].
fact: Im Einsatz waren {m} Rettungswagen und [zweihundert|hundertfünfzig] Helfer.
fact: Ersatzbusse [fahren alle dreißig Minuten|sollen {place} und {place2} verbinden], zunächst
  bis {day}.
fact: Das Stellwerk hatte erst vor {days} Tagen [eine Störung gemeldet|neue Technik erhalten].
a: Wir [schließen nichts aus|beteiligen uns nicht an Spekulationen], weder einen technischen
  Defekt noch menschliches Versagen
a: Der Fahrtenschreiber ist [unversehrt|lesbar], und das ist [eine gute Nachricht|eine große
  Hilfe]
a: Wir haben [ungewöhnliche Abnutzung|frische Spuren] an den Schienen gefunden und [lassen sie
  untersuchen|gehen dem nach]
a: Dass niemand ums Leben kam, [grenzt an ein Wunder|verdanken wir den neuen Wagen]
b: Es gab einen Knall, dann [war alles dunkel|flogen die Koffer durch den Wagen]
b: [Ein Student|Eine Frau, die ich nie gesehen hatte,] hielt meine Hand, bis [die Feuerwehr da
  war|die Türen offen waren]
b: Ich fahre jeden Morgen mit diesem Zug und [weiß nicht, ob ich es wieder kann|muss am Montag
  wieder einsteigen]
b: Wir haben eine Scheibe eingeschlagen und sind [einer nach dem anderen hinausgeklettert|erst mit
  den Älteren hinaus]
back: Es ist das schwerste Unglück auf der Strecke seit {year}, als ein Zusammenstoß bei
  {place2} zu neuen Signalen führte.
back: {org} hat die Regionalzüge vor [vier|sechs|neun] Jahren übernommen und wurde seither
  [wegen später Wartung kritisiert|für Pünktlichkeit gelobt].
back: Die Gewerkschaften fordern [seit Langem|seit Jahren] einen zweiten Menschen im Führerstand.
end: Ein vorläufiger Bericht soll in {days} Tagen vorliegen.
end: {org} hat für Fahrgäste und Angehörige ein Sorgentelefon eingerichtet.
who_a: {a}, {a?der|die} die Ermittlungen leitet
who_a: {a?Chefermittler|Chefermittlerin} {a}
who_b: {b}, {b?ein Fahrgast|eine Reisende} aus {place2}
who_b: {b}, {b?der|die} im dritten Wagen saß
""")
