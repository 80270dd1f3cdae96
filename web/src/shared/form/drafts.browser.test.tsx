import { expect, it, vi } from 'vitest'
import { signInAs, tokenOf } from '../../testing/open.tsx'
import { draftOf, visitorDraft } from './drafts.ts'

const DAY_MS = 86_400_000
const words = { title: 'Winter bread' }

/** A draft of Ann's. */
function draft(form = 'new-task') {
  signInAs.owner(tokenOf('ann'))
  const kept = draftOf('owner', form)
  if (!kept) throw new Error('Nobody is signed in')
  return kept
}

it('is kept for a fortnight', () => {
  draft().keep(words)
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 13 * DAY_MS)
  expect(draft().read()).toEqual(words)
  now.mockReturnValue(Date.now() + 2 * DAY_MS)
  expect(draft('another').read()).toBeUndefined()
  expect(localStorage).toHaveLength(1)
  now.mockRestore()
})

it('the oldest of too many go', () => {
  const now = vi.spyOn(Date, 'now')
  for (let at = 1; at <= 25; at += 1) {
    now.mockReturnValue(Date.UTC(2026, 0, 1, at))
    draft(`form ${at}`).keep(words)
  }
  expect(draft('form 5').read()).toBeUndefined()
  expect(draft('form 6').read()).toEqual(words)
  now.mockRestore()
})

it('what is too long, or finds no room, is not kept, nor is what stood there before', () => {
  expect(draft().keep(words)).toBe(true)
  expect(draft().keep({ title: 'x'.repeat(200_000) })).toBe(false)
  expect(draft().read()).toBeUndefined()
  const kept = draft()
  vi.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  expect(kept.keep(words)).toBe(false)
})

it('nobody’s is none, what cannot be read is none, and a visitor’s ends with the tab', () => {
  expect(draftOf('admin', 'new-task')).toBeUndefined()
  localStorage.setItem('draft ann new-task', '{')
  expect(draft().read()).toBeUndefined()
  visitorDraft('contact').keep(words)
  expect(visitorDraft('contact').read()).toEqual(words)
  expect(Object.values({ ...localStorage }).join()).not.toContain('Winter')
})
