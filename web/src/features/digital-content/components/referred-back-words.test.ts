import { expect, it } from 'vitest'
import { referredBackWords } from './referred-back-words.ts'

const entry = { feedback: 'Warmer', doneTaskImage: null, clientSuggestImage: null, createdAt: '2026-12-01T12:00:00.000Z' }

it('feedback that a machine may have sent is not called the owner’s', () => {
  expect(referredBackWords({ rollbackFeedback: [entry] })).toBe('You referred this back. A new preview is on its way.')
  const words = referredBackWords({ rollbackFeedback: [entry, { ...entry, isUnconfirmed: true }] })
  expect(words).toContain('an email program may have sent it')
  expect(words).not.toContain('You referred')
})
