import { expect, test } from 'vitest'
import { CAP_REFUSAL, capRefusal } from '../src/rules/monthly-cap.ts'

test('the message is that of the specification', () => {
  expect(capRefusal(4, '2026-12-24')).toBe(
    'Cannot create task. Maximum 4 tasks allowed per month. 4 tasks already exist for December 2026.',
  )
  expect(capRefusal(4, '2026-12-24').startsWith(CAP_REFUSAL)).toBe(true)
})
