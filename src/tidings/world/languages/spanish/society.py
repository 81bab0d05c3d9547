"""Spanish grammars for matches, festivals, discoveries and mergers."""

from tidings.world.languages.grammar import block

MATCH = block("""
slug: cronica
head: El {place} gana al {place2} por {k}-{l}
head: {b} marca [al final|dos veces] y el {place} gana al {place2}
head: ¡{k}-{l}! El {place} [da la vuelta al partido|lo celebra] ante {n} espectadores
head: El {place2} pierde en {place} y [baja en la tabla|tiembla]
head: El {place} de {a} [no para|sube al segundo puesto]
head: Drama junto al {river}: el {place} derriba al {place2} en {m} minutos
deck: {b} decide en el minuto {m}. {n} espectadores vieron [una segunda parte de locura|un derbi
  para recordar].
deck: El {place} tuvo el {pct} por ciento del balón y marcó {k} goles. {a} elogia [la
  paciencia|el valor] del equipo.
deck: Para el {place2} no es la primera derrota, y el ambiente se enrarece.
lead: El {place} ha ganado al {place2} por {k}-{l} ante {n} espectadores, gracias sobre todo a un
  gol de {b}.
lead: Un gol de {b} en el minuto {m} abrió el {day} al {place} el camino hacia el {k}-{l} contra
  el {place2}.
lead: Bajo [una lluvia intensa|un sol espléndido|un viento helado], el {place} ganó el derbi al
  {place2} por {k}-{l} y [ya es segundo|mantiene la esperanza].
fact: {b} marcó en el minuto {m} [de cabeza tras un córner|desde veinte metros].
fact: El {place2} había [empezado ganando|dado dos veces en el palo] antes del descanso.
fact: Con el {pct} por ciento de posesión, los locales fueron [algo|claramente] mejores.
fact: Tras mirar la pantalla, el árbitro [expulsó a un defensa|pitó dos penaltis].
fact: {n} espectadores llenaban el estadio, [más que nunca esta temporada|un récord del club].
fact: En la portería, {c} [sostuvo al equipo con tres paradas|detuvo un penalti con el pie].
fact: Tras el descanso, el {place} [presionó más arriba|puso tres atrás] y tuvo su premio.
fact: Los visitantes hicieron {l} cambios [en el descanso|en diez minutos], sin éxito.
fact: El {place} lleva {m} partidos sin perder en casa.
fact: [Una rotura|Un golpe en la rodilla] puede dejar fuera {days} días al capitán del {place2}.
fact: La afición [cantó mucho después del pitido|desplegó una pancarta por los fundadores del
  club].
a: Creímos [hasta el final|incluso en los malos momentos], y [eso marcó la diferencia|estoy
  {a?orgulloso|orgullosa}]
a: En la primera parte estábamos [dormidos|demasiado educados], y se lo dije [claro|en voz alta]
a: La tabla [no me interesa en primavera|queda bonita y nada más]
a: {b_last} es [un regalo para este club|alguien que aún no ha tocado techo]
b: [Cerré los ojos y le pegué|Vi el hueco]; lo demás fue [ruido|suerte]
b: El gol es para [mi madre|los que vinieron con la lluvia]
b: Es justo lo que [ensayamos cada día|habíamos hablado por la mañana]
b: De niño yo [estaba ahí, detrás de la portería|soñaba con una noche así]
back: El último título del {place} es de {year}.
back: {a} llegó al banquillo [en otoño|en verano], cuando el equipo era el último.
back: El derbi entre {place} y {place2} se juega desde {year}.
end: Dentro de {days} días, el {place} visita [al líder|a un rival de media tabla]; el {place2}
  descansa.
end: Las entradas para el próximo partido salen a la venta el {day}.
who_a: {a}, en el banquillo del {place}
who_b: {b}
who_b: {b}, en el vestuario
""")

