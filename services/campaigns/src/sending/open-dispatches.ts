import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Logger } from '@app/chassis/logger.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { IS_FREE } from '../dispatches/dispatch.repository.ts'
import { finishDispatch } from '../dispatches/finish-dispatch.ts'

export interface OpenDispatch {
  id: string
  companyId: string
}

/** The dispatches that have somebody to be sent to now. Those that have nobody left are done. */
export async function openDispatches(db: Kysely<Tables>, log: Logger): Promise<OpenDispatch[]> {
  // One question for each index: whole dispatches are not to be looked through every second.
  const { rows } = await sql<OpenDispatch & { isOpen: boolean; isDue: boolean }>`
    select id, company_id as "companyId",
      exists (select from delivery where dispatch_id = dispatch.id and state in ('queued', 'unknown'))
        or exists (select from delivery where dispatch_id = dispatch.id and state = 'sending') as "isOpen",
      ${IS_FREE} and exists (
        select from delivery where dispatch_id = dispatch.id and state in ('queued', 'unknown') and due_at <= now()
      ) as "isDue"
    from dispatch where state = 'sending'`.execute(db)
  for (const { id, isOpen } of rows) {
    const isDone = !isOpen && (await inTransaction(db, (trx) => finishDispatch(trx, id)))
    if (isDone) log.info({ dispatch: id }, 'a sending is done')
  }
  return rows.filter(({ isDue }) => isDue).map(({ id, companyId }) => ({ id, companyId }))
}

/** What the owner reads while the relay is away. */
const RELAY_AWAY = {
  code: 'relay-away',
  reason: 'Our mail service does not answer at the moment. Sending goes on by itself as soon as it does.',
}

export async function noteRelayAway(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('dispatch')
    .set(RELAY_AWAY)
    .where('state', '=', 'sending')
    .where(sql<boolean>`code is distinct from ${RELAY_AWAY.code}`)
    .execute()
}

/** For whoever watches it: rejects while senders have noted that the relay is away. */
export const relayIsThere = (db: Kysely<Tables>) => async (): Promise<void> => {
  const waiting = await db
    .selectFrom('dispatch')
    .select('id')
    .where('state', '=', 'sending')
    .where('code', '=', RELAY_AWAY.code)
    .limit(1)
    .executeTakeFirst()
  if (waiting) throw new Error(RELAY_AWAY.reason)
}

export async function noteRelayBack(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('dispatch')
    .set({ code: null, reason: null })
    .where('state', '=', 'sending')
    .where('code', '=', RELAY_AWAY.code)
    .execute()
}
