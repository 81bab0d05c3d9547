"""French grammars for elections, laws, trials and strikes."""

from tidings.world.languages.grammar import block

ELECTION = block("""
slug: election
head: {a} remporte [l’élection municipale|le second tour] à {place}
head: La {party} prend {place} avec {pct} % des voix
head: {n} voix décident de l’élection à {place}
head: {place} choisit le changement : {a} [bat|devance] {b}
head: Surprise à {place} : {b} s’incline devant {a}
head: Après la victoire de {a}, ce qui [change à|attend] {place}
deck: {a}, de la {party}, l’emporte de {n} voix. {b} [félicite le camp adverse|parle d’une
  soirée amère].
deck: La participation gagne {pct2} points. La {party2} perd la mairie pour la première fois
  depuis {year}.
deck: {k} candidats étaient en lice et le dépouillement a duré [au-delà de minuit|jusqu’au
  petit matin].
lead: {a}, de la {party}, a remporté l’élection de {place} avec {pct} % des suffrages, soit {n}
  voix de plus que {b}.
lead: Les électeurs de {place} ont [choisi|élu] {a}, mettant fin au long règne de la {party2}.
lead: Avec {n} voix d’avance seulement, {a} ({party}) a [battu|devancé] {b} ({party2}) à
  {place}.
fact: {b}, qui portait les couleurs de la {party2}, a [reconnu sa défaite peu avant
  minuit|appelé pour présenter ses félicitations].
fact: La participation dépasse de {pct2} points celle du dernier scrutin, [grâce à la douceur du
  temps|surtout dans les nouveaux quartiers].
fact: Dans {k} bureaux de vote, il a fallu recompter [à cause d’une confusion|à la demande de
  la {party2}].
fact: La {party} l’emporte dans [presque tous les|onze] quartiers au sud de la rivière.
fact: {a_last} prendra ses fonctions dans {days} jours.
fact: {k} candidats s’étaient présentés au premier tour.
fact: La campagne a surtout porté sur [les loyers|l’hôpital|le tramway] et sur la dette de la
  ville, environ {money}.
fact: Le vote par correspondance a atteint {pct2} %, [du jamais vu|un record].
fact: Au conseil, la {party} aura besoin [de la {party2}|d’au moins un partenaire].
fact: La commission électorale parle d’un scrutin [ordonné|étonnamment calme], avec {m}
  réclamations mineures.
fact: Les jeunes surtout, d’après un sondage de la radio, [ont rejoint la {party}|sont restés
  chez eux].
a: C’est [la victoire de tous ceux qui ont frappé aux portes|un mandat pour se mettre au travail
  dès demain]
a: Je serai là aussi pour ceux qui [n’ont pas voté pour moi|sont restés chez eux]
a: Dans les cent premiers jours, nous allons [ouvrir les comptes|geler les loyers]
a: Les gens voulaient [une mairie qui écoute|en finir avec l’immobilisme]
b: Je [félicite le camp adverse|respecte le résultat], même [si cela fait mal|si j’en
  espérais un autre]
b: Nous n’avons pas su parler aux jeunes familles, et [c’est ma faute|il faut que cela change]
b: La {party2} sera une opposition [loyale|vigilante]
b: {n} voix, c’est [peu|une file d’attente à l’arrêt du bus], mais c’est une majorité
back: La {party2} gouvernait {place} sans interruption depuis {year}.
back: {a_last} a grandi à {place2} et n’est {a?entré|entrée} en politique qu’il y a
  [quatre|six|neuf]
  ans.
back: Les observateurs y voient [un test|un avertissement] avant le scrutin régional de l’an
  prochain en {region}.
end: Le nouveau conseil se réunira pour la première fois dans {days} jours.
end: Les résultats officiels seront publiés {day}.
who_a: {a}
who_a: {a}, {a?élu|élue} au terme d’une longue nuit
who_b: {b}
who_b: {b}, de la {party2}
""")

