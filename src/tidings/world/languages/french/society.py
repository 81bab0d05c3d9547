"""French grammars for matches, festivals, discoveries and mergers."""

from tidings.world.languages.grammar import block

MATCH = block("""
slug: match
head: {place} bat {place2} {k} à {l}
head: {b} [marque sur le tard|signe un doublé], {place} bat {place2}
head: {k} à {l} ! {place} [renverse le match|exulte] devant {n} spectateurs
head: {place2} s’incline à {place} et [recule au classement|doute]
head: Avec {a}, {place} [ne s’arrête plus|grimpe à la deuxième place]
head: Au bord de la {river}, {place} fait plier {place2} après {m} minutes
deck: {b} fait la décision à la {m}e minute. {n} spectateurs ont vu [une folle seconde
  période|un derby mémorable].
deck: {place} a eu {pct} % de possession et marqué {k} buts. {a} salue [la patience|le courage]
  de son équipe.
deck: Pour {place2}, ce n’est pas la première défaite, et l’humeur se gâte.
lead: {place} a battu {place2} {k} à {l} devant {n} spectateurs, grâce notamment à un but de
  {b}.
lead: Un but de {b} à la {m}e minute a mis {place} sur la voie du succès {day} contre {place2}
  ({k}-{l}).
lead: [Sous une pluie battante|Sous un grand soleil|Dans un vent glacial], {place} a remporté le
  derby contre {place2} {k} à {l} et [occupe la deuxième place|garde espoir].
fact: {b} a marqué à la {m}e minute [d’une tête sur corner|d’un tir de vingt mètres].
fact: {place2} avait [ouvert le score très tôt|touché deux fois le poteau] avant la pause.
fact: Avec {pct} % de possession, les locaux ont été [légèrement|nettement] supérieurs.
fact: Après avoir consulté l’écran, l’arbitre a [exclu un défenseur|accordé deux
  penalties].
fact: {n} spectateurs garnissaient le stade, [plus que jamais cette saison|un record pour le
  club].
fact: Dans les buts, {c} a [multiplié les parades|repoussé un penalty du pied].
fact: Après la pause, {place} a [pressé plus haut|joué à trois derrière] et en a été
  récompensé.
fact: Les visiteurs ont procédé à {l} changements [à la mi-temps|en dix minutes], sans
  succès.
fact: {place} reste sur {m} matches sans défaite à domicile.
fact: [Une déchirure|Un coup au genou] pourrait écarter le capitaine de {place2} pendant {days}
  jours.
fact: Les supporters ont [chanté longtemps après le coup de sifflet|déployé une banderole pour
  les fondateurs du club].
a: Nous y avons cru [jusqu’au bout|même dans les moments durs], et [cela a fait la
  différence|j’en suis {a?fier|fière}]
a: En première période, nous étions [endormis|trop polis], et je l’ai dit [clairement|assez
  fort]
a: Le classement [ne m’intéresse pas au printemps|est joli, rien de plus]
a: {b_last} est [un cadeau pour ce club|encore loin de ses limites]
b: J’ai [fermé les yeux et frappé|vu l’ouverture], le reste n’était que [du bruit|de la
  chance]
b: Ce but est pour [ma mère|ceux qui sont venus sous la pluie]
b: C’est exactement ce que nous [répétons chaque jour|avions préparé le matin]
b: Enfant, je [me tenais là, derrière le but|rêvais d’une soirée pareille]
back: Le dernier titre de {place} remonte à {year}.
back: {a} avait repris l’équipe [à l’automne|cet été], alors qu’elle était dernière.
back: Le derby entre {place} et {place2} se joue depuis {year}.
end: Dans {days} jours, {place} se déplacera chez [le premier|un rival du milieu de tableau] ;
  {place2} sera au repos.
end: Les billets du prochain match à domicile seront en vente {day}.
who_a: {a}, qui entraîne {place}
who_b: {b}
who_b: {b}, dans la joie du vestiaire
""")

