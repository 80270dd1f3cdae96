import { expect, it, vi } from 'vitest'
import { unsubscribe } from '../src/unsubscribe/unsubscribe.ts'
import { people, setSending } from './sending-setup.ts'

const sending = setSending()

const isOneOf = (emails: readonly string[]) => (email: string) => emails.includes(email)

/** Unsubscribes up to `count` recipients of unsent emails. Returns their email addresses. */
async function unsubscribeWaiting(dispatchId: string, count: number): Promise<string[]> {
  const rows = await sending.db
    .selectFrom('delivery')
    .select(['email', 'token'])
    .where('dispatch_id', '=', dispatchId)
    .where('state', 'in', ['queued', 'sending'])
    .orderBy('state')
    .limit(count)
    .execute()
  await Promise.all(rows.map(({ token }) => unsubscribe(sending, token)))
  return rows.map(({ email }) => email)
}

it('recipients who unsubscribe while a dispatch is sending get no more emails', { tags: 'nightly' }, async () => {
  const id = await sending.dispatchTo(people(120))
  sending.start(sending.relay.url, { relay: 200 })
  await vi.waitFor(() => expect(sending.relay.recipients.length).toBeGreaterThan(10), { timeout: 10_000, interval: 10 })
  const gone = await unsubscribeWaiting(id, 60)
  const open = sending.db.selectFrom('delivery').select('id').where('email', 'in', gone).where('state', 'in', ['queued', 'sending'])
  await vi.waitFor(async () => expect(await open.execute()).toEqual([]), { timeout: 10_000 })
  // Emails that are being sent are not stopped. At most one email is being sent on each of the 20 connections to the mail relay.
  const had = sending.relay.recipients.filter(isOneOf(gone)).length
  expect(had).toBeLessThanOrEqual(20)
  await vi.waitFor(async () => expect(await sending.states(id)).toEqual({ accepted: 60 + had, suppressed: 60 - had }), { timeout: 15_000 })
  expect(sending.relay.recipients.filter(isOneOf(gone))).toHaveLength(had)
})

it('a claimed email that is not started is not sent after its recipient unsubscribed', { tags: 'nightly' }, async () => {
  const id = await sending.dispatchTo(people(60))
  sending.relay.troubles.push(...Array.from({ length: 60 }, () => 'answers late' as const))
  sending.start(sending.relay.url)
  await vi.waitFor(() => expect(sending.relay.recipients.length).toBeGreaterThan(0), { timeout: 10_000, interval: 10 })
  await unsubscribeWaiting(id, 60)
  await vi.waitFor(
    async () =>
      expect(await sending.states(id)).toEqual({
        sending: sending.relay.recipients.length,
        suppressed: 60 - sending.relay.recipients.length,
      }),
    { timeout: 10_000 },
  )
  const begun = sending.relay.recipients.length
  sending.relay.answerNow()
  await vi.waitFor(async () => expect(await sending.states(id)).toEqual({ accepted: begun, suppressed: 60 - begun }), { timeout: 10_000 })
  expect(sending.relay.recipients).toHaveLength(begun)
})
