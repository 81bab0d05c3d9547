"""English grammars for elections, laws, trials and strikes."""

from tidings.world.languages.grammar import block

ELECTION = block("""
slug: election result
head: {a} wins [mayoral election in|the run-off in] {place}
head: {party} takes {place} with {pct} per cent
head: {n} votes decide the election in {place}
head: {place} votes for change: {a} [beats|defeats] {b}
head: Upset in {place} as {b} concedes to {a}
head: After {a_last}'s victory: what [changes now in|awaits] {place}
deck: {a} of the {party} wins by {n} votes. {b} [congratulates|speaks of a bitter evening].
deck: Turnout rose by {pct2} points. The {party2} loses the town hall for the first time since
  {year}.
deck: {k} candidates stood, and the count went on [until after midnight|into the small hours].
lead: {a} of the {party} has won the election in {place} with {pct} per cent of the vote, {n}
  votes ahead of {b}.
lead: Voters in {place} have [elected|chosen] {a} as their new mayor, ending the long rule of the
  {party2}.
lead: With a lead of only {n} votes, {a} ({party}) has [defeated|beaten] {b} ({party2}) in
  {place}.
fact: {b}, who stood for the {party2}, [conceded shortly before midnight|called to offer
  congratulations].
fact: Turnout was {pct2} points higher than last time, [helped by mild weather|above all in the
  new districts].
fact: In {k} polling stations the count had to be repeated [because of a mix-up|at the request of
  the {party2}].
fact: The {party} won [all but two|eleven|nearly all] of the districts south of the river.
fact: {a_last} [takes office|will be sworn in] in {days} days.
fact: A total of {k} candidates had stood in the first round.
fact: The campaign was dominated by [rents|the hospital|the tram line] and by the debts of the
  town, some {money}.
fact: Postal votes made up {pct2} per cent, [more than ever before|a record].
fact: On the council the {party} will need [the support of the {party2}|at least one partner].
fact: The electoral commission spoke of an [orderly|unusually calm] vote with {m} minor
  complaints.
fact: Young voters in particular, the broadcaster's poll suggests, [moved to the {party}|stayed at
  home].
a: This is a [victory for everyone who knocked on doors|mandate to get to work tomorrow]
a: I will be mayor for [those who did not vote for me too|the whole of {place}]
a: We will [open the books|freeze the rents] in the first hundred days
a: People wanted [a town hall that listens|an end to the standstill]
b: I [congratulate the winner|respect the result], even if [it hurts|I had hoped for another one]
b: We [did not reach|have lost touch with] the young families, and [that is on me|we must change
  that]
b: The {party2} will be [a fair opposition|a watchful opposition]
b: {n} votes is [nothing|a bus queue], but it is [a majority|democracy]
back: The {party2} had governed {place} without a break since {year}.
back: {a_last}, who grew up in {place2}, entered politics only [four|six|nine] years ago.
back: Analysts see the vote as a [test|warning] for the regional election in {region} next year.
end: The new council meets for the first time in {days} days.
end: The official result will be published on {day}.
who_a: {a}
who_a: the winner, {a}
who_b: {b}
who_b: {b}, the {party2} candidate
""")

