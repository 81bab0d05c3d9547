"""English grammars for floods and accidents."""

from tidings.world.languages.grammar import block

FLOOD = block("""
slug: flooding
head: {n} people [flee|leave their homes] as the {river} [floods|bursts its banks at] {place}
head: Flood in {place}: {n} evacuated, {m} injured
head: [High water|The {river}] cuts off {k} villages near {place}
head: "The water came within minutes": {place} after the flood
head: {place} counts the cost of its worst flood since {year}
head: Dyke gives way at {place}, [thousands|hundreds|whole streets] without power
deck: After {days} days of rain the {river} rose faster than forecast. {k} villages around {place}
  are cut off.
deck: Damage is put at {money}; the clean-up in {place} [has begun|will take weeks].
deck: Helpers from all over {region} are filling sandbags in {place}. The peak is expected
  [tonight|at the weekend].
lead: The {river} has burst its banks at {place} after {days} days of rain, [forcing|driving] {n}
  people from their homes and injuring {m}.
lead: Floodwater [swept|poured] through the centre of {place} on {day}, cutting off {k} villages
  and leaving {n} people in emergency shelters.
lead: {n} people [were brought to safety|had to leave their houses] in {place} on {day} when the
  {river} rose [by almost three metres|to its highest level since {year}].
lead: The worst flood since {year} has [hit|struck] {place} in {region}, where {m} people were
  hurt and {n} evacuated.
fact: [Fire crews|Rescuers] used boats to reach {k} villages [that had been cut off since
  {day}|between {place} and {place2}].
fact: At the gauge of {place} the river stood [well over seven metres|higher than at any time
  since {year}] before it began to fall.
fact: {m} people were treated for injuries, [most of them for hypothermia|three of them in
  hospital].
fact: The administration of {region} estimates the damage at {money}, [not counting the harvest|a
  figure that is likely to rise].
fact: Around {pct} per cent of the rain of a normal month fell in a single night.
fact: The gymnasium in {place2} was [turned into|opened as] an emergency shelter with [three
  hundred|two hundred] camp beds.
fact: Power was [cut|switched off] in the lower town, where [cellars were filled to the
  ceiling|transformers stood under water].
fact: Volunteers filled [tens of thousands of|more than twenty thousand] sandbags along the
  embankment.
fact: The railway line to {place2} [remains closed|will stay closed for {days} days] because the
  track bed has been washed away.
fact: A dyke [gave way|broke] shortly after midnight over a length of forty metres.
fact: Drinking water has to be boiled in {k} districts [until further notice|until tests have been
  completed].
fact: Farmers [lost|had to abandon] several hundred animals on the meadows downstream.
a: We had [twenty minutes|half an hour] from the first warning to the first flooded street
a: Without the volunteers we would have lost the [embankment|hospital|old town]
a: The [pumps|boats] are running day and night, and they will [run until the last cellar is
  dry|not stop]
a: We need [money for higher dykes|retention basins upstream], not more reports
b: The water came [through the kitchen door|up the stairs] and I [took the dog and ran|only saved
  the photographs]
b: Everything we built in twenty years is [lying in the street|covered in mud]
b: We sat on the roof until [a boat came|morning] and [nobody said a word|sang to keep the
  children calm]
b: I can replace the furniture, but [not the letters|not my father's workshop]
back: After the flood of {year} the valley was promised higher dykes, but [only half of them were
  built|the plans were stopped by lawsuits].
back: Hydrologists have [long pointed out|warned for years] that the {river} has lost most of its
  flood plains to building land.
back: The insurance association says that only {pct2} per cent of the houses in {region} are
  covered against floods.
end: The weather service expects [more rain|a drier week], and the level should fall below the
  alarm mark within {days} days.
end: The government of {region} wants to decide on emergency aid on {day}.
who_a: Mayor {a}
who_a: {a}, the mayor of {place}
who_b: {b}, [a resident of the lower town|who runs a bakery by the river]
who_b: local resident {b}
""")

ACCIDENT = block("""
slug: derailment
head: Train [derails|leaves the rails] near {place}: {m} injured
head: {m} hurt in [rail accident|train crash] outside {place}
head: {org} train with {n} passengers derails at {place}
head: After the derailment: what is known about the accident at {place}
head: Line between {place} and {place2} closed for {days} days after crash
head: [Brake failure suspected|Investigators puzzled] in {place} train accident
deck: {n} passengers were on board when {k} carriages left the track. The cause is still unclear.
deck: The line to {place2} will stay closed for {days} days; {org} is running buses.
deck: Passengers tell of a bang, of dust and of strangers helping each other.
lead: A passenger train with {n} people on board [derailed|came off the tracks] near {place} on
  {day}, injuring {m} of them.
lead: {m} people were injured when {k} carriages of a train run by {org} left the rails [outside|a
  few kilometres from] {place}.
lead: A regional train on its way from {place2} to {place} [ran into a stationary goods
  train|jumped the track at a set of points] on {day}; {m} of the {n} passengers were hurt.
fact: {k} carriages [overturned|came to rest on the embankment], while the locomotive [stayed
  upright|stopped three hundred metres further on].
fact: [Helicopters|Ambulances] took the injured to hospitals in {place} and {place2}.
fact: Of the {n} passengers, most [could leave the train by themselves|were freed within an hour].
fact: The operator, {org}, put the damage at {money}.
fact: The line will be closed for {days} days [while the track is rebuilt|so that the wreckage can
  be removed].
fact: Investigators have [secured|recovered] the data recorder [and hope for first results within
  days|from the driver's cab].
fact: According to first findings the train was travelling at [about eighty|a hundred and ten]
  kilometres an hour.
fact: The driver, who has worked for {org} since {year}, [is in shock|has been questioned].
fact: A total of {m} ambulances and [two hundred|a hundred and fifty] helpers were on the scene.
fact: Replacement buses [run every thirty minutes|are to connect {place} with {place2}] from
  {day}.
fact: The signal box had [reported a fault|been renewed] only {days} days earlier.
a: We do not [rule anything out|take part in speculation], neither a technical fault nor human
  error
a: The data recorder is [intact|readable], and that is [good news|a great help]
a: We found [unusual wear|fresh marks] on the rails and are [having it examined|looking into it]
a: That nobody was killed is [close to a miracle|owed to the strength of the new carriages]
b: There was a bang, then [everything went dark|the luggage flew through the carriage]
b: A [student|woman I had never met] held my hand until the [firemen came|doors were open]
b: I take that train every morning, and I [do not know whether I shall do so again|will have to
  take it again on Monday]
b: We smashed a window and [climbed out one after another|helped the older people out first]
back: It is the most serious accident on the line since {year}, when a collision near {place2} led
  to new signals.
back: {org} took over the regional trains [four|six|nine] years ago and has been [criticised for
  late maintenance|praised for its punctuality].
back: The unions have [long demanded|asked for years for] a second person in the cab on regional
  lines.
end: A preliminary report is to be published within {days} days.
end: {org} has set up a helpline for passengers and their families.
who_a: {a}, who heads the investigation
who_a: chief investigator {a}
who_b: {b}, a passenger from {place2}
who_b: passenger {b}, who [sat in the third carriage|was on {b?his|her} way to work]
""")
