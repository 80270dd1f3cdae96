import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { internalErasure, tableDigests, tablesKept, tablesKeptOfPerson, tablesWith } from '@app/chassis/testing/erasure.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyErasure } from '../src/erasure/erase-company.ts'
import { personErasure } from '../src/erasure/erase-person.ts'
import { addRecipients } from '../src/sending/add-recipients.ts'
import { suppress } from '../src/suppression/suppress.ts'
import { createdCampaign, INTERNAL_DATA_KEY, type Owner, type Service, setUp, specialEvent, step, storedKeys } from './setup.ts'

let service: Service
let erase: ReturnType<typeof internalErasure>
beforeAll(async () => {
  service = await setUp()
  erase = internalErasure(service.app, INTERNAL_DATA_KEY)
})
afterAll(() => service.stop())

const KIM = 'kim@oak.example'

/** Adds a dispatch of a campaign to these recipients. */
async function dispatchTo({ company }: Owner, emails: readonly string[]): Promise<string> {
  const { db, deps } = service
  const found = await db
    .selectFrom('step')
    .innerJoin('campaign', 'campaign.id', 'step.campaign_id')
    .select(['step.id', 'campaign_id'])
    .where('company_id', '=', company._id)
    .executeTakeFirstOrThrow()
  const id = uuidv7()
  const date = sql`(date '2027-01-01' + (select count(*) from dispatch)::int)`
  await sql`
    insert into dispatch (id, campaign_id, step_id, company_id, date, sends_at, state)
    values (${id}, ${found.campaign_id}, ${found.id}, ${company._id}, ${date}, now(), 'done')`.execute(db)
  const people = emails.map((email) => ({ email, merge: { 'First Name': 'Kim' } }))
  await db.transaction().execute((trx) => addRecipients(trx, { id, companyId: company._id, pulled: 0 }, people, deps.hashOf))
  return id
}

async function busyOwner(emails: readonly string[]): Promise<Owner> {
  const { db, deps } = service
  const owner = await ownerWithCompany(deps)
  const { _id: companyId } = owner.company
  await createdCampaign(service, owner, specialEvent([step({ subject: `News of ${companyId}` })]), {
    stepAttachment_0: new File([png()], 'a.png'),
  })
  await dispatchTo(owner, emails)
  await sql`
    insert into mail_request (id, dispatch_id, delivery_id, client) select gen_random_uuid(), dispatch_id, delivery.id, 'abcd'
    from delivery join dispatch on dispatch.id = dispatch_id where company_id = ${companyId}`.execute(db)
  await db.transaction().execute((trx) => suppress(trx, { companyId, email: emails[0] ?? '', reason: 'unsubscribed' }))
  await sql`
    insert into test_mail (id, company_id, email, token) values (gen_random_uuid(), ${companyId}, ${emails[0]}, ${companyId})`.execute(db)
  await sql`insert into suspension (scope, target, reason) values ('company', ${companyId}, 'complaints')`.execute(db)
  await sql`insert into suspension_notice (scope, target, company_id) values ('company', ${companyId}, ${companyId})`.execute(db)
  await sql`insert into rate (name) values (${companyId})`.execute(db)
  return owner
}

test('the campaigns of a company are erased with recipients and images, and another company stays as it was', async () => {
  const { db } = service
  await busyOwner(['otto@elm.example'])
  const [before, filesBefore] = [await tableDigests(db), await storedKeys(service)]
  const owner = await busyOwner(['nora@pine.example', 'ben@pine.example'])
  const { _id: companyId } = owner.company
  expect((await erase.company(companyId, owner.id)).tables).toMatchObject({
    mail_request: 2,
    delivery: 2,
    suppression: 1,
    test_mail: 1,
    campaign: 1,
    company: 1,
  })
  expect(await tablesWith(db, [companyId, owner.id, 'pine.example'])).toEqual([])
  expect(await tableDigests(db)).toEqual(before)
  expect(await storedKeys(service)).toEqual(filesBefore)
})

test('an erased person who had unsubscribed gets no campaigns, although no address is stored', async () => {
  const { db } = service
  const owner = await busyOwner([KIM, 'lee@oak.example'])
  await sql`delete from outbox`.execute(db)
  expect((await erase.person('Kim@oak.example')).tables).toMatchObject({ suppression: 1, mail_request: 1, delivery: 1, test_mail: 1 })
  expect(await tablesWith(db, ['kim@oak'])).toEqual([])
  expect(await erase.person(KIM)).toEqual({ isComplete: true, tables: {}, files: 0, spreadsheets: [] })

  const next = await dispatchTo(owner, [KIM, 'lee@oak.example'])
  const deliveries = await db
    .selectFrom('delivery')
    .select(['email', 'state', 'code'])
    .where('dispatch_id', '=', next)
    .orderBy('position')
    .execute()
  expect(deliveries).toEqual([
    { email: KIM, state: 'suppressed', code: 'unsubscribed' },
    { email: 'lee@oak.example', state: 'queued', code: null },
  ])
})

test('every table is erased, or kept for a reason', async () => {
  const { db, deps } = service
  expect(await tablesKept(db, companyErasure(deps))).toEqual([])
  expect(await tablesKeptOfPerson(db, personErasure(deps.hashOf))).toEqual([])
})
