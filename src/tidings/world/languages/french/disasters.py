"""French grammars for floods and accidents."""

from tidings.world.languages.grammar import block

FLOOD = block("""
slug: inondation
head: Inondation à {place} : {n} personnes [évacuées|contraintes de quitter leur maison]
head: La {river} sort de son lit à {place}, {m} blessés
head: {k} villages coupés du monde près de {place}
head: « L’eau est montée en quelques minutes » : {place} après la crue
head: Pire crue depuis {year} : {place} [fait ses comptes|lutte contre les eaux]
head: Une digue cède à {place}, [des rues entières|des centaines de foyers] sans courant
deck: Après {days} jours de pluie, la {river} est montée plus vite que prévu. {k} villages
  autour de {place} sont isolés.
deck: Les dégâts sont estimés à {money} ; le nettoyage de {place} [a commencé|prendra des
  semaines].
deck: Des bénévoles venus de toute la région de {region} remplissent des sacs de sable à
  {place}. Le pic est attendu [cette nuit|ce week-end].
lead: Après {days} jours de pluie, la {river} est sortie de son lit à {place} : {n} personnes
  ont dû quitter leur maison et {m} ont été blessées.
lead: Les eaux ont envahi {day} le centre de {place}, coupant du monde {k} villages et poussant
  {n} personnes vers des abris d’urgence.
lead: À {place}, {n} personnes ont été mises à l’abri {day}, la {river} étant montée [de
  près de trois mètres|à son plus haut niveau depuis {year}].
lead: La pire crue depuis {year} a frappé {place}, en {region}, où {m} personnes ont été
  blessées et {n} évacuées.
fact: [Les pompiers|Les secours] n’ont pu atteindre {k} villages [qu’en barque|que par les
  airs].
fact: À l’échelle de {place}, la rivière a [largement dépassé sept mètres|atteint une
  hauteur inconnue depuis {year}] avant de commencer à baisser.
fact: {m} personnes ont été soignées, [la plupart pour hypothermie|dont trois à l’hôpital].
fact: L’administration de {region} estime les dégâts à {money}, [récoltes non comprises|un
  chiffre appelé à augmenter].
fact: En une seule nuit, il est tombé environ {pct} % de la pluie d’un mois normal.
fact: Le gymnase de {place2} a été transformé en abri avec [trois cents|deux cents] lits de
  camp.
fact: Le courant a été coupé dans la ville basse, où [les caves étaient pleines jusqu’au
  plafond|les transformateurs étaient sous l’eau].
fact: Le long de la digue, des volontaires ont rempli [des dizaines de milliers de|plus de vingt
  mille] sacs de sable.
fact: La voie ferrée vers {place2} [reste fermée|restera fermée pendant {days} jours], le
  ballast ayant été emporté.
fact: Peu après minuit, une digue a [cédé|rompu] sur quarante mètres.
fact: L’eau du robinet doit être bouillie dans {k} quartiers [jusqu’à nouvel ordre|jusqu’à
  la fin des analyses].
fact: Les éleveurs ont perdu plusieurs centaines de bêtes dans les prairies en aval.
a: Entre la première alerte et la première rue inondée, nous avons eu [vingt minutes|une
  demi-heure]
a: Sans les volontaires, nous aurions perdu [la digue|l’hôpital|la vieille ville]
a: Les [pompes|barques] tournent jour et nuit et ne s’arrêteront pas avant la dernière cave
a: Il nous faut [de l’argent pour des digues plus hautes|des bassins en amont] et non de nouveaux
  rapports
b: L’eau est entrée [par la porte de la cuisine|par l’escalier] et je n’ai sauvé que [le
  chien|les photos]
b: Tout ce que nous avons bâti en vingt ans est [dans la rue|couvert de boue]
b: Nous sommes restés sur le toit jusqu’[au matin|à l’arrivée d’une barque], et [personne ne
  disait mot|nous chantions pour les enfants]
b: Les meubles se remplacent, mais pas [les lettres|l’atelier de mon père]
back: Après la crue de {year}, on avait promis à la vallée des digues plus hautes, mais [la
  moitié seulement fut construite|des procès ont tout arrêté].
back: Les spécialistes [rappellent|répètent depuis des années] que la {river} a perdu presque
  toutes ses prairies inondables.
back: Selon les assureurs, {pct2} % seulement des maisons de {region} sont couvertes contre les
  crues.
end: La météo annonce [encore de la pluie|une semaine plus sèche] ; le niveau devrait repasser
  sous la cote d’alerte dans {days} jours.
end: Le gouvernement de {region} décidera {day} d’une aide d’urgence.
who_a: {a}, maire de {place}
who_b: {b}, {b?un habitant|une habitante} de la ville basse
who_b: {b}, qui tient une boulangerie au bord de la rivière
""")

