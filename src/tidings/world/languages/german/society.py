"""German grammars for matches, festivals, discoveries and mergers."""

from tidings.world.languages.grammar import block

MATCH = block("""
slug: spielbericht
head: {place} schlägt {place2} {k}:{l}
head: {b} trifft [spät|doppelt], {place} schlägt {place2}
head: {k}:{l}! {place} [dreht das Spiel|jubelt] vor {n} Zuschauern
head: {place2} verliert {l}:{k} in {place} und [rutscht ab|zittert]
head: {place} unter {a} [nicht zu stoppen|klettert auf Platz zwei]
head: Drama am Fluss: {place} ringt {place2} nach {m} Minuten nieder
deck: {b} entscheidet die Partie in Minute {m}. {n} Zuschauer sehen [eine stürmische zweite
  Hälfte|ein denkwürdiges Derby].
deck: {place} hatte {pct} Prozent Ballbesitz und {k} Tore. {a} lobt [die Geduld|den Mut] der
  Mannschaft.
deck: Für {place2} war es nicht die erste Niederlage, und die Stimmung kippt.
lead: {place} hat {place2} vor {n} Zuschauern {k}:{l} besiegt und verdankt das vor allem einem Tor
  von {b}.
lead: Ein Treffer von {b} in der {m}. Minute hat {place} am {day} den Weg zum {k}:{l} gegen
  {place2} geebnet.
lead: Bei [strömendem Regen|strahlendem Sonnenschein|eisigem Wind] hat {place} das Derby gegen
  {place2} {k}:{l} gewonnen und [ist nun Zweiter|darf weiter hoffen].
fact: {b} traf in der {m}. Minute [per Kopf nach einer Ecke|aus zwanzig Metern].
fact: {place2} hatte vor der Pause [früh geführt|zweimal den Pfosten getroffen].
fact: Mit {pct} Prozent Ballbesitz waren die Gastgeber [leicht|deutlich] überlegen.
fact: Nach einem Blick auf den Bildschirm [stellte der Schiedsrichter einen Verteidiger vom
  Platz|gab der Schiedsrichter zwei Elfmeter].
fact: {n} Zuschauer füllten das Stadion an der {river}, [so viele wie noch nie in dieser
  Saison|ein Vereinsrekord].
fact: {c} im Tor [hielt die Mannschaft mit drei Paraden im Spiel|parierte einen Elfmeter mit dem
  Fuß].
fact: Nach der Pause [störte {place} früher|stellte {place} auf Dreierkette um] und wurde
  belohnt.
fact: Die Gäste wechselten {l} Mal [zur Halbzeit|binnen zehn Minuten], ohne Erfolg.
fact: {place} ist zu Hause nun seit {m} Spielen ungeschlagen.
fact: Ein [Muskelriss|Schlag aufs Knie] könnte den Kapitän von {place2} {days} Tage außer Gefecht
  setzen.
fact: Die Anhänger [sangen noch lange nach dem Abpfiff|entrollten ein Banner für die Gründer des
  Vereins].
a: Wir haben [bis zum Schluss daran geglaubt|nie den Kopf verloren], und [das gab den
  Ausschlag|das macht mich stolz]
a: In der ersten Hälfte waren wir [im Tiefschlaf|zu höflich], und das habe ich [deutlich
  gesagt|ausnahmsweise laut gesagt]
a: Die Tabelle [interessiert mich im Frühjahr nicht|sieht schön aus, mehr nicht]
a: {b_last} ist [ein Geschenk für diesen Verein|noch lange nicht am Limit]
b: Ich habe [die Augen zugemacht und abgezogen|die Lücke gesehen], der Rest war [Lärm|Glück]
b: Das Tor ist für [meine Mutter|die Fans, die im Regen gekommen sind]
b: Genau das [trainieren wir jeden Tag|hatten wir am Morgen besprochen]
b: Als Kind habe ich [dort hinter dem Tor gestanden|von so einem Abend geträumt]
back: Zuletzt hatte {place} im Jahr {year} den Titel geholt.
back: {a} hatte die Mannschaft [im Herbst|im Sommer] übernommen, als sie auf dem letzten Platz
  stand.
back: Das Derby zwischen {place} und {place2} wird seit {year} ausgetragen.
end: In {days} Tagen reist {place} [zum Tabellenführer|zu einem Rivalen aus dem Mittelfeld],
  {place2} hat spielfrei.
end: Karten für das nächste Heimspiel gibt es ab {day}.
who_a: {a?Trainer|Trainerin} {a}
who_b: {b?Matchwinner|Matchwinnerin} {b}
who_b: {b}, {b?der|die} das entscheidende Tor schoss
""")

