import { connect } from '@app/chassis/db/connect.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { SheetReachabilityChanged, WriteRefused } from '@app/contracts/events/crm-proxy.ts'
import type { Kysely } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { migrations } from '../src/db/migrations/index.ts'
import type { Tables } from '../src/db/tables.ts'
import { eventHandler } from './support/event-handler.ts'
import { testSettings } from './support/settings.ts'

const sheet = { companyProfileId: crypto.randomUUID(), ownerId: crypto.randomUUID() }
const REASON = 'The row is no longer in the spreadsheet.'
const refused = (name: string) => ({ ...sheet, writeId: crypto.randomUUID(), name, reason: REASON })

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
  for (const table of ['mail', 'work', 'notification', 'rate_limits'] as const) await db.deleteFrom(table).execute()
})

const mails = () =>
  db.selectFrom('mail').select(['composer', 'template', 'about', 'recipient_kind as kind', 'recipient_id as id']).execute()
const toOwner = (template: string, about: string) => ({ composer: 'crm-proxy', template, about, kind: 'owner', id: sheet.ownerId })
const queues = async () => (await db.selectFrom('work').select('queue').execute()).map(({ queue }) => queue)
/** Returns the messages in the list of the owner. The admins get no messages, but their open screens refetch. */
async function messages(): Promise<string[]> {
  const rows = await db.selectFrom('notification').selectAll().orderBy('id').execute()
  const [ofOwner, ofAdmins] = [rows.filter((row) => !row.audience_admins), rows.filter((row) => row.audience_admins)]
  expect(ofAdmins.map(({ message }) => message)).toEqual(ofOwner.map(() => ''))
  for (const { audience_user, company_profile_id } of ofOwner)
    expect([audience_user, company_profile_id]).toEqual([sheet.ownerId, sheet.companyProfileId])
  return ofOwner.map(({ message }) => message)
}

it('a spreadsheet is unavailable for a day: the owner gets a message and an email, and later a message that it is back', async () => {
  await handle(SheetReachabilityChanged, { ...sheet, isAway: true })
  await handle(SheetReachabilityChanged, { ...sheet, isAway: false })
  expect(await messages()).toEqual([
    'We haven’t been able to reach your customer spreadsheet for a day.',
    'We can reach your customer spreadsheet again.',
  ])
  expect(await mails()).toEqual([toOwner('sheet-away', sheet.companyProfileId)])
  expect(await queues()).toEqual(['mail-crm-proxy'])
})

it('a spreadsheet refuses several changes in a row: the owner gets several messages, and one email', async () => {
  const first = refused('Ada Marsh')
  await handle(WriteRefused, first)
  await handle(WriteRefused, refused(''))
  expect(await messages()).toEqual([
    `A change for Ada Marsh was not saved to your customer spreadsheet: ${REASON}`,
    `A change was not saved to your customer spreadsheet: ${REASON}`,
  ])
  expect(await mails()).toEqual([toOwner('write-refused', first.writeId)])
  expect(await queues()).toEqual(['mail-crm-proxy'])
})

it('changes of another company cause another email', async () => {
  await handle(WriteRefused, refused('Ada Marsh'))
  await handle(WriteRefused, { ...refused('Ben Reed'), companyProfileId: crypto.randomUUID(), ownerId: crypto.randomUUID() })
  expect(await mails()).toHaveLength(2)
})

it('a long name of a customer is shortened to one line', async () => {
  await handle(WriteRefused, refused(`Ada\n${'Marsh '.repeat(50)}`))
  const [message = ''] = await messages()
  expect(message).not.toContain('\n')
  expect(message.length).toBeLessThan(220)
})