POLICY = block("""
slug: loi
head: La région de {region} adopte une loi sur {law}
head: Le parlement de {region} vote {law}
head: {n} foyers concernés : {region} légifère sur {law}
head: « Il était temps » : accord en {region} sur {law}
head: La querelle sur {law} divise {region}
head: Ce que la loi sur {law} change à {place}
deck: La mesure coûte {money} et touche {n} foyers. Ses adversaires doutent de son effet.
deck: {a} parle d’un tournant ; l’opposition [annonce un recours|dénonce un symbole].
deck: Le vote a été acquis par {m} voix contre {k}. Les règles s’appliquent dans {days} jours.
lead: Le parlement de {region} a adopté une loi sur {law}, qui concerne {n} foyers et coûte
  {money} par an.
lead: Par {m} voix contre {k}, {region} a adopté une loi sur {law} ; elle entre en vigueur dans
  {days} jours.
lead: Après [des mois de débats|une nuit de négociations], le gouvernement de {region} a
  trouvé une majorité pour {law}.
fact: Le ministère chiffre la dépense à {money} [sur trois ans|par an], financés par [une taxe
  sur les grandes entreprises|les réserves].
fact: Environ {n} foyers [sentiront la différence|en profiteront directement], surtout à {place}
  et à {place2}.
fact: Une clause ajoutée au dernier moment [exempte les petites entreprises|limite la mesure à
  {k} ans].
fact: La {party} a voté pour, la {party2} [s’est abstenue|contre].
fact: Lors d’un essai à {place2}, [les plaintes ont reculé|la satisfaction a progressé] de
  {pct2} %.
fact: L’association des communes a [salué la décision|jugé le délai irréaliste].
fact: Les contrevenants risquent des amendes pouvant atteindre [cinq|dix|cinquante] mille euros.
fact: Dans un sondage, {pct} % des personnes interrogées [soutiennent|rejettent] le projet.
fact: Le débat a duré [six|neuf|onze] heures et vu défiler {m} orateurs.
fact: Une évaluation indépendante [mesurera les effets|sera publiée] au bout de {k} ans.
fact: Un premier projet avait échoué en {year}, [en commission|à trois voix près].
a: Nous [faisons ce dont les autres parlent|tenons une promesse faite aux électeurs]
a: Ceux qui [disent que c’est impossible|parlent de chaos] devraient aller voir à {place2}
a: Le marché [ne réglera rien|a eu sa chance] ; c’est donc à nous d’agir
a: Personne ne sera [perdant|laissé seul devant les formulaires]
b: Cette loi est [pleine de bonnes intentions et mal faite|un cadeau aux avocats]
b: Nous avons [demandé à être entendus|offert nos conseils], et [personne n’a rappelé|on nous
  a donné dix minutes]
b: Sur le papier [tout va bien|c’est un succès], dans les [mairies|ateliers] ce sera [un
  cauchemar|autre chose]
b: Avec {money}, on aurait pu [réparer tous les ponts|recruter des professeurs]
back: Des règles semblables existent à {place2} depuis {year}, avec des résultats
  [mitigés|encourageants].
back: La question divisait la {party} et la {party2} depuis [des mois|plus d’un an].
back: Les économistes sont partagés ; deux études parues l’an dernier se contredisent.
end: La loi doit encore être signée, ce qui passe pour [une formalité|acquis].
end: La {party2} a {days} jours pour [saisir le juge constitutionnel|demander un référendum].
who_a: {a}, à la tête du ministère
who_b: {b}, de la {party2}
who_b: {b}, au nom [de la chambre de commerce|des locataires]
""")

COURT = block("""
slug: verdict
head: {k} ans de prison pour {a}
head: Le tribunal de {place} condamne {a}, de {org}
head: {a} {a?condamné|condamnée} pour {offence}
head: Verdict à {place} : comment {org} a perdu {money}
head: Le procès de {a} s’achève sur une peine de {k} ans
head: La chute de {a} après {days} jours d’audience
deck: Pour le tribunal de {place}, {a} a [tout organisé|agi en connaissance de cause]. La
  défense fait appel.
deck: {m} témoins, {n} pages de dossier, {money} de préjudice : l’affaire {org} se termine par
  la prison.
deck: Les juges parlent [de cupidité|d’abus de confiance] ; {a_last} garde le silence.
lead: Un tribunal de {place} a condamné {a}, qui dirigeait un service chez {org}, à {k} ans de
  prison pour {offence}.
lead: {a} ira en prison pour {k} ans : ainsi en a décidé {day} le tribunal de {place}, qui
  jugeait une affaire de {offence}.
lead: Après {days} jours d’audience et {m} témoins, {a} a été {a?condamné|condamnée} à
  {place} pour {offence} au sein de {org}.
fact: Le tribunal évalue le préjudice à {money}, [moins que l’accusation|pour l’essentiel
  perdus].
fact: Le dossier compte {n} pages ; {m} témoins ont été entendus.
fact: L’accusation avait requis {k} ans, la défense plaidait [la relaxe|le sursis].
fact: {a_last} a [écouté sans un geste|secoué la tête pendant la lecture].
fact: Des bureaux avaient été perquisitionnés à {place} et à {place2} il y a [deux|trois]
  ans.
fact: Une partie de l’argent, selon les juges, a servi à acheter [une maison au bord du lac|une
  série de sociétés vides].
fact: Deux anciens collègues avaient [avoué|témoigné] et obtenu le sursis.
fact: L’affaire a éclaté après [une lettre anonyme|la question d’un contrôleur] au service
  comptable de {org}.
fact: {org} devra verser {money} d’amende et [l’accepte|compte se défendre].
fact: La lecture des motifs a pris [près de trois|plus de deux] heures.
fact: Devant le bâtiment, d’anciens salariés [attendaient en silence|ont applaudi].
a: Je n’ai [rien à ajouter|eu qu’un tort, celui de faire confiance]
a: La vérité [éclatera en appel|n’est pas dans ce dossier]
a: Je n’ai jamais [signé ce à quoi je ne croyais pas|pris un centime pour moi]
b: La peine est [juste|un signal clair], même si [elle vient tard|elle ne rendra pas l’argent]
b: Qui [vole avec un stylo|rédige de fausses factures] reste un voleur
b: Il a fallu [suivre l’argent à travers six pays|lire chaque facture]
b: Ce n’était pas un faux pas, mais un système, [soigneusement caché|connu de beaucoup]
back: {org}, fondée en {year}, est l’un des grands employeurs de {place}.
back: C’est la peine la plus lourde prononcée pour {offence} en {region} depuis {year}.
back: Lorsque l’affaire a été connue, l’action de {org} a perdu {pct2} %.
end: Le jugement n’est pas définitif ; la défense a {days} jours pour faire appel.
end: Les demandes contre {org} seront examinées [au printemps|avant la fin de l’année].
who_a: {a}
who_b: {b}, au nom du parquet
""")

