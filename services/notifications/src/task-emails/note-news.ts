import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { ReviewMails } from '../review-links.ts'
import { allAdmins } from './choice.repository.ts'
import { addEntries } from './digest-entry.repository.ts'
import { type TaskEvent, userIdsOf } from './email-admins.ts'
import { saveNoteNews } from './task-news.repository.ts'
import { newsFactsOf } from './task-news.ts'

/** Digests omit the task until no note was written for this time, so that one email is about all notes that a client writes in a row. */
const MORE_NOTES_WAIT_MS = 3 * 60_000

/**
 * Adds a task with notes of its client to the next digests of all admins who want emails, also of admins who want emails at once. If an
 * event about a decision or a preview was more recent, the notes are no news.
 */
export async function addNoteNews(trx: Transaction<Tables>, event: TaskEvent, { now }: Pick<ReviewMails, 'now'>): Promise<void> {
  const admins = await allAdmins(trx)
  const { data, aggregateversion: version } = event
  const feedbackUntil = new Date(now().getTime() + MORE_NOTES_WAIT_MS)
  if (!(await saveNoteNews(trx, { version, facts: newsFactsOf(data), feedbackUntil }))) return
  const emailed = admins.filter(({ frequency }) => frequency !== 'none')
  await addEntries(trx, data._id, userIdsOf(emailed), now())
}