FESTIVAL = block("""
slug: fest
head: {n} Besucher beim {theme}fest in {place}
head: {place} eröffnet sein {theme}fest mit {m} Auftritten
head: Zehn Tipps für das {theme}fest in {place}
head: „Eine Stadt träumt“: das {theme}fest von {place}
head: {theme}fest in {place} [endet mit Rekord|bricht alle Rekorde]
head: {a} über {days} Tage {theme}fest in {place}
deck: {n} Gäste, {k} Bühnen, {m} Auftritte: {days} Tage lang gehört {place} seinen Besuchern.
deck: {a} verspricht [Überraschungen|eine Rückkehr zu den Wurzeln]. {pct} Prozent der Karten sind
  verkauft.
deck: Das Fest gibt es seit {year}, und es war [nie so international|zweimal fast am Ende].
lead: Mit {m} Auftritten auf {k} Bühnen hat das {theme}fest in {place} begonnen; in {days} Tagen
  werden {n} Besucher erwartet.
lead: {n} Menschen sind zum {theme}fest nach {place} gekommen, mehr als je zuvor seit der
  Gründung im Jahr {year}.
lead: {days} Tage lang ist {place} die Hauptstadt von {region}: Am {day} begann das {theme}fest
  mit [einem Umzug durch die Altstadt|Musik auf der Brücke].
fact: Auf {k} Bühnen, vom Schlosshof bis zur alten Gerberei, [treten {m} Gruppen auf|zeigen {m}
  Gruppen ihre Arbeiten].
fact: {pct} Prozent der Karten waren [binnen einer Woche weg|im Vorverkauf vergeben].
fact: Der Etat von {money} stammt [vor allem aus Eintrittsgeldern|je zur Hälfte von der Stadt und
  von Sponsoren].
fact: Am Eröffnungsabend [gab es für {b} stehenden Beifall|spielte {b} bis zwei Uhr früh].
fact: Die Hotels in {place} und {place2} sind [ausgebucht|voller als in jeder anderen Woche].
fact: Eine Werkstatt für Kinder [zog vierhundert Schüler an|füllt jeden Morgen den Schulhof].
fact: Der Preis der Jury, [zehntausend|zwanzigtausend] Euro, wird am letzten Abend vergeben.
fact: Zum ersten Mal gibt es eine Bühne [auf einem Kahn auf der {river}|im früheren Gefängnis].
fact: Die Polizei zählte [wenige Zwischenfälle|eine Handvoll verlorener Kinder], [alle rasch
  geklärt|alle bald wiedergefunden].
fact: An [vierzig|dreißig] Ständen gibt es zu essen, und [der Müll ist um {pct2} Prozent
  zurückgegangen|die Teller muss man zurückbringen].
fact: Regen am zweiten Abend [trieb das Publikum unter die Arkaden|konnte der Stimmung nichts
  anhaben].
a: Ein Fest muss [nach etwas riechen|scheitern dürfen], sonst [ist es eine Messe|kann man zu
  Hause bleiben]
a: Wir wollten [die Stadt ihren Menschen zurückgeben|die einladen, die sonst nie kommen]
a: {n} Gäste sind [Freude und Last zugleich|mehr, als wir zu hoffen wagten]
a: Wir haben [drei großen Sponsoren abgesagt|allen Künstlern dasselbe bezahlt]
b: Das Publikum hier [hört mit den Füßen|verzeiht nichts und liebt alles]
b: Ich habe [in vierzig Ländern|auf großen Bühnen] gespielt, aber [dieser Hof ist ein
  Zauber|nirgends singen die Leute so mit]
b: Als das Licht ausging, war da [eine Stille zum Anfassen|ein Lachen in der letzten Reihe]
b: Ich komme [jedes Jahr|der Menschen wegen] und [verpasse immer den letzten Zug|gehe mit einem
  neuen Freund]
back: Gegründet wurde das Fest {year} von [zwei Lehrern|einer Gruppe von Studenten] mit einem
  geliehenen Lieferwagen.
back: {place} gibt je Einwohner mehr für Kultur aus als jede andere Stadt in {region}.
back: Vor zwei Jahren stand das Fest vor der Pleite; eine Sammlung der Bürger rettete es.
end: Das Fest dauert {days} Tage; Tageskarten gibt es am Eingang.
end: Im nächsten Jahr soll es um [das Meer|die Nacht|vergessene Stimmen] gehen.
who_a: {a?Festivalleiter|Festivalleiterin} {a}
who_b: {b}, {b?einer der Stars|eine der Stars} des Abends
who_b: {b}, aus {place2} angereist
""")