ACCIDENT = block("""
slug: deraillement
head: Un train déraille près de {place} : {m} blessés
head: {m} blessés dans [un accident de train|un déraillement] à {place}
head: Un train de {org} avec {n} voyageurs déraille à {place}
head: Accident de {place} : ce que l’on sait
head: La ligne entre {place} et {place2} fermée pour {days} jours
head: Accident de {place} : [les freins en cause|les enquêteurs perplexes]
deck: {n} voyageurs étaient à bord lorsque {k} voitures ont quitté la voie. La cause reste
  inconnue.
deck: La ligne vers {place2} restera fermée {days} jours ; {org} met des cars en circulation.
deck: Les voyageurs racontent un choc, la poussière et des inconnus qui s’entraident.
lead: Un train transportant {n} personnes a déraillé {day} près de {place}, faisant {m}
  blessés.
lead: {m} personnes ont été blessées lorsque {k} voitures d’un train de {org} ont quitté la
  voie [aux portes|à quelques kilomètres] de {place}.
lead: Un train régional reliant {place2} à {place} a [percuté un convoi de marchandises à
  l’arrêt|déraillé sur un aiguillage] {day} ; {m} des {n} voyageurs ont été blessés.
fact: {k} voitures [se sont couchées|se sont arrêtées sur le talus], tandis que la locomotive
  [restait debout|s’immobilisait trois cents mètres plus loin].
fact: [Des hélicoptères|Des ambulances] ont conduit les blessés vers les hôpitaux de {place} et
  de {place2}.
fact: La plupart des {n} voyageurs ont pu [sortir seuls|être dégagés en moins d’une heure].
fact: L’exploitant, {org}, évalue les dégâts à {money}.
fact: La ligne restera fermée {days} jours, [le temps de refaire la voie|pour permettre
  l’enlèvement des épaves].
fact: Les enquêteurs ont [mis sous scellés|récupéré] l’enregistreur de bord ; de premiers
  résultats sont attendus sous peu.
fact: Selon les premières constatations, le train roulait à [environ quatre-vingts|cent dix]
  kilomètres à l’heure.
fact: Le conducteur, employé de longue date chez {org}, [est en état de choc|a été entendu].
fact: {m} ambulances et [deux cents|cent cinquante] secouristes ont été mobilisés.
fact: Des cars [circulent toutes les trente minutes|relieront {place} à {place2}] à partir de
  {day}.
fact: Le poste d’aiguillage avait [signalé une panne|été rénové] {days} jours plus tôt.
a: Nous [n’excluons rien|ne participons pas aux spéculations], ni la panne ni l’erreur humaine
a: L’enregistreur est [intact|lisible], et c’est [une bonne nouvelle|une aide précieuse]
a: Nous avons relevé [une usure inhabituelle|des traces récentes] sur les rails et [les faisons
  examiner|suivons cette piste]
a: Que personne ne soit mort [tient du miracle|s’explique par la solidité des nouvelles
  voitures]
b: Il y a eu un choc, puis [tout est devenu noir|les valises ont traversé la voiture]
b: [Un étudiant|Une femme que je n’avais jamais vue] m’a tenu la main jusqu’à l’arrivée des
  pompiers
b: Je prends ce train chaque matin et je [ne sais pas si je pourrai encore|devrai le reprendre
  lundi]
b: Nous avons brisé une vitre et [nous sommes sortis un par un|aidé d’abord les plus âgés]
back: C’est l’accident le plus grave sur cette ligne depuis {year}, quand une collision près de
  {place2} avait imposé de nouveaux signaux.
back: {org} exploite les trains régionaux depuis [quatre|six|neuf] ans et s’est vu [reprocher un
  entretien tardif|féliciter pour sa ponctualité].
back: Les syndicats réclament [depuis longtemps|depuis des années] une seconde personne en
  cabine.
end: Un rapport provisoire doit paraître dans {days} jours.
end: {org} a ouvert une ligne d’écoute pour les voyageurs et leurs proches.
who_a: {a}, qui dirige l’enquête
who_b: {b}, {b?voyageur venu|voyageuse venue} de {place2}
who_b: {b}, qui était dans la troisième voiture
""")