FESTIVAL = block("""
slug: festival
head: {n} visiteurs au festival de {theme} de {place}
head: {place} ouvre son festival de {theme} avec {m} spectacles
head: Dix choses à voir au festival de {theme} de {place}
head: « Une ville qui rêve » : le festival de {theme} de {place}
head: Le festival de {theme} de {place} [finit sur un record|bat tous les records]
head: {a} raconte {days} jours de {theme} à {place}
deck: {n} visiteurs, {k} scènes, {m} spectacles : pendant {days} jours, {place} appartient à ses
  hôtes.
deck: {a} promet [des surprises|un retour aux sources]. {pct} % des billets sont vendus.
deck: Le festival existe depuis {year} et [n’a jamais été aussi international|a failli mourir
  deux fois].
lead: Le festival de {theme} de {place} s’est ouvert avec {m} spectacles sur {k} scènes ; {n}
  visiteurs sont attendus en {days} jours.
lead: {n} personnes sont venues au festival de {theme} de {place}, plus que jamais depuis sa
  création en {year}.
lead: Pendant {days} jours, {place} sera la capitale de {region} : le festival de {theme} a
  commencé {day} par [un défilé dans la vieille ville|de la musique sur le pont].
fact: Sur {k} scènes, de la cour du château à la vieille tannerie, {m} troupes [se
  produisent|montrent leur travail].
fact: {pct} % des billets étaient [partis en une semaine|vendus d’avance].
fact: Le budget, {money}, vient [surtout de la billetterie|à parts égales de la ville et de
  mécènes].
fact: Le soir de l’ouverture, {b} a [été {b?salué|saluée} debout par la salle|joué jusqu’à
  deux heures
  du matin].
fact: Les hôtels de {place} et de {place2} sont [complets|plus remplis que jamais].
fact: Un atelier pour enfants [a attiré quatre cents élèves|remplit chaque matin la cour de
  l’école].
fact: Le prix du jury, [dix|vingt] mille euros, sera remis le dernier soir.
fact: Pour la première fois, une scène est installée [sur une péniche|dans l’ancienne
  prison].
fact: La police n’a relevé que [de rares incidents|quelques enfants perdus], [vite réglés|vite
  retrouvés].
fact: [Quarante|Trente] stands proposent à manger, et [les déchets ont diminué de {pct2} %|il
  faut rapporter son assiette].
fact: La pluie du deuxième soir [a poussé le public sous les arcades|n’a pas gâché la fête].
a: Un festival doit [sentir quelque chose|pouvoir échouer], sinon [c’est une foire|autant rester
  chez soi]
a: Nous voulions [rendre la ville à ses habitants|inviter ceux qui ne viennent jamais]
a: {n} visiteurs, c’est [une joie et une charge|plus que nous n’osions espérer]
a: Nous avons [refusé trois grands mécènes|payé tous les artistes au même tarif]
b: Ici, le public [écoute avec les pieds|ne pardonne rien et aime tout]
b: J’ai joué [dans quarante pays|sur de grandes scènes], mais [cette cour est magique|nulle
  part on ne chante ainsi]
b: Quand la lumière s’est éteinte, il y a eu [un silence que l’on pouvait toucher|un rire au
  dernier rang]
b: Je viens [chaque année|pour les gens] et je [rate toujours le dernier train|repars avec un
  nouvel ami]
back: Le festival a été fondé en {year} par [deux instituteurs|un groupe de lycéens] avec une
  camionnette empruntée.
back: {place} dépense plus pour la culture, par habitant, que toute autre ville de {region}.
back: Il y a deux ans, la manifestation frôlait la faillite ; une collecte l’a sauvée.
end: Le festival dure {days} jours ; on trouve des billets à l’entrée.
end: L’an prochain, il sera consacré [à la mer|à la nuit|aux voix oubliées].
who_a: {a}, à la tête du festival
who_b: {b}, l’une des vedettes de la soirée
who_b: {b}, {b?venu|venue} de {place2}
""")

