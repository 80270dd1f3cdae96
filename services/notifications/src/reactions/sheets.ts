import { tryConsumeLimit } from '@app/chassis/limits/limiter.ts'
import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import { oneLine } from '@app/chassis/one-line.ts'
import type { SheetAway, SheetBack, WriteRefused } from '@app/contracts/events/crm-proxy.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { addNotifications } from '../feed/notification.repository.ts'
import { mailOwner } from '../mail/mail-owner.ts'
import { neutralSheet } from '../mail/neutral-words.ts'
import { sheetAway } from '../mail/templates/sheet-away.ts'
import { writeRefused } from '../mail/templates/write-refused.ts'

type SheetEvent = ReceivedEvent<typeof SheetAway | typeof SheetBack | typeof WriteRefused>

/** The owner reads `message`; the admins' screens refresh. */
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
  await notifyOwner(trx, event, 'Your customer spreadsheet has not answered for a day.')
  const { id: eventId, data } = event
  const contentFor = (isVerified: boolean) => sheetAway(isVerified ? data : neutralSheet(data), publicUrl, timeZone)
  await mailOwner(trx, { eventId, ownerId: data.ownerId, template: 'sheet-away', contentFor })
}

export async function reportSheetBack(trx: Transaction<Tables>, event: ReceivedEvent<typeof SheetBack>) {
  await notifyOwner(trx, event, 'Your customer spreadsheet answers again.')
}

/** A column that was renamed refuses all that waited at once: the first is mailed, and the mail leads to where all of them stand. */
const ONE_MAIL = { count: 1, seconds: 30 * 60 }

export async function reportRefusedWrite(trx: Transaction<Tables>, event: ReceivedEvent<typeof WriteRefused>, publicUrl: string) {
  const { data } = event
  const whom = data.name ? `about ${oneLine(data.name, 100)} ` : ''
  await notifyOwner(trx, event, `A change ${whom}is not in your customer spreadsheet: ${data.reason}`)
  if (await tryConsumeLimit(trx, { key: `write-refused:${data.companyProfileId}`, limit: ONE_MAIL, now: new Date() })) return
  const contentFor = (isVerified: boolean) => writeRefused(isVerified ? data : neutralSheet(data), publicUrl)
  await mailOwner(trx, { eventId: event.id, ownerId: data.ownerId, template: 'write-refused', contentFor })
}
