"""English: sentences that fit any event, and the words around the articles."""

from datetime import datetime

from tidings.world.languages.english.disasters import ACCIDENT, FLOOD
from tidings.world.languages.english.politics import COURT, ELECTION, POLICY, STRIKE
from tidings.world.languages.english.society import DISCOVERY, FESTIVAL, MATCH, MERGER
from tidings.world.languages.grammar import block
from tidings.world.languages.language import WorldLanguage, latin, latin_person

_GENERAL = """
party: Civic Alliance
party: Green Future
party: Harbour Party
party: Free Citizens
party: Labour Union List
party: Country League
law: capping rents in the older districts
law: making local buses free of charge
law: banning disposable packaging at markets
law: serving a free lunch in every school
law: raising the price of drinking water for industry
law: bringing back the night trains
offence: fraud
offence: bribery
offence: tax evasion
offence: forging safety certificates
offence: illegal dumping of waste
offence: theft of company secrets
theme: film
theme: jazz
theme: lantern
theme: wine
theme: book
theme: puppet theatre
find: a buried market town
find: a sunken trading ship
find: a previously unknown cave system
find: a library of clay tablets
find: a hoard of silver coins
find: a painted burial chamber
say: "{quote}," [said|explained|insisted] {who}.
say: [On {day}|In a statement|At a news conference|Late in the day|By telephone] came this from
  {who}: "{quote}."
say: "{quote}," according to {who}.
say: The [answer|verdict|view] of {who}: "{quote}."
say: In the words of {who}: "{quote}."
say_more: "{quote}."
say_more: And further: "{quote}."
fact: Officials in {place} [confirmed|did not dispute] the figures [on {day}|within hours|the same
  evening].
fact: The regional broadcaster had [first reported|been the first to report] the news [on {day}
  morning|shortly after noon|before dawn].
fact: A spokesperson for {region} [declined to comment|asked for patience|promised a full
  account].
fact: The matter has been followed closely in {place2}, which [lies only an hour away|shares a
  border with {place}|has had a similar experience].
fact: An internal document seen by this newspaper [puts the figure slightly lower|largely supports
  that account|dates from last month].
fact: The council of {place} will [meet in special session|take up the question|hear from experts]
  within {days} days.
fact: By the evening, [more than a hundred|several dozen|about sixty] people had gathered in the
  main square of {place}.
fact: Local businesses [spoke of mixed effects|said they had been prepared|complained about a lack
  of information].
fact: A public information line was [opened|extended] until [midnight|the weekend|further notice].
fact: Several questions [remain open|could not be answered at once|were left for another day].
fact: The archives of the town record nothing comparable since {year}.
fact: Neighbouring {place2} [offered its help|sent its congratulations and its concern|sent
  observers].
fact: The ministry responsible [received a first report|was informed] on {day}
  [afternoon|night|morning].
fact: Radio {region} interrupted its programme [twice|three times|for an hour] to carry the news.
fact: There was [no immediate reaction|only a brief reaction|a cautious reaction] from the
  government of {region}.
fact: Schools in {place} [opened as usual|opened an hour late] the next day.
fact: A petition on the subject has [gathered|collected] [some|about|more than] {n} signatures.
fact: [Streets|Cafés|Buses] were [fuller|emptier|quieter] than usual for a {day}.
fact: {c}, who teaches at the college in {place2}, [has studied such cases|wrote a book on the
  subject|was asked for an assessment].
fact: The mood in {place} was [calm|tense|hard to read|lighter than expected] as the day went on.
back: {place}, a town of [grey stone and narrow streets|wide avenues and old mills|canals and
  small workshops], has [some|roughly|nearly] [forty|sixty|ninety|twenty] thousand inhabitants.
back: {region} has [changed a great deal|grown faster than the rest of the country|lost many of
  its young people] over the past [ten|fifteen|twenty] years.
back: The last time the region drew so much attention was in {year}.
back: The story goes back to {year}, when [a first attempt failed|the present rules were
  written|the old arrangement came to an end].
back: For many people in {place}, the [subject|matter] has been part of [daily life|every
  conversation] for [months|years].
back: [Historians|Older residents|Local teachers] like to recall that {place} was once the
  [capital|granary|largest port] of {region}.
back: The road between {place} and {place2} has long been [the lifeline of the valley|a symbol of
  the region's neglect|the busiest in {region}].
back: A study published [last spring|two years ago|in the autumn] had [warned of exactly
  this|predicted a different course|drawn little attention].
back: In {region}, [trust in institutions|the local economy|public life] has [recovered
  slowly|been under pressure|rarely been stronger].
back: What happens in {place} is [often a sign of|rarely without effect on] what happens elsewhere
  in {region}.
end: More details are expected [in the coming days|later this week|before the end of the month].
end: This newspaper will [continue to follow the matter|report further].
end: For now, {place} [waits|holds its breath|carries on].
end: A decision on the next steps is due [within {days} days|next {day}].
end: Until then, [little is likely to change|the old rules remain in force|everyone involved has
  promised restraint].
a: We owe people [clear answers|the truth], and [we will not keep them waiting|we mean it]
a: Nobody should [draw conclusions too early|play politics with this]
a: I am [grateful|proud] for the way [this town|the whole region] has [responded|held together]
a: There are [things we could have done better|lessons in this for all of us]
a: This will [take time|cost money], and [it would be dishonest to pretend otherwise|I will not
  promise anything else]
a: We have [spoken with everyone involved|looked at every figure twice]
b: I have lived here [all my life|for thirty years] and I have [never seen anything like it|rarely
  seen people so united]
b: You [hear a lot of talk|read so many things], but [in the end|when it matters] people help each
  other
b: My [neighbours|colleagues|children] have been [talking about nothing else|asking me about it]
  since {day}
b: It is [too early|hard] to say what this [means for us|will change]
b: We were [the last to be told|told about it on the radio]
b: Someone [should have listened|ought to have asked us] years ago
update: Update: The authorities in {place} have since [corrected|confirmed] parts of the account,
  and [further details|new figures] are expected [tonight|tomorrow].
update: This article has been [amended|updated] after {a} [clarified|added to] an earlier
  statement on {day}.
update: In a later statement, the administration of {region} said that it [welcomed|regretted] the
  course of events and [would publish|had ordered] a report within {days} days.
update: Editor's note: an earlier version of this article [misstated the name of a street in
  {place}|gave the wrong day for the meeting in {place2}].
comment: I [pass|walk by] there every day and [never expected this|this does not surprise me at
  all].
comment: [Finally|At last] somebody writes about it. [Thank you.|More of this please.|It was about
  time.]
comment: Why does nobody ask who [pays for all this|is responsible]?
comment: My grandmother used to tell [exactly the same story|us about the old days there].
comment: The photograph is [not from there, look at the bridge|beautiful].
comment: [Sorry, but|With respect,] this is not how it happened. I was there.
comment: Could the editors please [explain|check] the figures in the [second|third|last]
  paragraph?
comment: [Typical.|As always.] A lot of words and [no plan|no result].
comment: I [agree|disagree] with the comment above, but [the tone is wrong|let us stay polite].
comment: Greetings from abroad, I [miss|love] that part of the country.
comment: First we hear nothing for years and then [everything at once|this].
comment: [Well written|A fair report], [thank you|keep it up].
comment: And [what about|who speaks for] the villages on the other side of the hill?
comment: [Removed by the moderator.|This comment has been shortened by the editors.]
reader: brightonrock
reader: Old Miller
reader: S. Tanner
reader: two_cents
reader: Maggie in the hills
reader: commuter 7
reader: notabot
reader: Gardener
reader: Harold K.
reader: quietreader
reader: Petra
reader: north_by_north
note_first: This article first appeared in {source}.
note_first: {source} – syndicated content
note_last: Copyright {source}. Republished with permission by {paper}; our readers' desk answers
  questions about syndicated material.
"""

