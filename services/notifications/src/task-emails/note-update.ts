import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { ReviewMails } from '../review-links.ts'
import { allAdmins } from './choice.repository.ts'
import { addEntries } from './digest-entry.repository.ts'
import { type TaskEvent, userIdsOf } from './email-admins.ts'
import { saveNoteUpdate } from './task-update.repository.ts'
import { taskUpdateFactsOf } from './task-update.ts'

/** Digests omit a task until the client has written no note for this time. So one email lists all notes that a client writes in a row. */
const MORE_NOTES_WAIT_MS = 3 * 60_000

/**
 * Adds a task with notes of its client to the next digests of all admins who get emails. Admins who get emails at once also get this
 * digest. Changes nothing if an update about a decision or a preview of the same or a newer version is stored.
 */
export async function addNoteUpdate(trx: Transaction<Tables>, event: TaskEvent, { now }: Pick<ReviewMails, 'now'>): Promise<void> {
  const admins = await allAdmins(trx)
  const { data, aggregateversion: version } = event
  const feedbackUntil = new Date(now().getTime() + MORE_NOTES_WAIT_MS)
  if (!(await saveNoteUpdate(trx, { version, facts: taskUpdateFactsOf(data), feedbackUntil }))) return
  const emailed = admins.filter(({ frequency }) => frequency !== 'none')
  await addEntries(trx, data._id, userIdsOf(emailed), now())
}
