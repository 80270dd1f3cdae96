import { redactText } from '@app/chassis/logging/redact-text.ts'
import { expect, test } from 'vitest'

const TOKEN = 'q7Zr0pXv-3kM9aBcDeFgHiJkLmNoPqRsTuVwXyZ_123'
const JWT = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl'

test.each([
  [`at https://portal.example/review/${TOKEN}/approve`, 'at https://portal.example/review/***/approve'],
  [`GET /review/invitation/${TOKEN}/ 404`, 'GET /review/invitation/***/ 404'],
  [`/%72eview/secret`, '/review/***'],
  [`/calendar/${TOKEN}.ics failed`, '/calendar/*** failed'],
  ['POST /api/reset-password/kw4tx: 422', 'POST /api/reset-password/***: 422'],
  [`https://portal.example/verify-email#${TOKEN} now`, 'https://portal.example/verify-email now'],
  ['https://portal.example/verify-email?token=abc&next=1)', 'https://portal.example/verify-email)'],
  [`Authorization: Bearer ${JWT}`, 'Authorization: ***'],
  [`Unexpected token ${JWT}`, 'Unexpected token ***'],
  [`no such key: ${TOKEN}`, 'no such key: ***'],
  ['{"email":"Zoë.Müller@straße.example","password":"pie","code":"123456"}', '{"email":"***","password":"***","code":"***"}'],
  ['mail to ada%40harbor.example failed', 'mail to *** failed'],
  ['code KWTXQ is wrong', 'code *** is wrong'],
  ['"4KWTX" is wrong, and so are 123456 and KWT4-9QHM-3RFA-XD7E', '"***" is wrong, and so are *** and ***'],
])('%s', (text, redacted) => {
  expect(redactText(text)).toBe(redacted)
})

test.each([
  'TypeError: x is undefined',
  'at renderTask (https://portal.example/assets/index-a1B2c3D4.js:1:123456)',
  'f@https://portal.example/assets/index-a1B2c3D4.js:12:345',
  'task 01990000-0000-7000-8000-000000000000 is missing',
  '/management/previews',
])('"%s" stays unchanged', (text) => {
  expect(redactText(text)).toBe(text)
})
