"""English grammars for matches, festivals, discoveries and mergers."""

from tidings.world.languages.grammar import block

MATCH = block("""
slug: match report
head: {place} beat {place2} {k}–{l}
head: {b} [strikes late|scores twice] as {place} beat {place2}
head: {k}–{l}! {place} [turn the game round|celebrate] in front of {n}
head: {place2} lose {l}–{k} in {place} and [slip down the table|fear for their place]
head: {a}'s {place} side [on a run|climb to second]
head: Drama by the {river}: {place} sink {place2} after {m} minutes of siege
deck: {b} decides the game in minute {m}. {n} spectators see [a storm of a second half|a derby to
  remember].
deck: {place} had {pct} per cent of the ball and {k} goals. Coach {a} praises [patience|courage].
deck: For {place2} it is another defeat in a row of {l}, and the mood is turning.
lead: {place} have beaten {place2} {k}–{l} in front of {n} spectators, [thanks to|with the help
  of] a late goal by {b}.
lead: A goal by {b} after {m} minutes set {place} on the way to a {k}–{l} victory over {place2}
  on {day}.
lead: In [pouring rain|bright sunshine|a bitter wind], {place} won the derby against {place2}
  {k}–{l} and [moved up to second place|kept their hopes alive].
fact: {b} [headed in|scored from twenty metres] after {m} minutes [after a corner|from a free
  kick].
fact: {place2} had [taken the lead early on|hit the post twice] before the break.
fact: With {pct} per cent of possession the hosts were [only slightly|clearly] ahead.
fact: The referee [sent off a defender|gave two penalties] after a look at the screen.
fact: {n} spectators filled the stadium by the {river}, [more than ever this season|a club record
  since {year}].
fact: Goalkeeper {c} [kept his side in the game|saved a penalty] with [three fine stops|an
  outstretched foot].
fact: After the break {place} [pressed higher|changed to three at the back] and were rewarded.
fact: The guests made {l} changes [at half-time|within ten minutes], without success.
fact: {place} have now gone {m} games without defeat at home.
fact: A [torn muscle|knock on the knee] may keep {place2}'s captain out for {days} days.
fact: The supporters [sang long after the whistle|unrolled a banner for the club's founders].
a: We [believed until the end|never lost our heads], and [that decided it|that makes a coach
  proud]
a: In the first half we were [asleep|too polite], and I [told them so|was loud for once]
a: The table [does not interest me in spring|looks nice, but nothing more]
a: {b_last} is [a gift to this club|nowhere near the limit]
b: I [closed my eyes and hit it|saw the gap], and the rest was [noise|luck]
b: The goal is for [my mother|the fans who came in the rain]
b: We [train exactly that every day|had spoken about that corner in the morning]
b: As a boy I [stood over there behind the goal|dreamed of such an evening]
back: The last time {place} won the title was in {year}.
back: Coach {a} took over [last autumn|in the summer], when the team stood at the bottom of the
  table.
back: The derby between {place} and {place2} has been played since {year}.
end: In {days} days {place} travel to [the leaders|a rival in mid-table]; {place2} have a week
  off.
end: Tickets for the next home game go on sale on {day}.
who_a: coach {a}
who_a: {a}, the winning coach
who_b: match-winner {b}
who_b: {b}, who scored the decisive goal
""")

