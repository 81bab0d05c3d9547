"""Function words that only one of the large news languages has. Data only."""

_WORDS = {
    "de": "der und nicht mit ist sich für auf eine dem werden wird nach bei aus auch hat von zu "
    "einen einem das im ein sie als dass sind noch wie über oder mehr zum zur wurde",
    "en": "the and that with from which have been this they would were their said who when than "
    "has had its but not after about into his her people year also was it by an be more",
    "es": "los las más pero fue según también desde hasta el y sus del por se lo su han este años",
    "fr": "les une dans qui sur avec aux cette sont été est par ses leur pas plus ce elle nous "
    "mais comme deux ont fait",
    "id": "yang dan untuk dengan dari ini pada tidak dalam adalah itu akan juga oleh",
    "it": "che della sono gli alla nel dei più anche delle degli nella è il di non questo dal ha",
    "nl": "het een van niet zijn voor aan ook bij naar wordt deze heeft maar werd dat te nog",
    "pl": "się nie że jest przez oraz dla które tym być został jak po tego od który",
    "pt": "não uma com dos das foi são pelo pela ao em seu sua às os um como mas mais",
    "ru": "что это как был было или также его года из по для от на не",
    "sv": "och att är för inte ett från också eller som på av till den har",
    "tr": "ve bir bu için ile olarak olan daha çok gibi",
}
# A word that two of them share is not distinctive.
_ALL = [word for words in _WORDS.values() for word in words.split()]
DISTINCTIVE_WORDS = {
    word: language
    for language, words in _WORDS.items()
    for word in words.split()
    if _ALL.count(word) == 1
}
