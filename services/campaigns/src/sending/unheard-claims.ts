import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { LEASE_MS, type Wanted } from './ledger.ts'

interface Unheard {
  /** As the rows it may have claimed carry it. */
  exchange: string
  dispatchIds: readonly string[]
  /** Since when the database answers again. */
  answersSince?: number
}

/**
 * Claims that this process may have and never heard of: the answer of the database got lost. Nothing of them was sent, so
 * they are given back, where a lease that just runs out would leave them unknown.
 */
export function createUnheardClaims(db: Kysely<Tables>) {
  let unheard: Unheard[] = []

  return {
    add({ exchange, lanes }: Wanted): void {
      if (lanes.length > 0) unheard.push({ exchange, dispatchIds: [...new Set(lanes.map(({ dispatchId }) => dispatchId))] })
    },

    /** To be called again and again: a database that stood still may yet do what it was asked before. */
    async giveBack(): Promise<void> {
      const all = unheard
      if (all.length === 0) return
      await sql`
        update delivery set
          state = 'queued', due_at = now(), attempts = attempts - 1, tried_since = case when attempts > 1 then tried_since end
        where dispatch_id = any(${[...new Set(all.flatMap(({ dispatchIds }) => dispatchIds))]}::uuid[])
          and (state = 'sending' or (state = 'unknown' and due_at > now()))
          and claimed_in = any(${all.map(({ exchange }) => exchange)}::uuid[])`.execute(db)
      const now = performance.now()
      for (const one of all) one.answersSince ??= now
      unheard = unheard.filter(({ answersSince = now }) => now - answersSince < LEASE_MS)
    },
  }
}
