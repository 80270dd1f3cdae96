import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Messages that a side wrote in a row, of which the other side has not seen the newest. */
interface UnseenMessages {
  taskId: string
  /** The first of the unseen messages, oldest first. */
  texts: string[]
  /** Number of all unseen messages. */
  count: number
}

/** Maximum number of messages that an email quotes. */
const QUOTED_MAX = 5

/** Returns the messages of the agency in a burst that the owner has not seen. Undefined if there is none. */
export async function findUnseenMessages(db: Kysely<Tables>, burstId: string): Promise<UnseenMessages | undefined> {
  const { rows } = await sql<UnseenMessages>`
    select task_id as "taskId", (array_agg(note.text order by id))[1:${QUOTED_MAX}::integer] as texts, count(*) as count from task_note as note
    where burst_id = ${burstId} and side = 'agency' and not exists (
      select from task_note_seen as seen where seen.task_id = note.task_id and seen.side = 'client' and seen.note_id >= note.id
    )
    group by task_id`.execute(db)
  return rows[0]
}
