import { expect, it } from 'vitest'
import { ApiError, noAnswer } from '../../shared/api/api-error.ts'
import { failureText } from './CodeForm.tsx'

const refused = (status: number, message: string, retryAfter?: number) => new ApiError(status, { message }, retryAfter)

it.each([
  [null, undefined],
  [refused(401, 'That code is wrong.'), 'That code is wrong.'],
  [refused(500, ''), 'That did not work. Please try again.'],
  [noAnswer(), 'The server didn’t respond. Check your connection and try again.'],
  [refused(503, 'The service is busy.', 5), 'The service is busy. You can try again in 5 seconds.'],
  [refused(429, 'Too many attempts. Please wait a moment and try again.', 1), 'Too many attempts. You can try again in 1 second.'],
  [refused(429, 'Too many attempts. Please wait a moment and try again.', 45), 'Too many attempts. You can try again in 45 seconds.'],
  [refused(429, 'Too many attempts. Please wait a moment and try again.', 601), 'Too many attempts. You can try again in 11 minutes.'],
])('%s: the message is %s', (failure, text) => {
  expect(failureText(failure)).toBe(text)
})