POLICY = block("""
slug: new law
head: {region} passes law {law}
head: Parliament votes for {law}
head: {n} households affected: {region} decides on {law}
head: "Long overdue": {region} agrees on {law}
head: Dispute over law {law} splits {region}
head: What the law {law} means for {place}
deck: The measure costs {money} and touches {n} households. Critics doubt that it will work.
deck: Minister {a} calls it a turning point; the opposition [announces a lawsuit|speaks of
  symbolic politics].
deck: The vote was {m} to {k}. The rules apply in {days} days.
lead: The parliament of {region} has passed a law {law}, a step that affects {n} households and
  costs {money} a year.
lead: By {m} votes to {k}, {region} has decided on {law}; the new rules take effect in {days}
  days.
lead: After [months of debate|a night of negotiations] the government of {region} has [pushed
  through|secured a majority for] a law {law}.
fact: The ministry puts the cost at {money} [over three years|a year], paid for by [a levy on
  large firms|the reserve fund].
fact: About {n} households will [feel the change|benefit directly], most of them in {place} and
  {place2}.
fact: A clause added at the last minute [exempts small firms|limits the rules to {k} years].
fact: The {party} voted in favour; the {party2} [abstained|voted against].
fact: In a pilot project in {place2}, [complaints fell by|satisfaction rose by] {pct2} per cent.
fact: The association of towns [welcomed the decision|called the deadline unrealistic].
fact: Fines of up to [five|ten|fifty] thousand euros are planned for those who ignore the rules.
fact: {pct} per cent of those asked in a survey [support|reject] the plan.
fact: The debate in the chamber lasted [six|nine|eleven] hours and saw {m} speakers.
fact: An independent review is to [measure the effects|report] after {k} years.
fact: The first draft, from {year}, had failed [in committee|by three votes].
a: We are [doing what others only talk about|keeping a promise made to the voters]
a: Those who [say it cannot be done|speak of chaos] should look at {place2}
a: The market [will not solve this|has had its chance], and so [we must|politics has to]
a: Nobody will [lose out|be left alone with the forms]
b: This law is [well meant and badly made|a gift to the lawyers]
b: We [asked to be heard|offered our advice] and [nobody called|were given ten minutes]
b: On paper it [looks fine|is a success], in the [town halls|workshops] it will be [a
  nightmare|different]
b: {money} would have been [better spent on teachers|enough to repair every bridge]
back: Similar rules have been in force in {place2} since {year}, with [mixed|encouraging] results.
back: The question had divided the coalition of {party} and {party2} for [months|more than a
  year].
back: Economists [disagree|are divided] about such measures; two studies from last year came to
  opposite results.
end: The law still has to be signed by the regional president, which is regarded as [a
  formality|likely].
end: The {party2} has {days} days to [appeal to the constitutional court|call for a referendum].
who_a: Minister {a}
who_a: {a}, the minister responsible
who_b: {b} of the {party2}
who_b: {b}, who speaks for the [chamber of commerce|tenants' association]
""")

COURT = block("""
slug: verdict
head: {k} years in prison for {a}
head: Court in {place} [convicts|sentences] former {org} manager of {offence}
head: {offence} at {org}: {a} [found guilty|sentenced to {k} years]
head: Verdict in {place}: how {org} lost {money}
head: Trial of {a} ends with {k}-year sentence
head: The fall of {a}: a verdict after {days} days in court
deck: The court in {place} was convinced that {a} [planned everything|acted knowingly]. The
  defence will appeal.
deck: {m} witnesses, {n} pages of files, {money} of damage: the {org} case ends with a prison
  term.
deck: The judge speaks of [greed|a betrayal of trust]; the defendant remains silent.
lead: A court in {place} has sentenced {a}, a former manager at {org}, to {k} years in prison for
  {offence}.
lead: {a} must go to prison for {k} years: the regional court in {place} found the former
  executive of {org} guilty of {offence} on {day}.
lead: After {days} days of hearings and {m} witnesses, judges in {place} have [convicted|found]
  {a} of {org} [of|guilty of] {offence}.
fact: The court put the damage at {money}, [less than the prosecution had claimed|most of it never
  recovered].
fact: The files run to {n} pages; {m} witnesses were heard.
fact: The prosecution had [asked for|demanded] {k} years, the defence [an acquittal|a suspended
  sentence].
fact: {a_last} [followed the verdict without visible emotion|shook {a?his|her} head as the
  sentence was read].
fact: Investigators had [searched|raided] offices in {place} and {place2} [two|three] years ago.
fact: Part of the money, the judges found, went into [a house by the lake|a string of empty
  companies].
fact: Two former colleagues had [confessed|testified] and received suspended sentences.
fact: The case came to light through [an anonymous letter|an auditor's question] in the accounts
  department of {org}.
fact: {org} itself must pay a fine of {money} and [has accepted it|intends to contest it].
fact: The presiding judge took [almost three|more than two] hours to give the reasons.
fact: Outside the building a small group of former employees [waited in silence|applauded].
a: I have [nothing to add|trusted the wrong people], and [that was my only mistake|my lawyers will
  do the rest]
a: The truth will [come out on appeal|not be found in those files]
a: I [never signed anything I did not believe in|never took a cent for myself]
b: The sentence is [just|a clear signal], even if [it comes late|it will not bring the money back]
b: Whoever [steals with a fountain pen|writes false invoices] is [a thief all the same|no better
  than a burglar]
b: We had to [follow the money through six countries|read every single invoice]
b: This was [no slip|a system], built over years and [carefully hidden|known to many]
back: {org} was founded in {year} and is one of the largest employers in {place}.
back: It is the longest sentence for {offence} in {region} since {year}.
back: After the case became known, the share price of {org} fell by {pct2} per cent.
end: The verdict is not yet final; the defence has {days} days to appeal.
end: Civil claims against {org} will be heard [next spring|later this year].
who_a: {a}
who_a: the defendant, {a}
who_b: prosecutor {b}
who_b: {b} for the prosecution
""")

