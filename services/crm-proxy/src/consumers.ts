import { applyCompanyEvent } from '@app/chassis/companies/company-projection.ts'
import { applyUserEvent } from '@app/chassis/companies/confirmed-owners.ts'
import { on, type Subscription } from '@app/chassis/messaging/consumer.ts'
import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import { AudienceWanted, RecipientUnsubscribed } from '@app/contracts/events/campaigns.ts'
import { CompanyProfileSaved } from '@app/contracts/events/company.ts'
import { UserChanged } from '@app/contracts/events/identity.ts'
import { normalizeEmail } from '@app/contracts/rules/email.ts'
import type { Transaction } from 'kysely'
import { queueAudience } from './audience/read-audience.ts'
import type { Tables } from './db/tables.ts'
import { findSheet, followAddress } from './sheet/sheet.repository.ts'
import { scheduleSheetJob } from './sheet/sheet-jobs.ts'
import { addWrite } from './writes/add-write.ts'

/** Updates the company and its row in `sheet`. If the spreadsheet's URL changed, waiting changes are sent to the new spreadsheet. */
async function follow(trx: Transaction<Tables>, event: ReceivedEvent<typeof CompanyProfileSaved>): Promise<void> {
  await applyCompanyEvent(trx, event)
  await followAddress(trx, event.data.profile._id)
  await scheduleSheetJob(trx, event.data.profile._id)
}

/** Stores a change that the sheet job will write. The change sets Email Subscription to `No` in all rows with the email address. */
async function unsubscribe(trx: Transaction<Tables>, { data }: ReceivedEvent<typeof RecipientUnsubscribed>): Promise<void> {
  const { companyProfileId, email } = data
  const values = { 'Email Subscription': 'No' }
  if (!(await findSheet(trx, companyProfileId))) return
  await addWrite(trx, companyProfileId, {
    kind: 'unsubscribe',
    customerId: '',
    email: normalizeEmail(email),
    name: email,
    values,
    seen: {},
    old: [],
  })
}

/** The handlers of all consumed events. */
export const subscriptions: Subscription<Tables>[] = [
  on(CompanyProfileSaved, follow),
  on(UserChanged, applyUserEvent),
  on(RecipientUnsubscribed, unsubscribe),
  on(AudienceWanted, queueAudience),
]

export const subscribedTypes: readonly string[] = subscriptions.map(({ event }) => event.type)
