import { expect, it, vi } from 'vitest'
import { signInAs, tokenOf } from '../../testing/open.tsx'
import { visitorDraft } from './draft-storage.ts'
import { draftOf } from './drafts.ts'

const DAY_MS = 86_400_000
const words = { title: 'Winter bread' }

function draft(form = 'new-task') {
  signInAs.owner(tokenOf('ann'))
  const kept = draftOf('owner', form)
  if (!kept) throw new Error('Nobody is signed in')
  return kept
}

it('a draft is stored for 14 days', () => {
  draft().keep(words)
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 13 * DAY_MS)
  expect(draft().read()).toEqual(words)
  now.mockReturnValue(Date.now() + 2 * DAY_MS)
  expect(draft('another').read()).toBeUndefined()
  expect(localStorage).toHaveLength(1)
  now.mockRestore()
})

it('only the 20 newest drafts are stored', () => {
  const now = vi.spyOn(Date, 'now')
  for (let at = 1; at <= 25; at += 1) {
    now.mockReturnValue(Date.UTC(2026, 0, 1, at))
    draft(`form ${at}`).keep(words)
  }
  expect(draft('form 5').read()).toBeUndefined()
  expect(draft('form 6').read()).toEqual(words)
  now.mockRestore()
})

it('a draft that is too long or exceeds the storage quota is not stored, and the previous draft is deleted', () => {
  expect(draft().keep(words)).toBe(true)
  expect(draft().keep({ title: 'x'.repeat(200_000) })).toBe(false)
  expect(draft().read()).toBeUndefined()
  const kept = draft()
  vi.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  expect(kept.keep(words)).toBe(false)
})

it('there is no draft without a user or if it cannot be parsed, and a visitor’s draft is stored in session storage', () => {
  expect(draftOf('admin', 'new-task')).toBeUndefined()
  localStorage.setItem('draft ann new-task', '{')
  expect(draft().read()).toBeUndefined()
  visitorDraft('contact').keep(words)
  expect(visitorDraft('contact').read()).toEqual(words)
  expect(Object.values({ ...localStorage }).join()).not.toContain('Winter')
})
