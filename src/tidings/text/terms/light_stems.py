"""Light stemming for languages without a Snowball stemmer: it removes one common ending.

The endings are those of nouns and adjectives, in which queries and articles differ most. The
tables are our own. Verbs and vowel changes, which a full stemmer handles, are left alone.
"""

import re
from collections.abc import Callable
from typing import Final

_ROOT = 3  # characters that must remain: shorter words mostly have no ending

_ENDINGS = {
    "af": "e s te",
    "az": "ların lərin larda lərdə lardan lərdən lara lərə ları ləri lar lər ının inin unun ünün "
    "ın in un ün nın nin nun nün sının sinin da də dan dən ını ini unu ünü nı ni nu "
    "nü sı si ı i u ü a ə",
    "be": "амі ямі аў яў оў ёў ага яга аму яму ымі імі ай яй ой ёй ах ях ам ям ом ем ых іх ую юю "
    "ая яя ае яе ыя ія ы і а я о ё е э у ю ь й",
    "bg": "овете евете ищата ите ата ята ето ото ът ят ият ия ове еве ища та то те а я о е и у",
    "bn": "গুলোর গুলির গুলোকে গুলোতে গুলো গুলি দেরকে দের েরা রা টির টিকে টিতে টি টা ের কে তে ে",
    "gl": "cións ción s as os es a o e",
    "is": "anna inum unum innar unni inni inn ina ið in nar num ins ans ar ir ur na um a i u s",
    "ka": "ებისთვის ებიდან ებმა ების ებზე ებში ებს ებით ები ისთვის იდან "
    "მა ის ით ზე ში თან ს ად ი ა",
    "lv": "iem ām ēm ajiem ajām ais ajā ies us os as is es ai ei am im em s š u i a e o ā ē ī ū",
    "mk": "овите евите иштата ите ата ото ето ове еве ишта иот от та то те а о е и у",
    "mr": "ांच्या ांनी ांना ांचे ांची ांचा ांत ाच्या ाने ाला ाचे ाची ाचा ात च्या ला ने नी ना चा ची चे "
    "ावर ांवर ा ी े ो ां",
    "sk": "ami iami ách iach ého ieho ému iemu ými ími ých ích ovi ové ov om ou ej iou ia ie iu ám "
    "iam ím ým ém í ý é á a e i o u y",
    "sl": "ami ema oma ega emu imi ih im em om ov ev ah eh am a e i o u",
    "sq": "eve ave ive et it in ut un ës ën at ve së sit nin t s e ë i a u n",
    "sw": "ni",
    "te": "లలో లకు లను లతో లపై లు ల లో కు ను తో పై నికి ం",
    "tr": "ların lerin larda lerde lardan lerden lara lere ları leri lar ler nın nin nun nün ın in "
    "un ün nda nde ndan nden da de ta te dan den tan ten yı yi yu yü ya ye sı si su sü ı i u ü a e",
    "uk": "ами ями ові еві єві ого ього ому ьому ими іми ої ою ею єю ій їй ів їв ах ях ам ям ом ем "
    "єм их іх ий ая яя а я о е є и і ї у ю ь й",
    "ur": "یوں وں یں یاں ات ے ی ا",
}
# Hebrew writes the article, "and", "in", "to" … at the start of the word. All of them are removed,
# even where they belong to the word, so that a word gives the same stem with any prefix.
_ARTICLE = "ה"
_HEBREW_FRONT = frozenset("הובלמשכ")
_hebrew_end = re.compile(rf"(.{{{_ROOT},}}?)(?:ים|ות|ה|ת)")

LANGUAGES: Final = frozenset({*_ENDINGS, "he"})


def light_stemmer(language: str) -> Callable[[str], str] | None:
    """Return a function that removes the ending of a lower-case word; None for other languages."""
    if language == "he":
        return _hebrew
    if language not in _ENDINGS:
        return None
    endings = "|".join(_ENDINGS[language].split())
    ended = re.compile(rf"(.{{{_ROOT},}}?)(?:{endings})")  # shortest root, so longest ending

    def stem(word: str) -> str:
        return found[1] if (found := ended.fullmatch(word)) else word

    return stem


def _hebrew(word: str) -> str:
    while word[0] in _HEBREW_FRONT and len(word) > _ROOT + (word[0] != _ARTICLE):
        word = word[1:]
    return found[1] if (found := _hebrew_end.fullmatch(word)) else word
