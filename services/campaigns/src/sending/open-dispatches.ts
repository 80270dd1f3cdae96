import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Logger } from '@app/chassis/logger.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { IS_NOT_SUSPENDED } from '../dispatches/dispatch.repository.ts'
import { finishDispatch } from '../dispatches/finish-dispatch.ts'
import { isTransientError } from '../is-transient-error.ts'

export interface OpenDispatch {
  id: string
  companyId: string
}

const FINISH_AGAIN_MS = 60_000

/** Looks for dispatches to send. A dispatch that cannot be finished is left alone for a minute, so that it holds up no others. */
export function openDispatchesFinder(db: Kysely<Tables>, log: Logger): () => Promise<OpenDispatch[]> {
  /** When dispatches that could not be finished are tried again. */
  const failedUntil = new Map<string, number>()

  async function finish(id: string): Promise<void> {
    if ((failedUntil.get(id) ?? 0) > performance.now()) return
    failedUntil.delete(id)
    try {
      if (await inTransaction(db, (trx) => finishDispatch(trx, id))) log.info({ dispatch: id }, 'a sending is done')
    } catch (error) {
      if (isTransientError(error)) throw error
      failedUntil.set(id, performance.now() + FINISH_AGAIN_MS)
      log.error({ err: error, dispatch: id }, 'a sending could not be finished; it is tried again in a minute')
    }
  }

  /** Returns the dispatches that have a mail to send now, and finishes those that have none left. */
  return async () => {
    // One subquery for each index: whole dispatches must not be read every second.
    const { rows } = await sql<OpenDispatch & { isOpen: boolean; isDue: boolean }>`
      select id, company_id as "companyId",
        exists (select from delivery where dispatch_id = dispatch.id and state in ('queued', 'unknown'))
          or exists (select from delivery where dispatch_id = dispatch.id and state = 'sending') as "isOpen",
        ${IS_NOT_SUSPENDED} and exists (
          select from delivery where dispatch_id = dispatch.id and state in ('queued', 'unknown') and due_at <= now()
        ) as "isDue"
      from dispatch where state = 'sending'`.execute(db)
    for (const { id, isOpen } of rows) if (!isOpen) await finish(id)
    return rows.filter(({ isDue }) => isDue).map(({ id, companyId }) => ({ id, companyId }))
  }
}

/** What the owner reads while the relay is away. */
const RELAY_AWAY = {
  code: 'relay-away',
  reason: 'Our mail service does not answer at the moment. Sending goes on by itself as soon as it does.',
}

export async function recordRelayAway(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('dispatch')
    .set(RELAY_AWAY)
    .where('state', '=', 'sending')
    .where(sql<boolean>`code is distinct from ${RELAY_AWAY.code}`)
    .execute()
}

/** Returns the dependency check of the relay. It rejects while senders have recorded that the relay is away. */
export const relayCheck = (db: Kysely<Tables>) => async (): Promise<void> => {
  const waiting = await db
    .selectFrom('dispatch')
    .select('id')
    .where('state', '=', 'sending')
    .where('code', '=', RELAY_AWAY.code)
    .limit(1)
    .executeTakeFirst()
  if (waiting) throw new Error(RELAY_AWAY.reason)
}

export async function recordRelayBack(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('dispatch')
    .set({ code: null, reason: null })
    .where('state', '=', 'sending')
    .where('code', '=', RELAY_AWAY.code)
    .execute()
}