FESTIVAL = block("""
slug: festival
head: {n} visitantes en el festival de {theme} de {place}
head: {place} abre su festival de {theme} con {m} actuaciones
head: Diez citas del festival de {theme} de {place}
head: «Una ciudad que sueña»: el festival de {theme} de {place}
head: El festival de {theme} de {place} [acaba con récord|bate todos los récords]
head: {a} cuenta {days} días de {theme} en {place}
deck: {n} visitantes, {k} escenarios, {m} actuaciones: durante {days} días, {place} es de sus
  invitados.
deck: {a} promete [sorpresas|una vuelta a los orígenes]. Ya se ha vendido el {pct} por ciento de
  las entradas.
deck: El festival existe desde {year} y [nunca fue tan internacional|estuvo dos veces a punto de
  morir].
lead: El festival de {theme} de {place} ha empezado con {m} actuaciones en {k} escenarios; se
  esperan {n} visitantes en {days} días.
lead: {n} personas han acudido al festival de {theme} de {place}, más que nunca desde su
  fundación en {year}.
lead: Durante {days} días, {place} será la capital de {region}: el festival de {theme} empezó
  el {day} con [un desfile por el casco viejo|música en el puente].
fact: En {k} escenarios, del patio del castillo a la vieja tenería, {m} grupos [actúan|muestran
  su trabajo].
fact: El {pct} por ciento de las entradas [voló en una semana|se vendió por adelantado].
fact: El presupuesto, {money}, sale [sobre todo de la taquilla|a partes iguales del municipio y de
  patrocinadores].
fact: La noche inaugural, {b} [recibió una ovación en pie|tocó hasta las dos de la mañana].
fact: Los hoteles de {place} y {place2} están [completos|más llenos que nunca].
fact: Un taller infantil [atrajo a cuatrocientos alumnos|llena cada mañana el patio de la
  escuela].
fact: El premio del jurado, [diez|veinte] mil euros, se entrega la última noche.
fact: Por primera vez hay un escenario [en una barcaza|en la antigua cárcel].
fact: La policía solo contó [pocos incidentes|unos cuantos niños perdidos], [resueltos
  enseguida|hallados enseguida].
fact: Hay comida en [cuarenta|treinta] puestos, y [la basura ha bajado un {pct2} por ciento|los
  platos se devuelven].
fact: La lluvia de la segunda noche [llevó al público bajo los soportales|no estropeó la
  fiesta].
a: Un festival tiene que [oler a algo|poder fracasar]; si no, [es una feria|mejor quedarse en
  casa]
a: Queríamos [devolver la ciudad a su gente|invitar a los que nunca vienen]
a: {n} visitantes son [una alegría y una carga|más de lo que nos atrevíamos a esperar]
a: Hemos [rechazado a tres grandes patrocinadores|pagado lo mismo a todos los artistas]
b: Aquí el público [escucha con los pies|no perdona nada y lo quiere todo]
b: He tocado [en cuarenta países|en grandes escenarios], pero [este patio es mágico|en ningún
  sitio cantan así]
b: Cuando se apagó la luz hubo [un silencio que se podía tocar|una risa en la última fila]
b: Vengo [todos los años|por la gente] y siempre [pierdo el último tren|me voy con un amigo
  nuevo]
back: El festival lo fundaron en {year} [dos maestros|unos estudiantes] con una furgoneta
  prestada.
back: {place} gasta en cultura, por habitante, más que ninguna otra ciudad de {region}.
back: Hace dos años estuvo al borde de la quiebra; lo salvó una colecta.
end: El festival dura {days} días; hay entradas en la puerta.
end: El año próximo estará dedicado [al mar|a la noche|a las voces olvidadas].
who_a: {a}, al frente del festival
who_b: {b}, una de las estrellas de la noche
who_b: {b}, que viajó desde {place2}
""")

DISCOVERY = block("""
slug: hallazgo
head: Hallan {find} cerca de {place}
head: {n} años de antigüedad: aparece {find} en {place}
head: Sensación en {place}: un equipo [saca a la luz|descubre] {find}
head: Lo que el hallazgo de {place} cuenta de {region}
head: La casualidad descubre {find} en {place}
head: «Nos quedamos sin palabras»: el hallazgo de {place}
deck: {m} especialistas dirigidos por {a} han trabajado {k} años. La antigüedad es de unos {n}
  años.
deck: El hallazgo cambia lo que se creía de los orígenes de {region}.
deck: [Un campesino|Una senderista|Un buzo] dio la pista. {place} ya piensa en un museo.
lead: Cerca de {place}, un grupo de investigadores ha descubierto {find}, con unos {n} años de
  antigüedad.
lead: Un equipo de la Universidad de {place2} ha dado con {find} en los cerros de {place}, según
  [anunció|informó] el centro el {day}.
lead: Tras {k} años de búsqueda, los científicos dirigidos por {a} han [hallado|sacado a la luz]
  {find} no lejos de {place}.
fact: Las muestras dan una edad de {n} años, [con un margen de unas décadas|con un error inferior
  al dos por ciento].
fact: Los {m} miembros del equipo [trabajaron por turnos|tuvieron que parar dos veces por las
  crecidas].
fact: El lugar estaba [bajo cuatro metros de arcilla|a un palmo de un camino].
fact: Los trabajos costaron {money}, que puso [una fundación|el fondo de investigación de
  {region}].
fact: Los drones y el radar habían [mostrado una anomalía|dado las primeras pistas] hace {k}
  años.
fact: Los resultados se publican [esta semana|hoy] en una revista [de prestigio|de referencia].
fact: Los colegas de {place2} [están entusiasmados|piden cautela].
fact: Hasta ahora se ha [examinado|documentado] cerca del {pct} por ciento del lugar.
fact: Hay guardas para alejar a los buscadores de tesoros.
fact: Los restos de [pintura|polen|fuego] estaban tan [bien conservados|frescos] que al principio
  se pensó en un engaño.
fact: Las piezas se [limpian|catalogan] en un laboratorio de {place2}.
a: Cuando [cayó la primera piedra|la lámpara alumbró la pared], nadie [habló|se atrevió a
  respirar] durante un minuto
a: Habrá que [reescribir un capítulo|tirar dos manuales]
a: Algo así ocurre [una vez en la vida|a un colega de cada mil]
a: Sabemos [qué edad tiene|lo que es], pero no [quién lo hizo|por qué está aquí]
b: La datación es [sólida|convincente]; la interpretación [pide más trabajo|es audaz]
b: Habría [apostado en contra|jurado que no], y [habría perdido|me equivocaba]
b: Para {region} es [un regalo|un punto de inflexión]; para la ciencia, [un enigma|un nuevo
  comienzo]
b: La pregunta es [qué hay debajo|dónde está el resto]
back: Hasta ahora, los restos más antiguos de ese tipo en {region} eran [dos siglos|unos
  ochocientos años] más jóvenes.
back: Ya en {year}, un maestro de {place} había descrito en el mismo lugar [unas piedras
  extrañas|objetos curiosos].
back: En los últimos años, las excavaciones en {region} han tenido un {pct2} por ciento menos de
  dinero.
end: Los trabajos seguirán en primavera; se prepara una exposición en {place}.
end: El {day} se podrá visitar el lugar con guía.
who_a: {a}, que dirige el equipo
who_b: {b}, que no participó en el estudio
who_b: {b}, del museo de {place2}
""")

