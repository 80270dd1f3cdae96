import { describe, expect, test } from 'vitest'
import { languageOf } from '../src/language.ts'
import { findingsAbout, findingsAboutStep, pictureWith, shortened, subjectWith } from './subject.ts'

type Changes = Parameters<typeof subjectWith>[0]
type Row = [caption: string, expected: string[], changes?: Changes]

const findingsOf = (caption: string, changes: Changes = {}): string[] => shortened(findingsAbout(subjectWith({ caption, ...changes })))

/** The company's post is of Tuesday, December 1, 2026. December 6 is a Sunday. */
const dates: Row[] = [
  ['Join us Saturday, December 6.', ['sure weekday: Saturday, December 6']],
  ['Join us Sunday, December 6.', []],
  ['SAT 12/6', ['sure weekday: SAT 12/6']],
  ['Sunday 12/6 at 10 am', []],
  ['Dec 6 (Saturday), 10 am', ['sure weekday: Dec 6']],
  ['December 6, 2025 was a Saturday. Thank you!', []],
  ['Friday, Dec 4 to Sunday, Dec 6', []],
  ['Friday, Dec 4 to Saturday, Dec 6', []],
  ['Thursday-Saturday, December 3-5', []],
  ['Sat & Sun, Dec 5 & 6', []],
  ['Every Saturday, December 5 to 26', []],
  ['Latte art every Saturday in January', []],
  ['Saturdays and Sundays, 7 am to 3 pm', []],
  ['Friday, January 1', []],
  ['Saturday, January 1', ['sure weekday: Saturday, January 1']],
  ['Open 24/7. 1/2 off pastries, 10/10 again, 3/4 cup', []],
  ['Join us on November 14!', ['likely date-passed: November 14']],
  ['Join us on Saturday, November 14!', ['sure date-passed: Saturday, November 14']],
  ['The market is on December 5, 2025.', ['sure date-passed: December 5, 2025']],
  ['Nov 20 – Dec 24: gifts for everyone', []],
  ['Since May 12, 2019 we roast here', []],
  ['Thanks to all who came on November 14', []],
  ['Now open since November 3', []],
  ['Dec 20 – Jan 3: closed', []],
  ['5 pm – 3 pm', ['sure times-reversed: 5 pm – 3 pm']],
  ['Open 11 am to 9 am', ['sure times-reversed: 11 am to 9 am']],
  ['8 pm – 2 am', []],
  ['11 am – 12 am', []],
  ['11–2 pm', []],
  ['Open 7am-3pm', []],
]

const contacts: Row[] = [
  ['Call (843) 555-0143', ['sure phone: (843) 555-0143']],
  ['Call 843.555.0135', ['sure phone: 843.555.0135']],
  ['Call +1 843-555-0134, or 843 555 0134', []],
  ['Call 843-777-2211', []],
  ['Call 843-555-0199', ['likely phone: 843-555-0199']],
  ['Call 843-555-0134 or 843-555-0199', []],
  ['Call 843-555-0134 or 843-555-0143', ['sure phone: 843-555-0143']],
  ['Call 843-555-0143', [], { brief: { additionalinfo: 'Use the number of the class: 843-555-0143' } }],
  ['Order 8435550134000 beans', []],
  ['Write to helo@harborpine.example', ['sure email: helo@harborpine.example']],
  ['Write to jobs@harborpine.example', []],
  ['Book at harborpnie.example.', ['sure web-address: harborpnie.example']],
  ['Book at www.harborpine.example/class, or shop.harborpine.example', []],
  [
    'Book at harborpine.example/clas',
    ['sure web-address: harborpine.example/clas'],
    { brief: { calltoaction: 'harborpine.example/class' } },
  ],
  ['By @harborandpin and @harborandpine', ['sure web-address: @harborandpin']],
  ['1290 Meeting St., Charleston', ['sure address: 1290 Meeting St']],
  ['1209 Meeting St, Charleston, SC 29401', []],
  ['1209 Meating Street', ['sure address: 1209 Meating Street']],
  ['88 Meeting Street', []],
  ['Charleston, SC 29410', ['sure address: 29410']],
  ['Columbia, SC 29201', []],
  ['Charleston, SC 29403', []],
  ['1208 Meeting Street', ['likely address: 1208 Meeting Street']],
]

