"""French: sentences that fit any event, and the words around the articles."""

from datetime import datetime

from tidings.world.languages.french.disasters import ACCIDENT, FLOOD
from tidings.world.languages.french.politics import COURT, ELECTION, POLICY, STRIKE
from tidings.world.languages.french.society import DISCOVERY, FESTIVAL, MATCH, MERGER
from tidings.world.languages.grammar import block
from tidings.world.languages.language import WorldLanguage, latin, latin_person

_GENERAL = """
party: Ligue civique
party: Coalition verte
party: Liste du port
party: Convergence citoyenne
party: Liste ouvrière
party: Ligue rurale
law: le plafonnement des loyers dans les vieux quartiers
law: la gratuité des autobus
law: la fin des emballages jetables sur les marchés
law: le déjeuner gratuit dans les écoles
law: le prix de l’eau pour l’industrie
law: le retour des trains de nuit
offence: fraude
offence: corruption
offence: fraude fiscale
offence: faux en écriture
offence: décharge illégale de déchets
offence: vol de secrets industriels
theme: cinéma
theme: jazz
theme: lanternes
theme: vin
theme: livres
theme: marionnettes
find: une cité marchande ensevelie
find: un navire marchand englouti
find: un réseau de grottes inconnu
find: une bibliothèque de tablettes d’argile
find: un trésor de pièces d’argent
find: une chambre funéraire peinte
say: « {quote} », [a déclaré|a expliqué|a affirmé] {who}.
say: « {quote} », a dit [{day}|devant la presse|dans la soirée|au téléphone] {who}.
say: « {quote} », selon {who}.
say: La réponse de {who} tient en peu de mots : « {quote}. »
say: Les mots de {who} : « {quote}. »
say_more: « {quote}. »
say_more: Et encore : « {quote}. »
fact: Les autorités de {place} ont [confirmé les chiffres|refusé de commenter les chiffres]
  [{day}|quelques heures plus tard|le soir même].
fact: La radio régionale en avait parlé la première, [dans la matinée|peu après midi|avant
  l’aube].
fact: Du côté de {region}, on [refuse de commenter|demande de la patience|promet toute la
  lumière].
fact: L’affaire est suivie de près à {place2}, qui [n’est qu’à une heure de route|touche
  {place}|a connu pareille expérience].
fact: Un document interne que ce journal a pu lire [donne des chiffres un peu plus bas|confirme
  pour l’essentiel ce récit|date du mois dernier].
fact: Le conseil de {place} [se réunira en séance extraordinaire|se saisira de la
  question|entendra des experts] dans les {days} jours.
fact: Le soir, [plus de cent|quelques dizaines de|une soixantaine de] personnes s’étaient
  rassemblées sur la place principale de {place}.
fact: Les commerçants [parlent d’effets contrastés|disent s’y être préparés|se plaignent de
  ne rien savoir].
fact: Un numéro d’information est [ouvert|maintenu] jusqu’[à minuit|au week-end|à nouvel
  ordre].
fact: Plusieurs questions [restent ouvertes|n’ont pas trouvé de réponse|sont remises à plus
  tard].
fact: Les archives de la ville ne mentionnent rien de comparable depuis {year}.
fact: La ville voisine, {place2}, a [offert son aide|envoyé des observateurs|promis son soutien].
fact: Le ministère compétent a été informé {day} [dans l’après-midi|dans la nuit|au matin].
fact: Radio {region} a interrompu ses programmes [à deux reprises|trois fois|pendant une heure].
fact: Le gouvernement de {region} n’a eu [aucune réaction dans l’immédiat|qu’une brève
  réaction|qu’une réaction prudente].
fact: Les écoles de {place} ont ouvert le lendemain [comme d’habitude|avec une heure de retard].
fact: Une pétition à ce sujet a recueilli [environ|près de|plus de] {n} signatures.
fact: [Les rues étaient plus pleines|Les cafés étaient plus calmes|Les bus étaient plus vides]
  que de coutume pour un {day}.
fact: {c}, qui enseigne à {place2}, [a étudié de tels cas|a écrit un livre sur le sujet|a
  été {c?consulté|consultée} par ce journal].
fact: L’ambiance à {place} était [calme|tendue|difficile à lire|plus légère que prévu] au
  fil de la journée.
back: {place}, ville [de pierre grise et de ruelles|de larges avenues et de vieux moulins|de
  canaux et de petits ateliers], compte [environ|près de]
  [quarante|soixante|quatre-vingt-dix|vingt] mille habitants.
back: En [dix|quinze|vingt] ans, {region} a [beaucoup changé|grandi plus vite que le reste du
  pays|perdu beaucoup de ses jeunes].
back: La région n’avait pas autant fait parler d’elle depuis {year}.
back: L’histoire remonte à {year}, quand [un premier essai avait échoué|les règles actuelles
  furent écrites|l’ancien système prit fin].
back: Pour bien des habitants de {place}, le sujet fait partie [du quotidien|de toutes les
  conversations] depuis des [mois|années].
back: [Les historiens|Les anciens|Les instituteurs] aiment rappeler que {place} fut jadis [la
  capitale|le grenier|le premier port] de {region}.
back: La route entre {place} et {place2} passe depuis longtemps pour [l’artère de la vallée|le
  symbole d’un abandon|la plus fréquentée de {region}].
back: Une étude parue [au printemps|il y a deux ans|à l’automne] avait [annoncé exactement
  cela|prévu tout autre chose|peu retenu l’attention].
back: En {region}, [la confiance dans les institutions|l’économie locale|la vie publique] [se
  remet lentement|est sous pression|a rarement été aussi forte].
back: Ce qui se passe à {place} [annonce souvent ce|reste rarement sans effet sur ce] qui arrive
  ailleurs en {region}.
end: D’autres précisions sont attendues [dans les prochains jours|cette semaine|avant la fin du
  mois].
end: Ce journal [continuera de suivre l’affaire|y reviendra].
end: Pour l’heure, {place} [attend|retient son souffle].
end: Une décision sur la suite doit tomber [dans les {days} jours|{day}].
end: D’ici là, [peu de choses devraient changer|les anciennes règles demeurent|chacun a promis
  de la retenue].
a: Nous devons aux gens [des réponses claires|la vérité], et [nous tiendrons parole|nous ne les
  ferons pas attendre]
a: Personne ne devrait [tirer de conclusions hâtives|en faire une affaire politique]
a: Je suis [{a?reconnaissant|reconnaissante}|{a?fier|fière}] de la façon dont [cette ville|toute
  la région] a réagi
a: Il y a [des choses que nous aurions pu mieux faire|des leçons pour chacun]
a: Cela prendra [du temps|de l’argent], et [il serait malhonnête de dire le contraire|je ne
  promets rien d’autre]
a: Nous avons [parlé avec toutes les parties|vérifié chaque chiffre deux fois]
b: Je vis ici depuis [toujours|trente ans] et je n’ai jamais [vu cela|vu les gens aussi unis]
b: On [entend|lit] tant de choses, mais [au bout du compte|le moment venu] les gens s’entraident
b: Mes [voisins|collègues|enfants] [ne parlent que de cela|me posent des questions] depuis {day}
b: Il est [trop tôt pour dire|difficile de dire] ce que cela va [changer|nous apporter]
b: Nous l’avons appris [les derniers|par la radio]
b: Il aurait fallu [nous écouter|nous demander] il y a des années
update: Mise à jour : les autorités de {place} ont depuis [corrigé|confirmé] une partie du
  récit ; [d’autres précisions|de nouveaux chiffres] sont attendus [ce soir|demain].
update: Cet article a été [modifié|complété] après que {a} a [précisé|nuancé] {day} une
  première déclaration.
update: Dans un communiqué ultérieur, l’administration de {region} dit [approuver|regretter] le
  cours des choses et annonce un rapport dans les {days} jours.
update: Note de la rédaction : une version antérieure donnait un [nom de rue erroné à
  {place}|jour erroné pour la réunion de {place2}].
comment: Je passe là tous les jours et [je ne m’y attendais pas|cela ne m’étonne pas du tout].
comment: [Enfin|Ah, enfin] quelqu’un en parle. [Merci.|Continuez.|Il était temps.]
comment: Pourquoi personne ne demande qui [paie tout cela|est responsable] ?
comment: Ma grand-mère racontait [exactement la même histoire|souvent cette époque].
comment: La photo [ne vient pas de là, regardez le pont|est superbe].
comment: [Désolé, mais|Avec tout le respect,] ce n’est pas ainsi que cela s’est passé. J’y
  étais.
comment: La rédaction pourrait-elle [expliquer|vérifier] les chiffres du
  [deuxième|troisième|dernier] paragraphe ?
comment: [Typique.|Comme toujours.] Beaucoup de mots et [aucun plan|aucun résultat].
comment: Je suis [d’accord|d’un autre avis], mais [le ton me gêne|restons polis].
comment: Bonjour de loin, cette région [me manque|est la plus belle].
comment: Rien pendant des années, puis [tout à la fois|voilà].
comment: [Bien écrit|Article équilibré], [merci|bravo].
comment: Et [que deviennent|qui parle pour] les villages derrière la colline ?
comment: [Supprimé par la modération.|Commentaire abrégé par la rédaction.]
reader: Petit Pierre
reader: La Meunière
reader: J. Tanneur
reader: deux_sous
reader: Mamie Lise
reader: passager 7
reader: etoiledunord
reader: Le Jardinier
reader: Hervé K.
reader: lectrice muette
reader: Pétra
reader: Vent debout
"""

