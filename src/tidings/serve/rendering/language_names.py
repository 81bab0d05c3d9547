"""English names of languages."""

_NAMES = dict(
    entry.split(":")
    for entry in (
        "af:Afrikaans am:Amharic ar:Arabic as:Assamese az:Azerbaijani be:Belarusian bg:Bulgarian "
        "bn:Bengali br:Breton bs:Bosnian ca:Catalan cs:Czech cy:Welsh da:Danish de:German el:Greek "
        "en:English eo:Esperanto es:Spanish et:Estonian eu:Basque fa:Persian fi:Finnish fo:Faroese "
        "fr:French ga:Irish gl:Galician gu:Gujarati he:Hebrew hi:Hindi hr:Croatian hu:Hungarian "
        "hy:Armenian id:Indonesian is:Icelandic it:Italian ja:Japanese jv:Javanese ka:Georgian "
        "kk:Kazakh km:Khmer kn:Kannada ko:Korean ku:Kurdish ky:Kyrgyz la:Latin lb:Luxembourgish "
        "lo:Lao lt:Lithuanian lv:Latvian mg:Malagasy mk:Macedonian ml:Malayalam mn:Mongolian "
        "mr:Marathi ms:Malay mt:Maltese nb:Norwegian ne:Nepali nl:Dutch nn:Norwegian no:Norwegian "
        "oc:Occitan or:Odia pa:Punjabi pl:Polish ps:Pashto pt:Portuguese qu:Quechua ro:Romanian "
        "ru:Russian rw:Kinyarwanda se:Sami si:Sinhala sk:Slovak sl:Slovenian sq:Albanian "
        "sr:Serbian sv:Swedish sw:Swahili ta:Tamil te:Telugu th:Thai tl:Tagalog tr:Turkish "
        "ug:Uyghur uk:Ukrainian ur:Urdu vi:Vietnamese vo:Volapük wa:Walloon xh:Xhosa "
        "zh:Chinese zu:Zulu"
    ).split()
)


def language_name(language: str) -> str:
    """Return the English name of an ISO 639-1 code, or the code if we do not know it."""
    return _NAMES.get(language) or (language if language not in ("", "und") else "unknown")