const facts: Row[] = [
  ['A class for $54', ['sure price: $54'], { pictures: ['A class\n$45'] }],
  ['A class for $45.00', [], { pictures: ['A class\n$45'] }],
  ['A class for $54', ['sure price: $54'], { brief: { offerormessage: 'The class costs $45.' } }],
  ['From $45', [], { pictures: ['$45  $60  $75'] }],
  ['Latte $5, class $45', [], { pictures: ['Class $45'] }],
  ['Latte $5', [], { pictures: ['Gift card $50'] }],
  ['Members $35', [], { pictures: ['Guests $45'], brief: { offerormessage: '$35 for members, $45 for guests' } }],
  ['20% off all beans', ['sure percentage: 20%'], { pictures: ['25% OFF\nALL BEANS'] }],
  ['Sunday, December 6', ['likely date: SUN DEC 13'], { pictures: ['SUN DEC 13'], brief: { description: 'Sunday, December 6' } }],
  ['Sat, Dec 5. RSVP by Dec 3', [], { pictures: ['SAT DEC 5'] }],
  ['See you at 10 am', ['likely time: 10 am'], { pictures: ['11 AM'] }],
  ['Doors open at 6 pm', [], { pictures: ['SHOW 7 PM'] }],
  ['10 am to 2 pm', ['likely time: 2 pm'], { pictures: ['10 AM - 3 PM'] }],
  ['Daily 6–9:30 pm', [], { pictures: ['DAILY 6 PM - 9:3O PM'] }],
  ['$18/hr to start, plus tips', ['likely price: $18'], { pictures: ['$20/HR + TIPS'] }],
  ['A tune-up for $95 if you drop off by Friday', ['likely price: $100'], { pictures: ['$100'], brief: { offerormessage: 'Tune-up $95' } }],
  ['A tune-up for $95 if you drop off by Friday', [], { pictures: ['$20 OFF'], brief: { offerormessage: 'Tune-up $95' } }],
]

const names: Row[] = [
  ['Harbor & Pime Coffee is open', ['sure company-name: Harbor & Pime Coffee']],
  ["Harbor & Pine's new blend", []],
  ['Harbour & Pine is open', ['sure company-name: Harbour & Pine']],
  ['Sip, Savour, Repeet!', [], { brief: { headline: 'Something else for you' }, pictures: ['Something else for you'] }],
  ['Warm cups for cold mornigns', ['sure headline: Warm cups for cold mornigns'], { brief: { headline: 'Warm cups for cold mornings' } }],
  ['Warm cups for cold mornings', [], { brief: { headline: 'Warm cups for cold mornigns' } }],
]

const words: Row[] = [
  ['We recieve new beans', ['sure spelling: recieve']],
  ['Definately worth it', ['likely spelling: Definately']],
  ['Come on Saterday', ['sure spelling: Saterday']],
  ['You dont need a ticket', ['likely spelling: dont']],
  ['Try teh matcha latte', ['sure spelling: teh']],
  ['Try our flyer, merch, collab and cortado. Rockin mornin!', []],
  ['The colour of our centre was cancelled, and organised', []],
  ['Meet Tomasz Wisniewski from Brightwatter', []],
  ['#grandopenning @recieve recieve.example', []],
  ['NASA and the USPS ship to Lowcuntry', []],
  ['GRAND OPENNING OF OUR SHOP', ['likely spelling: OPENNING']],
  ['Our kolsche', [], { earlierTexts: ['A fresh kolsche for you'] }],
  ['Our beens', [], { accepted: [{ kind: 'spelling', words: 'Beens' }] }],
  ['This is the the best', ['sure doubled-word: the the']],
  ['Bora Bora, very very good. Ha ha!', []],
  ['See you on [date]', ['sure placeholder: [date]']],
  ['[link in bio] [Sold out]', []],
  ['Lorem ipsum', ['sure placeholder: Lorem ipsum']],
  ['Location TBD', ['sure placeholder: TBD']],
  ['Hi {{First Name|there}}', ['sure placeholder: {{First Name|there}}']],
  ['Size XXL and XL', []],
]

