import { type Kysely, sql, type Transaction } from 'kysely'
import { notify } from '../db/channels.ts'
import type { Tables } from '../db/tables.ts'

/** A token that ended before its time, or all of a user's that were issued before a second. */
export interface EndedSession {
  userId: string
  /** Absent: all of them. */
  tokenId?: string
  /** Seconds since 1970; 0 where one token is meant. */
  issuedBefore: number
}

/** Remembers that tokens ended, and tells every replica. */
export async function endSession(trx: Transaction<Tables>, { userId, tokenId = '', issuedBefore }: EndedSession): Promise<void> {
  await sql`
    insert into ended_session (user_id, token_id, issued_before) values (${userId}, ${tokenId}, ${issuedBefore})
    on conflict (user_id, token_id) do update set
      issued_before = greatest(ended_session.issued_before, excluded.issued_before), ended_at = now()`.execute(trx)
  await notify(trx, 'sessions', { userId, issuedBefore })
}

/** Tokens live for half a day. */
const LIFE = sql`interval '13 hours'`
const MOST = 10_000

/** What ended lately: one user's, or everybody's, newest first. */
export async function endedSessions(db: Kysely<Tables>, userId?: string): Promise<EndedSession[]> {
  const rows = await db
    .selectFrom('ended_session')
    .select(['user_id as userId', 'token_id as tokenId', 'issued_before as issuedBefore'])
    .where('ended_at', '>', sql<string>`now() - ${LIFE}`)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .orderBy('ended_at', 'desc')
    .limit(MOST)
    .execute()
  return rows.map(({ tokenId, ...session }) => ({ ...session, ...(tokenId && { tokenId }) }))
}