_LABELS = """
region: Région
politics: Politique
economy: Économie
sport: Sport
culture: Culture
science: Sciences
home: Accueil
archive: Archives
about: Qui sommes-nous
contact: Contact
terms: Mentions légales
login: Connexion
subscribe: Abonnement
search: Recherche
sponsored: Publicité
latest: Dernières nouvelles
more: Lire la suite
share: Partager l’article
comments: Réactions
related: Sur le même sujet
popular: Les plus lus
next: Page suivante
previous: Page précédente
by: Par
updated: Mis à jour
tags: Mots clés
advert: Publicité
newsletter: Recevez chaque matin notre lettre : l’essentiel de l’actualité, cinq jours par
  semaine. Indiquez votre adresse ; vous pourrez vous désabonner à tout moment.
signup: Je m’inscris
cookie: Nos partenaires et nous déposons des cookies sur votre appareil afin de mesurer notre
  audience et de vous proposer une publicité adaptée. Vous pouvez tout accepter ou changer
  d’avis à tout moment.
accept: Tout accepter
settings: Paramètres
copyright: Tous droits réservés. Toute reproduction est interdite sans accord.
password: Mot de passe
email: Adresse électronique
"""

_NOTICES = """
about: Qui sommes-nous
about: {paper} paraît depuis 1874 et appartient à celles et ceux qui l’écrivent. Soixante
  journalistes travaillent à la rédaction et dans quatre bureaux locaux.
about: Nous corrigeons nos erreurs au grand jour. Si vous en trouvez une, écrivez au service des
  lecteurs ; une réponse vous parviendra sous deux jours ouvrés.
contact: Contact
contact: Rédaction : +00 555 0300, de six heures à minuit. Publicité : +00 555 0301.
  Abonnements : +00 555 0302.
contact: Les lettres ne dépasseront pas deux cents mots et porteront un nom et une adresse.
terms: Mentions légales
terms: En utilisant ce site, vous acceptez les présentes conditions. Les contenus sont protégés
  ; tout autre usage que privé suppose notre accord écrit.
terms: Nous ne traitons de données personnelles que dans la mesure nécessaire au service et les
  effaçons ensuite.
login: Connexion
login: Identifiez-vous avec votre adresse électronique pour lire avec moins de publicité et
  écrire des commentaires.
subscribe: Abonnement
subscribe: Trois mois pour le prix d’un : tous les articles, sur tous les écrans, sans
  engagement.
sponsored: Le matelas qui pense avec vous : Somnaris change la nuit
sponsored: Contenu publicitaire. Le sommeil est le début de tout, et le nouveau Somnaris Nuage
  s’adapte à votre corps en onze zones. Des milliers de clients ravis ne peuvent se tromper.
sponsored: Essayez-le cent nuits sans risque. S’il ne vous convient pas, notre chauffeur le
  reprend gratuitement et vous recevez jusqu’au dernier centime.
sponsored: Avec le code NUIT20, économisez aujourd’hui vingt pour cent sur toute la gamme. Dans
  la limite des stocks disponibles.
noindex: Sommaire de l’édition imprimée
noindex: Cette page donne aux porteurs le sommaire de l’édition imprimée et ne s’adresse pas
  aux moteurs de recherche.
"""

_MONTHS = (
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre"
).split()
_WEEKDAYS = ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche")


def _date(moment: datetime) -> str:
    return f"{moment.day} {_MONTHS[moment.month - 1]} {moment.year} à {moment:%Hh%M}"


FRENCH = WorldLanguage(
    code="fr",
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
    number=lambda n: f"{n:,}".replace(",", "\u202f"),
    money=lambda m: f"{m} millions d’euros",
    date=_date,
    name=latin,
    person=latin_person,
    weekdays=_WEEKDAYS,
)
