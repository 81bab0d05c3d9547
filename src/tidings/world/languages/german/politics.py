"""German grammars for elections, laws, trials and strikes."""

from tidings.world.languages.grammar import block

ELECTION = block("""
slug: wahl
head: {a} gewinnt [die Bürgermeisterwahl|die Stichwahl] in {place}
head: {party} holt {place} mit {pct} Prozent
head: {n} Stimmen entscheiden die Wahl in {place}
head: {place} wählt den Wechsel: {a} [schlägt|besiegt] {b}
head: Überraschung in {place}: {b} unterliegt {a}
head: Nach dem Sieg: Was {a} in {place} [jetzt ändern will|erwartet]
deck: {a} von der {party} siegt mit {n} Stimmen Vorsprung. {b} [gratuliert|spricht von einem
  bitteren Abend].
deck: Die Wahlbeteiligung stieg um {pct2} Punkte. Die {party2} verliert das Rathaus zum ersten Mal
  seit {year}.
deck: {k} Kandidaten waren angetreten, ausgezählt wurde [bis nach Mitternacht|bis in den frühen
  Morgen].
lead: {a} von der {party} hat die Wahl in {place} mit {pct} Prozent der Stimmen gewonnen, {n}
  Stimmen vor {b}.
lead: Die Wähler in {place} haben {a} ins Rathaus [geschickt|gewählt] und damit die lange
  Herrschaft der {party2} beendet.
lead: Mit einem Vorsprung von nur {n} Stimmen hat {a} ({party}) in {place} gegen {b} ({party2})
  gewonnen.
fact: {b}, {b?der|die} für die {party2} angetreten war, [räumte die Niederlage kurz vor
  Mitternacht ein|gratulierte am Telefon].
fact: Die Beteiligung lag um {pct2} Punkte höher als beim letzten Mal, [auch dank des milden
  Wetters|vor allem in den neuen Vierteln].
fact: In {k} Wahllokalen musste [wegen einer Verwechslung|auf Antrag der {party2}] neu ausgezählt
  werden.
fact: Die {party} gewann [fast alle|elf] Bezirke südlich des Flusses.
fact: {a_last} wird in {days} Tagen vereidigt.
fact: Im ersten Wahlgang waren {k} Bewerber angetreten.
fact: Im Wahlkampf ging es vor allem um [die Mieten|das Krankenhaus|die Straßenbahn] und um die
  Schulden der Stadt, rund {money}.
fact: Der Anteil der Briefwähler erreichte {pct2} Prozent, [so viel wie nie zuvor|ein Rekord].
fact: Im Rat ist die {party} auf [die Stimmen der {party2}|mindestens einen Partner] angewiesen.
fact: Der Wahlausschuss sprach von einer [geordneten|ungewöhnlich ruhigen] Wahl mit {m} kleineren
  Beschwerden.
fact: Gerade die Jüngeren, so eine Umfrage des Senders, [wechselten zur {party}|blieben zu
  Hause].
a: Das ist ein [Sieg für alle, die an den Türen geklingelt haben|Auftrag, morgen mit der Arbeit
  anzufangen]
a: Ich will auch für jene da sein, die [mich nicht gewählt haben|zu Hause geblieben sind]
a: In den ersten hundert Tagen werden wir [die Bücher öffnen|die Mieten einfrieren]
a: Die Menschen wollten [ein Rathaus, das zuhört|ein Ende des Stillstands]
b: Ich [gratuliere|achte das Ergebnis], auch wenn [es weh tut|ich mir ein anderes gewünscht
  hätte]
b: Die jungen Familien [haben wir nicht erreicht|sind uns fremd geworden], und [das liegt an
  mir|das müssen wir ändern]
b: Die {party2} wird eine [faire|wachsame] Opposition sein
b: {n} Stimmen sind [nicht viel|eine Schlange an der Bushaltestelle], aber sie sind eine Mehrheit
back: Die {party2} hatte {place} seit {year} ohne Unterbrechung regiert.
back: {a_last}, in {place2} aufgewachsen, ging erst vor [vier|sechs|neun] Jahren in die Politik.
back: Beobachter sehen in der Wahl [einen Test|eine Warnung] für die Landtagswahl in {region} im
  nächsten Jahr.
end: Der neue Rat tritt in {days} Tagen zum ersten Mal zusammen.
end: Das amtliche Ergebnis wird am {day} veröffentlicht.
who_a: {a?Wahlsieger|Wahlsiegerin} {a}
who_b: {b}
who_b: {b} von der {party2}
""")

