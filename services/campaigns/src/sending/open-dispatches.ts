import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Logger } from '@app/chassis/logging/logger.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { IS_NOT_SUSPENDED } from '../dispatches/dispatch.repository.ts'
import { finishDispatch } from '../dispatches/finish-dispatch.ts'
import { isTransientError } from '../is-transient-error.ts'

export interface OpenDispatch {
  id: string
  companyId: string
}

const FINISH_RETRY_MS = 60_000

/** Returns a function that finds the dispatches with an email to send now, and finishes dispatches that have no email left to send. */
export function openDispatchesFinder(db: Kysely<Tables>, log: Logger): () => Promise<OpenDispatch[]> {
  /** Dispatches that could not be finished. Each is skipped until the stored time, in milliseconds of `performance.now()`. */
  const failedUntil = new Map<string, number>()

  async function finish(id: string): Promise<void> {
    if ((failedUntil.get(id) ?? 0) > performance.now()) return
    failedUntil.delete(id)
    try {
      if (await inTransaction(db, (trx) => finishDispatch(trx, id))) log.info({ dispatch: id }, 'a dispatch is done')
    } catch (error) {
      if (isTransientError(error)) throw error
      failedUntil.set(id, performance.now() + FINISH_RETRY_MS)
      log.error({ err: error, dispatch: id }, 'cannot finish a dispatch; retrying in a minute')
    }
  }

  return async () => {
    // Each subquery uses a partial index, because this query runs every second and must not read all rows of a dispatch.
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

const RELAY_UNAVAILABLE = {
  code: 'relay-away',
  reason: 'Our mail service isn’t responding at the moment. We’ll continue sending as soon as it is back.',
}

export async function recordRelayUnavailable(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('dispatch')
    .set(RELAY_UNAVAILABLE)
    .where('state', '=', 'sending')
    .where(sql<boolean>`code is distinct from ${RELAY_UNAVAILABLE.code}`)
    .execute()
}

/** Returns the health check of the mail relay. The check rejects while a dispatch is recorded as waiting for the mail relay. */
export const relayCheck = (db: Kysely<Tables>) => async (): Promise<void> => {
  const waiting = await db
    .selectFrom('dispatch')
    .select('id')
    .where('state', '=', 'sending')
    .where('code', '=', RELAY_UNAVAILABLE.code)
    .limit(1)
    .executeTakeFirst()
  if (waiting) throw new Error(RELAY_UNAVAILABLE.reason)
}

export async function recordRelayAvailable(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('dispatch')
    .set({ code: null, reason: null })
    .where('state', '=', 'sending')
    .where('code', '=', RELAY_UNAVAILABLE.code)
    .execute()
}
