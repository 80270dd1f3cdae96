import { connect } from '@app/chassis/db/connect.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import type { EventData } from '@app/contracts/define.ts'
import { CampaignChanged, DispatchReported, SuspensionChanged } from '@app/contracts/events/campaigns.ts'
import type { Kysely } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { migrations } from '../src/db/migrations/index.ts'
import type { Tables } from '../src/db/tables.ts'
import { eventHandler } from './support/event-handler.ts'
import { testSettings } from './support/settings.ts'

const company = { companyProfileId: crypto.randomUUID(), ownerId: crypto.randomUUID() }
const campaign = { campaignId: crypto.randomUUID(), name: 'Winter bread' }
const fact = { ...company, ...campaign, companyName: 'Bakery' }
const dispatch = { ...fact, dispatchId: crypto.randomUUID() }
const noticeId = crypto.randomUUID()

let database: TestDatabase
let db: Kysely<Tables>
const handle = eventHandler(() => db, testSettings())

beforeAll(async () => {
  database = await createTestDatabase('notifications', migrations)
  db = connect({ url: database.url, schema: 'notifications', max: 5, onIdleError: () => {} })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})
afterEach(async () => {
  for (const table of ['mail', 'work', 'notification'] as const) await db.deleteFrom(table).execute()
})

const mails = () =>
  db
    .selectFrom('mail')
    .select(['composer', 'template', 'about', 'recipient_kind as kind', 'recipient_id as id'])
    .orderBy('template')
    .execute()
const toOwner = (template: string, about: string) => ({ composer: 'campaigns', template, about, kind: 'owner', id: company.ownerId })
const queues = async () => (await db.selectFrom('work').select('queue').execute()).map(({ queue }) => queue)
/** Returns the messages in the lists of the owner and of the admins. Empty messages are not shown. */
async function messages(): Promise<{ owner: string[]; admins: string[] }> {
  const rows = await db.selectFrom('notification').selectAll().orderBy('id').execute()
  for (const row of rows) expect(row.audience_admins ? null : company.ownerId).toBe(row.audience_user)
  const ofAudience = (isForAdmins: boolean) => rows.filter((row) => row.audience_admins === isForAdmins).map(({ message }) => message)
  return { owner: ofAudience(false), admins: ofAudience(true) }
}

it('open screens reload a changed campaign', async () => {
  await handle(CampaignChanged, fact)
  expect([await messages(), await mails()]).toEqual([{ owner: [''], admins: [''] }, []])
})

const away = 'The spreadsheet did not answer in time.'
const dispatches: [Omit<EventData<typeof DispatchReported>, keyof typeof dispatch>, string][] = [
  [{ outcome: 'late', reason: away }, `Winter bread is waiting for your spreadsheet: ${away}`],
  [{ outcome: 'missed', reason: away }, `Winter bread was not sent: ${away}`],
  [{ outcome: 'done', audience: 9, accepted: 7 }, 'Winter bread was sent to 7 of 9.'],
]
it.each(dispatches)('a dispatch with %o: the owner gets a message and an email', async (report, message) => {
  await handle(DispatchReported, { ...dispatch, ...report })
  expect(await messages()).toEqual({ owner: [message], admins: [''] })
  expect(await mails()).toEqual([toOwner(`sending-${report.outcome}`, dispatch.dispatchId)])
  expect(await queues()).toEqual(['mail-campaigns'])
})

it('a dispatch on hold: the owner gets a message and an email, and the admins get a message', async () => {
  await handle(DispatchReported, { ...dispatch, outcome: 'held', reason: 'Your profile has no postal address.' })
  const message = 'Winter bread is on hold: Your profile has no postal address.'
  expect(await messages()).toEqual({ owner: [message], admins: [`Bakery: ${message}`] })
  expect(await mails()).toEqual([toOwner('sending-held', dispatch.dispatchId)])
})

it('a dispatch on hold that suspended its company: the owner is only told of the suspension', async () => {
  const reason = 'Too many bounces.'
  await handle(DispatchReported, { ...dispatch, outcome: 'held', reason, isSuspension: true })
  await handle(SuspensionChanged, { ...company, noticeId, isSuspended: true, reason })
  expect(await messages()).toEqual({
    owner: ['', 'Suspended: all your campaign emails: Too many bounces.'],
    admins: ['Bakery: Winter bread is on hold: Too many bounces.', ''],
  })
  expect(await mails()).toEqual([toOwner('sending-suspended', noticeId)])
})

it('a suspension of one campaign, and its end: the owner gets messages and emails', async () => {
  await handle(SuspensionChanged, { ...company, noticeId, isSuspended: true, campaign, reason: 'Spam.' })
  await handle(SuspensionChanged, { ...company, noticeId, isSuspended: false, campaign })
  expect(await messages()).toEqual({
    owner: ['Suspended: Winter bread: Spam.', 'Your campaign emails can be sent again.'],
    admins: ['', ''],
  })
  expect(await mails()).toEqual([toOwner('sending-resumed', noticeId), toOwner('sending-suspended', noticeId)])
})

it('a long name of a campaign or company is shortened to one line', async () => {
  const long = `Winter\n${'bread '.repeat(50)}`
  await handle(DispatchReported, { ...dispatch, name: long, companyName: long, outcome: 'held', reason: 'Why' })
  const { owner, admins } = await messages()
  for (const message of [...owner, ...admins]) expect(message).not.toContain('\n')
  expect(owner[0]?.length).toBeLessThan(130)
  expect(admins[0]?.length).toBeLessThan(240)
})