FESTIVAL = block("""
slug: festival
head: {n} visitors at the {theme} festival in {place}
head: {place} opens its {theme} festival with {m} acts
head: Ten things to see at the {place} {theme} festival
head: "A town dreams": the {theme} festival of {place}
head: {theme} festival in {place} [ends with a record|breaks its record]
head: {a} on {days} days of {theme} in {place}
deck: {n} guests, {k} stages, {m} performances: for {days} days {place} belongs to its visitors.
deck: Director {a} promises [surprises|a return to the roots]. {pct} per cent of the tickets are
  sold.
deck: The festival has existed since {year} and [has never been so international|nearly died
  twice].
lead: The {theme} festival of {place} has opened with {m} performances on {k} stages; {n} visitors
  are expected in {days} days.
lead: {n} people came to the {theme} festival in {place}, more than in any year since it was
  founded in {year}.
lead: For {days} days, {place} will be the capital of {region}: the {theme} festival began on
  {day} with [a procession through the old town|music on the bridge].
fact: On {k} stages, from the castle yard to the old tannery, {m} groups [perform|show their
  work].
fact: {pct} per cent of the tickets were [gone within a week|sold in advance].
fact: The budget of {money} comes [mostly from ticket sales|in equal parts from the town and from
  sponsors].
fact: On the opening night {b} [received a standing ovation|played until two in the morning].
fact: Hotels in {place} and {place2} are [booked out|fuller than in any other week].
fact: A workshop for children [drew four hundred pupils|fills the school yard] every morning.
fact: The prize of the jury, worth [ten|twenty] thousand euros, is awarded on the last evening.
fact: For the first time there is a stage [on a barge on the {river}|in the former prison].
fact: The police counted [few incidents|a handful of lost children], all of them [solved within
  minutes|found again].
fact: Food is sold by [forty|thirty] stalls, and [rubbish is down by {pct2} per cent|plates have
  to be returned].
fact: Rain on the second evening [drove the audience under the arcades|could not spoil the mood].
a: A festival must [smell of something|be able to fail], otherwise [it is a trade fair|one can
  stay at home]
a: We wanted to [give the town back to its people|invite those who never come]
a: {n} guests are [a joy and a burden|more than we dared to hope for]
a: We [turned down three large sponsors|paid every artist the same]
b: The audience here [listens with its feet|forgives nothing and loves everything]
b: I have played [in forty countries|on great stages], but [this yard is magic|nowhere do people
  sing along like this]
b: When the lights went out there was [a silence you could touch|a laugh in the last row]
b: I come [every year|for the people], and I always [miss the last train|leave with a new friend]
back: The festival was founded in {year} by [two teachers|a group of students] with a borrowed
  van.
back: {place} spends more on culture per head than any other town in {region}.
back: Two years ago the event was close to bankruptcy; a campaign by residents saved it.
end: The festival runs for {days} days; day tickets are available at the gate.
end: Next year's edition will be devoted to [the sea|the night|forgotten voices].
who_a: director {a}
who_a: {a}, who has directed the festival [for six years|since last year]
who_b: {b}, one of the stars of the evening
who_b: {b}, who came from {place2}
""")

DISCOVERY = block("""
slug: discovery
head: Researchers find {find} near {place}
head: {n} years old: {find} [discovered|comes to light] at {place}
head: Sensation at {place}: team [uncovers|discovers] {find}
head: What {find} near {place} tells us about {region}
head: Chance find at {place}: {find}
head: "We were speechless": the discovery of {place}
deck: A team of {m} led by {a} has worked for {k} years. The find is about {n} years old.
deck: The discovery changes what was thought about the early history of {region}.
deck: A [farmer|walker|diver] gave the decisive hint. Now {place} is planning a museum.
lead: Near {place}, researchers have discovered {find} that is about {n} years old.
lead: A team from the University of {place2} has come upon {find} in the hills above {place},
  [experts said|the university announced] on {day}.
lead: After {k} years of searching, scientists led by {a} have [found|brought to light] {find}
  close to {place}.
fact: Samples were dated to an age of {n} years, [give or take a few decades|with an error of less
  than two per cent].
fact: The team of {m} [worked in shifts|had to stop twice because of high water].
fact: {find} lay [under four metres of clay|only a hand's breadth below a field path].
fact: The work was paid for with {money} from [a foundation|the research fund of {region}].
fact: Drones and ground radar had [shown an anomaly|given the first hints] {k} years ago.
fact: The results appear [this week|today] in a [respected|leading] journal.
fact: Colleagues in {place2} [reacted with enthusiasm|urged caution].
fact: About {pct} per cent of the site has been [examined|documented] so far.
fact: Guards have been [posted|hired] to keep treasure hunters away.
fact: Traces of [paint|pollen|fire] were [so well preserved|so fresh] that the team first
  suspected a forgery.
fact: The finds are being [cleaned|catalogued] in a laboratory in {place2}.
a: When the [first stone came away|lamp lit the wall], nobody [spoke for a minute|wanted to be the
  first to breathe]
a: We will have to [rewrite a chapter|throw away two textbooks]
a: Such a thing happens [once in a lifetime|to one colleague in a thousand]
a: We know [how old it is|what it is], but not [who made it|why it is here]
b: The dating is [sound|convincing], the interpretation [needs more work|is bold]
b: I would [have bet against it|not have believed it], and [I would have lost|I was wrong]
b: For {region} this is [a gift|a turning point], for science [a riddle|a new beginning]
b: The decisive question is [what lies underneath|where the rest is]
back: Until now the oldest traces of that kind in {region} were [two centuries|about eight hundred
  years] younger.
back: As early as {year}, a schoolteacher from {place} had described [strange stones|odd finds] in
  the same place.
back: Excavations in {region} have had to make do with {pct2} per cent less money in recent years.
end: The work continues in spring; an exhibition in {place} is planned.
end: Visitors may see the site on {day} under guidance.
who_a: {a}, who leads the team
who_a: Professor {a}
who_b: {b}, who was not involved in the study
who_b: {b} of the museum in {place2}
""")

