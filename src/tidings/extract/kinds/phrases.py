"""Phrases typical of pages without value, in many languages. Data only.

The patterns are for lower-case text: ignoring case makes them four times as slow. The lists with
DENSE in their name are for scripts without spaces, where words have no boundaries.
"""

import re

from tidings.text.alternation import any_of


def _phrases(text: str) -> str:
    phrases = (re.escape(" ".join(phrase.split())) for phrase in text.split("/"))
    return any_of(phrase.replace("\\ ", r"[\s\-_]+") for phrase in phrases)


def _words(text: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{_phrases(text)})(?!\w)")


def _inside(text: str) -> re.Pattern[str]:
    return re.compile(_phrases(text))


ERROR = _words("""
404 / page not found / not found / file not found / page cannot be found / page could not be found /
page you requested / page you are looking for / page doesn't exist / page does not exist /
page isn't available / page is not available / no longer available / no longer exists / oops /
error 404 / error 403 / error 500 / 403 forbidden / forbidden / access denied /
access to this page / bad gateway / gateway timeout / service unavailable / internal server error /
runtime error / server error / temporarily unavailable / bad request / unauthorized /
an error occurred / something went wrong / seite nicht gefunden / nicht gefunden /
seite wurde nicht gefunden / existiert nicht / fehler 404 / page introuvable / introuvable /
page non trouvée / n'existe pas / n'existe plus / erreur 404 / página no encontrada /
no encontrada / no existe / pagina no encontrada / error detallado / página não encontrada /
não encontrada / não existe / página não existe / pagina non trovata / non trovata / non esiste /
niet gevonden / pagina bestaat niet / sidan kunde inte hittas / hittades inte /
siden ble ikke funnet / siden blev ikke fundet / ikke fundet / sivua ei löytynyt / nie znaleziono /
nie istnieje / strona nie została znaleziona / stránka nenalezena / nenalezena /
oldal nem található / nu a fost găsită / страница не найдена / не найдена / не найден /
сторінку не знайдено / не существует / страницата не е намерена / η σελίδα δεν βρέθηκε /
sayfa bulunamadı / bulunamadı / halaman tidak ditemukan / tidak ditemukan / không tìm thấy /
لم يتم العثور / غير موجودة / الصفحة غير موجودة / یافت نشد / הדף לא נמצא
""")

ERROR_DENSE = _inside("""
找不到 / 不存在 / 頁面不存在 / 页面不存在 / 未找到 / 見つかりません / 存在しません /
ページがありません / 찾을 수 없 / 존재하지 않
""")

LEGAL = _words("""
policy / policies / agreement / guidelines / community guidelines / data processing agreement /
rules / charter / code of conduct / cookie / cookies / gdpr / data protection / copyright /
intellectual property / trademark / dmca / conditions générales d’utilisation /
conditions d’utilisation / condizioni generali / condizioni d'uso / cookie-richtlinie /
politika privatnosti / политика / оферта / договор / согласие /
privacy / privacy policy / privacy notice / privacy statement / cookie policy / cookies policy /
terms / terms of use / terms of service / terms and conditions / terms & conditions /
conditions of use / conditions / legal notice / legal / disclaimer / copyright policy / imprint /
user agreement / licence agreement / license agreement / refund policy / return policy / shipping /
accessibility statement / legal terms / eula / datenschutz / datenschutzerklärung / impressum /
agb / nutzungsbedingungen / rechtliche hinweise / allgemeine geschäftsbedingungen /
geschäftsbedingungen / widerrufsbelehrung / widerruf / mentions légales /
politique de confidentialité / confidentialité / conditions générales / cgu / cgv /
conditions d'utilisation / données personnelles / aviso legal / política de privacidad /
privacidad / términos y condiciones / condiciones de uso / términos / política de privacidade /
termos de uso / termos / termos e condições / aviso de privacidad / informativa sulla privacy /
termini e condizioni / note legali / condizioni / algemene voorwaarden / privacybeleid /
integritetspolicy / personvern / privatlivspolitik / tietosuoja / polityka prywatności / regulamin /
ochrana osobních údajů / obchodní podmínky / adatvédelmi / termeni și condiții / confidențialitate /
политика конфиденциальности / пользовательское соглашение / конфиденциальности / соглашение /
условия использования / правила / политика за поверителност / όροι χρήσης / πολιτική απορρήτου /
gizlilik / kullanım koşulları / kebijakan privasi / syarat dan ketentuan / chính sách bảo mật /
điều khoản / سياسة الخصوصية / شروط الاستخدام / حریم خصوصی / תקנון
""")

