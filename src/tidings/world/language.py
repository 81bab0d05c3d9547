"""The languages of the world by their ISO 639-1 code."""

from tidings.world.chinese.tongue import CHINESE
from tidings.world.english.tongue import ENGLISH
from tidings.world.french.tongue import FRENCH
from tidings.world.german.tongue import GERMAN
from tidings.world.spanish.tongue import SPANISH

TONGUES = {tongue.code: tongue for tongue in (ENGLISH, GERMAN, FRENCH, SPANISH, CHINESE)}
