"""Spanish grammars for elections, laws, trials and strikes."""

from tidings.world.languages.grammar import block

ELECTION = block("""
slug: elecciones
head: {a} gana [las elecciones|la segunda vuelta] en {place}
head: La {party} se lleva {place} con el {pct} por ciento
head: {n} votos deciden las elecciones de {place}
head: {place} vota por el cambio: {a} [gana|derrota] a {b}
head: Sorpresa en {place}: {b} cae ante {a}
head: Tras la victoria de {a}, lo que [cambia en|le espera a] {place}
deck: {a}, de la {party}, gana por {n} votos. {b} [felicita a su rival|habla de una noche amarga].
deck: La participación sube {pct2} puntos. La {party2} pierde la alcaldía por primera vez desde
  {year}.
deck: Se presentaban {k} candidatos y el recuento duró [más allá de medianoche|hasta la
  madrugada].
lead: {a}, de la {party}, ha ganado las elecciones de {place} con el {pct} por ciento de los
  votos, {n} más que {b}.
lead: Los votantes de {place} han [elegido a|dado la alcaldía a] {a} y ponen fin al largo
  gobierno de la {party2}.
lead: Con solo {n} votos de ventaja, {a} ({party}) ha [ganado|derrotado] a {b} ({party2}) en
  {place}.
fact: {b}, que se presentaba por la {party2}, [reconoció la derrota poco antes de
  medianoche|llamó para felicitar a su rival].
fact: La participación fue {pct2} puntos más alta que la última vez, [gracias al buen
  tiempo|sobre todo en los barrios nuevos].
fact: En {k} colegios hubo que repetir el recuento [por una confusión|a petición de la
  {party2}].
fact: La {party} ganó en [casi todos los|once] barrios al sur del río.
fact: {a_last} tomará posesión dentro de {days} días.
fact: A la primera vuelta se habían presentado {k} candidatos.
fact: La campaña giró en torno a [los alquileres|el hospital|el tranvía] y a la deuda municipal,
  unos {money}.
fact: El voto por correo llegó al {pct2} por ciento, [más que nunca|todo un récord].
fact: En el pleno, la {party} necesitará [a la {party2}|al menos un socio].
fact: La junta electoral habló de una jornada [ordenada|muy tranquila], con {m} quejas menores.
fact: Sobre todo los jóvenes, según una encuesta de la radio, [se pasaron a la {party}|se
  quedaron en casa].
a: Es [la victoria de quienes llamaron a las puertas|un mandato para ponerse a trabajar mañana]
a: Gobernaré también para quienes [no me votaron|se quedaron en casa]
a: En los primeros cien días vamos a [abrir las cuentas|congelar los alquileres]
a: La gente quería [un ayuntamiento que escuche|salir de la parálisis]
b: [Felicito a mi rival|Respeto el resultado], aunque [duela|esperaba otro]
b: No llegamos a las familias jóvenes, y [es culpa mía|eso tiene que cambiar]
b: La {party2} hará una oposición [leal|atenta]
b: {n} votos son [pocos|una cola en la parada del autobús], pero son mayoría
back: La {party2} gobernaba {place} sin interrupción desde {year}.
back: {a_last} creció en {place2} y entró en política hace solo [cuatro|seis|nueve] años.
back: Los observadores lo ven como [una prueba|un aviso] para las elecciones de {region} del año
  próximo.
end: El nuevo pleno se reunirá por primera vez dentro de {days} días.
end: El resultado oficial se publicará el {day}.
who_a: {a}
who_a: {a}, {a?ganador|ganadora} de la noche
who_b: {b}
who_b: {b}, de la {party2}
""")

