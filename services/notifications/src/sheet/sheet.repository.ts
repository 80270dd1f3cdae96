import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { notify } from '../db/channels.ts'
import type { Tables } from '../db/tables.ts'
import { queueTable } from '../queue/queue-table.ts'
import { LEASE_MS } from '../queue/worker.ts'

export const { renewLeases, markForRetry, countQueued } = queueTable('sheet_row', 'contact_id')

/** Queues a stored contact form for the spreadsheet. */
export async function queueSheetRow(trx: Transaction<Tables>, contactId: string): Promise<void> {
  await trx.insertInto('sheet_row').values({ contact_id: contactId }).execute()
  await notify(trx, 'sheet', '')
}

/** A contact form, by its own id, and how often it was tried. */
export type DueRow = Omit<Selectable<Tables['contact']>, 'client'> & { attempts: number }

/** Takes up to `most` due rows for this process; no other takes the same meanwhile. Each counts as an attempt. */
export async function claimDueRows(db: Kysely<Tables>, most: number): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    with due as materialized (
      select contact_id from sheet_row where state = 'queued' and next_attempt_at <= now()
      order by next_attempt_at limit ${most} for update skip locked
    )
    update sheet_row set attempts = attempts + 1, next_attempt_at = now() + ${LEASE_MS} * interval '1 millisecond'
    from due join contact on contact.id = due.contact_id where sheet_row.contact_id = due.contact_id
    returning contact.id, first_name, last_name, email, mobile, message, created_at, attempts`.execute(db)
  return rows
}

export async function markSent(db: Kysely<Tables>, id: string): Promise<void> {
  await db
    .updateTable('sheet_row')
    .set({ state: 'sent', sent_at: sql<string>`now()`, last_error: null })
    .where('contact_id', '=', id)
    .execute()
}

export async function markFailed(db: Kysely<Tables>, id: string, error: string): Promise<void> {
  await db.updateTable('sheet_row').set({ state: 'failed', last_error: error }).where('contact_id', '=', id).execute()
}
