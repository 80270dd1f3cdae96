import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { eventually, people, setSending } from './sending-setup.ts'

const sending = setSending()

const otherCompany = async (): Promise<string> => (await ownerWithCompany({ db: sending.db })).company._id

/** When each mail of these dispatches was claimed, in seconds, oldest first. */
async function claimsOf(...ids: string[]): Promise<number[]> {
  const { rows } = await sql<{ at: number }>`
    select extract(epoch from tried_since)::float8 as at from delivery
    where dispatch_id = any(${ids}::uuid[]) and tried_since is not null order by tried_since`.execute(sending.db)
  return rows.map(({ at }) => at)
}

/** Whether none of all windows of time has more than the rate and what a rest saves up for. */
function areWithin(claims: readonly number[], perSecond: number): boolean {
  const begins = (at: number) => claims[at] ?? 0
  return claims.every((end, last) => {
    for (let first = 0; first <= last; first++) if (last - first + 1 > perSecond * (end - begins(first) + 0.5) + 1) return false
    return true
  })
}

it('the relay’s holds over three replicas, and a company’s over two, however many mailbox providers it sends to', async () => {
  const ofAll = [...people(200), ...people(200, 'gmail.com'), ...people(200, 'yahoo.com')]
  const [one, other] = [await sending.dispatchTo(ofAll), await sending.dispatchTo(ofAll, { companyId: await otherCompany() })]
  for (let replica = 0; replica < 3; replica++) sending.start(sending.relay.url, { relay: 100, company: 80 })
  await eventually(() => sending.relay.mails.length).toBeGreaterThanOrEqual(200)
  await sending.quiet()
  expect(areWithin(await claimsOf(one, other), 100)).toBe(true)
  expect(areWithin(await claimsOf(one), 80)).toBe(true)
  expect(areWithin(await claimsOf(other), 80)).toBe(true)
})

it('a company with many mails never takes more than its own, and one with few is sent at once', async () => {
  const many = await sending.dispatchTo([...people(300), ...people(300, 'gmail.com')])
  const few = await sending.dispatchTo(people(20, 'few.example'), { companyId: await otherCompany() })
  for (let replica = 0; replica < 2; replica++) sending.start(sending.relay.url, { relay: 200, company: 50 })
  await eventually(() => sending.relay.mails.length).toBeGreaterThanOrEqual(120)
  await sending.quiet()
  const [claims, last = Number.NaN] = [await claimsOf(many), (await claimsOf(few)).at(-1)]
  expect(areWithin(claims, 50)).toBe(true)
  expect(claims.filter((at) => at < last).length).toBeLessThanOrEqual(50)
  expect(await sending.states(few)).toEqual({ accepted: 20 })
})