POLICY = block("""
slug: gesetz
head: {region} beschließt Gesetz über {law}
head: Landtag stimmt für {law}
head: {n} Haushalte betroffen: {region} entscheidet über {law}
head: „Längst überfällig“: {region} einigt sich auf {law}
head: Streit über {law} spaltet {region}
head: {law}: Was das Gesetz für {place} bedeutet
deck: Das Vorhaben kostet {money} und betrifft {n} Haushalte. Kritiker zweifeln an der Wirkung.
deck: {a} spricht von einem Wendepunkt, die Opposition [kündigt eine Klage an|von Symbolpolitik].
deck: Die Abstimmung endete {m} zu {k}. Die Regeln gelten in {days} Tagen.
lead: Der Landtag von {region} hat ein Gesetz über {law} beschlossen, das {n} Haushalte betrifft
  und {money} im Jahr kostet.
lead: Mit {m} zu {k} Stimmen hat {region} ein Gesetz über {law} verabschiedet; es tritt in {days}
  Tagen in Kraft.
lead: Nach [monatelanger Debatte|einer Nacht voller Verhandlungen] hat die Regierung von {region}
  eine Mehrheit für {law} gefunden.
fact: Das Ministerium beziffert die Kosten auf {money} [in drei Jahren|im Jahr]; bezahlt werden
  sie aus [einer Abgabe großer Firmen|den Rücklagen].
fact: Etwa {n} Haushalte werden die Änderung [spüren|unmittelbar merken], die meisten in {place}
  und {place2}.
fact: Eine in letzter Minute eingefügte Klausel [nimmt kleine Betriebe aus|begrenzt die Regeln
  auf {k} Jahre].
fact: Die {party} stimmte dafür, die {party2} [enthielt sich|dagegen].
fact: Bei einem Versuch in {place2} [sank die Zahl der Beschwerden|stieg die Zufriedenheit] um
  {pct2} Prozent.
fact: Der Städtebund [begrüßte die Entscheidung|nannte die Frist unrealistisch].
fact: Wer gegen die Regeln verstößt, dem drohen Bußgelder von bis zu
  [fünftausend|zehntausend|fünfzigtausend] Euro.
fact: In einer Umfrage [unterstützen {pct} Prozent der Befragten den Plan|lehnen {pct} Prozent
  der Befragten den Plan ab].
fact: Die Debatte dauerte [sechs|neun|elf] Stunden, {m} Abgeordnete ergriffen das Wort.
fact: Nach {k} Jahren soll eine unabhängige Stelle [die Wirkung prüfen|berichten].
fact: Ein erster Entwurf war schon {year} [im Ausschuss|um drei Stimmen] gescheitert.
a: Wir [tun, wovon andere nur reden|halten ein Versprechen, das wir den Wählern gegeben haben]
a: Wer [sagt, das gehe nicht|von Chaos spricht], soll sich {place2} ansehen
a: Der Markt [löst das nicht|hatte seine Gelegenheit], also [müssen wir es tun|ist die Politik
  gefragt]
a: Niemand wird [schlechter gestellt|mit den Formularen allein gelassen]
b: Dieses Gesetz ist [gut gemeint und schlecht gemacht|ein Geschenk an die Anwälte]
b: Wir haben [um ein Gespräch gebeten|unseren Rat angeboten], und [niemand rief an|bekamen zehn
  Minuten]
b: Auf dem Papier [sieht es gut aus|ist es ein Erfolg], in den [Rathäusern|Werkstätten] wird es
  [ein Albtraum|anders]
b: Mit {money} hätte man [jede Brücke im Land reparieren|mehr Lehrer einstellen] können
back: In {place2} gelten ähnliche Regeln seit {year}, mit [gemischten|ermutigenden] Ergebnissen.
back: Über die Frage hatten {party} und {party2} [monatelang|mehr als ein Jahr lang] gestritten.
back: Ökonomen sind sich über solche Maßnahmen uneins; zwei Studien aus dem vergangenen Jahr
  kamen zu gegensätzlichen Ergebnissen.
end: Das Gesetz muss noch unterzeichnet werden, was als [Formsache|sicher] gilt.
end: Die {party2} hat {days} Tage Zeit, [vor das Verfassungsgericht zu ziehen|einen Volksentscheid
  zu verlangen].
who_a: {a?Minister|Ministerin} {a}
who_b: {b} von der {party2}
who_b: {b}, {b?der|die} für die [Handelskammer|Mieter] spricht
""")

