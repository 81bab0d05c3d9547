"""Spanish grammars for floods and accidents."""

from tidings.world.languages.grammar import block

FLOOD = block("""
slug: inundaciones
head: Inundaciones en {place}: {n} personas [evacuadas|abandonan sus casas]
head: El {river} se desborda en {place} y deja {m} heridos
head: {k} pueblos quedan aislados cerca de {place}
head: «El agua llegó en minutos»: {place} tras la riada
head: La peor crecida desde {year}: {place} [hace balance|lucha contra el agua]
head: Cede un dique en {place} y deja sin luz a [calles enteras|cientos de hogares]
deck: Tras {days} días de lluvia, el {river} subió más deprisa de lo previsto. {k} pueblos en
  torno a {place} siguen aislados.
deck: Los daños se calculan en {money}; la limpieza de {place} [ha empezado|durará semanas].
deck: Voluntarios de toda la región de {region} llenan sacos de arena en {place}. El pico se
  espera [esta noche|el fin de semana].
lead: Después de {days} días de lluvia, el {river} se ha desbordado en {place}: {n} personas
  tuvieron que dejar sus casas y {m} resultaron heridas.
lead: El agua inundó el {day} el centro de {place}, aisló a {k} pueblos y llevó a {n} personas
  a refugios de emergencia.
lead: En {place}, {n} personas fueron puestas a salvo el {day}, cuando el {river} creció [casi
  tres metros|hasta su nivel más alto desde {year}].
lead: La peor crecida desde {year} ha golpeado a {place}, en {region}, donde {m} personas
  resultaron heridas y {n} fueron evacuadas.
fact: [Los bomberos|Los equipos de rescate] solo pudieron llegar a {k} pueblos [en lancha|por el
  aire].
fact: En {place}, el río [superó con creces los siete metros|alcanzó una altura desconocida
  desde {year}] antes de empezar a bajar.
fact: {m} personas fueron atendidas, [la mayoría por hipotermia|tres de ellas en el hospital].
fact: La administración de {region} calcula los daños en {money}, [sin contar las cosechas|una
  cifra que seguirá creciendo].
fact: En una sola noche cayó cerca del {pct} por ciento de la lluvia de un mes normal.
fact: El pabellón de {place2} se convirtió en refugio con [trescientas|doscientas] camas.
fact: La luz se cortó en la parte baja, donde [los sótanos estaban llenos hasta el techo|los
  transformadores quedaron bajo el agua].
fact: Los voluntarios llenaron [decenas de miles de|más de veinte mil] sacos de arena junto al
  dique.
fact: La línea de tren a {place2} [sigue cerrada|seguirá cerrada {days} días] porque el agua se
  llevó la vía.
fact: Poco después de medianoche [cedió|se rompió] un dique en un tramo de cuarenta metros.
fact: En {k} barrios hay que hervir el agua [hasta nuevo aviso|hasta que terminen los análisis].
fact: Los ganaderos perdieron varios cientos de animales en los prados río abajo.
a: Entre el primer aviso y la primera calle inundada tuvimos [veinte minutos|media hora]
a: Sin los voluntarios habríamos perdido [el dique|el hospital|el casco viejo]
a: Las [bombas|lanchas] trabajan día y noche y no pararán hasta el último sótano
a: Necesitamos [dinero para diques más altos|embalses río arriba] y no más informes
b: El agua entró [por la puerta de la cocina|por la escalera] y solo pude salvar [al perro|las
  fotos]
b: Todo lo que levantamos en veinte años está [en la calle|cubierto de barro]
b: Estuvimos en el tejado hasta [que vino una lancha|el amanecer], y [nadie dijo nada|cantamos
  para los niños]
b: Los muebles se cambian, pero no [las cartas|el taller de mi padre]
back: Tras la riada de {year} prometieron al valle diques más altos, pero [solo se hizo la
  mitad|los pleitos lo pararon todo].
back: Los expertos [recuerdan|repiten desde hace años] que el {river} ha perdido casi todas sus
  vegas.
back: Según las aseguradoras, solo el {pct2} por ciento de las casas de {region} está cubierto
  contra las inundaciones.
end: Se espera [más lluvia|una semana más seca]; el nivel debería bajar de la marca de alarma
  en {days} días.
end: El gobierno de {region} decidirá el {day} sobre las ayudas urgentes.
who_a: {a}, al frente de la alcaldía
who_b: {b}, {b?vecino|vecina} de la parte baja
who_b: {b}, que tiene una panadería junto al río
""")

