import { expect, it } from 'vitest'
import { maskEmail } from '../src/rules/email.ts'

it.each([
  ['maria@harborpine.example', 'm…@harborpine.example'],
  ['m@harborpine.example', 'm…@harborpine.example'],
  ['🥖bread@harborpine.example', '🥖…@harborpine.example'],
  ['a@b@harborpine.example', 'a…@harborpine.example'],
])('masks %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
})