const briefs: Row[] = [
  ['Fresh beans', ['likely brief-missing: Warm cups for cold mornings'], { brief: { headline: 'Warm cups for cold mornings' } }],
  ['Our mornings: cold outside, warm inside', [], { brief: { headline: 'Warm cups for cold mornings' } }],
  ['Fresh beans', ['likely brief-missing: 20% off all beans'], { brief: { offerormessage: '20% off all beans' } }],
  ['Fresh beans', [], { brief: { offerormessage: '20% off all beans' }, pictures: ['20 % OFF'] }],
  ['Latte $5', [], { brief: { offerormessage: 'Latte for $5 until Sunday' } }],
  ['Fresh beans', ['likely brief-missing: Reserve a table'], { brief: { calltoaction: 'Reserve a table' } }],
  ['Fresh beans. Come by!', [], { brief: { calltoaction: 'Reserve a table' } }],
  ['Fresh beans', [], { brief: { calltoaction: 'Reserve a table' }, accepted: [{ kind: 'brief-missing', words: 'reserve a table' }] }],
  ['Reservations at the bar', [], { brief: { calltoaction: 'Reserve a table' } }],
  ['Fresh beans', [], { brief: { calltoaction: 'Reserve a table' }, files: [pictureWith('')] }],
]

/** What text recognition often gets wrong. */
const misread: Row[] = [
  ['Friday, December 11', [], { pictures: ['FRI 12/1'] }],
  ['See you', [], { pictures: ['FRI 12/1'] }],
  ['Monday, December 14', [], { files: [pictureWith('Monday, December 19', { confidence: 80 })] }],
  ['Order by December 11', [], { pictures: ['Order by December 1'], brief: { targetPostingDate: '2026-12-05' } }],
  ['December 29 to December 31', [], { pictures: ['December 29 to December 3'] }],
  ['See you at 11 am', [], { pictures: ['1 AM'] }],
  ['See you at 1 pm', [], { pictures: ['Tpm'] }],
  ['Closed', ['sure times-reversed: 1pm-9am'], { pictures: ['Tpm-9am'] }],
  ['Tuesday, November 14 was fun', ['sure weekday: Tuesday, November 14'], { pictures: ['Tuesday, November 14\npm'] }],
  ['The class costs $42', [], { files: [pictureWith('Class $92', { confidence: 80 })] }],
  ['The class costs $19', [], { pictures: ['Class £19'] }],
  ['Hello', [], { pictures: ['HARBOR & INE COFFEE', '@harborandplne'] }],
  ['Call us', ['sure phone: (843)\n555-0143'], { pictures: ['Call (843)\n555-0143'] }],
  ['Cuts for father and son', [], { pictures: ['(ather & son cuts'] }],
]

const languages: Row[] = [
  ['La mejor cafetería de la ciudad para los amigos. We recieve the the.', []],
  ['La mejor cafetería de la ciudad para los amigos: 843-555-0143', ['sure phone: 843-555-0143']],
  ['La mejor cafetería de la ciudad para los amigos', [], { pictures: ['GRAND OPENNING', 'Harbor & Pime [date]'] }],
]

describe.each(Object.entries({ dates, contacts, facts, names, words, briefs, misread, languages }))('%s', (_, rows) => {
  test.each(rows)('%s', (caption, expected, changes) => {
    expect(findingsOf(caption, changes)).toEqual(expected)
  })
})