DISCOVERY = block("""
slug: decouverte
head: Des chercheurs trouvent {find} près de {place}
head: Vieux de {n} ans : {find} [mis au jour|révélé par les fouilles] à {place}
head: Sensation à {place} : une équipe [met au jour|découvre] {find}
head: Ce que les fouilles de {place} disent de {region}
head: Le hasard révèle {find} à {place}
head: « Nous étions sans voix » : la découverte de {place}
deck: {m} spécialistes menés par {a} y ont travaillé {k} ans. L’âge est estimé à {n} ans.
deck: La trouvaille change ce que l’on croyait savoir des débuts de {region}.
deck: [Un fermier|Une promeneuse|Un plongeur] avait donné l’alerte. {place} songe déjà à un
  musée.
lead: Près de {place}, des chercheurs ont découvert {find}, vieux d’environ {n} ans.
lead: Une équipe de l’université de {place2} a mis au jour {find} dans les collines de {place},
  a annoncé {day} [l’établissement|la direction].
lead: Après {k} ans de recherches, des scientifiques menés par {a} ont [trouvé|mis au jour]
  {find} non loin de {place}.
fact: Les échantillons indiquent un âge de {n} ans, [à quelques décennies près|avec une erreur
  de moins de deux pour cent].
fact: Les {m} membres de l’équipe [se sont relayés|ont dû s’arrêter deux fois à cause des
  crues].
fact: Le site se trouvait [sous quatre mètres d’argile|à une largeur de main sous un chemin].
fact: Les travaux ont été financés à hauteur de {money} par [une fondation|le fonds de
  recherche de {region}].
fact: Des drones et un radar avaient [montré une anomalie|donné les premiers indices] il y a {k}
  ans.
fact: Les résultats paraissent [cette semaine|aujourd’hui] dans une revue [réputée|de premier
  plan].
fact: Les collègues de {place2} [sont enthousiastes|appellent à la prudence].
fact: Environ {pct} % du site a été [examiné|documenté] jusqu’ici.
fact: Des gardiens tiennent les chasseurs de trésors à distance.
fact: Des traces de [peinture|pollen|feu] étaient si [nettes|fraîches] que l’on a d’abord cru
  à un faux.
fact: Les objets sont [nettoyés|catalogués] dans un laboratoire de {place2}.
a: Quand [la première pierre est tombée|la lampe a éclairé le mur], personne n’a [parlé|osé
  respirer] pendant une minute
a: Il faudra [réécrire un chapitre|jeter deux manuels]
a: Cela n’arrive [qu’une fois dans une vie|qu’à un collègue sur mille]
a: Nous savons [quel âge il a|ce que c’est], mais non [qui l’a fait|pourquoi il est là]
b: La datation est [solide|convaincante], l’interprétation [demande du travail|est audacieuse]
b: J’aurais [parié le contraire|refusé d’y croire], et [j’aurais perdu|j’avais tort]
b: Pour {region}, c’est [un cadeau|un tournant], pour la science [une énigme|un nouveau départ]
b: La vraie question est de savoir [ce qu’il y a dessous|où se trouve le reste]
back: Jusqu’ici, les plus anciennes traces de ce genre en {region} étaient plus jeunes de [deux
  siècles|huit cents ans environ].
back: Dès {year}, un instituteur de {place} avait décrit au même endroit [d’étranges
  pierres|de curieux objets].
back: Ces dernières années, les fouilles en {region} ont vu leurs crédits baisser de {pct2} %.
end: Les travaux reprendront au printemps ; une exposition est prévue à {place}.
end: Le public pourra visiter le site {day}, avec un guide.
who_a: {a}, qui dirige l’équipe
who_b: {b}, qui n’a pas pris part à l’étude
who_b: {b}, du musée de {place2}
""")

