"""Names of weekdays in many languages; data only."""

WEEKDAYS = frozenset("""
monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun
montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so
lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes sábado
domingo lunedì martedì mercoledì giovedì venerdì sabato domenica segunda terça quarta quinta sexta
maandag dinsdag woensdag donderdag vrijdag zaterdag zondag mandag tirsdag onsdag torsdag fredag
lørdag søndag måndag tisdag lördag söndag poniedziałek wtorek środa czwartek piątek sobota niedziela
понедельник вторник среда четверг пятница суббота воскресенье pazartesi salı çarşamba perşembe cuma
cumartesi pazar
""".split())  # fmt: skip
