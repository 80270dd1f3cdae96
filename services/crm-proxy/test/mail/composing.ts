import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { mailRequests } from '@app/chassis/testing/mail-requests.ts'
import { UserChanged } from '@app/contracts/events/identity.ts'
import { composeSheetMail, type MailRecipient, type SheetMailTopic } from '@app/contracts/http/mail-content.ts'
import { subscriptions } from '../../src/consumers.ts'
import { followAddress } from '../../src/sheet/sheet.repository.ts'
import { INTERNAL_MAIL_KEY, type Service } from '../setup.ts'

/** Functions that request emails as `notifications` does. `service` returns the service at the time of the request. */
export const composing = (service: () => Service) => mailRequests<SheetMailTopic>(() => service().app, composeSheetMail, INTERNAL_MAIL_KEY)

export const toOwner = ({ id }: { id: string }): MailRecipient => ({ kind: 'owner', id })

/** Returns an owner whose company has the URL of a script, which the service never calls. */
export async function ownerWithAddress({ deps, db }: Service) {
  const owner = await ownerWithCompany(deps, { gsapi: 'https://script.google.com/macros/s/unused/exec' })
  await followAddress(db, owner.company._id)
  return owner
}

/** Handles the event that an owner confirmed the email address. */
export async function confirm({ db }: Service, { id: userId }: { id: string }): Promise<void> {
  const subscription = subscriptions.find(({ event }) => event === UserChanged)
  const data = { change: 'verified', userId, email: 'ada@marsh.example', username: 'Ada', role: 'owner', emailVerified: true }
  await inTransaction(db, (trx) => subscription?.handle(trx, { aggregateversion: 2, data } as never) ?? Promise.reject())
}
