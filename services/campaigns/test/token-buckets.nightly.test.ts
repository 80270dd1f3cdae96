import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { eventually, people, setSending } from './sending-setup.ts'

const sending = setSending()

const otherCompany = async (): Promise<string> => (await ownerWithCompany({ db: sending.db })).company._id

/** Returns when the emails of the dispatches were first claimed: Unix times in seconds, oldest first. */
async function claimsOf(...ids: string[]): Promise<number[]> {
  const { rows } = await sql<{ at: number }>`
    select extract(epoch from first_claimed_at)::float8 as at from delivery
    where dispatch_id = any(${ids}::uuid[]) and first_claimed_at is not null order by first_claimed_at`.execute(sending.db)
  return rows.map(({ at }) => at)
}

/** Whether the number of claims in each period is at most the rate plus the burst. The burst is the number of tokens for half a second. */
function areWithin(claims: readonly number[], perSecond: number): boolean {
  const begins = (at: number) => claims[at] ?? 0
  return claims.every((end, last) => {
    for (let first = 0; first <= last; first++) if (last - first + 1 > perSecond * (end - begins(first) + 0.5) + 1) return false
    return true
  })
}

/**
 * Starts senders and waits until they have sent one email. The reason: when a sender starts to listen for stopped dispatches, it may
 * release its claims.
 */
async function startSenders(count: number, rates: { relay: number; company: number }): Promise<void> {
  for (let replica = 0; replica < count; replica++) sending.start(sending.relay.url, rates)
  await sending.untilDone(await sending.dispatchTo(people(1)))
  sending.relay.mails.splice(0)
}

it('the limits of the relay and of companies apply to three replicas together and to all mailbox providers', async () => {
  const ofAll = [...people(200), ...people(200, 'gmail.com'), ...people(200, 'yahoo.com')]
  await startSenders(3, { relay: 100, company: 60 })
  const [one, other] = [await sending.dispatchTo(ofAll), await sending.dispatchTo(ofAll, { companyId: await otherCompany() })]
  await eventually(() => sending.relay.mails.length).toBeGreaterThanOrEqual(200)
  await sending.quiet()
  expect(areWithin(await claimsOf(one, other), 100)).toBe(true)
  expect(areWithin(await claimsOf(one), 60)).toBe(true)
  expect(areWithin(await claimsOf(other), 60)).toBe(true)
})

it('a company with many emails stays within its limit on two replicas and does not delay a company with few', async () => {
  await startSenders(2, { relay: 200, company: 30 })
  const many = await sending.dispatchTo([...people(300), ...people(300, 'gmail.com'), ...people(300, 'yahoo.com')])
  await eventually(() => sending.relay.mails.length).toBeGreaterThanOrEqual(30)
  const few = await sending.dispatchTo(people(15, 'few.example'), { companyId: await otherCompany() })
  const had = (await claimsOf(many)).length
  await sending.untilDone(few)
  await sending.quiet()
  const [claims, last = Number.NaN] = [await claimsOf(many), (await claimsOf(few)).at(-1)]
  expect(areWithin(claims, 30)).toBe(true)
  // Senders read the open dispatches only once a second, so they may find the small dispatch up to a second late. In the meantime, and
  // while the small dispatch is sent, the other company may send up to 60 emails (30 a second for two seconds).
  expect(claims.filter((at) => at < last).length).toBeLessThanOrEqual(had + 60)
})