ACCIDENT = block("""
slug: accidente-de-tren
head: Descarrila un tren cerca de {place}: {m} heridos
head: {m} heridos en [un accidente de tren|un descarrilamiento] en {place}
head: Un tren de {org} con {n} pasajeros descarrila en {place}
head: Lo que se sabe del accidente de {place}
head: La línea entre {place} y {place2}, cerrada {days} días
head: Accidente de {place}: [los frenos, bajo sospecha|los investigadores, sin respuesta]
deck: {n} pasajeros iban a bordo cuando {k} vagones se salieron de la vía. Se desconoce la causa.
deck: La línea a {place2} seguirá cerrada {days} días; {org} pone autobuses.
deck: Los pasajeros hablan de un golpe, de polvo y de extraños que se ayudaban.
lead: Un tren con {n} personas descarriló el {day} cerca de {place} y dejó {m} heridos.
lead: {m} personas resultaron heridas cuando {k} vagones de un tren de {org} se salieron de la
  vía [a las puertas|a pocos kilómetros] de {place}.
lead: Un tren regional que iba de {place2} a {place} [chocó con un mercancías parado|descarriló
  en un cambio de agujas] el {day}; {m} de los {n} pasajeros resultaron heridos.
fact: {k} vagones [volcaron|quedaron en el terraplén], mientras que la locomotora [siguió en
  pie|se detuvo trescientos metros más allá].
fact: [Helicópteros|Ambulancias] llevaron a los heridos a los hospitales de {place} y {place2}.
fact: La mayoría de los {n} pasajeros pudo [salir por su propio pie|salir en menos de una hora].
fact: La empresa, {org}, cifra los daños en {money}.
fact: La línea seguirá cerrada {days} días [mientras se rehace la vía|para retirar los
  restos].
fact: Los investigadores han [precintado|recuperado] el registrador; se esperan pronto los
  primeros resultados.
fact: Según los primeros datos, el tren iba a [unos ochenta|ciento diez] kilómetros por hora.
fact: El maquinista, empleado de {org} desde hace años, [está en estado de choque|ya ha
  declarado].
fact: Acudieron {m} ambulancias y [doscientos|ciento cincuenta] socorristas.
fact: Los autobuses [salen cada treinta minutos|unirán {place} y {place2}] desde el {day}.
fact: La cabina de señales había [avisado de una avería|sido renovada] {days} días antes.
a: No [descartamos nada|entramos en especulaciones], ni la avería ni el error humano
a: El registrador está [intacto|en buen estado], y eso es [una buena noticia|una gran ayuda]
a: Hemos visto [un desgaste poco normal|marcas recientes] en los raíles y [los estamos
  analizando|seguimos esa pista]
a: Que nadie haya muerto [es casi un milagro|se debe a la solidez de los vagones nuevos]
b: Hubo un golpe y luego [todo quedó a oscuras|volaron las maletas]
b: [Un estudiante|Una mujer a la que nunca había visto] me dio la mano hasta que llegaron los
  bomberos
b: Tomo ese tren cada mañana y [no sé si podré volver|el lunes tendré que volver]
b: Rompimos una ventana y [salimos uno tras otro|ayudamos primero a los mayores]
back: Es el accidente más grave en la línea desde {year}, cuando un choque cerca de {place2}
  obligó a cambiar las señales.
back: {org} lleva los trenes regionales desde hace [cuatro|seis|nueve] años y ha recibido
  [críticas por su mantenimiento|elogios por su puntualidad].
back: Los sindicatos piden [desde hace tiempo|desde hace años] una segunda persona en la cabina.
end: El informe provisional saldrá en {days} días.
end: {org} ha abierto un teléfono para los pasajeros y sus familias.
who_a: {a}, que dirige la investigación
who_b: {b}, {b?un pasajero|una pasajera} de {place2}
who_b: {b}, que iba en el tercer vagón
""")