DISCOVERY = block("""
slug: fund
head: Forscher finden bei {place} {find}
head: {n} Jahre alt: {find} bei {place} [entdeckt|aufgetaucht]
head: Sensation in {place}: Team [legt {find} frei|bringt {find} ans Licht]
head: Was der Fund von {place} über {region} verrät
head: Zufallsfund bei {place}: {find}
head: „Wir waren sprachlos“: die Entdeckung von {place}
deck: {m} Fachleute um {a} haben {k} Jahre gearbeitet. Der Fund ist etwa {n} Jahre alt.
deck: Die Entdeckung verändert das Bild von der frühen Geschichte in {region}.
deck: [Ein Bauer|Eine Wanderin|Ein Taucher] gab den entscheidenden Hinweis. Nun plant {place} ein
  Museum.
lead: Bei {place} haben Forscher {find} entdeckt; der Fund ist etwa {n} Jahre alt.
lead: Ein Team der Universität {place2} ist in den Hügeln über {place} auf {find} gestoßen, wie
  [die Hochschule|das Institut] am {day} mitteilte.
lead: Nach {k} Jahren der Suche haben Wissenschaftler um {a} nahe {place} {find} [gefunden|ans
  Licht gebracht].
fact: Proben ergaben ein Alter von {n} Jahren, [auf einige Jahrzehnte genau|mit einem Fehler von
  weniger als zwei Prozent].
fact: Die {m} Fachleute [arbeiteten in Schichten|mussten zweimal wegen Hochwassers aufhören].
fact: Die Stelle lag [unter vier Metern Lehm|nur eine Handbreit unter einem Feldweg].
fact: Bezahlt wurde die Arbeit mit {money} aus [einer Stiftung|dem Forschungsfonds von {region}].
fact: Drohnen und Bodenradar hatten vor {k} Jahren [eine Auffälligkeit gezeigt|erste Hinweise
  geliefert].
fact: Die Ergebnisse erscheinen [in dieser Woche|heute] in einer [angesehenen|führenden]
  Fachzeitschrift.
fact: Kollegen in {place2} [reagierten begeistert|mahnten zur Vorsicht].
fact: Etwa {pct} Prozent der Fundstelle sind bisher [untersucht|dokumentiert].
fact: Wachleute sollen Schatzsucher fernhalten.
fact: Spuren von [Farbe|Pollen|Feuer] waren so [gut erhalten|frisch], dass man zuerst an eine
  Fälschung dachte.
fact: Die Stücke werden in einem Labor in {place2} [gereinigt|erfasst].
a: Als [der erste Stein fiel|die Lampe die Wand traf], hat eine Minute lang niemand [gesprochen|zu
  atmen gewagt]
a: Wir werden [ein Kapitel neu schreiben|zwei Lehrbücher wegwerfen] müssen
a: So etwas geschieht [einmal im Leben|einem Kollegen von tausend]
a: Wir wissen, [wie alt es ist|was es ist], aber nicht, [wer es gemacht hat|warum es hier liegt]
b: Die Datierung ist [solide|überzeugend], die Deutung [braucht mehr Arbeit|ist kühn]
b: Ich hätte [dagegen gewettet|es nicht geglaubt], und [ich hätte verloren|ich lag falsch]
b: Für {region} ist das [ein Geschenk|ein Wendepunkt], für die Wissenschaft [ein Rätsel|ein
  neuer Anfang]
b: Entscheidend ist, [was darunter liegt|wo der Rest geblieben ist]
back: Bisher waren die ältesten Spuren dieser Art in {region} [zwei Jahrhunderte|etwa achthundert
  Jahre] jünger.
back: Schon {year} hatte ein Dorflehrer aus {place} an derselben Stelle [seltsame
  Steine|merkwürdige Funde] beschrieben.
back: Grabungen in {region} mussten zuletzt mit {pct2} Prozent weniger Geld auskommen.
end: Im Frühjahr wird weiter gegraben; in {place} ist eine Ausstellung geplant.
end: Am {day} können Besucher die Stelle unter Führung besichtigen.
who_a: {a}, {a?der|die} das Team leitet
who_a: {a?Professor|Professorin} {a}
who_b: {b}, an der Studie nicht beteiligt
who_b: {b} vom Museum in {place2}
""")