_LABELS = """
region: Regional
politics: Politics
economy: Business
sport: Sport
culture: Culture
science: Science
home: Home
archive: Archive
about: About us
contact: Contact
terms: Terms of use
login: Sign in
subscribe: Subscribe
search: Search
sponsored: Sponsored
latest: Latest news
more: Read more
share: Share this article
comments: Comments
related: More on this subject
popular: Most read
next: Next page
previous: Previous page
by: By
updated: Updated
tags: Topics
advert: Advertisement
newsletter: Get our morning briefing by e-mail: the stories that matter, five days a week. Enter
  your address and press Sign up; you can leave at any time.
signup: Sign up
cookie: We and our partners store cookies on your device to measure our audience and to show
  advertising that suits you. You can accept all of them or change your choice at any time in the
  settings.
accept: Accept all
settings: Settings
copyright: All rights reserved. No part of this site may be reproduced without permission.
password: Password
email: E-mail address
"""

_NOTICES = """
about: About {paper}
about: {paper} has been published since 1874 and belongs to the people who write it. Sixty
  journalists work in our newsroom and in four local offices.
about: We correct mistakes openly. If you find one, write to the readers' desk; you will get an
  answer within two working days.
about: Our statutes forbid any shareholder to influence what we write.
contact: Contact
contact: Newsroom: +00 555 0100, open from six in the morning until midnight. Advertising: +00 555
  0101. Subscriptions: +00 555 0102.
contact: Letters should be no longer than two hundred words and carry a name and an address.
terms: Terms of use
terms: By using this site you accept these terms. The content is protected by copyright; private
  use is free, any other use needs our written consent.
terms: We process personal data only as far as it is needed to run this service, and delete it
  when the purpose has ended.
terms: Liability for the content of linked pages is excluded. The place of jurisdiction is the
  seat of the publisher.
login: Sign in
login: Sign in with your e-mail address to read with fewer advertisements and to write comments.
subscribe: Subscribe
subscribe: Three months for the price of one: read everything, on every device, and cancel
  whenever you like.
subscribe: Already a subscriber? Sign in here.
sponsored: The mattress that thinks along: how Somnaris changes the night
sponsored: Sponsored content. Sleep is the beginning of everything, and the new Somnaris Cloud
  adapts to your body in eleven zones. Thousands of delighted customers cannot be wrong.
sponsored: Try it for one hundred nights without any risk. If it does not suit you, our driver
  takes it back free of charge, and you receive every cent of your money.
sponsored: Order today with the code NIGHT20 and save twenty per cent on the complete range. Offer
  valid while stocks last.
noindex: Print edition of the day
noindex: This page lists the contents of the printed edition for our delivery staff and is not
  meant for search engines.
"""

_MONTHS = (
    "January February March April May June July August September October November December"
).split()
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def _date(moment: datetime) -> str:
    return f"{moment.day} {_MONTHS[moment.month - 1]} {moment.year}, {moment:%H:%M}"


ENGLISH = WorldLanguage(
    code="en",
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
    number=lambda n: f"{n:,}",
    money=lambda m: f"{m} million euros",
    date=_date,
    name=latin,
    person=latin_person,
    weekdays=_WEEKDAYS,
)