COURT = block("""
slug: urteil
head: {k} Jahre Haft für {a}
head: Gericht in {place} verurteilt {a?früheren|frühere} {a?Manager|Managerin} von {org}
head: Verurteilt wegen {offence}: {a} muss {k} Jahre ins Gefängnis
head: Urteil in {place}: Wie bei {org} {money} verschwanden
head: Prozess gegen {a} endet mit {k} Jahren Haft
head: Tiefer Fall: {a} nach {days} Prozesstagen verurteilt
deck: Das Gericht in {place} ist überzeugt, dass {a} [alles geplant|wissentlich gehandelt] hat.
  Die Verteidigung geht in Berufung.
deck: {m} Zeugen, {n} Seiten Akten, {money} Schaden: Der Fall {org} endet mit einer Haftstrafe.
deck: Das Gericht spricht von [Gier|einem Vertrauensbruch]; {a_last} schweigt.
lead: Ein Gericht in {place} hat {a}, früher in der Führung von {org}, wegen {offence} zu {k}
  Jahren Haft verurteilt.
lead: {a} muss für {k} Jahre ins Gefängnis: Das Landgericht {place} sprach am {day} ein Urteil
  wegen {offence}.
lead: Nach {days} Verhandlungstagen und {m} Zeugen ist {a} in {place} wegen {offence} bei {org}
  verurteilt worden.
fact: Den Schaden bezifferte das Gericht auf {money}, [weniger als die Anklage|das meiste ist
  verloren].
fact: Die Akten umfassen {n} Seiten; {m} Zeugen wurden gehört.
fact: Die Anklage hatte {k} Jahre gefordert, die Verteidigung [einen Freispruch|eine
  Bewährungsstrafe].
fact: {a_last} [nahm das Urteil ohne sichtbare Regung auf|schüttelte bei der Verlesung den Kopf].
fact: Vor [zwei|drei] Jahren hatten Ermittler Büros in {place} und {place2} durchsucht.
fact: Ein Teil des Geldes floss nach Überzeugung der Richter in [ein Haus am See|eine Kette leerer
  Firmen].
fact: Zwei frühere Kollegen hatten [gestanden|ausgesagt] und Bewährungsstrafen erhalten.
fact: Ans Licht kam der Fall durch [einen anonymen Brief|die Frage eines Prüfers] in der
  Buchhaltung von {org}.
fact: {org} selbst muss {money} Buße zahlen und [hat das akzeptiert|will sich wehren].
fact: Die Begründung dauerte [fast drei|mehr als zwei] Stunden.
fact: Vor dem Gebäude [warteten frühere Beschäftigte schweigend|klatschte eine kleine Gruppe
  früherer Beschäftigter].
a: Ich habe [dem nichts hinzuzufügen|den Falschen vertraut], und [das war mein einziger
  Fehler|den Rest machen meine Anwälte]
a: Die Wahrheit wird [in der Berufung ans Licht kommen|man in diesen Akten nicht finden]
a: Ich habe nie [etwas unterschrieben, woran ich nicht glaubte|einen Cent für mich genommen]
b: Das Urteil ist [gerecht|ein klares Signal], auch wenn [es spät kommt|es das Geld nicht
  zurückbringt]
b: Wer [mit dem Füllfederhalter stiehlt|falsche Rechnungen schreibt], ist [trotzdem ein
  Dieb|nicht besser als ein Einbrecher]
b: Wir mussten [dem Geld durch sechs Länder folgen|jede einzelne Rechnung lesen]
b: Das war [kein Ausrutscher|ein System], über Jahre aufgebaut und [sorgsam verborgen|vielen
  bekannt]
back: {org} wurde {year} gegründet und ist einer der größten Arbeitgeber in {place}.
back: Es ist die längste Strafe wegen {offence} in {region} seit {year}.
back: Als der Fall bekannt wurde, fiel der Kurs von {org} um {pct2} Prozent.
end: Das Urteil ist noch nicht rechtskräftig; die Verteidigung hat {days} Tage Zeit.
end: Über Ansprüche gegen {org} wird [im Frühjahr|noch in diesem Jahr] verhandelt.
who_a: {a}
who_a: {a?der Angeklagte|die Angeklagte} {a}
who_b: {b?Staatsanwalt|Staatsanwältin} {b}
""")

