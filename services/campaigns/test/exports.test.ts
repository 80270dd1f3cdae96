import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { exportedRecords } from '@app/chassis/testing/exported-records.ts'
import { exportKinds } from '@app/contracts/export/manifest.ts'
import { exportCampaignRecords } from '@app/contracts/http/export-records.ts'
import { sql } from 'kysely'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendingOf } from './sendings.ts'
import { INTERNAL_DATA_KEY, type Service, setUp } from './setup.ts'

let service: Service
const exported = exportedRecords(() => service.app, exportCampaignRecords, INTERNAL_DATA_KEY)
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())

test('campaigns, dispatches, recipients and suppressions of one company are exported, without tokens', async () => {
  const [owner, stranger] = [await ownerWithCompany(service.deps), await ownerWithCompany(service.deps)]
  const { tokens } = await sendingOf(service, owner, { emails: ['a@b.example', 'b@b.example', 'c@b.example'], dispatch: 'done', links: [] })
  await sendingOf(service, owner, { emails: ['a@b.example'] })
  await sendingOf(service, stranger, { emails: ['stranger@b.example'] })
  for (const { company } of [owner, stranger])
    await service.db
      .insertInto('suppression')
      .values({ id: crypto.randomUUID(), company_id: company._id, email: `${company._id}@b.example`, reason: 'unsubscribed' })
      .execute()
  const opened = sql`
    insert into mail_request (id, dispatch_id, delivery_id, client) select gen_random_uuid(), dispatch_id, id, 'abcd' from delivery`
  await opened.execute(service.db)
  const records = await exported.every(owner)
  for (const kind of exportKinds.filter(({ service: name }) => name === 'campaigns'))
    for (const record of records[kind.name] ?? []) expect([kind.name, ...Value.Errors(kind.record, record)]).toEqual([kind.name])
  expect(Object.fromEntries(Object.entries(records).map(([kind, found]) => [kind, found.length]))).toEqual({
    campaigns: 2,
    dispatches: 2,
    recipients: 4,
    'mail-requests': 4,
    suppressions: 1,
  })
  expect(records.campaigns?.[0]).toMatchObject({ name: 'Winter', steps: [{ subject: 'Winter bread' }] })
  expect(records.recipients?.map(({ email }) => email)).toEqual(['a@b.example', 'b@b.example', 'c@b.example', 'a@b.example'])
  const text = JSON.stringify(records)
  for (const secret of [...Object.values(tokens), 'stranger', stranger.company._id]) expect(text).not.toContain(secret)
})
