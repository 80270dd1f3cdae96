import { envelope } from '@app/chassis/testing/envelope.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import type { EventContract, EventData } from '@app/contracts/define.ts'
import { PasswordChanged } from '@app/contracts/events/identity.ts'
import { EmailSettled } from '@app/contracts/events/notifications.ts'
import { ReviewLinkIssued, TaskApproved } from '@app/contracts/events/tasks.ts'
import type { Colleague } from '@app/contracts/http/colleagues.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { subscriptions } from '../../src/consumers.ts'
import { bounceOf, complaint, inboundSteps } from '../inbound/inbound-steps.ts'
import { byHand, reviewing } from '../reviews/reviewing.ts'
import { move, read, setUp } from '../setup.ts'
import { colleagueSteps } from './colleague-steps.ts'

let service: Awaited<ReturnType<typeof setUp>>
let steps: ReturnType<typeof colleagueSteps>
let link: ReturnType<typeof reviewing>
let inbound: ReturnType<typeof inboundSteps>
beforeAll(async () => {
  service = await setUp()
  steps = colleagueSteps(service)
  link = reviewing(service)
  inbound = inboundSteps(service)
})
afterAll(() => service.stop())

/** Handles an event in a transaction, as the consumer does. */
async function handle<E extends EventContract>(event: E, data: EventData<E>): Promise<void> {
  const subscription = subscriptions(service.deps).find((one) => one.event.type === event.type)
  await service.db.transaction().execute(async (trx) => subscription?.handle(trx, envelope(event, data) as never))
}

/** The data of the event about a rejected email with this id in its return path. */
const refused = (returnId: string): EventData<typeof EmailSettled> => ({
  topic: 'preview-ready',
  about: crypto.randomUUID(),
  recipient: { kind: 'colleague', id: crypto.randomUUID() },
  returnId,
  status: '5.1.1',
})

const idIn = (token: string): string => service.deps.reviewKeys.linkIdOf(token) ?? expect.unreachable()

test('a colleague approves with an own link, and the record and the page name the colleague', async () => {
  const owner = await steps.ownerWithPreview()
  const colleague = await steps.colleagueOf(owner)
  const { task, owners, tokenFor } = await steps.delivered(owner)
  expect((await link.approve(tokenFor(colleague))).json()).toMatchObject({
    state: 'decided',
    recipient: { kind: 'colleague', may: 'decide' },
    decision: { kind: 'approve', sentTo: 'a…@harborpine.example', isUnconfirmed: false },
  })
  expect((await read(service.app, owner, task._id)).json()).toMatchObject({ currentStatus: 'Approved' })
  const event = (await outboxOf(service.db as never, TaskApproved)).findLast(({ subject }) => subject === task._id)
  expect(event?.data).toMatchObject({ channel: 'review-link', previewNo: 1 })
  expect(JSON.stringify(event)).not.toContain('Ana')
  const [entry] = (await service.app.inject({ url: `/company-record/${owner.company._id}`, headers: owner.headers })).json()
  expect(entry).toMatchObject({ kind: 'approve', role: 'colleague', decider: colleague.email, deciderName: 'Ana Ruiz' })
  // The colleague may undo the approval, and the owner decides again.
  expect((await link.undo(tokenFor(colleague))).json()).toMatchObject({ state: 'open' })
  expect((await link.referBack(owners)).json()).toMatchObject({ state: 'decided', decision: { kind: 'refer-back' } })
})

test('a colleague who may only look sees the preview and cannot decide', async () => {
  const owner = await steps.ownerWithPreview()
  const colleague = await steps.colleagueOf(owner, { may: 'look' })
  const { task, owners, tokenFor } = await steps.delivered(owner)
  const token = tokenFor(colleague)
  const review = await link.review(token)
  expect(review).toMatchObject({ state: 'open', recipient: { kind: 'colleague', may: 'look' }, preview: { number: 1 } })
  expect(review.snooze).toBeUndefined()
  for (const act of [link.approve(token), link.referBack(token), link.snooze(token, '2026-11-24')])
    expect((await act).json()).toMatchObject({ status: 403, code: 'look-only' })
  expect((await read(service.app, owner, task._id)).json()).toMatchObject({ currentStatus: 'Pending' })
  await link.approve(owners)
  expect(await link.review(token)).toMatchObject({ state: 'decided', canUndo: false })
  expect((await link.undo(token)).json()).toMatchObject({ status: 403, code: 'look-only' })
  expect((await link.confirm(token, '123456')).json()).toMatchObject({ status: 403, code: 'owner-confirms' })
})