ACCOUNT = _words("""
forgotten your password / password forgotten / recover password / passord / glemt passord /
lösenord / glömt lösenord / salasana / adgangskode / heslo / jelszó / parola / parolă / şifre /
mật khẩu / kata sandi / member login / user login / welcome back /
log in / login / log on / logon / sign in / signin / sign up / signup / register / registration /
create account / create an account / my account / your account / forgot password /
forgot your password / forgotten password / lost password / reset password / password reset /
password recovery / password / shopping cart / cart / basket / checkout / wishlist / member center /
subscribe / unsubscribe / authentication / anmelden / anmeldung / registrieren / registrierung /
einloggen / passwort vergessen / passwort / warenkorb / konto / connexion / se connecter /
s'inscrire / inscription / mot de passe / panier / identification / créer un compte /
iniciar sesión / registrarse / registro / contraseña / carrito / acceder / crear cuenta / entrar /
cadastro / cadastre-se / senha / carrinho / iniciar sessão / accedi / registrati /
password dimenticata / carrello / registrazione / inloggen / wachtwoord / winkelwagen / logga in /
logg inn / log ind / kirjaudu / zaloguj / logowanie / rejestracja / hasło / koszyk / přihlášení /
registrace / bejelentkezés / regisztráció / autentificare / înregistrare / вход / войти /
регистрация / авторизация / пароль / корзина / увійти / реєстрація / σύνδεση / εγγραφή / giriş /
kayıt ol / üye ol / masuk / daftar / đăng nhập / đăng ký / تسجيل الدخول / تسجيل / ورود / ثبت نام /
התחברות
""")

ACCOUNT_DENSE = _inside("""
登录 / 登入 / 注册 / 註冊 / 忘记密码 / 密码 / 密碼 / ログイン / 会員登録 / 新規登録 / パスワード /
カート / 로그인 / 회원가입 / 비밀번호
""")

LEGAL_DENSE = _inside("""
隐私 / 隱私 / 服务条款 / 服務條款 / 使用条款 / 条款 / プライバシー / 利用規約 / 特定商取引 /
個人情報 / 개인정보 / 이용약관
""")

SERVICE = _words("""
customer care / customer support / order status / track order / delivery / shipping information /
store locator / company / our company / press / team / mission / location / locations /
directions / opening hours / write to us / email us / contact form / contact information /
contact details / kundenservice / unternehmen / la empresa / azienda / o firmie / kontakty /
dane kontaktowe / contacteer ons / over ons / om oss / om os / ota yhteyttä / о компании /
о проекте / о магазине / доставка / оплата / aboutus / contactus /
contact / contact us / contacts / get in touch / about / about us / who we are / our story / faq /
help / help center / wer wir sind / qui sommes-nous / qui sommes nous / support / advertise /
advertise with us / careers / jobs / feedback / customer service / our team /
sitemap / newsletter / kontakt / kontaktieren sie uns / kontaktformular / über uns / hilfe /
contactez nous / nous contacter / contactez-nous / à propos / aide / contacto / contáctenos /
contactar / sobre nosotros / quiénes somos / contato / fale conosco / quem somos / contatti /
contattaci / chi siamo / kontakta oss / kontakt oss / yhteystiedot / o nas / o nás / kapcsolat /
rólunk / despre noi / контакты / контакти / о нас / про нас / связаться с нами / обратная связь /
επικοινωνία / iletişim / hakkımızda / hubungi kami / kontak / tentang kami / liên hệ / اتصل بنا /
تماس با ما / درباره ما / צור קשר
""")

SERVICE_DENSE = _inside("""
联系我们 / 聯絡我們 / 关于我们 / 關於我們 / お問い合わせ / お問合せ / 会社概要 / 문의 / 회사소개
""")

ADVERT = _words("""
sponsored content / sponsored / sponsored post / paid post / paid content / partner content /
advertisement / advertisement feature / advertorial / promoted / anzeige / werbung / sponsored by /
contenu publicitaire / contenu sponsorisé / publireportage / publi-rédactionnel / publicité /
contenido patrocinado / contenido de marca / publirreportaje / publicidad / conteúdo patrocinado /
publieditorial / contenuto sponsorizzato / messaggio promozionale / advertentie / annons /
annonce / reklame / artykuł sponsorowany / на правах рекламы / реклама / партнёрский материал
""")

ADVERT_DENSE = _inside("""
广告 / 廣告 / 推广内容 / 赞助内容 / 广告特辑 / スポンサー / 企画特集 / 광고
""")