POLICY = block("""
slug: ley
head: {region} aprueba una ley sobre {law}
head: El parlamento vota {law}
head: {n} hogares afectados: {region} decide sobre {law}
head: «Ya era hora»: acuerdo en {region} sobre {law}
head: La disputa sobre {law} divide a {region}
head: Qué supone para {place} la ley sobre {law}
deck: La medida cuesta {money} y afecta a {n} hogares. Los críticos dudan de su efecto.
deck: {a} habla de un punto de inflexión; la oposición [anuncia un recurso|lo llama política de
  gestos].
deck: La votación acabó {m} a {k}. Las normas rigen dentro de {days} días.
lead: El parlamento de {region} ha aprobado una ley sobre {law}, que afecta a {n} hogares y cuesta
  {money} al año.
lead: Por {m} votos contra {k}, {region} ha aprobado una ley sobre {law}; entra en vigor dentro de
  {days} días.
lead: Después de [meses de debate|una noche de negociaciones], el gobierno de {region} ha reunido
  una mayoría para {law}.
fact: El ministerio calcula el gasto en {money} [en tres años|al año], que saldrá de [una tasa a
  las grandes empresas|las reservas].
fact: Unos {n} hogares [notarán el cambio|saldrán ganando], sobre todo en {place} y {place2}.
fact: Una cláusula de última hora [exime a las empresas pequeñas|limita la norma a {k} años].
fact: La {party} votó a favor; la {party2} [se abstuvo|votó en contra].
fact: En una prueba en {place2}, [las quejas bajaron|la satisfacción subió] un {pct2} por
  ciento.
fact: La asociación de municipios [aplaudió la decisión|considera irreal el plazo].
fact: Quien incumpla las normas se arriesga a multas de hasta [cinco|diez|cincuenta] mil euros.
fact: En una encuesta, el {pct} por ciento de los consultados [apoya|rechaza] el plan.
fact: El debate duró [seis|nueve|once] horas y tuvo {m} oradores.
fact: Un organismo independiente [medirá los efectos|informará] al cabo de {k} años.
fact: Un primer proyecto había fracasado en {year}, [en comisión|por tres votos].
a: [Hacemos lo que otros solo dicen|Cumplimos una promesa hecha a los votantes]
a: Quienes [dicen que no se puede|hablan de caos] deberían ir a ver {place2}
a: El mercado [no va a resolverlo|ya tuvo su oportunidad], así que nos toca a nosotros
a: Nadie va a [salir perdiendo|quedarse solo con los formularios]
b: Esta ley está [llena de buenas intenciones y mal hecha|escrita para los abogados]
b: [Pedimos que nos escucharan|Ofrecimos consejo] y [nadie llamó|nos dieron diez minutos]
b: Sobre el papel [queda bien|es un éxito], en los [ayuntamientos|talleres] será [una
  pesadilla|otra cosa]
b: Con {money} se podrían haber [arreglado todos los puentes|contratado más maestros]
back: En {place2} hay normas parecidas desde {year}, con resultados [desiguales|alentadores].
back: La cuestión enfrentaba a la {party} y a la {party2} desde hacía [meses|más de un año].
back: Los economistas no se ponen de acuerdo; dos estudios del año pasado llegaron a conclusiones
  opuestas.
end: Falta la firma, que se da por [segura|un trámite].
end: La {party2} tiene {days} días para [acudir al tribunal constitucional|pedir un referéndum].
who_a: {a}, al frente del ministerio
who_b: {b}, de la {party2}
who_b: {b}, en nombre de [la cámara de comercio|los inquilinos]
""")

COURT = block("""
slug: sentencia
head: {k} años de cárcel para {a}
head: Un tribunal de {place} condena a {a}, de {org}
head: {a}, {a?condenado|condenada} por {offence}
head: Sentencia en {place}: cómo perdió {org} {money}
head: El juicio de {a} acaba con {k} años de cárcel
head: La caída de {a} tras {days} días de juicio
deck: El tribunal de {place} cree que {a} [lo planeó todo|actuó a sabiendas]. La defensa
  recurrirá.
deck: {m} testigos, {n} folios, {money} de perjuicio: el caso {org} termina en prisión.
deck: Los jueces hablan de [codicia|abuso de confianza]; {a_last} calla.
lead: Un tribunal de {place} ha condenado a {a}, que tenía un alto cargo en {org}, a {k} años de
  cárcel por {offence}.
lead: {a} irá a prisión {k} años: así lo decidió el {day} el tribunal de {place} en un caso de
  {offence}.
lead: Tras {days} días de juicio y {m} testigos, {a} ha recibido en {place} una condena por
  {offence} en {org}.
fact: El tribunal cifra el perjuicio en {money}, [menos de lo que pedía la acusación|casi todo
  perdido].
fact: El sumario tiene {n} folios; declararon {m} testigos.
fact: La acusación pedía {k} años; la defensa, [la absolución|una pena sin cárcel].
fact: {a_last} [escuchó sin un gesto|negó con la cabeza durante la lectura].
fact: La policía había registrado oficinas en {place} y {place2} hace [dos|tres] años.
fact: Parte del dinero, según los jueces, acabó en [una casa junto al lago|una cadena de
  empresas vacías].
fact: Dos antiguos compañeros habían [confesado|declarado] y evitaron la cárcel.
fact: El caso salió a la luz por [una carta anónima|la pregunta de un auditor] en la
  contabilidad de {org}.
fact: {org} tendrá que pagar {money} de multa y [lo acepta|piensa recurrir].
fact: La lectura de los motivos duró [casi tres|más de dos] horas.
fact: A las puertas, antiguos empleados [esperaban en silencio|aplaudieron].
a: No tengo [nada que añadir|más culpa que la de confiar en quien no debía]
a: La verdad [saldrá en el recurso|no está en esos papeles]
a: Nunca [firmé nada en lo que no creyera|me llevé un céntimo]
b: La pena es [justa|una señal clara], aunque [llegue tarde|no devuelva el dinero]
b: Quien [roba con pluma|hace facturas falsas] sigue siendo un ladrón
b: Tuvimos que [seguir el dinero por seis países|leer cada factura]
b: No fue un desliz, fue un sistema, [bien escondido|conocido por muchos]
back: {org}, fundada en {year}, es una de las grandes empresas de {place}.
back: Es la pena más alta por {offence} en {region} desde {year}.
back: Al conocerse el caso, las acciones de {org} cayeron un {pct2} por ciento.
end: La sentencia no es firme; la defensa tiene {days} días para recurrir.
end: Las demandas contra {org} se verán [en primavera|antes de fin de año].
who_a: {a}
who_b: {b}, de la fiscalía
""")

