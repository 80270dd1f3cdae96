import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import { brand } from '@app/contracts/brand.ts'
import type { PreviewNoteChanged } from '@app/contracts/events/task-notes.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { addNotifications, hasRecentMessage } from '../feed/notification.repository.ts'
import { addNotesToDigests } from '../task-emails/email-admins.ts'
import { companyOf, titleOf } from './names.ts'

type NoteData = ReceivedEvent<typeof PreviewNoteChanged>['data']

/** Returns the message to the owner about a change by an admin. Empty for changes by the client. */
function ownersMessage(data: NoteData): string {
  if (data.by !== 'agency') return ''
  if (data.change === 'resolved') return `Notes on ${titleOf(data)} are marked as done. Please check them.`
  return `${brand.name} wrote notes on ${titleOf(data)}.`
}

/** Returns the message to the admins about a change by the client. Empty if the admins need not act on the change. */
function adminsMessage(data: NoteData): string {
  if (data.by !== 'client' || data.change === 'accepted') return ''
  const verb = data.change === 'reopened' ? 'reopened' : 'wrote'
  return `${companyOf(data)} ${verb} notes on ${titleOf(data)}.`
}

/**
 * Reports a change of a note on a preview. A person often writes several notes in a row. Therefore, the same message about a preview
 * appears at most once in 15 minutes, and the admins get no email for each note: their next digest lists the task while it waits for a decision. A change of a team note
 * causes no message: only the open screens of admins refetch their data.
 */
export async function reportPreviewNote(
  trx: Transaction<Tables>,
  { type, data }: ReceivedEvent<typeof PreviewNoteChanged>,
  now: Date,
): Promise<void> {
  const { _id, companyProfileId, taskId, ownerId, previewId } = data
  if (data.visibility === 'team') return addNotifications(trx, { type, companyProfileId, taskId, ownerId, owner: null })

  // Two events about the same preview can arrive at the same time. The lock makes the second event wait.
  await sql`select pg_advisory_xact_lock(hashtext(${previewId}))`.execute(trx)
  const unlessRecent = async (message: string) => (message && (await hasRecentMessage(trx, previewId, message)) ? '' : message)
  const messages = { owner: await unlessRecent(ownersMessage(data)), admins: await unlessRecent(adminsMessage(data)) }
  await addNotifications(trx, { type, companyProfileId, taskId, ownerId, ...messages, about: previewId })
  if (data.isWaiting && adminsMessage(data)) await addNotesToDigests(trx, { taskId: _id, companyId: companyProfileId }, now)
}
