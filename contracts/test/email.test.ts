import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isEmail, normalizeEmail } from '../src/rules/email.ts'

test.each([
  ['ana@example.com', true],
  ['a.b+c@mail.example.co.uk', true],
  ['ana@example', false],
  ['ana example@example.com', false],
  ['ana@@example.com', false],
  ['@example.com', false],
  ['ana@.', false],
  ['', false],
  [' ana@example.com', false],
  ['ana@example.com\nbcc: all@example.com', false],
  [`${'a'.repeat(242)}@example.com`, true],
  [`${'a'.repeat(243)}@example.com`, false],
])('isEmail(%j) is %j', (value, expected) => {
  expect(isEmail(value)).toBe(expected)
})

test('any usual address passes', () => {
  fc.assert(fc.property(fc.emailAddress(), (address) => isEmail(address) === address.length <= 254))
})

test('addresses that differ in case or surrounding space are the same', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (address) => {
      const key = normalizeEmail(address)
      expect(normalizeEmail(`  ${address.toUpperCase()}\t`)).toBe(key)
      expect(normalizeEmail(key)).toBe(key)
    }),
  )
})
