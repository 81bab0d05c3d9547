"""Spanish: sentences that fit any event, and the words around the articles."""

from datetime import datetime

from tidings.world.languages.grammar import block
from tidings.world.languages.language import WorldLanguage, latin, latin_person
from tidings.world.languages.spanish.disasters import ACCIDENT, FLOOD
from tidings.world.languages.spanish.politics import COURT, ELECTION, POLICY, STRIKE
from tidings.world.languages.spanish.society import DISCOVERY, FESTIVAL, MATCH, MERGER

_GENERAL = """
party: Alianza Cívica
party: Coalición Verde
party: Lista del Puerto
party: Unión Ciudadana
party: Lista Obrera
party: Liga del Campo
law: el tope a los alquileres en el casco viejo
law: los autobuses gratuitos
law: el fin de los envases desechables en los mercados
law: el almuerzo gratuito en las escuelas
law: el precio del agua para la industria
law: el regreso de los trenes nocturnos
offence: fraude
offence: soborno
offence: evasión fiscal
offence: falsedad documental
offence: vertidos ilegales
offence: robo de secretos industriales
theme: cine
theme: jazz
theme: faroles
theme: vino
theme: libros
theme: títeres
find: una villa de mercaderes enterrada
find: un barco mercante hundido
find: una red de cuevas desconocida
find: una biblioteca de tablillas de barro
find: un tesoro de monedas de plata
find: una cámara funeraria pintada
say: «{quote}», [dijo|explicó|afirmó] {who}.
say: «{quote}», dijo [el {day}|ante la prensa|por la noche|por teléfono] {who}.
say: «{quote}», según {who}.
say: A la pregunta [respondió|contestó] {who}: «{quote}».
say: En palabras de {who}: «{quote}».
say_more: «{quote}».
say_more: Y añadió: «{quote}».
fact: Las autoridades de {place} [confirmaron las cifras|no quisieron comentar las cifras] [el
  {day}|horas después|esa misma noche].
fact: La emisora regional fue la primera en contarlo, [por la mañana|poco después del
  mediodía|antes del alba].
fact: Desde {region} [no quieren hacer comentarios|piden paciencia|prometen aclararlo todo].
fact: El asunto se sigue de cerca en {place2}, que [está a solo una hora|linda con {place}|vivió
  algo parecido].
fact: Un documento interno que ha podido leer este diario [da cifras algo más bajas|confirma en
  lo esencial esa versión|es del mes pasado].
fact: El pleno de {place} [se reunirá en sesión extraordinaria|tratará la cuestión|escuchará
  a los expertos] en un plazo de {days} días.
fact: Por la noche, [más de cien|varias decenas de|unas sesenta] personas se habían reunido en
  la plaza mayor de {place}.
fact: Los comerciantes [hablan de efectos desiguales|dicen que estaban preparados|se quejan de
  falta de información].
fact: El teléfono de información seguirá [abierto|atendido] hasta [medianoche|el fin de
  semana|nuevo aviso].
fact: Varias preguntas [siguen abiertas|quedaron sin respuesta|se dejaron para otro día].
fact: Los archivos de la ciudad no recogen nada comparable desde {year}.
fact: La vecina {place2} [ofreció su ayuda|envió observadores|prometió su apoyo].
fact: El ministerio fue informado el {day} [por la tarde|por la noche|por la mañana].
fact: Radio {region} interrumpió su programación [dos veces|tres veces|durante una hora].
fact: El gobierno de {region} [no reaccionó de inmediato|reaccionó con brevedad|reaccionó con
  cautela].
fact: Las escuelas de {place} abrieron al día siguiente [como siempre|con una hora de retraso].
fact: Una petición sobre el tema ha reunido [unas|cerca de|más de] {n} firmas.
fact: [Las calles estaban más llenas|Los cafés estaban más tranquilos|Los autobuses iban más
  vacíos] de lo normal para un {day}.
fact: {c}, que enseña en {place2}, [ha estudiado casos así|escribió un libro sobre el tema|dio
  su opinión a este diario].
fact: El ambiente en {place} era [tranquilo|tenso|difícil de leer|más ligero de lo esperado]
  según avanzaba el día.
back: {place}, una ciudad de [piedra gris y calles estrechas|anchas avenidas y viejos
  molinos|canales y pequeños talleres], tiene [unos|cerca de] [cuarenta|sesenta|noventa|veinte]
  mil habitantes.
back: En [diez|quince|veinte] años, {region} ha [cambiado mucho|crecido más que el resto del
  país|perdido a muchos de sus jóvenes].
back: La comarca no daba tanto que hablar desde {year}.
back: La historia viene de {year}, cuando [fracasó un primer intento|se escribieron las normas
  actuales|terminó el viejo sistema].
back: Para muchos en {place}, el asunto es parte de [la vida diaria|todas las conversaciones]
  desde hace [meses|años].
back: [Los historiadores|Los mayores|Los maestros] recuerdan con gusto que {place} fue [la
  capital|el granero|el mayor puerto] de {region}.
back: La carretera entre {place} y {place2} es desde hace tiempo [la arteria del valle|un símbolo
  del abandono|la más transitada de {region}].
back: Un estudio publicado [en primavera|hace dos años|en otoño] [había avisado de ello|preveía
  otra cosa|apenas llamó la atención].
back: En {region}, [la confianza en las instituciones|la economía local|la vida pública] [se
  recupera despacio|está bajo presión|rara vez ha sido más fuerte].
back: Lo que pasa en {place} [suele anunciar|rara vez es ajeno a] lo que pasa en otros
  lugares de {region}.
end: Se esperan más detalles [en los próximos días|esta semana|antes de fin de mes].
end: Este diario [seguirá el asunto|seguirá informando].
end: De momento, {place} [espera|contiene el aliento].
end: La decisión sobre los próximos pasos llegará [en {days} días|el {day}].
end: Hasta entonces, [cambiará poco|siguen las viejas normas|todos han prometido prudencia].
a: Debemos a la gente [respuestas claras|la verdad], y [cumpliremos|no les haremos esperar]
a: Nadie debería [sacar conclusiones antes de tiempo|hacer política con esto]
a: Doy las gracias por la forma en que [esta ciudad|toda la comarca] ha [respondido|estado unida]
a: Hay [cosas que pudimos hacer mejor|lecciones para todos]
a: Esto llevará [tiempo|dinero], y [sería deshonesto decir otra cosa|no prometo nada más]
a: Hemos [hablado con todas las partes|revisado cada cifra dos veces]
b: Vivo aquí desde [siempre|hace treinta años] y nunca había visto [nada igual|a la gente tan
  unida]
b: Se [oyen|leen] muchas cosas, pero [al final|a la hora de la verdad] la gente se ayuda
b: Mis [vecinos|compañeros|hijos] [no hablan de otra cosa|me preguntan] desde el {day}
b: Es [pronto para decir|difícil decir] qué va a [cambiar|suponer para nosotros]
b: Nos enteramos [los últimos|por la radio]
b: Alguien debería haber [escuchado|preguntado] hace años
update: Actualización: las autoridades de {place} han [corregido|confirmado] parte del relato; se
  esperan [más detalles|nuevas cifras] [esta noche|mañana].
update: Este artículo se ha [modificado|ampliado] después de que {a} [aclarara|matizara] el
  {day} una primera declaración.
update: En un comunicado posterior, la administración de {region} dice [celebrar|lamentar] lo
  ocurrido y anuncia un informe en {days} días.
update: Nota de la redacción: una versión anterior daba mal [el nombre de una calle de
  {place}|el día de la reunión de {place2}].
comment: Paso por allí todos los días y [nunca lo habría esperado|no me extraña nada].
comment: [Por fin|Ya era hora:] alguien escribe de esto. [Gracias.|Sigan así.|Hacía falta.]
comment: ¿Por qué nadie pregunta quién [paga todo esto|es el responsable]?
comment: Mi abuela contaba [exactamente la misma historia|muchas cosas de aquella época].
comment: La foto [no es de allí, miren el puente|es preciosa].
comment: [Perdonen, pero|Con todo respeto,] no fue así. Yo estaba allí.
comment: ¿Podría la redacción [explicar|revisar] las cifras del [segundo|tercer|último]
  párrafo?
comment: [Típico.|Como siempre.] Muchas palabras y [ningún plan|ningún resultado].
comment: Estoy [de acuerdo|en contra], pero [no me gusta el tono|mantengamos las formas].
comment: Un saludo desde lejos, [echo de menos|adoro] esa tierra.
comment: Años sin saber nada y de pronto [todo a la vez|esto].
comment: [Bien escrito|Un artículo justo], [gracias|enhorabuena].
comment: ¿Y [qué pasa con|quién habla por] los pueblos del otro lado del cerro?
comment: [Eliminado por la moderación.|Comentario abreviado por la redacción.]
reader: marinera
reader: El Molinero
reader: P. Curtidor
reader: dos_perras
reader: La abuela Lola
reader: viajero 7
reader: nortesur
reader: Hortelano
reader: Jacinto K.
reader: lectora callada
reader: Petra
reader: Contraviento
"""