STRIKE = block("""
slug: huelga
head: {n} trabajadores [paran|van a la huelga] en {org}
head: Huelga en {org}: {place}, parada
head: Piden un {pct2} por ciento: la huelga [sigue|se extiende] en {place}
head: Sin autobuses, sin correo, sin respuesta: {place}, en huelga
head: Huelga en {org}: [fracasan|se rompen] las conversaciones tras {m} horas
head: «Valemos más»: {n} huelguistas en {region}
deck: El sindicato pide un {pct2} por ciento más y {org} ofrece un {k}. El {day} volverán a
  verse.
deck: Afecta a {m} centros. La empresa habla de {money} de pérdidas.
deck: En {place} habrá que buscar otra forma de ir al trabajo durante {days} días.
lead: {n} empleados de {org} han dejado de trabajar en {place} y {place2} para pedir un {pct2} por
  ciento más de sueldo.
lead: Una huelga en {org} paralizó el {day} gran parte de {place}, después de que fracasaran las
  conversaciones con el sindicato.
lead: Tras {m} horas de conversaciones sin resultado, {n} empleados de {org} empezaron el {day}
  una huelga [indefinida|de {days} días].
fact: El sindicato pide un {pct2} por ciento más, [al menos doscientos euros al mes|y noches más
  cortas].
fact: La empresa ha ofrecido un {k} por ciento [en dos fases|y una paga única].
fact: Afecta a {m} centros, [entre ellos el depósito de {place2}|desde el puerto hasta el centro
  de reparto].
fact: {org} cifra sus pérdidas en {money} [por ahora|a la semana].
fact: Desde las [cuatro|cinco] de la mañana había piquetes en las puertas con [hogueras y
  silbatos|pancartas y café].
fact: En la votación, una amplia mayoría había elegido la huelga.
fact: Los servicios mínimos están [garantizados en los hospitales|asegurados en las líneas
  principales].
fact: El gobierno regional ha [ofrecido su mediación|nombrado un mediador].
fact: También [se sumaron|fueron enviados a casa] empleados sin carné.
fact: En los supermercados de {place} [faltaban productos frescos|hubo más clientes que de
  costumbre].
fact: El último convenio había caducado {days} días antes.
a: La oferta es [un insulto|cualquier cosa menos una oferta], y [los afiliados lo saben|no la
  aceptarán]
a: Podemos aguantar [más de lo que creen|hasta el verano]
a: Quienes [mantienen esto en marcha|han trabajado todas las noches] merecen más que aplausos
a: Estamos [dispuestos a hablar a cualquier hora|hartos de esperar una llamada seria]
b: [Gano menos|Trabajo más] que hace diez años, y [el alquiler se ha doblado|la espalda ya no me
  aguanta]
b: Mi jefe [nos entiende, en privado|no ha aparecido]
b: Nadie [hace huelga por gusto|está aquí por diversión], y menos [a las cinco de la mañana|con
  este frío]
b: [Queremos respeto|Hacen falta dos personas más por turno]
back: Es la primera huelga larga en {org} desde {year}.
back: En {region} los precios han subido un {pct2} por ciento en dos años; los sueldos, menos de
  la mitad.
back: {org} ganó el año pasado {money} y [subió el dividendo|repartió primas entre los
  directivos].
end: Las dos partes volverán a verse el {day} en {place2}.
end: Si no hay acuerdo, el sindicato quiere [extender la huelga a {place2}|volver a votar] dentro
  de {days} días.
who_a: {a}, que negocia por el sindicato
who_b: {b}, con [doce|dieciséis|veinte] años en la empresa
who_b: {b}, que estaba en la puerta con sus compañeros
""")
