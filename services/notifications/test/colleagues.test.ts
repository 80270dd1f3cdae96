import { connect } from '@app/chassis/db/connect.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import type { EventData } from '@app/contracts/define.ts'
import { ColleagueChanged } from '@app/contracts/events/colleagues.ts'
import type { Kysely } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { migrations } from '../src/db/migrations/index.ts'
import type { Tables } from '../src/db/tables.ts'
import { clearTaskEmails } from './support/clear-task-emails.ts'
import { eventHandler } from './support/event-handler.ts'
import { testSettings } from './support/settings.ts'

type Changed = EventData<typeof ColleagueChanged>

const ownerId = crypto.randomUUID()
const colleague: Changed = {
  colleagueId: crypto.randomUUID(),
  companyProfileId: crypto.randomUUID(),
  companyName: 'Harbor Pine',
  ownerId,
  name: 'Ana Ruiz',
  may: 'decide',
  change: 'invited',
}

let database: TestDatabase
let db: Kysely<Tables>
const handle = eventHandler(() => db, testSettings())

beforeAll(async () => {
  database = await createTestDatabase('notifications', migrations)
  db = connect<Tables>({ url: database.url, schema: 'notifications', max: 5, onIdleError: () => {} })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})
afterEach(() => clearTaskEmails(db))

const noEmail = undefined
const toOwner = (topic: string) => ({ topic, kind: 'owner', id: ownerId as string })
const cases: [name: string, changes: Partial<Changed>, email: ReturnType<typeof toOwner> | undefined, message: string][] = [
  ['an invitation', {}, { topic: 'colleague-invitation', kind: 'colleague', id: colleague.colleagueId }, ''],
  [
    'an acceptance',
    { change: 'accepted' },
    toOwner('colleague-joined'),
    'Ana Ruiz accepted your invitation and can now decide on previews.',
  ],
  [
    'an acceptance of a colleague who may only look',
    { change: 'accepted', may: 'look' },
    toOwner('colleague-joined'),
    'Ana Ruiz accepted your invitation and can now look at previews.',
  ],
  ['a declined invitation', { change: 'left', hasDeclined: true }, toOwner('colleague-declined'), 'Ana Ruiz declined your invitation.'],
  ['a colleague who left', { change: 'left' }, toOwner('colleague-left'), 'Ana Ruiz no longer gets emails about your previews.'],
  ['a bounce', { change: 'bounced' }, noEmail, 'We couldn’t deliver our email to Ana Ruiz. Please check the email address.'],
  [
    'a request to come back',
    { change: 'return-asked' },
    toOwner('colleague-asks'),
    'Ana Ruiz asks to be your colleague again. Please agree or refuse under Colleagues.',
  ],
  ['a changed right', { change: 'may-changed' }, noEmail, ''],
  ['a removal', { change: 'removed' }, noEmail, ''],
  ['a withdrawn request', { change: 'return-withdrawn' }, noEmail, ''],
  ['an accepted request', { change: 'return-accepted' }, noEmail, ''],
  ['a refused request', { change: 'return-refused' }, noEmail, ''],
]

it.each(cases)('%s: requests the email and adds the message to the owner’s list', async (_name, changes, email, message) => {
  await handle(ColleagueChanged, { ...colleague, ...changes })
  const mails = await db.selectFrom('mail').select(['template as topic', 'recipient_kind as kind', 'recipient_id as id', 'about']).execute()
  expect(mails).toEqual(email ? [{ ...email, about: colleague.colleagueId }] : [])
  const rows = await db.selectFrom('notification').select(['audience_user', 'message', 'company_profile_id']).orderBy('id').execute()
  const { companyProfileId: company_profile_id } = colleague
  expect(rows).toEqual([
    { audience_user: ownerId, message, company_profile_id },
    { audience_user: null, message: '', company_profile_id },
  ])
})
