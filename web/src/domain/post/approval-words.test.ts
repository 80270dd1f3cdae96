import type { PostApproval } from '@app/contracts/http/posts.ts'
import { expect, it } from 'vitest'
import { acceptanceOf, approvedBy } from './approval-words.ts'

const owners: PostApproval = {
  at: '2026-10-12T14:00:00Z',
  role: 'owner',
  channel: 'portal',
  decider: 'maria@shop.example',
  deciderName: null,
  isAcceptedByAdmin: false,
}
const colleagues: PostApproval = { ...owners, role: 'colleague', channel: 'review-link', decider: 'ana@shop.example', deciderName: 'Ana' }

it.each([
  [owners, 'owner', 'Approved by you in the portal'],
  [owners, 'admin', 'Approved by the owner in the portal'],
  [{ ...owners, channel: 'review-link' }, 'owner', 'Approved by you by link'],
  [colleagues, 'owner', 'Approved by Ana by link'],
  [{ ...colleagues, deciderName: null }, 'admin', 'Approved by ana@shop.example by link'],
  [{ ...colleagues, deciderName: null, decider: null }, 'admin', 'Approved by a colleague by link'],
] as const)('%o for an %s is "%s"', (approval, caller, words) => {
  expect(approvedBy(approval, caller)).toBe(words)
})

it('an approval that an admin accepted says so, in the words of the reader', () => {
  const accepted = { ...owners, isAcceptedByAdmin: true }
  expect([acceptanceOf(accepted, 'owner'), acceptanceOf(accepted, 'admin'), acceptanceOf(owners, 'owner')]).toEqual([
    ', accepted by us on your behalf',
    ', accepted by an admin on the owner’s behalf',
    '',
  ])
})