STRIKE = block("""
slug: greve
head: {n} salariés [cessent le travail|débrayent] chez {org}
head: Grève chez {org} : {place} à l’arrêt
head: {pct2} % réclamés : la grève [continue|s’étend] à {place}
head: Ni bus, ni courrier, ni réponse : {place} en grève
head: Grève chez {org} : [échec|rupture] des discussions après {m} heures
head: « Nous valons mieux » : {n} grévistes en {region}
deck: Le syndicat demande {pct2} % de plus, {org} propose {k}. Une nouvelle rencontre est prévue
  {day}.
deck: {m} sites sont touchés. La direction parle de {money} de pertes.
deck: À {place}, il faudra trouver d’autres moyens d’aller travailler pendant {days} jours.
lead: {n} salariés de {org} ont cessé le travail à {place} et à {place2} pour obtenir {pct2} %
  d’augmentation.
lead: Une grève chez {org} a paralysé {day} une grande partie de {place}, après l’échec des
  discussions avec le syndicat.
lead: Après {m} heures de discussions sans résultat, {n} salariés de {org} ont entamé {day}
  une grève [illimitée|de {days} jours].
fact: Le syndicat réclame {pct2} % de plus, [au moins deux cents euros par mois|et des nuits plus
  courtes].
fact: La direction a proposé {k} % [en deux étapes|et une prime].
fact: {m} sites sont touchés, [dont le dépôt de {place2}|du port au centre de tri].
fact: {org} chiffre ses pertes à {money} [pour l’instant|par semaine].
fact: Dès [quatre|cinq] heures du matin, des piquets se tenaient aux grilles avec [des braseros
  et des sifflets|des banderoles et du café].
fact: Lors de la consultation, une large majorité avait choisi la grève.
fact: Un service minimum est [garanti pour les hôpitaux|assuré sur les grandes lignes].
fact: Le gouvernement régional a [proposé sa médiation|nommé un médiateur].
fact: Des salariés non syndiqués [ont rejoint le mouvement|ont été renvoyés chez eux].
fact: Les supermarchés de {place} [manquaient de produits frais|ont vu affluer les clients].
fact: Le dernier accord avait expiré {days} jours plus tôt.
a: Cette offre est [une insulte|tout sauf une offre], et [nos adhérents le savent|ils n’en
  voudront pas]
a: Nous pouvons tenir [plus longtemps qu’ils ne croient|jusqu’à l’été]
a: Ceux qui [font tourner la maison|ont travaillé toutes les nuits] méritent mieux que des
  applaudissements
a: Nous sommes [disponibles à toute heure|las d’attendre un appel sérieux]
b: Je [gagne moins|travaille plus] qu’il y a dix ans, et [le loyer a doublé|mon dos ne suit
  plus]
b: Mon chef [nous comprend, en privé|ne s’est pas montré]
b: Personne ne [fait grève par plaisir|vient ici pour s’amuser], surtout [à cinq heures du
  matin|par ce froid]
b: Nous [voulons du respect|avons besoin de deux personnes de plus par équipe]
back: C’est la première longue grève chez {org} depuis {year}.
back: En {region}, les prix ont augmenté de {pct2} % en deux ans, les salaires de moitié moins.
back: {org} avait annoncé l’an dernier {money} de bénéfice et [relevé son dividende|versé
  des primes à ses dirigeants].
end: Les deux parties se retrouveront {day} à {place2}.
end: Faute d’accord, le syndicat veut [étendre le mouvement à {place2}|consulter de nouveau sa
  base] dans {days} jours.
who_a: {a}, qui négocie pour le syndicat
who_b: {b}, dans l’entreprise depuis [douze|seize|vingt] ans
who_b: {b}, {b?venu|venue} devant la grille avec ses collègues
""")