STRIKE = block("""
slug: strike
head: {n} workers [walk out|down tools] at {org}
head: Strike at {org}: {place} at a standstill
head: Union demands {pct2} per cent: strike in {place} [enters day {k}|goes on]
head: No buses, no post, no answer: {place} on strike
head: {org} strike: talks [fail|break down] after {m} hours
head: "We are worth more": {n} strike in {region}
deck: The union wants {pct2} per cent more pay; {org} offers {k}. A new meeting is planned on
  {day}.
deck: {m} sites are affected. The company speaks of losses of {money}.
deck: Commuters in {place} have to look for other ways to work for {days} days.
lead: {n} employees of {org} have walked out in {place} and {place2}, demanding {pct2} per cent
  more pay.
lead: A strike at {org} brought large parts of {place} to a standstill on {day} after talks with
  the union broke down.
lead: After {m} hours of talks without a result, {n} workers at {org} [began an open-ended
  strike|stopped work for {days} days] on {day}.
fact: The union demands {pct2} per cent more money, [at least two hundred euros a month|and
  shorter night shifts].
fact: The company has offered {k} per cent [in two stages|and a single payment].
fact: {m} sites are affected, [among them the depot in {place2}|from the docks to the sorting
  centre].
fact: {org} puts its losses at {money} [so far|a week].
fact: Pickets stood at the gates from [four|five] in the morning with [braziers and
  whistles|banners and coffee].
fact: In a ballot, {pct} per cent more than needed had voted for the strike.
fact: An emergency service is [guaranteed for hospitals|running on the main lines].
fact: The regional government has [offered to mediate|appointed a mediator].
fact: Non-members [joined the walk-out|were sent home].
fact: Supermarkets in {place} [reported empty shelves|saw more customers than usual].
fact: The last agreement ran out {days} days ago.
a: The offer is [an insult|no offer at all], and [our members know it|they will not accept it]
a: We can [hold out longer than they think|strike until the summer]
a: Those who [kept this place running|worked through every night] deserve more than applause
a: We are [ready to talk at any hour|waiting for a serious call]
b: I [earn less than|work more than] ten years ago and [the rent has doubled|my back is finished]
b: My boss [understands us, in private|has not shown his face]
b: Nobody [likes to strike|stands here for fun] at [five in the morning|these temperatures]
b: We [want respect|need two more people on every shift]
back: It is the first long strike at {org} since {year}.
back: Prices in {region} have risen by {pct2} per cent in two years, wages by less than half of
  that.
back: {org} reported a profit of {money} last year and [raised its dividend|paid bonuses to the
  board].
end: The two sides will meet again on {day} in {place2}.
end: If there is no agreement, the union wants to [extend the strike to {place2}|hold a second
  ballot] within {days} days.
who_a: union leader {a}
who_a: {a}, who leads the talks for the union
who_b: {b}, a [driver|fitter|nurse|sorter] for [twelve|twenty|sixteen] years
who_b: {b}, who stood at the gate with {b?his|her} colleagues
""")
