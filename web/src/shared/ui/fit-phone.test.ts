import { PHONE_MAX } from '@app/contracts/rules/company.ts'
import { expect, it } from 'vitest'
import { fitPhone } from './fit-phone.ts'

it.each([
  ['8035550199', '8035550199'],
  ['(803)555-0199', '(803)555-0199'],
  [' 803-555-0199 ', '803-555-0199'],
  ['+1 (803) 555-0199', '+18035550199'],
  ['+1 803.555.0199', '+18035550199'],
  ['\u202a+1 803‑555‑0199\u202c', '+18035550199'],
  ['(803) 555 – 0199', '8035550199'],
  ['+1 (803) 555-0199 ext 4', undefined],
  ['+1 (803) 555-0199x4', undefined],
  ['(803) 555-0199;4', undefined],
  ['+49 (0) 89 123456', undefined],
  ['555 0199 / 555 0200', undefined],
  ['+ +1 803 555 0199', undefined],
  ['1'.repeat(100_000), undefined],
])('%j becomes %j', (text, fitted) => {
  expect(fitPhone(text, PHONE_MAX)).toBe(fitted)
})