CLOSED = _words("""
maintenance / under maintenance / under construction / coming soon / site is down / be right back /
account suspended / suspended / domain is for sale / domain for sale / parked / is parked /
buy this domain / default page / default web site page / welcome to nginx /
apache2 ubuntu default page / it works! / test page / index of / website is currently unavailable /
just a moment / checking your browser / attention required / verify you are human /
are you a robot / captcha / security check / enable javascript / javascript is disabled /
redirecting / you are being redirected / choose your country / one moment / ddos protection /
firewall / domain has expired / this site can't be reached / iis windows server / wartungsarbeiten /
wartungsmodus / wartung / im aufbau / en construction / en maintenance / en construcción /
mantenimiento / em construção / manutenção / in costruzione / manutenzione / in onderhoud /
w budowie / przerwa techniczna / на техническом обслуживании / технические работы /
сайт заблокирован / сайт в разработке / домен продается / bakım / yapım aşamasında / segera hadir /
قريبا / به زودی
""")

CLOSED_DENSE = _inside("""
维护中 / 維護中 / 建设中 / 建設中 / 网站关闭 / 正在跳转 / メンテナンス / 工事中 / 準備中 / 점검 /
공사중
""")

SHOP = _words("""
add to cart / add to basket / add to bag / add to wishlist / buy now / write a review / qty / sku /
in stock / out of stock / in den warenkorb /
ajouter au panier / añadir al carrito / agregar al carrito / adicionar ao carrinho /
aggiungi al carrello / in winkelwagen / dodaj do koszyka / do košíku / в корзину / купить /
добавить в корзину / sepete ekle / beli sekarang / أضف إلى السلة
""")

SHOP_DENSE = _inside("""
加入购物车 / 加入購物車 / カートに入れる / 장바구니
""")

HOME = _words("""
home / homepage / home page / welcome / startseite / accueil / inicio / início / strona główna /
главная / головна / начало / αρχική / anasayfa / ana sayfa / beranda / trang chủ / الرئيسية /
front page / latest news / breaking news / news
""")

HOME_DENSE = _inside("首页 / 首頁 / トップ / ホーム / 홈")

SEND = _words("""
submit / send / senden / absenden / envoyer / enviar / invia / verzenden / verstuur / wyślij /
odeslat / küldés / отправить / gönder / kirim / skicka / send inn / reset / continue / next /
create account / create an account / register / sign up / registrieren / weiter / s'inscrire /
registrarse / registrati / zarejestruj / зарегистрироваться / kayıt
""")

SEND_DENSE = _inside("提交 / 发送 / 送信 / 전송 / 注册")

# How a company addresses its customers; newspapers write about others.
YOU_AND_WE = frozenset(
    """
you your yours we our us ihnen ihr ihre ihrer ihren ihrem ihres wir unser unsere unserer unseren
unserem unseres vous votre vos nous notre nos usted ustedes nuestro nuestra nuestros nuestras você
vocês nosso nossa nossos nossas lei voi nostro nostra nostri nostre vostro vostra vostri vostre u
uw wij ons onze вы вас вам ваш ваша ваше ваши вашего вашей мы нас нам наш наша наше наши нашего
нашей państwa nasz nasza nasze naszej naszego siz sizin bizim anda kami
""".split()
)

# Words of contracts and privacy notices.
CONTRACT = frozenset(
    """
terms privacy personal cookie cookies party parties liable liability agree agreement agreements
warranty warranties consent herein hereinafter hereby pursuant shall datenschutz personenbezogene
personenbezogenen personenbezogener haftung nutzungsbedingungen données conditions responsabilité
datos privacidad condiciones dados personali condizioni gegevens voorwaarden danych osobowych
персональных персональные данных соглашения соглашение соглашению kişisel
""".split()
)

CONTRACT_DENSE = _inside("个人信息 / 隐私 / 条款 / 個人情報 / 規約 / 개인정보 / 약관")

FORUM = re.compile(
    any_of(
        r"phpbb vbulletin xenforo \bforums?\b viewtopic viewthread showthread discuz \bthread mybb "
        r"invision \bsmf\b discourse".split()
    )
)

# Classes and ids of the posts in a thread.
POST = re.compile(
    r"(?:^|[\s_-])(?:post|message|msg|reply|p)[-_]?\d{2,}|post-?_?body|post-?_?message|"
    r"message-?(?:text|body|content|inner)|postcontent|js-post|cpost|bbwrapper|topic-body"
)
