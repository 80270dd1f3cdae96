import { expect, test } from 'vitest'
import { plansFor } from './plan.ts'
import { profiles } from './profiles.ts'
import { figuresOf, missedTargets } from './results.ts'
import type { LetterResult } from './run-letter.ts'
import type { StoredDecision } from './stored.ts'
import { isUseful } from './useful.ts'

const resultOf = (changes: Partial<LetterResult> = {}): LetterResult => ({
  title: 'Gauntlet 1-1',
  taskId: 'task',
  machine: [],
  isApprovedByPerson: false,
  ...changes,
})

const decision = (kind: StoredDecision['kind'], hasSigns = false): StoredDecision => ({ kind, hasSigns, channel: 'review-link' })

const missedBy = (result: Partial<LetterResult>, launched: string[] = []) =>
  missedTargets({ name: 'scanner', results: [resultOf(), resultOf(result)], launched: new Set(launched) })

test('a launched approval without signs, which no person made, misses the target', () => {
  const approved = { machine: [decision('approve')], taskId: 'planted' }
  expect(missedBy(approved, ['planted'])).toEqual(['scanner: 1 tasks were launched on a machine’s word'])
  expect(missedBy(approved)).toEqual([])
  expect(missedBy({ ...approved, isApprovedByPerson: true }, ['planted'])).toEqual([])
})

test('a dead link and a failed visit of the scanner miss their targets', () => {
  expect(missedBy({ person: { isApproved: true } })).toEqual([])
  expect(missedBy({ problem: 'status 500' })).toEqual(['scanner: 1 people had a dead link, for example Gauntlet 1-1: status 500'])
  expect(missedBy({ scanError: 'timeout' })).toEqual(['scanner: 1 visits of the scanner failed, for example Gauntlet 1-1: timeout'])
})

test('the figures are sums over all emails', () => {
  const results = [
    resultOf({ machine: [decision('approve'), decision('approve', true), decision('refer-back'), decision('undo', true)] }),
    resultOf({ person: { isApproved: true, askedForCode: true } }),
    resultOf({ person: { isApproved: true }, problem: 'no new link' }),
  ]
  expect(figuresOf({ name: 'scanner', results, launched: new Set(['task']) })).toEqual({
    emails: 3,
    approved: 2,
    unconfirmed: 1,
    'false referrals': 1,
    withdrawn: 1,
    people: 2,
    'asked for code': 1,
    launched: 3,
    'on a machine’s word': 3,
    'dead links': 1,
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