/** Posts without a mistake. */
const clean: [caption: string, changes?: Changes][] = [
  [
    'Holiday hours: Dec 24 open 7 am – 1 pm, closed Dec 25, back Saturday, Dec 26 at 8 am.',
    { pictures: ['HOLIDAY HOURS\nThu Dec 24 7am-1pm\nFri Dec 25 CLOSED\nSat Dec 26 8am-3pm'] },
  ],
  ['Small $4.50, medium $5.25, large $6. Add a shot for $1!', { pictures: ['MENU\nLATTE 4.50\nMOCHA $5.25\nCHAI $6'] }],
  ['Two locations: 843-555-0134 (downtown) and 843-555-0199 (Mt. Pleasant)'],
  ['Join @charlestonfarmers & @kinfolkcoffee this Saturday for our pop-up 🎉 #shoplocal #chs'],
  ['Wednesday wine-down: half-price pours from 4–7pm. Trivia at 7:30 w/ DJ Marcus.'],
  [
    'Save $10 on orders over $50 — use code BREW10 at checkout through 12/15. Ends 12/15 at midnight.',
    { pictures: ['$10 OFF\nORDERS $50+\nCODE BREW10\nENDS DEC 15'] },
  ],
  ['Buy 2, get 1 free. Up to 40% off. Extra 10% for members.', { pictures: ['UP TO 40% OFF\nBUY 2 GET 1 FREE'] }],
  ['BLACK FRIDAY DEALS! Nov 27–30 only', { brief: { targetPostingDate: '2026-11-20' }, pictures: ['BLACK FRIDAY\nNOV 27-30'] }],
  ['In 2019, on December 7, we opened our doors. Today we turn 7!', {}],
  ['Meet Kaitlyn! She has been a barista since May 3, 2021 and loves Ethiopian Yirgacheffe.'],
  ['Our Guji natural is back: notes of bergamot, stonefruit and jasmine. 12 oz for $19.'],
  ['Doors 6 PM, show 7 PM. $15 adv / $20 at the door.', { pictures: ['LIVE MUSIC\nFRI DEC 4 | 7 PM\n$15 ADV $20 DOOR'] }],
  ['New Year’s Eve brunch — Thursday, December 31, 9:30 a.m. to 2 p.m. Reservations: hello@harborpine.example'],
  ['Y’all, it’s sooo cold. Come warm up w/ us 🔥 We’re open til 6!'],
  ['Valentine’s weekend Feb 13–14, 2027. Book by Feb 1.', {}],
  ['Tax season is here: Form 1040, 401(k), HSA, FAFSA... we’ve got you. $0 down, 0% APR for 12 months on purchases of $299+', {}],
  ['Zip into style: size 8-10, 50/50 blend, 9-5 look, 3/4 sleeve, 100% cotton'],
  ['Score: Panthers 24, Hawks 17. 12-4 record, 7/8 wins at home!'],
  ['Harbor & Pine x Lowcountry Bake Co. collab: brown-butter cookies'],
  ['PSA: Harbor Pine Trail cleanup Sat., Dec. 12, 8–11 a.m., meet @ 1200 Lockwood Dr., Charleston, SC 29403'],
  ['Call us: (843) 555-0134 ext. 2 | 843.555.0134 | text 555-0134'],
  ['Grab your tix: https://www.eventbrite.com/e/winter-jazz-tickets-123456789?aff=ebdssbdestsearch 🎶'],
  [
    'We’re hiring! $16–$18/hr + tips. Apply: harborpine.example/jobs',
    { pictures: ['NOW HIRING\n$16-$18/HR\nAPPLY AT HARBORPINE.EXAMPLE/JOBS'] },
  ],
  ['Mon–Fri 6:30–5 • Sat 7–5 • Sun 8–2', { pictures: ['MON-FRI 6:30 AM - 5 PM\nSAT 7 AM - 5 PM\nSUN 8 AM - 2 PM'] }],
  ['Thanksgiving week: closed Thursday 11/26. Open Friday 11/27 at 8am', { brief: { targetPostingDate: '2026-11-23' } }],
  ['Early bird $35 until Dec 10, then $45.', { pictures: ['$35\nEARLY BIRD'], brief: { offerormessage: '$35 early bird, $45 regular' } }],
  ['Give $25, get $5. Gift cards at the bar.', { pictures: ['GIFT CARDS\nGIVE $25 GET $5'] }],
  ['Fun fact: 1 in 4 adults drink 3+ cups. That’s 66% of Americans! Our survey: 64%'],
  ['Save the date: 12.12.26'],
  ['Week 3 of 12, Day 6 of 30. Chapter 12, verses 3-7. Route 17, Exit 9'],
  ['March into savings! May we suggest the Sunday roast? April showers bring May 5 flowers'],
]