MERGER = block("""
slug: rachat
head: {org} rachète {org2} pour {money}
head: {money} : {org} et {org2} [s’entendent sur une fusion|unissent leurs forces]
head: À {place}, {org} [avale|acquiert] son rival {org2}
head: Ce que la fusion de {org} et de {org2} change pour {n} salariés
head: {org} fermera {k} sites après le rachat de {org2}
head: L’action {org2} bondit de {pct2} % après l’offre de {org}
deck: Le nouveau groupe aura {n} salariés et {pct} % du marché. Les syndicats craignent pour {k}
  sites.
deck: {org} paie une prime de {pct2} %. Les autorités doivent encore donner leur accord.
deck: {a} parle d’un [mariage entre égaux|pas logique] ; les analystes sont [partagés|surpris].
lead: {org} rachète son rival {org2} pour {money}, ce qui crée un groupe de {n} salariés
  installé à {place}.
lead: Les directions de {org} et de {org2} se sont entendues sur une fusion de {money}, ont-elles
  [annoncé|fait savoir] {day}.
lead: {org}, de {place}, veut racheter {org2}, de {place2}, pour {money}, [soit {pct2} % de plus
  que le dernier cours|sa plus grosse acquisition depuis {year}].
fact: Les actionnaires de {org2} recevront [de l’argent et des titres|une prime de {pct2} %].
fact: Ensemble, les deux sociétés compteraient {n} salariés et {pct} % du marché.
fact: {k} sites doivent être [fermés|regroupés], dont celui de {place2}.
fact: La direction attend {money} d’économies [en trois ans|par an].
fact: L’action de {org2} a gagné {pct2} %, [celle de {org} a légèrement reculé|après une
  suspension des échanges].
fact: L’autorité de la concurrence a {days} jours pour [examiner l’opération|s’y opposer].
fact: Des rumeurs [couraient|étaient démenties] depuis des semaines.
fact: {a} dirigera l’ensemble ; {c}, de {org2}, [rejoindra le conseil de surveillance|partira
  après une période de transition].
fact: L’achat est financé par [un prêt de trois banques|des obligations et de la trésorerie].
fact: À {place}, une assemblée du personnel a [duré trois heures|fini sous les sifflets].
fact: Les deux noms, {org} et {org2}, seront conservés [pour le moment|pendant au moins {k} ans].
a: Ensemble, nous sommes [plus que la somme de nos parties|assez grands pour investir]
a: Il y aura [peu de départs|des choix difficiles], [je m’y engage|et j’expliquerai chacun
  d’eux]
a: Nous n’achetons pas [des machines|un nom], mais [des femmes, des hommes et des idées|trente
  ans de savoir]
a: Nos clients [ne remarqueront rien le premier jour|n’auront plus qu’un numéro à composer]
b: Le prix est [ambitieux|difficile à justifier], à moins que [les ventes ne doublent|tout
  n’aille bien]
b: Les fusions de cette taille [échouent plus souvent qu’elles ne réussissent|demandent des
  années calmes, et celles-ci ne le sont pas]
b: Pour les salariés de {place2}, c’est [un jour noir|un jour de questions]
b: Sur le papier, tout [s’accorde|va bien] ; à la cantine, ce sera [plus dur|une autre histoire]
back: {org} est née en {year} d’[un atelier|une maison de commerce] de {place} et a grandi par
  acquisitions.
back: {org2} [perdait de l’argent depuis trois ans|cherchait un partenaire] depuis le départ de
  son principal client.
back: C’est la plus grande opération en {region} depuis {year}.
end: Les actionnaires voteront dans {days} jours.
end: L’opération doit être bouclée avant la fin de l’année.
who_a: {a}, à la tête de {org}
who_b: {b}, analyste
who_b: {b}, qui suit le secteur depuis des années
""")
