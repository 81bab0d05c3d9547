"""Abbreviations after whose full stop a sentence continues, by language; without the last stop."""

from functools import cache
from typing import Final

# Titles and others that many languages share.
_SHARED: Final = (
    "dr prof mr mrs ms mme mlle st sr jr vs etc approx dept est inc ltd corp co bros capt lt sgt "
    "cpl cmdr msgr messrs mt blvd jan feb apr jun jul aug sept oct nov tues thur thurs figs eq eds "
    "vol cf ca i.e e.g a.k.a ph.d m.d b.a m.a d.c"
)
# Abbreviations only when capitalised; in lower case they are words: "He felt ill." ends.
_CAPITALISED: Final = frozenset(
    "gen col maj adm gov sen rep pres hon rev fr ft ave rd mar sep dec mon tue wed thu fri sat sun "
    "fig ed al ariz ark calif colo conn del fla ga ill ind kan ky la md mass mich minn miss mo "
    "mont neb nev okla ore pa tenn tex va vt wash wis wyo".split()
)
# The sentence continues only before a number.
NUMBER_ABBREVIATIONS: Final = frozenset(
    "no nos nr nrs num art par pp p pg abs núm bd kap s tel str".split()
)
# Words that follow "3 p.m." without starting a new sentence.
TIME_FOLLOWERS: Final = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday eastern pacific central mountain "
    "greenwich".split()
)

_BY_LANGUAGE: Final = {
    "en": "univ assn messrs atty supt",
    "de": "bzw usw ggf evtl inkl exkl z.b d.h u.a o.ä i.d.r v.a vgl sog bspw ca hr frl dipl ing "
          "mag priv doz geb gest verh std mio mrd tsd str nr jh n.chr v.chr st hl jan feb mär apr "
          "okt nov dez",
    "fr": "m mm mme mmes mlle mgr me dr pr av apr env p.ex c.-à-d c-à-d cf éd janv févr avr "
          "juil sept oct nov déc bd boul ste st",
    "es": "sr sra srta d dña dr dra lic ing gral cnel avda av c pág págs p.ej ee.uu "
          "aa.vv uds ud vd vds máx mín aprox ene feb abr ago sept oct nov dic",
    "it": "sig sigg sig.ra dott dott.ssa prof avv ing on sen geom arch rag ecc pag es p.es n.b gen "
          "febb mar apr magg giu lug ag sett ott nov dic",
    "pt": "sr sra dr dra eng exmo exma av pág págs p.ex ex jan fev abr ago set out nov dez eua",
    "nl": "dhr mevr mw dr drs ir ing mr prof bijv bv d.w.z o.a m.b.t t.o.v i.v.m enz resp jl ll nl "
          "ca jan feb mrt apr aug sept okt nov dec",
    "sv": "bl.a t.ex d.v.s dvs m.m osv resp kl nr ca jan feb mar apr aug sept okt nov dec",
    "da": "bl.a f.eks dvs m.m osv kl nr ca jan feb mar apr aug sept okt nov dec hhv",
    "no": "bl.a f.eks dvs m.m osv kl nr ca jan feb mar apr aug sept okt nov des hhv",
    "pl": "dr prof mgr inż hab np tj itd itp tzn m.in ul al pl os ks bp gen płk kpt mjr ok "
          "godz r w wg zł tys mln mld św str",
    "cs": "mgr ing bc judr mudr phdr prof doc např tj tzv atd apod resp č čl odst str hod mil mld "
          "tis sv ul nám",
    "sk": "mgr ing bc judr mudr prof doc napr t.j tzv atď apod resp č čl str hod mil mld tis sv ul",
    "ru": "т.е т.д т.п т.к г гг в вв ул пр просп д стр руб коп тыс млн млрд им акад проф доц "
          "св рис см ср напр обл р-н",
    "uk": "т.е т.д т.п р рр ст вул просп буд стор грн коп тис млн млрд ім акад проф св рис див "
          "напр обл",
    "tr": "dr prof doç yrd av sn bkz vb vs örn yy cad sok mah apt alm",
    "hu": "dr prof stb pl ill kb u.n ún max min",
    "fi": "esim mm ym yms eli ns n klo nro prof tri ks vrt",
    "ro": "dl dna dr prof ing etc nr str bd art alin lit mil mld",
    "id": "dr drs ir prof h hj jl no tgl dll dsb dkk spt a.n",
}  # fmt: skip


def is_abbreviation(word: str, language: str) -> bool:
    """Return whether a sentence continues after this word and a full stop."""
    lower = word.lower()
    return lower in _abbreviations(language) or (lower in _CAPITALISED and word != lower)


@cache
def _abbreviations(language: str) -> frozenset[str]:
    return frozenset(f"{_SHARED} {_BY_LANGUAGE.get(language, '')}".split())
