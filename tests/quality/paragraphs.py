"""News in many languages, written for the tests: (country's domain, legacy charsets, headline, text)."""

from typing import NamedTuple


class News(NamedTuple):
    """A piece of news and the charsets that its language was written in before UTF-8."""

    domain: str
    charsets: tuple[str, ...]
    headline: str
    text: str


_WEST = ("cp1252", "iso8859-1", "iso8859-15")
_CENTRAL = ("cp1250", "iso8859-2")
_BALTIC = ("cp1257", "iso8859-13")
_CYRILLIC = ("cp1251", "iso8859-5")

NEWS = {
    "de": News("de", _WEST, "Länder einigen sich über höhere Zuschüsse für Schulen",
        "Die Länder haben sich am Dienstag überraschend auf höhere Zuschüsse für Schulen geeinigt. "
        "Künftig können auch kleine Gemeinden Fördermittel für größere Umbauten erhalten, wie das "
        "Ministerium mitteilte. Verbände begrüßten den Beschluss, äußerten aber Zweifel, ob das Geld "
        "für alle nötigen Maßnahmen genügt."),
    "fr": News("fr", _WEST, "Le gouvernement dévoile ses mesures après les inondations",
        "Le gouvernement a dévoilé mercredi une série de mesures destinées aux communes touchées par "
        "les inondations. « Les dégâts sont considérables, mais l'État sera présent », a déclaré le "
        "ministre à l'issue de la réunion. Près de trois cents familles ont déjà été relogées, et les "
        "écoles rouvriront dès lundi."),
    "es": News("es", _WEST, "El tribunal suspende la votación prevista para mañana",
        "El tribunal suspendió el lunes la votación prevista para mañana, después de que tres partidos "
        "presentaran un recurso. ¿Qué ocurrirá ahora? Según los expertos, la decisión podría tardar "
        "varios días y obligaría a convocar una nueva sesión. El año pasado ya se había producido una "
        "situación parecida en la región."),
    "pt": News("pt", _WEST, "Câmara aprova orçamento para a educação após longa discussão",
        "A Câmara aprovou nesta quinta-feira o orçamento para a educação, após uma discussão que durou "
        "quase doze horas. A oposição criticou a redução dos investimentos e pediu explicações ao "
        "ministro. Não há previsão de quando as obras começarão, mas a população já manifestou sua "
        "preocupação com as condições das escolas."),
    "it": News("it", _WEST, "Il Comune riaprirà la biblioteca: più posti per gli studenti",
        "Il Comune riaprirà la biblioteca centrale già a settembre, con più posti per gli studenti "
        "dell'università. «È una novità attesa da anni», ha detto l'assessore. La città avrà così la "
        "possibilità di ospitare attività culturali anche di sera, perché l'orario sarà prolungato "
        "fino a mezzanotte."),
    "nl": News("nl", _WEST, "Reünie van oud-schaatsers trekt honderden geïnteresseerden",
        "De reünie van oud-schaatsers heeft zaterdag honderden geïnteresseerden getrokken. Volgens de "
        "organisatie hebben de financiële problemen van vorig jaar geen invloed gehad. België stuurde "
        "een kleine delegatie, die één dag later weer vertrok. De coördinator sprak van een geslaagde "
        "middag en kondigde een tweede editie aan."),
    "sv": News("se", _WEST, "Regeringen föreslår högre stöd till små företag",
        "Regeringen föreslår högre stöd till små företag som drabbats av de ökade elpriserna. Förslaget "
        "väntas träda i kraft redan före årsskiftet. Oppositionen är kritisk och menar att åtgärderna "
        "kommer för sent. Många företagare har redan tvingats säga upp anställda, säger ordföranden i "
        "en lokal förening."),
    "da": News("dk", _WEST, "Færgen sejler igen efter flere ugers ophold på værftet",
        "Færgen til øen sejler igen efter flere ugers ophold på værftet. Det glæder både beboere og "
        "erhvervsdrivende, som har måttet køre en lang omvej. Rederiet oplyser, at skaderne var større "
        "end først antaget. Næste år ventes en ny færge, der kan medtage dobbelt så mange køretøjer."),
    "no": News("no", _WEST, "Fiskere får støtte etter den verste sesongen på tretti år",
        "Fiskere langs kysten får støtte etter den verste sesongen på tretti år. Næringsministeren sier "
        "at ordningen skal gjelde både små og store båter. Været har vært uvanlig dårlig, og mange har "
        "måttet bli på land i ukevis. Første utbetaling kommer før påske, opplyser departementet."),
    "fi": News("fi", _WEST, "Hallitus päätti lisärahasta pääkaupunkiseudun sairaaloille",
        "Hallitus päätti tiistaina lisärahasta pääkaupunkiseudun sairaaloille. Ministerin mukaan jonot "
        "ovat kasvaneet liian pitkiksi, eikä henkilökunta enää jaksa. Työntekijät pitävät päätöstä "
        "hyvänä, mutta myöhäisenä. Säästöjä aiotaan hakea muualta, esimerkiksi hankinnoista ja "
        "tietojärjestelmistä."),
    "is": News("is", _WEST, "Veðurstofan varar við hvössum vindi á öllu landinu",
        "Veðurstofan varar við hvössum vindi á öllu landinu fram á þriðjudag. Búist er við að færð spillist "
        "á fjallvegum og fólk er beðið að ferðast ekki að óþörfu. Skólahald fellur niður víða á "
        "Norðurlandi. Björgunarsveitir hafa þegar sinnt á annað hundrað útköllum."),
    "pl": News("pl", _CENTRAL, "Rząd zapowiada zmiany w przepisach o ochronie środowiska",
        "Rząd zapowiedział w środę zmiany w przepisach o ochronie środowiska. Według ministra nowe zasady "
        "mają wejść w życie już w przyszłym miesiącu, choć samorządy proszą o więcej czasu. Część "
        "mieszkańców obawia się, że koszty przedsięwzięcia będą wyższe, niż się spodziewano. Głosowanie "
        "zaplanowano na piątek."),
    "cs": News("cz", _CENTRAL, "Vláda schválila příspěvek na opravu poškozených mostů",
        "Vláda v pondělí schválila příspěvek na opravu mostů poškozených povodněmi. Podle ministra dopravy "
        "začnou práce ještě před koncem roku, některé úseky však zůstanou uzavřené až do léta. Řidiči "
        "musí počítat s objížďkami. Starostové žádají, aby stát zaplatil také náhradní autobusy."),
    "sk": News("sk", _CENTRAL, "Poslanci rozhodnú o ďalšom osude železničnej stanice",
        "Poslanci rozhodnú budúci týždeň o ďalšom osude železničnej stanice. Väčšina z nich podporuje "
        "rekonštrukciu, no časť obyvateľov žiada úplne novú budovu. Súťaž by sa mohla začať už na jeseň. "
        "Podľa odhadov bude stavba trvať najmenej tri roky a vyžiada si rozsiahle uzávierky."),
    "hu": News("hu", _CENTRAL, "Újabb működési támogatást kapnak a vidéki kórházak",
        "Újabb működési támogatást kapnak a vidéki kórházak, jelentette be szerdán a kormány. Az összeg "
        "nagyobb részét fűtésre és gyógyszerekre kell fordítani. Az ellenzék szerint a döntés túl későn "
        "született, és nem oldja meg az orvoshiányt. A következő ülésen a bérekről is tárgyalnak."),
    "ro": News("ro", ("cp1250", "iso8859-2"), "Parlamentul discută bugetul după mai multe luni de întârziere",
        "Parlamentul discută astăzi bugetul, după mai multe luni de întârziere. Opoziţia cere mai mulţi bani "
        "pentru sănătate şi educaţie, în timp ce guvernul susţine că resursele sunt limitate. Şedinţa a "
        "fost întreruptă de două ori. Votul final ar putea avea loc sâmbătă dimineaţa."),
    "hr": News("hr", _CENTRAL, "Općina najavljuje gradnju šetnice između luke i tržnice",
        "Općina je najavila gradnju šetnice između luke i tržnice, koja će biti završena iduće godine. "
        "Načelnik kaže da će radovi početi čim završi sezona. Dio mještana protivi se projektu jer bi se "
        "moralo srušiti više starih kuća. Žalbe se primaju do kraja mjeseca."),
    "sl": News("si", _CENTRAL, "Občina začenja obnovo mostu čez reko, zapora bo trajala do božiča",
        "Občina začenja obnovo mostu čez reko, zapora pa bo trajala predvidoma do božiča. Župan je dejal, "
        "da so težave z nosilnostjo znane že več let. Šolski avtobusi bodo vozili po obvozu. Za dela so "
        "namenili približno tri milijone, večji del denarja pa bo prispevala država."),
    "tr": News("tr", ("cp1254", "iso8859-9"), "Meclis, öğretmenlerin çalışma koşullarını görüşüyor",
        "Meclis bugün öğretmenlerin çalışma koşullarını iyileştirmeyi amaçlayan yasa tasarısını görüşüyor. "
        "Sendikalar, düzenlemenin yeterli olmadığını ve ücretlerin artırılması gerektiğini söylüyor. "
        "Bakan ise değişikliğin gelecek yıl yürürlüğe gireceğini açıkladı. Görüşmelerin gece yarısına "
        "kadar sürmesi bekleniyor."),
    "lt": News("lt", _BALTIC, "Seimas svarstys pasiūlymą mažinti mokesčius šeimoms",
        "Seimas kitą savaitę svarstys pasiūlymą mažinti mokesčius šeimoms, auginančioms tris ir daugiau "
        "vaikų. Vyriausybė teigia, kad biudžetas tokią naštą pakeltų, tačiau ekonomistai ragina neskubėti. "
        "Galutinis sprendimas turėtų būti priimtas iki Kalėdų. Opozicija žada siūlyti pataisų."),
    "lv": News("lv", _BALTIC, "Valdība piešķir līdzekļus ceļu remontam pēc plūdiem",
        "Valdība otrdien piešķīra līdzekļus ceļu remontam pēc plūdiem, kas skāra vairākus novadus. "
        "Satiksmes ministrs sacīja, ka darbi sāksies nekavējoties un ilgs līdz rudenim. Iedzīvotāji "
        "cerēja uz lielāku atbalstu. Pašvaldības jau lēš, cik daudz ēku būs jāatjauno."),
    "et": News("ee", ("cp1257", "cp1252"), "Valitsus arutas õpetajate palgatõusu ja koolivõrgu tulevikku",
        "Valitsus arutas neljapäeval õpetajate palgatõusu ja koolivõrgu tulevikku. Ministri sõnul jätkub "
        "raha ainult väikeseks tõusuks, kuid läbirääkimised käivad edasi. Ametiühing hoiatas, et "
        "kokkuleppeta võib järgneda streik. Lõplik otsus tehakse järgmisel nädalal pärast pühi."),
    "sq": News("al", _WEST, "Qeveria miraton ndihmën për familjet e prekura nga përmbytjet",
        "Qeveria miratoi të mërkurën ndihmën për familjet e prekura nga përmbytjet në veri të vendit. "
        "Sipas ministrit, çdo familje do të marrë një shumë të caktuar brenda dy javësh. Banorët thonë se "
        "dëmet janë shumë më të mëdha dhe kërkojnë që të rindërtohen edhe rrugët."),
    "ru": News("ru", (*_CYRILLIC, "koi8-r", "cp866", "mac-cyrillic"), "Правительство утвердило план помощи пострадавшим районам",
        "Правительство во вторник утвердило план помощи районам, пострадавшим от наводнения. По словам "
        "министра, деньги поступят на счета муниципалитетов уже на этой неделе. Местные жители говорят, "
        "что ждут прежде всего ремонта дорог и мостов. Школы в трёх посёлках остаются закрытыми, занятия "
        "проходят в соседнем городе."),
    "uk": News("ua", (*_CYRILLIC, "koi8-u"), "Уряд схвалив програму підтримки сільських шкіл",
        "Уряд у середу схвалив програму підтримки сільських шкіл на наступні п'ять років. За словами "
        "міністра, гроші підуть на ремонт будівель, шкільні автобуси та нове обладнання. Громади кажуть, "
        "що чекали на це рішення щонайменше два роки. Перші виплати заплановано на весну."),
    "bg": News("bg", _CYRILLIC, "Общината започва ремонт на моста след дългогодишно отлагане",
        "Общината започва ремонт на моста над реката след дългогодишно отлагане. Кметът съобщи, че "
        "движението ще бъде спряно до края на октомври, а автобусите ще се движат по обходен маршрут. "
        "Жителите на квартала се надяват, че този път сроковете ще бъдат спазени."),
    "sr": News("rs", _CYRILLIC, "Влада усвојила мере помоћи пољопривредницима после суше",
        "Влада је у четвртак усвојила мере помоћи пољопривредницима после летошње суше. Министар је рекао "
        "да ће новац бити исплаћен до краја године, али удружења тврде да износ није довољан. Највећа "
        "штета забележена је на засадима кукуруза и воћа на југу земље."),
    "mk": News("mk", _CYRILLIC, "Владата најави нови автобуски линии меѓу градовите",
        "Владата најави нови автобуски линии меѓу поголемите градови од почетокот на следната година. "
        "Министерот рече дека билетите ќе бидат поевтини за учениците и пензионерите. Превозниците бараат "
        "повисоки субвенции, бидејќи горивото поскапе. Јавниот повик ќе трае еден месец."),
    "be": News("by", _CYRILLIC, "У горадзе адкрылі новую бібліятэку пасля доўгай рэканструкцыі",
        "У горадзе адкрылі новую бібліятэку пасля рэканструкцыі, якая доўжылася амаль чатыры гады. Цяпер "
        "чытачы змогуць карыстацца і электроннымі кнігамі. Дырэктарка паведаміла, што штогод тут чакаюць "
        "каля ста тысяч наведвальнікаў. Уваход застаецца бясплатным для ўсіх."),
    "el": News("gr", ("cp1253", "iso8859-7"), "Η κυβέρνηση ανακοίνωσε μέτρα στήριξης για τους αγρότες",
        "Η κυβέρνηση ανακοίνωσε την Τρίτη νέα μέτρα στήριξης για τους αγρότες που επλήγησαν από την "
        "ξηρασία. Σύμφωνα με τον υπουργό, οι πληρωμές θα ξεκινήσουν τον επόμενο μήνα. Οι συνεταιρισμοί "
        "ζητούν περισσότερα χρήματα και προειδοποιούν ότι πολλές καλλιέργειες θα εγκαταλειφθούν."),
    "he": News("il", ("cp1255", "iso8859-8"), "הממשלה אישרה תוכנית לשיקום הכבישים בצפון",
        "הממשלה אישרה ביום שלישי תוכנית לשיקום הכבישים בצפון הארץ. לדברי שר התחבורה, העבודות יתחילו כבר "
        "בחודש הבא ויימשכו כשנתיים. ראשי הרשויות טוענים כי התקציב אינו מספיק ודורשים תוספת. התושבים "
        "מתלוננים על פקקים ארוכים בשעות הבוקר."),
    "ar": News("eg", ("cp1256", "iso8859-6"), "الحكومة تعلن خطة جديدة لدعم المدارس في القرى",
        "أعلنت الحكومة يوم الثلاثاء خطة جديدة لدعم المدارس في القرى البعيدة عن العاصمة. وقال الوزير إن "
        "العمل سيبدأ في الشهر المقبل وسيستمر ثلاث سنوات على الأقل. وطالب المعلمون بزيادة الرواتب وتوفير "
        "وسائل النقل. ومن المتوقع أن يناقش البرلمان المشروع الأسبوع القادم."),
    "fa": News("ir", ("cp1256",), "دولت برنامه تازه حمايت از مدارس روستا را اعلام کرد",
        "دولت روز سه شنبه برنامه تازه حمايت از مدارس روستا را اعلام کرد. به گفته وزير آموزش، اجراي اين طرح "
        "از پاييز آغاز مي شود و چهار سال طول مي کشد. معلمان مي گويند بودجه کافي نيست و بايد حقوقها نيز "
        "افزايش پيدا کند. مجلس هفته آينده گزارش را بررسي مي کند."),
    "th": News("th", ("cp874",), "รัฐบาลอนุมัติงบประมาณซ่อมถนนหลังน้ำท่วมใหญ่",
        "รัฐบาลอนุมัติงบประมาณเพิ่มเติมเพื่อซ่อมแซมถนนและสะพานหลังเกิดน้ำท่วมใหญ่ในภาคเหนือเมื่อสัปดาห์ที่ผ่านมา "
        "รัฐมนตรีกล่าวว่าการก่อสร้างจะเริ่มขึ้นภายในเดือนหน้า ชาวบ้านหลายพันคนยังคงต้องพักอยู่ในศูนย์ช่วยเหลือชั่วคราว "
        "และโรงเรียนหลายแห่งยังปิดทำการ"),
    "vi": News("vn", ("cp1258",), "Chính phủ thông qua kế hoạch sửa chữa đường sau lũ",
        "Chính phủ hôm thứ Ba đã thông qua kế hoạch sửa chữa các tuyến đường bị hư hại sau trận lũ lớn. "
        "Theo Bộ trưởng, công việc sẽ bắt đầu ngay trong tháng tới và kéo dài khoảng hai năm. Người dân "
        "địa phương mong muốn trường học sớm mở cửa trở lại để trẻ em được tiếp tục đến lớp."),
    "ja": News("jp", ("cp932", "euc_jp", "iso2022_jp"), "政府、地方の学校への支援策を発表",
        "政府は火曜日、地方の小中学校を支援するための新しい計画を発表した。担当大臣は記者会見で、来年度から三年間で"
        "校舎の修理やスクールバスの運行に予算を充てると説明した。住民からは歓迎の声が上がる一方、教員の不足をどう"
        "解決するのかという疑問も出ている。国会での議論は来週から始まる見通しだ。"),
    "zh-hans": News("cn", ("gbk", "gb18030"), "政府公布支持农村学校的新计划",
        "政府星期二公布了支持农村学校的新计划。教育部长在记者会上表示，未来三年将投入更多资金用于修建校舍和改善教师的"
        "生活条件。当地居民对此表示欢迎，但也有人担心经费不能按时到位。专家认为，吸引年轻老师留在农村才是问题的关键。"
        "有关部门将在下个月说明具体办法。"),
    "zh-hant": News("tw", ("big5", "big5hkscs"), "政府公布支持偏鄉學校的新計畫",
        "政府星期二公布了支持偏鄉學校的新計畫。教育部長在記者會上表示，未來三年將投入更多經費修建校舍，並改善老師的"
        "生活條件。當地居民表示歡迎，但也有人擔心經費無法準時到位。專家認為，如何吸引年輕老師留在偏鄉才是問題的關鍵。"
        "有關單位將在下個月說明具體辦法。"),
    "ko": News("kr", ("cp949", "euc_kr"), "정부, 농어촌 학교 지원 계획 발표",
        "정부가 화요일 농어촌 학교를 지원하기 위한 새로운 계획을 발표했다. 교육부 장관은 기자회견에서 앞으로 삼 년 동안 "
        "학교 건물 보수와 통학 버스 운영에 예산을 투입하겠다고 밝혔다. 주민들은 환영하면서도 교사 부족 문제를 어떻게 "
        "해결할 것인지 묻고 있다. 국회는 다음 주부터 논의를 시작한다."),
}  # fmt: skip