STRIKE = block("""
slug: streik
head: {n} Beschäftigte legen bei {org} die Arbeit nieder
head: Streik bei {org}: {place} steht still
head: {pct2} Prozent mehr Lohn: Streik in {place} [geht weiter|weitet sich aus]
head: Kein Bus, keine Post, keine Antwort: {place} im Streik
head: Streik bei {org}: Gespräche nach {m} Stunden [gescheitert|abgebrochen]
head: „Wir sind mehr wert“: {n} streiken in {region}
deck: Die Gewerkschaft verlangt {pct2} Prozent mehr Lohn, {org} bietet {k}. Am {day} wird wieder
  verhandelt.
deck: {m} Standorte sind betroffen. Das Unternehmen spricht von {money} Verlust.
deck: Pendler in {place} müssen sich {days} Tage lang andere Wege suchen.
lead: {n} Beschäftigte von {org} haben in {place} und {place2} die Arbeit niedergelegt und fordern
  {pct2} Prozent mehr Lohn.
lead: Ein Streik bei {org} hat am {day} weite Teile von {place} lahmgelegt, nachdem die Gespräche
  mit der Gewerkschaft gescheitert waren.
lead: Nach {m} Stunden ohne Ergebnis sind {n} Beschäftigte von {org} am {day} in einen
  [unbefristeten|{days} Tage langen] Streik getreten.
fact: Die Gewerkschaft fordert {pct2} Prozent mehr Geld, [mindestens zweihundert Euro im
  Monat|dazu kürzere Nachtschichten].
fact: Das Unternehmen hat {k} Prozent [in zwei Stufen|und eine Einmalzahlung] angeboten.
fact: {m} Standorte sind betroffen, [darunter das Depot in {place2}|vom Hafen bis zum
  Verteilzentrum].
fact: {org} beziffert den Verlust auf {money} [bisher|in der Woche].
fact: Seit [vier|fünf] Uhr früh standen Streikposten mit [Feuertonnen und
  Trillerpfeifen|Transparenten und Kaffee] an den Toren.
fact: In der Urabstimmung hatte eine deutliche Mehrheit für den Streik gestimmt.
fact: Ein Notdienst ist [für die Krankenhäuser gesichert|auf den Hauptlinien eingerichtet].
fact: Die Landesregierung hat [ihre Vermittlung angeboten|einen Schlichter benannt].
fact: Auch Beschäftigte ohne Gewerkschaftsbuch [schlossen sich an|wurden nach Hause geschickt].
fact: Supermärkte in {place} [meldeten leere Regale|hatten mehr Kunden als sonst].
fact: Der alte Tarifvertrag ist vor {days} Tagen ausgelaufen.
a: Das Angebot ist [eine Beleidigung|keines], und [unsere Mitglieder wissen das|sie werden es
  nicht annehmen]
a: Wir halten [länger durch, als die Gegenseite glaubt|bis zum Sommer durch]
a: Wer [den Laden am Laufen hält|jede Nacht gearbeitet hat], verdient mehr als Applaus
a: Wir sind [zu jeder Stunde gesprächsbereit|es leid, auf einen ernsthaften Anruf zu warten]
b: Ich [verdiene weniger|arbeite mehr] als vor zehn Jahren, und [die Miete hat sich
  verdoppelt|mein Rücken macht nicht mehr mit]
b: Mein Chef [versteht uns, unter vier Augen|hat sich nicht blicken lassen]
b: Niemand [streikt gern|steht zum Spaß hier], schon gar nicht [um fünf Uhr früh|bei dieser
  Kälte]
b: Wir [wollen Respekt|brauchen zwei Leute mehr in jeder Schicht]
back: Es ist der erste lange Streik bei {org} seit {year}.
back: Die Preise in {region} sind in zwei Jahren um {pct2} Prozent gestiegen, die Löhne nicht
  einmal halb so stark.
back: {org} hatte im vergangenen Jahr {money} Gewinn gemacht und [die Dividende erhöht|dem
  Vorstand Prämien gezahlt].
end: Am {day} treffen sich beide Seiten in {place2} wieder.
end: Gibt es keine Einigung, will die Gewerkschaft den Streik [auf {place2} ausweiten|in {days}
  Tagen verschärfen].
who_a: {a?Gewerkschafter|Gewerkschafterin} {a}
who_a: {a}, {a?der|die} für die Gewerkschaft verhandelt
who_b: {b}, seit [zwölf|sechzehn|zwanzig] Jahren im Betrieb
who_b: {b}, {b?der|die} mit am Tor stand
""")