test('a change of the right applies at once to links that were already sent', async () => {
  const owner = await steps.ownerWithPreview()
  const colleague = await steps.colleagueOf(owner, { may: 'look' })
  const { tokenFor } = await steps.delivered(owner)
  const token = tokenFor(colleague)
  expect((await link.approve(token)).statusCode).toBe(403)
  expect((await steps.change(owner, colleague, 'decide')).json()).toMatchObject({ may: 'decide' })
  expect((await steps.change(owner, colleague, 'decide')).json()).toMatchObject({ may: 'decide' })
  expect((await link.approve(token)).statusCode).toBe(200)
  expect(await steps.changesOf(colleague)).toEqual(['invited', 'accepted', 'may-changed'])
})

test('after the removal, the links of the colleague get 410, and those of other recipients still work', async () => {
  const owner = await steps.ownerWithPreview()
  const [gone, stays] = [await steps.colleagueOf(owner), await steps.colleagueOf(owner)]
  const { owners, tokenFor } = await steps.delivered(owner)
  expect((await steps.remove(owner, gone)).json()).toEqual({ message: 'Ana Ruiz was removed.' })
  const token = tokenFor(gone)
  for (const act of [link.approve(token), link.referBack(token), link.undo(token), link.snooze(token, '2026-11-24'), link.resend(token)])
    expect((await act).json()).toMatchObject({ status: 410, review: { state: 'revoked', preview: null } })
  expect(await link.review(owners)).toMatchObject({ state: 'open' })
  expect((await link.approve(tokenFor(stays))).statusCode).toBe(200)
  const next = await steps.delivered(owner)
  expect(() => next.tokenFor(gone)).toThrow('no review link')
  expect(next.tokenFor(stays)).toHaveLength(43)
  expect((await steps.remove(owner, gone)).statusCode).toBe(404)
})

test('of opposite decisions at the same time, only those of one kind succeed, and the others get the outcome', {
  tags: 'nightly',
}, async () => {
  const owner = await steps.ownerWithPreview()
  const colleagues = [await steps.colleagueOf(owner), await steps.colleagueOf(owner)]
  for (let round = 0; round < 5; round += 1) {
    const { task, owners, tokenFor } = await steps.delivered(owner)
    const [one = '', two = ''] = colleagues.map(tokenFor)
    const responses = await Promise.all([
      link.approve(one),
      link.referBack(two),
      link.referBack(owners),
      move(service.app, owner, task._id, { currentStatus: 'Roll Back' }),
    ])
    const { currentStatus } = (await read(service.app, owner, task._id)).json()
    const [approved, ...referred] = responses.map(({ statusCode }) => statusCode)
    const byLinks = [approved, ...referred.slice(0, 2)]
    // A link gets 410. In the portal, the opposite decision gets 409, and the same decision succeeds without a change.
    expect(byLinks.filter((status) => status === 200).length).toBeLessThanOrEqual(1)
    expect(byLinks.filter((status) => status === 410).length).toBeGreaterThanOrEqual(2)
    expect(responses[3]?.statusCode).toBe(currentStatus === 'Approved' ? 409 : 200)
    expect(await link.decisions(task)).toHaveLength(1)
    for (const { body, statusCode } of responses)
      if (statusCode === 410) expect(JSON.parse(body)).toMatchObject({ review: { state: 'decided' } })
  }
})

test('of a removal and a decision at the same time, the decision succeeds only if it comes first', { tags: 'nightly' }, async () => {
  const owner = await steps.ownerWithPreview()
  for (let round = 0; round < 3; round += 1) {
    const colleague = await steps.colleagueOf(owner)
    const { task, tokenFor } = await steps.delivered(owner)
    const [approved, removed] = await Promise.all([link.approve(tokenFor(colleague)), steps.remove(owner, colleague)])
    expect(removed.statusCode).toBe(200)
    const { currentStatus } = (await read(service.app, owner, task._id)).json()
    expect([approved.statusCode, currentStatus]).toEqual(approved.statusCode === 200 ? [200, 'Approved'] : [410, 'Pending'])
    expect((await link.approve(tokenFor(colleague))).statusCode).toBe(410)
  }
})