MERGER = block("""
slug: takeover
head: {org} [buys|takes over] {org2} for {money}
head: {money}: {org} and {org2} [agree on merger|join forces]
head: Takeover in {place}: {org} [swallows|acquires] rival {org2}
head: What the merger of {org} and {org2} means for {n} employees
head: {org} to close {k} sites after buying {org2}
head: Shares of {org2} jump {pct2} per cent on {org} offer
deck: The new group will have {n} employees and {pct} per cent of the market. Unions fear for {k}
  sites.
deck: {org} pays a premium of {pct2} per cent. The regulators still have to agree.
deck: Chief executive {a} speaks of a [marriage of equals|logical step]; analysts are
  [divided|surprised].
lead: {org} is buying its rival {org2} for {money}, creating a group with {n} employees and its
  seat in {place}.
lead: The boards of {org} and {org2} have agreed on a merger worth {money}, the companies
  [announced|said] on {day}.
lead: {org}, based in {place}, wants to take over {org2} from {place2} for {money}, [{pct2} per
  cent above the last share price|its largest purchase since {year}].
fact: Shareholders of {org2} receive [cash and new shares|a premium of {pct2} per cent].
fact: The combined company would have {n} employees and a market share of {pct} per cent.
fact: {k} sites are to be [closed|merged], among them the one in {place2}.
fact: The management expects savings of {money} [within three years|a year].
fact: Shares in {org2} rose by {pct2} per cent, [while those of {org} fell slightly|after trading
  had been halted].
fact: The competition authority has {days} days to [examine the deal|raise objections].
fact: Rumours about talks had [circulated|been denied] for weeks.
fact: {a} is to lead the new group; {c} of {org2} [moves to the supervisory board|leaves after a
  transition].
fact: The purchase is financed with [a loan from three banks|bonds and cash].
fact: A works meeting in {place} [lasted three hours|ended with whistles].
fact: Both names, {org} and {org2}, are to be kept [for the time being|for at least {k} years].
a: Together we are [stronger than the sum of our parts|large enough to invest]
a: There will be [no dismissals for operational reasons|hard decisions], [I give my word|and I
  will explain each of them]
a: We are not buying [machines|a name], we are buying [people and ideas|thirty years of knowledge]
a: Our customers will [notice nothing on the first day|have one number to call]
b: The price is [ambitious|hard to justify], unless [sales double|everything goes well]
b: Mergers of that size [fail more often than they succeed|need calm years, and these are not]
b: For the employees in {place2} this is [a black day|a day of questions]
b: On paper it fits [perfectly|well], in the canteens it will be [harder|decided]
back: {org} was founded in {year} as a [workshop|trading house] in {place} and has grown through
  purchases.
back: {org2} had [lost money for three years|been looking for a partner] since its main customer
  went elsewhere.
back: It is the largest deal in {region} since {year}.
end: The shareholders will vote in {days} days.
end: The deal is to be completed before the end of the year.
who_a: {a}, chief executive of {org}
who_a: {org} chief {a}
who_b: analyst {b}
who_b: {b}, who has followed the industry for years
""")
