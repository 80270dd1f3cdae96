import { tryConsumeLimit } from '@app/chassis/limits/limiter.ts'
import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import { oneLine } from '@app/chassis/text/one-line.ts'
import type { SheetAway, SheetBack, WriteRefused } from '@app/contracts/events/crm-proxy.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { addNotifications } from '../feed/notification.repository.ts'
import { mailOwner } from '../mail/mail-owner.ts'
import { neutralSheet } from '../mail/neutral-words.ts'
import { sheetAway } from '../mail/templates/sheet-away.ts'
import { writeRefused } from '../mail/templates/write-refused.ts'

type SheetEvent = ReceivedEvent<typeof SheetAway | typeof SheetBack | typeof WriteRefused>

/** Adds `message` to the owner's list. The admins' open screens only refetch their data. */
const notifyOwner = (trx: Transaction<Tables>, { type, data }: SheetEvent, message: string): Promise<void> =>
  addNotifications(trx, {
    type,
    companyProfileId: data.companyProfileId,
    taskId: null,
    ownerId: data.ownerId,
    owner: message,
    admins: '',
  })

export async function reportSheetAway(
  trx: Transaction<Tables>,
  event: ReceivedEvent<typeof SheetAway>,
  publicUrl: string,
  timeZone: string,
) {
  await notifyOwner(trx, event, 'We haven’t been able to reach your customer spreadsheet for a day.')
  const { id: eventId, data } = event
  const contentFor = (isVerified: boolean) => sheetAway(isVerified ? data : neutralSheet(data), publicUrl, timeZone)
  await mailOwner(trx, { eventId, ownerId: data.ownerId, template: 'sheet-away', contentFor })
}

export async function reportSheetBack(trx: Transaction<Tables>, event: ReceivedEvent<typeof SheetBack>) {
  await notifyOwner(trx, event, 'We can reach your customer spreadsheet again.')
}

/**
 * Maximum number of emails about refused changes per company. A renamed column, for example, makes the spreadsheet refuse all waiting
 * changes at once. The link in the first email opens the list of all refused changes.
 */
const MAIL_LIMIT = { count: 1, seconds: 30 * 60 }

export async function reportRefusedWrite(trx: Transaction<Tables>, event: ReceivedEvent<typeof WriteRefused>, publicUrl: string) {
  const { data } = event
  const customer = data.name ? ` for ${oneLine(data.name, 100)}` : ''
  await notifyOwner(trx, event, `A change${customer} was not saved to your customer spreadsheet: ${data.reason}`)
  if (await tryConsumeLimit(trx, { key: `write-refused:${data.companyProfileId}`, limit: MAIL_LIMIT, now: new Date() })) return
  const contentFor = (isVerified: boolean) => writeRefused(isVerified ? data : neutralSheet(data), publicUrl)
  await mailOwner(trx, { eventId: event.id, ownerId: data.ownerId, template: 'write-refused', contentFor })
}