_LABELS = """
region: Provincia
politics: Política
economy: Economía
sport: Deportes
culture: Cultura
science: Ciencia
home: Portada
archive: Hemeroteca
about: Quiénes somos
contact: Contacto
terms: Aviso legal
login: Acceso
subscribe: Suscripción
search: Buscar
sponsored: Publicidad
latest: Últimas noticias
more: Leer más
share: Compartir
comments: Comentarios
related: Más sobre el tema
popular: Lo más leído
next: Página siguiente
previous: Página anterior
by: Por
updated: Actualizado
tags: Etiquetas
advert: Publicidad
newsletter: Reciba cada mañana nuestro boletín con lo más importante, cinco días a la semana.
  Escriba su dirección; podrá darse de baja cuando quiera.
signup: Apuntarse
cookie: Nosotros y nuestros socios guardamos cookies en su dispositivo para medir la audiencia y
  mostrar publicidad adecuada. Puede aceptarlas todas o cambiar su elección cuando quiera.
accept: Aceptar todo
settings: Ajustes
copyright: Todos los derechos reservados. Prohibida la reproducción sin permiso.
password: Contraseña
email: Correo electrónico
"""

_NOTICES = """
about: Quiénes somos
about: {paper} se publica desde 1874 y pertenece a quienes lo escriben. Sesenta periodistas
  trabajan en la redacción y en cuatro delegaciones.
about: Corregimos nuestros errores a la vista de todos. Si encuentra uno, escriba a la oficina del
  lector; tendrá respuesta en dos días laborables.
contact: Contacto
contact: Redacción: +00 555 0400, de seis de la mañana a medianoche. Publicidad: +00 555 0401.
  Suscripciones: +00 555 0402.
contact: Las cartas no pasarán de doscientas palabras y llevarán nombre y dirección.
terms: Aviso legal
terms: El uso de este sitio supone la aceptación de estas condiciones. Los contenidos están
  protegidos; cualquier uso que no sea privado requiere permiso por escrito.
terms: Solo tratamos datos personales en la medida necesaria para el servicio, y los borramos
  después.
login: Acceso
login: Entre con su correo electrónico para leer con menos publicidad y escribir comentarios.
subscribe: Suscripción
subscribe: Tres meses por el precio de uno: todos los artículos, en todos los dispositivos, sin
  compromiso.
sponsored: El colchón que piensa con usted: Somnaris cambia la noche
sponsored: Contenido patrocinado. El sueño es el principio de todo, y el nuevo Somnaris Nube se
  adapta a su cuerpo en once zonas. Miles de clientes encantados no pueden equivocarse.
sponsored: Pruébelo cien noches sin riesgo. Si no le convence, nuestro conductor lo recoge gratis
  y usted recupera hasta el último céntimo.
sponsored: Con el código NOCHE20 ahorre hoy un veinte por ciento en toda la gama. Hasta fin de
  existencias.
noindex: Sumario de la edición impresa
noindex: Esta página recoge para los repartidores el sumario de la edición impresa y no está
  destinada a los buscadores.
"""

_MONTHS = (
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"
).split()
_WEEKDAYS = ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo")


def _date(moment: datetime) -> str:
    month = _MONTHS[moment.month - 1]
    return f"{moment.day} de {month} de {moment.year}, {moment:%H:%M} h"


SPANISH = WorldLanguage(
    code="es",
    kinds={
        "flood": FLOOD,
        "accident": ACCIDENT,
        "election": ELECTION,
        "policy": POLICY,
        "court": COURT,
        "strike": STRIKE,
        "match": MATCH,
        "festival": FESTIVAL,
        "discovery": DISCOVERY,
        "merger": MERGER,
    },
    general=block(_GENERAL),
    labels=block(_LABELS),
    notices=block(_NOTICES),
    number=lambda n: f"{n:,}".replace(",", "."),
    money=lambda m: f"{m} millones de euros",
    date=_date,
    name=latin,
    person=latin_person,
    weekdays=_WEEKDAYS,
)