MERGER = block("""
slug: uebernahme
head: {org} kauft {org2} für {money}
head: {money}: {org} und {org2} [beschließen Fusion|gehen zusammen]
head: Übernahme in {place}: {org} [schluckt|erwirbt] den Rivalen {org2}
head: Was die Fusion von {org} und {org2} für {n} Beschäftigte bedeutet
head: {org} will nach dem Kauf von {org2} {k} Standorte schließen
head: Aktien von {org2} springen nach Angebot von {org} um {pct2} Prozent
deck: Der neue Konzern hat {n} Beschäftigte und {pct} Prozent Marktanteil. Die Gewerkschaft
  fürchtet um {k} Standorte.
deck: {org} zahlt einen Aufschlag von {pct2} Prozent. Die Behörden müssen noch zustimmen.
deck: {a} spricht von einem [Zusammenschluss unter Gleichen|logischen Schritt]; Analysten sind
  [uneins|überrascht].
lead: {org} übernimmt den Rivalen {org2} für {money}; so entsteht ein Konzern mit {n}
  Beschäftigten und Sitz in {place}.
lead: Die Vorstände von {org} und {org2} haben sich auf eine Fusion im Wert von {money} geeinigt,
  wie beide Unternehmen am {day} mitteilten.
lead: {org} aus {place} will {org2} aus {place2} für {money} übernehmen, [{pct2} Prozent über
  dem letzten Kurs|der größte Kauf seit {year}].
fact: Die Aktionäre von {org2} erhalten [Geld und neue Aktien|einen Aufschlag von {pct2} Prozent].
fact: Gemeinsam kämen die Unternehmen auf {n} Beschäftigte und {pct} Prozent Marktanteil.
fact: {k} Standorte sollen [geschlossen|zusammengelegt] werden, darunter der in {place2}.
fact: Die Führung rechnet mit Einsparungen von {money} [in drei Jahren|im Jahr].
fact: Die Aktien von {org2} stiegen um {pct2} Prozent, [die von {org} gaben leicht nach|nachdem
  der Handel ausgesetzt worden war].
fact: Die Kartellbehörde hat {days} Tage Zeit, [das Geschäft zu prüfen|Einwände zu erheben].
fact: Gerüchte über Gespräche hatte es [seit Wochen gegeben|immer wieder gegeben, sie wurden
  stets bestritten].
fact: {a} soll den Konzern führen; {c} von {org2} [wechselt in den Aufsichtsrat|geht nach einer
  Übergangszeit].
fact: Finanziert wird der Kauf mit [einem Kredit dreier Banken|Anleihen und Barmitteln].
fact: Eine Betriebsversammlung in {place} [dauerte drei Stunden|endete mit Pfiffen].
fact: Beide Namen, {org} und {org2}, sollen [vorerst|mindestens {k} Jahre] erhalten bleiben.
a: Gemeinsam sind wir [stärker als die Summe der Teile|groß genug, um zu investieren]
a: Es wird [keine betriebsbedingten Kündigungen|harte Entscheidungen] geben, [darauf mein
  Wort|und ich werde jede erklären]
a: Wir kaufen nicht [Maschinen|einen Namen], wir kaufen [Menschen und Ideen|dreißig Jahre Wissen]
a: Unsere Kunden werden [am ersten Tag nichts merken|nur noch eine Nummer wählen müssen]
b: Der Preis ist [ehrgeizig|schwer zu begründen], es sei denn, [der Umsatz verdoppelt sich|alles
  geht gut]
b: Fusionen dieser Größe [scheitern öfter, als sie gelingen|brauchen ruhige Jahre, und dies sind
  keine]
b: Für die Beschäftigten in {place2} ist das [ein schwarzer Tag|ein Tag der Fragen]
b: Auf dem Papier passt es [perfekt|gut], in den Kantinen wird es [schwieriger|sich entscheiden]
back: {org} wurde {year} als [Werkstatt|Handelshaus] in {place} gegründet und ist durch Zukäufe
  gewachsen.
back: {org2} hatte [drei Jahre lang Verluste gemacht|einen Partner gesucht], seit der wichtigste
  Kunde abgesprungen war.
back: Es ist das größte Geschäft in {region} seit {year}.
end: Die Aktionäre stimmen in {days} Tagen ab.
end: Das Geschäft soll noch vor dem Jahresende abgeschlossen werden.
who_a: {a}, {a?Chef|Chefin} von {org}
who_b: {b?Analyst|Analystin} {b}
who_b: {b}, {b?der|die} die Branche seit Jahren beobachtet
""")
