"""Names of months, weekdays and time zones in many languages; data only."""

# One line per language, January first; inflected and short forms after a slash. Where the first
# three letters of a name are already an English month they need no entry of their own.
_NAMES = """
january/jan february/feb march/mar april/apr may june/jun july/jul august/aug september/sep/sept october/oct november/nov december/dec
januar/jänner/jan februar/feber/feb märz/maerz/mrz april mai juni juli august september oktober/okt november dezember/dez
janvier/janv février/fevrier/févr/fév mars avril/avr mai juin juillet/juil août/aout septembre octobre novembre décembre/déc
enero/ene febrero marzo abril/abr mayo junio julio agosto/ago septiembre/setiembre octubre noviembre diciembre/dic
gennaio/gen febbraio marzo aprile maggio/mag giugno/giu luglio/lug agosto settembre/set ottobre/ott novembre dicembre
janeiro fevereiro/fev março/marco abril maio junho julho agosto setembro outubro/out novembro dezembro
januari februari maart/mrt april mei juni juli augustus september oktober november december
januar februar marts april maj juni juli august september oktober november december
januar februar mars april mai/kan juni juli august september oktober november desember/des
tammikuuta/tammikuu helmikuuta/helmikuu maaliskuuta/maaliskuu huhtikuuta/huhtikuu toukokuuta/toukokuu kesäkuuta/kesäkuu heinäkuuta/heinäkuu elokuuta/elokuu syyskuuta/syyskuu lokakuuta/lokakuu marraskuuta/marraskuu joulukuuta/joulukuu
stycznia/styczeń/sty lutego/luty/lut marca/marzec kwietnia/kwiecień/kwi maja/maj czerwca/czerwiec/cze lipca/lipiec/lip sierpnia/sierpień/sie września/wrzesień/wrz października/październik/paź listopada/listopad/lis grudnia/grudzień/gru
ledna/leden února/únor března/březen dubna/duben května/květen června/červen července/červenec srpna/srpen září října/říjen listopadu prosince/prosinec
januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra
január február március április/ápr május/máj június/jún július/júl augusztus szeptember október november december
ianuarie/ian februarie martie aprilie mai iunie/iun iulie/iul august septembrie octombrie noiembrie/noi decembrie
января/январь/янв февраля/февраль/фев марта/март/мар апреля/апрель/апр мая/май июня/июнь/июн июля/июль/июл августа/август/авг сентября/сентябрь/сен октября/октябрь/окт ноября/ноябрь/ноя декабря/декабрь/дек
січня/січень лютого/лютий березня/березень квітня/квітень травня/травень червня/червень липня/липень серпня/серпень вересня/вересень жовтня/жовтень листопада/листопад грудня/грудень
януари февруари март април май юни юли август септември октомври ноември декември
siječnja/siječanj veljače/veljača ožujka/ožujak travnja/travanj svibnja/svibanj lipnja/lipanj srpnja/srpanj kolovoza/kolovoz rujna/rujan listopad studenoga/studenog/studeni prosinca/prosinac
јануар фебруар март април мај јун јул август септембар октобар новембар децембар
ιανουαρίου/ιανουάριος/ιαν φεβρουαρίου/φεβρουάριος/φεβ μαρτίου/μάρτιος/μαρ απριλίου/απρίλιος/απρ μαΐου/μάιος/μαϊ ιουνίου/ιούνιος/ιουν ιουλίου/ιούλιος/ιουλ αυγούστου/αύγουστος/αυγ σεπτεμβρίου/σεπτέμβριος/σεπ οκτωβρίου/οκτώβριος/οκτ νοεμβρίου/νοέμβριος/νοε δεκεμβρίου/δεκέμβριος/δεκ
ocak/oca şubat/şub mart nisan/nis mayıs haziran/haz temmuz/tem ağustos/ağu eylül/eyl ekim/eki kasım/kas aralık/ara
januari/jan februari maret april mei juni juli agustus/agu september oktober november desember
يناير فبراير مارس أبريل/ابريل مايو يونيو يوليو أغسطس/اغسطس سبتمبر أكتوبر/اكتوبر نوفمبر ديسمبر
sausio vasario kovo balandžio gegužės birželio liepos rugpjūčio rugsėjo spalio lapkričio gruodžio
janvāris/janvārī februāris/februārī marts/martā aprīlis/aprīlī maijs/maijā jūnijs/jūnijā jūlijs/jūlijā augusts/augustā septembris/septembrī oktobris/oktobrī novembris/novembrī decembris/decembrī
jaanuar veebruar/veebr märts aprill mai juuni juuli august september oktoober november detsember/dets
janúar febrúar mars apríl maí júní júlí ágúst september október nóvember desember
januar februar mart april maj jun jul avgust septembar oktobar novembar decembar
јануара фебруара марта априла маја јуна јула августа септембра октобра новембра децембра
јануари февруари март април мај јуни јули август септември октомври ноември/ноемвр декември
студзеня лютага сакавіка красавіка мая чэрвеня ліпеня жніўня верасня кастрычніка лістапада снежня
gener febrer març abril maig juny juliol agost setembre octubre novembre desembre
yanvar fevral mart aprel may iyun iyul avqust/avgust sentyabr/sentabr oktyabr/oktabr noyabr dekabr
қаңтар ақпан наурыз сәуір мамыр маусым шілде тамыз қыркүйек қазан қараша желтоқсан
janar shkurt mars prill maj qershor korrik gusht shtator tetor nëntor dhjetor
enero pebrero marso abril mayo hunyo hulyo agosto setyembre oktubre nobyembre disyembre
ionawr chwefror mawrth ebrill mai mehefin gorffennaf awst medi hydref tachwedd rhagfyr
იანვარი თებერვალი მარტი აპრილი მაისი ივნისი ივლისი აგვისტო სექტემბერი ოქტომბერი ნოემბერი დეკემბერი
հունվարի փետրվարի մարտի ապրիլի մայիսի հունիսի հուլիսի օգոստոսի սեպտեմբերի հոկտեմբերի նոյեմբերի դեկտեմբերի
جنوری فروری مارچ اپریل مئی جون جولائی اگست ستمبر اکتوبر نومبر دسمبر
ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר
"""  # noqa: E501

