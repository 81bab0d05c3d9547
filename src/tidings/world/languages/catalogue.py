"""The languages of the world by their ISO 639-1 code."""

from tidings.world.languages.chinese.language import CHINESE
from tidings.world.languages.english.language import ENGLISH
from tidings.world.languages.french.language import FRENCH
from tidings.world.languages.german.language import GERMAN
from tidings.world.languages.spanish.language import SPANISH

WORLD_LANGUAGES = {
    language.code: language for language in (ENGLISH, GERMAN, FRENCH, SPANISH, CHINESE)
}