MERGER = block("""
slug: compra
head: {org} compra {org2} por {money}
head: {money}: {org} y {org2} [acuerdan fusionarse|unen fuerzas]
head: En {place}, {org} [engulle|adquiere] a su rival {org2}
head: Qué supone la fusión de {org} y {org2} para {n} empleados
head: {org} cerrará {k} centros tras comprar {org2}
head: Las acciones de {org2} suben un {pct2} por ciento con la oferta de {org}
deck: El nuevo grupo tendrá {n} empleados y el {pct} por ciento del mercado. Los sindicatos temen
  por {k} centros.
deck: {org} paga una prima del {pct2} por ciento. Falta el visto bueno de las autoridades.
deck: {a} habla de [una boda entre iguales|un paso lógico]; los analistas están
  [divididos|sorprendidos].
lead: {org} compra a su rival {org2} por {money} y crea un grupo de {n} empleados con sede en
  {place}.
lead: Las direcciones de {org} y {org2} han acordado una fusión de {money}, según
  [anunciaron|informaron] el {day}.
lead: {org}, de {place}, quiere comprar {org2}, de {place2}, por {money}, [un {pct2} por ciento
  más que la última cotización|su mayor compra desde {year}].
fact: Los accionistas de {org2} reciben [dinero y acciones nuevas|una prima del {pct2} por
  ciento].
fact: Juntas, las dos empresas sumarían {n} empleados y el {pct} por ciento del mercado.
fact: Se van a [cerrar|unir] {k} centros, entre ellos el de {place2}.
fact: La dirección espera ahorrar {money} [en tres años|al año].
fact: Las acciones de {org2} subieron un {pct2} por ciento, [las de {org} bajaron un poco|tras
  suspenderse la cotización].
fact: La autoridad de competencia tiene {days} días para [estudiar la operación|poner reparos].
fact: Los rumores [corrían|se desmentían] desde hacía semanas.
fact: {a} dirigirá el grupo; {c}, de {org2}, [pasa al consejo|se irá tras una transición].
fact: La compra se paga con [un préstamo de tres bancos|bonos y efectivo].
fact: En {place}, una asamblea de trabajadores [duró tres horas|acabó con silbidos].
fact: Los dos nombres, {org} y {org2}, se mantendrán [de momento|al menos {k} años].
a: Juntos somos [más que la suma de las partes|lo bastante grandes para invertir]
a: Habrá [pocas salidas|decisiones difíciles], [doy mi palabra|y las explicaré todas]
a: No compramos [máquinas|un nombre], compramos [personas e ideas|treinta años de saber]
a: Los clientes [no notarán nada el primer día|tendrán un solo número]
b: El precio es [ambicioso|difícil de justificar], salvo que [se doblen las ventas|todo salga
  bien]
b: Las fusiones de ese tamaño [fracasan más de lo que triunfan|piden años tranquilos, y estos no
  lo son]
b: Para los empleados de {place2} es [un día negro|un día de preguntas]
b: Sobre el papel encaja [a la perfección|bien]; en los comedores será [más difícil|otra
  historia]
back: {org} nació en {year} como [un taller|una casa comercial] de {place} y ha crecido a base de
  compras.
back: {org2} [perdía dinero desde hacía tres años|buscaba socio] desde la marcha de su principal
  cliente.
back: Es la mayor operación en {region} desde {year}.
end: Los accionistas votarán dentro de {days} días.
end: La operación se cerrará antes de fin de año.
who_a: {a}, al frente de {org}
who_b: {b}, analista
who_b: {b}, que sigue el sector desde hace años
""")