test('an approval with signs of a machine is unconfirmed, and only the owner confirms it', async () => {
  const owner = await steps.ownerWithPreview()
  const colleague = await steps.colleagueOf(owner)
  const { task, owners, tokenFor } = await steps.delivered(owner)
  const token = tokenFor(colleague)
  expect((await link.approve(token, { interaction: { ...byHand, automated: true } })).json()).toMatchObject({
    decision: { isUnconfirmed: true },
  })
  const event = (await outboxOf(service.db as never, TaskApproved)).findLast(({ subject }) => subject === task._id)
  const code = service.deps.reviewKeys.codeOf('decision-code', event?.data.decisionId ?? '')
  for (let count = 0; count < 6; count += 1) expect((await link.confirm(token, '000000')).statusCode).toBe(403)
  expect((await link.confirm(owners, code)).json()).toMatchObject({ decision: { isUnconfirmed: false } })
})

test('a new link goes only to the recipient who asked for it', async () => {
  const owner = await steps.ownerWithPreview()
  const colleague = await steps.colleagueOf(owner, { may: 'look' })
  const { task, owners, tokenFor } = await steps.delivered(owner)
  await link.linked(owner, task)
  const requested = async () =>
    (await outboxOf(service.db as never, ReviewLinkIssued))
      .filter(({ subject }) => subject === task._id)
      .map(({ data }) => data.reviewLink.recipientId)
  expect((await link.resend(tokenFor(colleague))).statusCode).toBe(202)
  expect((await link.resend(owners)).statusCode).toBe(202)
  expect(await requested()).toEqual([colleague._id, owner.id])
})

test('a password reset of the owner ends the links of colleagues, who get new links with the next preview', async () => {
  const owner = await steps.ownerWithPreview()
  const colleague = await steps.colleagueOf(owner)
  const { tokenFor } = await steps.delivered(owner)
  await handle(PasswordChanged, { userId: owner.id, role: 'owner', tokensInvalidBefore: 1 })
  expect((await link.approve(tokenFor(colleague))).statusCode).toBe(410)
  const next = await steps.delivered(owner)
  expect(await link.review(next.tokenFor(colleague))).toMatchObject({ state: 'open' })
})

test.each([
  ['a bounce', (id: string) => inbound.report(id, bounceOf())],
  ['a rejected address', (id: string) => handle(EmailSettled, refused(id))],
])('after %s of an email to a colleague, the colleague gets no links, and the task is not marked', async (_name, bounce) => {
  const owner = await steps.ownerWithPreview()
  const [ofLink, ofInvitation] = [await steps.colleagueOf(owner), (await steps.invite(owner)).json() as Colleague]
  const { task, tokenFor } = await steps.delivered(owner)
  for (let count = 0; count < 2; count += 1) await bounce(idIn(tokenFor(ofLink)))
  await bounce(ofInvitation._id)
  expect((await read(service.app, owner, task._id)).json()).toMatchObject({ emailBounced: false })
  expect(await steps.list(owner)).toMatchObject([
    { _id: ofLink._id, state: 'active', hasBounced: true },
    { _id: ofInvitation._id, state: 'invited', hasBounced: true },
  ])
  expect(await steps.changesOf(ofLink)).toEqual(['invited', 'accepted', 'bounced'])
  const next = await steps.delivered(owner)
  expect(() => next.tokenFor(ofLink)).toThrow('no review link')
  // A person who accepts has got the invitation.
  await steps.accept(steps.tokenOf(ofInvitation))
  expect((await steps.list(owner))[1]).toMatchObject({ state: 'active', hasBounced: false })
})

test('a colleague who reports an email as spam gets no further emails, and the report of an owner has no effect', async () => {
  const owner = await steps.ownerWithPreview()
  const [ofLink, ofInvitation] = [await steps.colleagueOf(owner), (await steps.invite(owner)).json() as Colleague]
  const { owners, tokenFor } = await steps.delivered(owner)
  for (const id of [idIn(tokenFor(ofLink)), ofInvitation._id, idIn(owners), crypto.randomUUID()])
    for (let count = 0; count < 2; count += 1) await inbound.report(id, complaint)
  expect((await steps.list(owner)).map(({ state }) => state)).toEqual(['left', 'left'])
  expect((await link.review(tokenFor(ofLink))).state).toBe('revoked')
  expect((await link.review(owners)).state).toBe('open')
})
