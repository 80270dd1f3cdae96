import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { USERNAME_INVALID, USERNAME_MISSING, usernameFault } from '../src/rules/username.ts'

test.each([
  'Ada',
  'Ada Lovelace',
  'ada.lovelace',
  'J.R.R. Tolkien',
  'Dr. Smith',
  'St.John',
  "O'Brien-Núñez",
  'Łukasz Żółć',
  '李小龍',
  'نگار‌ها',
  'Ann & Bob / Marketing',
  'Bakery #1',
  'Is it me?',
  'team: sales',
  '  Ada  ',
])('%j is a valid username', (name) => {
  expect(usernameFault(name)).toBeUndefined()
})

test.each([
  'Ada\nWin a prize',
  'Ada\r\nBcc: all@example.com',
  'Ada\tB',
  'Ada\u0000',
  'Ada\u0085B',
  'Ada\u2028B',
  'Ada\u202eadA',
  'Ada\u200bB',
  'http://evil.example',
  'See HTTPS://evil.example/x',
  'ftp://evil.example',
  'www.evil.example',
  'evil.example/x',
  'Click evil.example:8080/a',
  'evil.example?x',
  'evil.com',
  'Visit EVIL.COM now',
  'evil.com.',
  'bit.ly',
  'prize.win!',
  'mailto:a',
  'ada@example.com',
  'bücher.de',
])('%j is rejected', (name) => {
  expect(usernameFault(name)).toBe(USERNAME_INVALID)
})

test.each(['', '  ', '\n'])('%j is a missing username', (name) => {
  expect(usernameFault(name)).toBe(USERNAME_MISSING)
})

test('a link is rejected, whatever text is around it', () => {
  fc.assert(
    fc.property(fc.domain(), fc.constantFrom('', 'Win: ', 'Ada '), (domain, words) => {
      expect(usernameFault(`${words}http://${domain}`)).toBe(USERNAME_INVALID)
      expect(usernameFault(`${words}${domain}/x`)).toBe(USERNAME_INVALID)
    }),
  )
})

test('accepted usernames contain no line breaks or invisible characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'Ada .-é\r\n\t\u0000\u0085\u2028\u2029\u202e'), maxLength: 30 }), (name) => {
      if (usernameFault(name) === undefined) expect(name.trim()).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
    }),
  )
})