# Names with marks, dots or two words, which follow the day.
_FAR_NAMES = """
มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม
ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.
كانون_الثاني شباط آذار نيسان أيار حزيران تموز آب أيلول تشرين_الأول تشرين_الثاني كانون_الأول
जनवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर
जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितम्बर अक्तूबर नवम्बर दिसम्बर
ژانویه فوریه مارس آوریل مه ژوئن ژوئیه اوت سپتامبر اکتبر نوامبر دسامبر
जानेवारी फेब्रुवारी मार्च एप्रिल मे जून जुलै ऑगस्ट सप्टेंबर ऑक्टोबर नोव्हेंबर डिसेंबर
জানুয়ারি ফেব্রুয়ারি মার্চ এপ্রিল মে জুন জুলাই আগস্ট সেপ্টেম্বর অক্টোবর নভেম্বর ডিসেম্বর
ஜனவரி பிப்ரவரி மார்ச் ஏப்ரல் மே ஜூன் ஜூலை ஆகஸ்ட் செப்டம்பர் அக்டோபர் நவம்பர் டிசம்பர்
בינואר בפברואר במרץ באפריל במאי ביוני ביולי באוגוסט בספטמבר באוקטובר בנובמבר בדצמבר
tháng_1 tháng_2 tháng_3 tháng_4 tháng_5 tháng_6 tháng_7 tháng_8 tháng_9 tháng_10 tháng_11 tháng_12
"""

# "listopad" is November in Polish and Czech, October in Croatian; the majority wins.
_AMBIGUOUS = {"listopad": 11}


def _months() -> dict[str, int]:
    names: dict[str, int] = {}
    for line in _NAMES.strip().splitlines():
        for number, forms in enumerate(line.split(), start=1):
            for form in forms.split("/"):
                names.setdefault(form, number)
    return names | _AMBIGUOUS


MONTHS = _months()

FAR_MONTHS = {
    name.replace("_", " "): number
    for line in _FAR_NAMES.strip().splitlines()
    for number, name in enumerate(line.split(), start=1)
}

WEEKDAYS = frozenset("""
monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun
montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so
lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes sábado
domingo lunedì martedì mercoledì giovedì venerdì sabato domenica segunda terça quarta quinta sexta
maandag dinsdag woensdag donderdag vrijdag zaterdag zondag mandag tirsdag onsdag torsdag fredag
lørdag søndag måndag tisdag lördag söndag poniedziałek wtorek środa czwartek piątek sobota niedziela
понедельник вторник среда четверг пятница суббота воскресенье pazartesi salı çarşamba perşembe cuma
""".split())  # fmt: skip

# Minutes east of Greenwich. RFC 2822, 4.3 fixes the American ones; single military letters
# are read as +0000. If a name is ambiguous, the zone with more news sites wins.
ZONES = {
    "UT": 0, "UTC": 0, "GMT": 0, "Z": 0, "WET": 0,
    "EST": -300, "EDT": -240, "ET": -300, "CST": -360, "CDT": -300, "MST": -420, "MDT": -360,
    "PST": -480, "PDT": -420, "PT": -480, "AKST": -540, "AKDT": -480, "HST": -600,
    "AST": -240, "ADT": -180, "NST": -210, "NDT": -150, "BRT": -180, "ART": -180,
    "BST": 60, "WEST": 60, "WAT": 60, "CET": 60, "MEZ": 60, "CAT": 120, "SAST": 120,
    "CEST": 120, "MESZ": 120, "EET": 120, "EEST": 180, "EAT": 180, "MSK": 180, "TRT": 180,
    "GST": 240, "PKT": 300, "IST": 330, "NPT": 345, "WIB": 420, "ICT": 420, "HKT": 480,
    "SGT": 480, "MYT": 480, "PHT": 480, "AWST": 480, "JST": 540, "KST": 540, "WIT": 540,
    "ACST": 570, "AEST": 600, "ACDT": 630, "AEDT": 660, "NZST": 720, "NZDT": 780,
} | dict.fromkeys("ABCDEFGHIKLMNOPQRSTUVWXY", 0)  # fmt: skip