test.each(clean)('clean: %s', (caption, changes = {}) => {
  expect(findingsOf(caption, changes)).toEqual([])
})

test('messages are sentences, and places are ranges of the caption', () => {
  const [weekday] = findingsAbout(subjectWith({ caption: 'Join us Saturday, December 6.' }))
  expect(weekday).toEqual({
    kind: 'weekday',
    certainty: 'sure',
    words: 'Saturday, December 6',
    place: { in: 'caption', from: 8, to: 28 },
    comparedWith: 'calendar',
    message: 'The caption says Saturday, December 6. December 6, 2026 is a Sunday. In 2025, it was a Saturday.',
  })
  const messages = findingsAbout(
    subjectWith({ caption: 'Class $54. Call 843-555-0143', pictures: ['Class $45'], brief: { description: 'Class $45' } }),
  ).map(({ message }) => message)
  expect(messages).toEqual([
    'The caption says $54. The picture and the brief say $45.',
    'The caption says “843-555-0143”. The phone number in the profile is (843) 555-0134.',
  ])
})

test('one mistake in caption and picture causes one finding', () => {
  expect(findingsOf('Saturday, December 6. We recieve', { pictures: ['SATURDAY\nDECEMBER 6\nWe recieve'] })).toEqual([
    'sure weekday: Saturday, December 6',
    'sure spelling: recieve',
  ])
})

test('accepted findings stay away, and come back with other words', () => {
  const accepted = [{ kind: 'phone' as const, words: '843-555-0143' }]
  expect(findingsOf('Call 843-555-0143', { accepted })).toEqual([])
  expect(findingsOf('Call 843-555-0143', { accepted: [{ kind: 'email', words: '843-555-0143' }] })).toHaveLength(1)
})

test('steps of campaigns are checked the same way, and their fields are no placeholders', () => {
  const { company, today, accepted, earlierTexts } = subjectWith({})
  const step = { company, today, accepted, earlierTexts, files: [], date: '2026-12-01' }
  const body = 'Hi {{First Name|there}}, come on Saturday, December 6 for $54. {{Nonsense}}'
  const found = findingsAboutStep({ ...step, subject: 'The class for $45', body })
  expect(shortened(found)).toEqual(['sure weekday: Saturday, December 6', 'sure placeholder: {{Nonsense}}'])
  expect(found[0]?.place).toEqual({ in: 'body', from: body.indexOf('Saturday'), to: body.indexOf(' for') })
  expect(shortened(findingsAboutStep({ ...step, subject: 'We recieve', body: '', date: null }))).toEqual(['sure spelling: recieve'])
})

test.each([
  ['Join us for coffee and cake', 'english'],
  ['Sale', 'unknown'],
  ['Grand Opening', 'unknown'],
  ['Cinco de Mayo tacos for you and your friends', 'english'],
  ['Ven a probar el mejor café de la ciudad con tus amigos', 'other'],
  ['Nous vous attendons dans notre boutique', 'other'],
  ['Wir freuen uns auf euch, jetzt auch mit Kuchen', 'other'],
  ['Свежий кофе каждый день', 'other'],
  ['毎日 新鮮な コーヒー', 'other'],
])('%s', (text, expected) => {
  expect(languageOf(text)).toBe(expected)
})
