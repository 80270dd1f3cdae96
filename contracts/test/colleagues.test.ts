import { expect, test } from 'vitest'
import { COLLEAGUE_NAME_MAX, inviterName, isColleagueName } from '../src/rules/colleagues.ts'

test.each(['Ana', 'Ana Ruiz', 'J. R. O’Neil-Núñez', "D'Arcy, Anne", 'Łukasz', '李明', 'नेहा', 'x'.repeat(COLLEAGUE_NAME_MAX)])(
  '%s can be the name of a person',
  (name) => expect(isColleagueName(name)).toBe(true),
)

test.each([
  '',
  ' ',
  '...',
  'Ana 2',
  'www.prizes.example',
  'Win at prizes.example',
  'ana@shop.example',
  'http://shop',
  'Ana\nBcc',
  '<b>Ana</b>',
  'Ana\u202ezurR',
  'Ana\u0000',
  'Ana\u200bRuiz',
  'prizes．example',
  'prizes。example',
  'x'.repeat(COLLEAGUE_NAME_MAX + 1),
])('%j cannot be the name of a person', (name) => expect(isColleagueName(name)).toBe(false))

test.each(['Harbor & Pine Coffee Roasters', 'Studio 54', 'St. Helena Bakery', 'A/B Print', 'Café No. 7'])(
  'an invitation shows the company name %s',
  (name) => expect(inviterName(name)).toBe(name),
)

test.each([
  'Win at prizes.example',
  'www.prizes.example',
  'me@prizes.example',
  'See //prizes',
  'Call 803 555 0100',
  'Call (803) 555-0100 now',
  'Win at prizes．example',
  'Win at prizes。example',
  'Win at उदाहरण.भारत',
  'me＠prizes',
  'See ／／prizes',
  'Call ８０３ ५५५ 0100',
  'Text 55512 to win',
  'Call 803 55',
  '',
  '!!!',
])('an invitation does not show the company name %s', (name) => expect(inviterName(name)).toBeUndefined())

test.each([
  ['Harbor\u202e\nPine ', 'Harbor Pine'],
  ['<b>Pine</b> “Sale” 🎁!', 'b Pine /b Sale'],
  ['Your account is locked: log in!', 'Your account is locked log in'],
  ['x'.repeat(61), `${'x'.repeat(59)}…`],
  [`${'😀'.repeat(70)} Pine`, 'Pine'],
])('an invitation shows the company name %j in plain characters on one line', (name, shown) => expect(inviterName(name)).toBe(shown))
