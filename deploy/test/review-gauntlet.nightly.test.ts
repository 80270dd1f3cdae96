import { expect, test } from 'vitest'
import { evaluate, missedTargets } from '../review-gauntlet/evaluate.ts'
import { plansFor } from '../review-gauntlet/plan.ts'
import { profiles } from '../review-gauntlet/profiles.ts'
import type { LetterResult } from '../review-gauntlet/run-letter.ts'
import { isUseful } from '../review-gauntlet/useful.ts'

const resultOf = (changes: Partial<LetterResult> = {}): LetterResult => ({
  title: 'Gauntlet 1-1',
  taskId: 'task',
  traffic: { opens: 1, posts: 0 },
  machine: { approvals: 0, withSigns: 0, referrals: 0, withdrawals: 0 },
  wasOpen: true,
  isStillOpen: true,
  isApprovedByPerson: false,
  ...changes,
})

const missedBy = (result: Partial<LetterResult>, launched: string[] = []) =>
  missedTargets([evaluate('scanner', [resultOf(), resultOf(result)], new Set(launched))])

const approval = { machine: { approvals: 1, withSigns: 0, referrals: 0, withdrawals: 0 }, isStillOpen: false }

test('a launched approval without signs, which no person made, misses the target', () => {
  expect(missedBy({ ...approval, taskId: 'planted' }, ['planted'])).toEqual(['scanner: 1 tasks were launched on a machine’s word'])
  expect(missedBy({ ...approval, taskId: 'planted' })).toEqual([])
  expect(missedBy({ ...approval, taskId: 'planted', isApprovedByPerson: true }, ['planted'])).toEqual([])
})

test('a dead link, a fourth touch and a failed visit of the scanner miss their targets', () => {
  const person = { found: 'open', isApproved: true, touches: 3 }
  expect(missedBy({ person })).toEqual([])
  expect(missedBy({ person: { ...person, touches: 4 } })).toEqual(['scanner: a person needed 4 touches'])
  expect(missedBy({ person: { found: 'error', isApproved: false, problem: 'no page' } })).toHaveLength(1)
  expect(missedBy({ look: { state: undefined, problem: 'status 500' } })).toHaveLength(1)
  expect(missedBy({ scanError: 'timeout' })).toHaveLength(1)
})

test('the figures are sums over all emails', () => {
  const results = [
    resultOf({
      machine: { approvals: 2, withSigns: 1, referrals: 1, withdrawals: 1 },
      traffic: { opens: 3, posts: 4 },
      isStillOpen: false,
    }),
    resultOf({ person: { found: 'open', isApproved: true, touches: 3, askedForCode: true } }),
    resultOf({ person: { found: 'Approved, but not confirmed', isApproved: true, askedForCode: true }, wasOpen: false }),
  ]
  expect(evaluate('scanner', results, new Set(['task']))).toMatchObject({
    emails: 3,
    opens: 5,
    posts: 4,
    machineApprovals: 2,
    unconfirmed: 1,
    falseReferrals: 1,
    withdrawn: 1,
    open: { before: 2, after: 1 },
    people: 2,
    touches: 3,
    askedForCode: 1,
    launched: 3,
  })
})

test('the plan follows from the seed, and samples the people', () => {
  const [profile] = profiles
  if (!profile) throw new Error('There are no profiles')
  const withoutRandom = (seed: number) => plansFor(profile, 60, 40, seed).map(({ random, ...plan }) => ({ ...plan, next: random() }))
  expect(withoutRandom(1)).toEqual(withoutRandom(1))
  expect(withoutRandom(1)).not.toEqual(withoutRandom(2))
  expect(withoutRandom(1).filter(({ isSampled }) => isSampled)).toHaveLength(40)
  expect(withoutRandom(1).filter(({ intent }) => intent === 'replaced')).toHaveLength(6)
})

test('an ended link without a new link or an outcome is not useful', () => {
  const ended = {
    sentTo: 'm…@harborpine.example',
    expiresAt: '2026-12-01T14:05:00.000Z',
    company: null,
    task: null,
    preview: null,
    currentPreviewNo: 1,
    decision: null,
    canUndo: false,
    canResend: false,
  }
  expect(isUseful({ ...ended, state: 'expired', canResend: true })).toBe(true)
  for (const state of ['open', 'decided', 'expired', 'replaced', 'revoked', 'removed'] as const)
    expect(isUseful({ ...ended, state })).toBe(false)
})
