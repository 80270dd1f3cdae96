import type { KyselyPlugin } from 'kysely'
import { expect, it } from 'vitest'
import { settleAndClaim, takeOverClaims } from '../src/sending/ledger.ts'
import { OTHER_PROVIDERS } from '../src/sending/providers.ts'
import { addTokenBuckets } from '../src/sending/token-buckets.ts'
import { createUnconfirmedClaims } from '../src/sending/unconfirmed-claims.ts'
import { eventually, people, setSending } from './sending-setup.ts'

const sending = setSending()

const expectNoAttempts = async () =>
  expect(await sending.db.selectFrom('delivery').select(['attempts', 'first_claimed_at', 'may_be_duplicate']).distinct().execute()).toEqual(
    [{ attempts: 0, first_claimed_at: null, may_be_duplicate: false }],
  )

/** Returns a database that executes all statements but loses the responses of the first `count` claims. */
function losingResponses(count: number) {
  let left = count
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (left > 0 && result.rows.some((row) => row.wasSettled === false)) {
        left -= 1
        throw new Error('Query read timeout')
      }
      return result
    },
  }
  return { db: sending.db.withPlugin(plugin), left: () => left }
}

it('claims whose response was lost are released: no email is unknown, and each is sent once', { tags: 'nightly' }, async () => {
  const id = await sending.dispatchTo(people(200))
  const { db, left } = losingResponses(3)
  sending.start(sending.relay.url, { db })
  await sending.untilDone(id)
  expect(left()).toBe(0)
  expect(await sending.states(id)).toEqual({ accepted: 200 })
  expect(await sending.db.selectFrom('delivery').select(['attempts', 'may_be_duplicate']).distinct().execute()).toEqual([
    { attempts: 1, may_be_duplicate: false },
  ])
  expect(sending.relay.mails).toHaveLength(200)
})

it('a process that stops releases claims without a response before it ends', async () => {
  const id = await sending.dispatchTo(people(100))
  const { db, left } = losingResponses(1)
  const stop = sending.start(sending.relay.url, { db })
  await eventually(left).toBe(0)
  await stop()
  const { accepted = 0, queued = 0 } = await sending.states(id)
  expect(accepted + queued).toBe(100)
})

it('claims that a frozen database executes late are released too, even if another sender took them over as unknown', async () => {
  const id = await sending.dispatchTo(people(40))
  await addTokenBuckets(sending.db, [sending.company._id])
  const queues = [{ dispatchId: id, companyId: sending.company._id, provider: OTHER_PROVIDERS, most: 20 }]
  const request = { queues, most: 20, rates: { relay: 10_000, company: 10_000 }, statementId: crypto.randomUUID() }
  const confirmed = { ...request, statementId: crypto.randomUUID() }
  const unconfirmed = createUnconfirmedClaims(sending.db)
  unconfirmed.add(request)
  await unconfirmed.release()

  expect((await settleAndClaim(sending.db, [], request)).claimed).toHaveLength(20)
  await unconfirmed.release()
  expect(await sending.states(id)).toEqual({ queued: 40 })
  await expectNoAttempts()

  await settleAndClaim(sending.db, [], request)
  await sending.db
    .updateTable('delivery')
    .set({ due_at: new Date(0).toISOString() })
    .where('state', '=', 'sending')
    .execute()
  await takeOverClaims(sending.db)
  expect(await sending.states(id)).toEqual({ queued: 20, unknown: 20 })
  await unconfirmed.release()
  expect(await sending.states(id)).toEqual({ queued: 40 })
  await expectNoAttempts()

  // `release` does not release the claims of a statement whose response was received.
  expect((await settleAndClaim(sending.db, [], confirmed)).claimed).toHaveLength(20)
  await unconfirmed.release()
  expect(await sending.states(id)).toEqual({ queued: 20, sending: 20 })
})
