import { tryConsumeLimit } from '@app/chassis/limits/limiter.ts'
import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import { oneLine } from '@app/chassis/text/one-line.ts'
import type { SheetReachabilityChanged, WriteRefused } from '@app/contracts/events/crm-proxy.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { addNotifications } from '../feed/notification.repository.ts'
import { requestMails } from '../mail/mail.repository.ts'
import type { Reaction } from './reaction.ts'

type SheetEvent = ReceivedEvent<typeof SheetReachabilityChanged | typeof WriteRefused>

/** Adds `message` to the owner's list. The admins' open screens only refetch their data. */
const notifyOwner = (trx: Transaction<Tables>, { type, data }: SheetEvent, message: string): Promise<void> =>
  addNotifications(trx, { type, companyProfileId: data.companyProfileId, ownerId: data.ownerId, owner: message })

/** Reports to the owner that the spreadsheet has been unavailable for a day, with an email, or that it is available again. */
export const reportReachability: Reaction<typeof SheetReachabilityChanged> = async (trx, event) => {
  const { companyProfileId: about, ownerId, isAway } = event.data
  const away = 'We haven’t been able to reach your customer spreadsheet for a day.'
  await notifyOwner(trx, event, isAway ? away : 'We can reach your customer spreadsheet again.')
  if (!isAway) return
  const recipient = { kind: 'owner', id: ownerId } as const
  await requestMails(trx, 'crm-proxy', [{ eventId: event.id, topic: 'sheet-away', about, companyId: about, recipient }])
}

/**
 * Maximum number of emails about refused changes per company. A renamed column, for example, makes the spreadsheet refuse all waiting
 * changes at once. The link in the first email opens the list of all refused changes.
 */
const MAIL_LIMIT = { count: 1, seconds: 30 * 60 }

/** Tells the owner about a change that can't be written to the spreadsheet. */
export const reportRefusedWrite: Reaction<typeof WriteRefused> = async (trx, event) => {
  const { companyProfileId, ownerId, writeId: about, name, reason } = event.data
  const customer = name ? ` for ${oneLine(name, 100)}` : ''
  await notifyOwner(trx, event, `A change${customer} was not saved to your customer spreadsheet: ${reason}`)
  if (await tryConsumeLimit(trx, { key: `write-refused:${companyProfileId}`, limit: MAIL_LIMIT, now: new Date() })) return
  const recipient = { kind: 'owner', id: ownerId } as const
  await requestMails(trx, 'crm-proxy', [{ eventId: event.id, topic: 'write-refused', about, companyId: companyProfileId, recipient }])
}
