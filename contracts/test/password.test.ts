import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkPassword, isPasswordValid, PASSWORD_MAX, passwordFault } from '../src/rules/password.ts'

test.each([
  ['Abcdef1!', []],
  ['Abcde1!', ['length']],
  ['abcdef1!', ['upper']],
  ['ABCDEF1!', ['lower']],
  ['Abcdefg!', ['digit']],
  ['Abcdefg1', ['special']],
  ['Abcdefg1_', ['special']],
  ['Абвгдежз1!', ['upper', 'lower']],
  ['Password1!', ['common']],
  ['P@ssw0rd2026!', ['common']],
  ['password', ['upper', 'digit', 'common', 'special']],
  ['', ['length', 'upper', 'lower', 'digit', 'special']],
])('%j lacks %j', (password, lacking) => {
  const unmet = checkPassword(password).flatMap(({ id, met }) => (met ? [] : [id]))
  expect(unmet).toEqual(lacking)
  expect(isPasswordValid(password)).toBe(lacking.length === 0)
})

test.each([...'!@#$%^&*(),.?":{}|<>'])('%s is a special character', (character) => {
  expect(isPasswordValid(`Abcdefg1${character}`)).toBe(true)
})

test.each([
  ['Toothbrush1!', undefined],
  ['Welcome1!', 'This password is too easy to guess. Please choose another one.'],
  ['Toothbrush1-', 'Password does not meet security requirements: add one of !@#$%^&*(),.?":{}|<>'],
  ['toothbrush1-', 'Password does not meet security requirements'],
  ['', 'Password does not meet security requirements'],
  [`Aa1!${'x'.repeat(PASSWORD_MAX)}`, 'Password does not meet security requirements: use at most 200 characters.'],
])('the error for %j is %j', (password, message) => {
  expect(passwordFault(password)).toBe(message)
})

test('the checklist names the special characters', () => {
  expect(checkPassword('').at(-1)?.label).toContain('!@#$%^&*(),.?":{}|<>')
})

test('the checklist and isPasswordValid are consistent', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: PASSWORD_MAX }), (password) => {
      expect(isPasswordValid(password)).toBe(checkPassword(password).every(({ met }) => met))
    }),
  )
})

test('a password has a maximum length', () => {
  const longest = 'Aa1!'.padEnd(PASSWORD_MAX, 'x')
  expect([isPasswordValid(longest), isPasswordValid(`${longest}x`)]).toEqual([true, false])
})
