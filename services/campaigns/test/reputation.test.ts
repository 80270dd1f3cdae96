import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { DispatchReported } from '@app/contracts/events/campaigns.ts'
import { expect, test, vi } from 'vitest'
import { recordReport } from '../src/mail-reports/record-report.ts'
import { people, setSending } from './sending-setup.ts'
import { sendingOf } from './sendings.ts'

const service = setSending()

const bakery = () => ownerWithCompany(service)

const suspensionOf = (companyId: string) =>
  service.db.selectFrom('suspension').select(['scope', 'reason']).where('target', '=', companyId).executeTakeFirst()

test.each([
  ['5% of its addresses do not exist', 20, 400, () => ({ kind: 'delivery', action: 'failed', status: '5.1.1' }) as const],
  ['0.3% report spam', 5, 1_800, () => ({ kind: 'complaint' }) as const],
])(
  'a company is suspended when more than %s, only by the report that exceeds the limit',
  { tags: 'nightly' },
  async (_what, least, audience, report) => {
    const owner = await bakery()
    const emails = Array.from({ length: audience }, (_, n) => `p${n}@a.example`)
    const { dispatchId, tokens } = await sendingOf(service, owner, { emails })
    const take = (n: number) => recordReport(service.db, tokens[`p${n}@a.example`] ?? '', report())
    await Promise.all(Array.from({ length: least }, (_, n) => take(n)))
    expect(await suspensionOf(owner.company._id)).toBeUndefined()
    expect(await take(least)).toMatchObject({ companyId: owner.company._id, dispatchId })
    expect(await suspensionOf(owner.company._id)).toMatchObject({ scope: 'company', reason: expect.stringMatching(/^More than/) })
    expect(await service.dispatch(dispatchId)).toMatchObject({ state: 'held', code: 'reputation' })
    await service.db.deleteFrom('suspension').where('target', '=', owner.company._id).execute()
    expect(await take(least + 1)).toBeUndefined()
    expect(await suspensionOf(owner.company._id)).toBeUndefined()
    const published = (await outboxOf(service.db as never, DispatchReported)).filter(({ data }) => data.dispatchId === dispatchId)
    expect(published.map(({ data }) => data)).toEqual([expect.objectContaining({ outcome: 'held', isSuspension: true })])
  },
)

test('less than the minimum number of bounces does not suspend a company', async () => {
  const owner = await bakery()
  const emails = Array.from({ length: 19 }, (_, n) => `p${n}@a.example`)
  const { tokens } = await sendingOf(service, owner, { emails })
  await Promise.all(
    emails.map((email) => recordReport(service.db, tokens[email] ?? '', { kind: 'delivery', action: 'failed', status: '5.1.1' })),
  )
  expect(await suspensionOf(owner.company._id)).toBeUndefined()
})

test('addresses that the relay refuses count too, so the rest of the list is not sent', async () => {
  const { company } = await bakery()
  service.relay.refuses.recipient = '550 5.1.1 no such user'
  const id = await service.dispatchTo(people(300), { companyId: company._id })
  service.start(service.relay.url)
  await vi.waitFor(async () => expect(await service.dispatch(id)).toMatchObject({ state: 'held', code: 'reputation' }), { timeout: 10_000 })
  expect(await suspensionOf(company._id)).toMatchObject({ scope: 'company' })
  await service.quiet()
  expect((await service.states(id)).queued).toBeGreaterThan(200)
})
