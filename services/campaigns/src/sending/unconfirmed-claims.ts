import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { type ClaimRequest, LEASE_MS } from './ledger.ts'

interface UnconfirmedClaim {
  /** As the rows it may have claimed carry it. */
  exchange: string
  dispatchIds: readonly string[]
  /** Since when the database answers again. */
  answersSince?: number
}

/**
 * Claims that this process may hold without knowing: the response of the database was lost. None of these mails was sent, so the
 * claims are released. An expired lease would make them unknown.
 */
export function createUnconfirmedClaims(db: Kysely<Tables>) {
  let unconfirmed: UnconfirmedClaim[] = []

  return {
    add({ exchange, queues }: ClaimRequest): void {
      if (queues.length > 0) unconfirmed.push({ exchange, dispatchIds: [...new Set(queues.map(({ dispatchId }) => dispatchId))] })
    },

    /** Safe to call repeatedly. A database that was frozen may still execute statements sent before the freeze. */
    async release(): Promise<void> {
      const all = unconfirmed
      if (all.length === 0) return
      await sql`
        update delivery set
          state = 'queued', due_at = now(), attempts = attempts - 1, first_claimed_at = case when attempts > 1 then first_claimed_at end
        where dispatch_id = any(${[...new Set(all.flatMap(({ dispatchIds }) => dispatchIds))]}::uuid[])
          and (state = 'sending' or (state = 'unknown' and due_at > now()))
          and claimed_by_exchange = any(${all.map(({ exchange }) => exchange)}::uuid[])`.execute(db)
      const now = performance.now()
      for (const one of all) one.answersSince ??= now
      unconfirmed = unconfirmed.filter(({ answersSince = now }) => now - answersSince < LEASE_MS)
    },
  }
}
