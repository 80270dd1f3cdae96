import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { type ClaimRequest, LEASE_MS } from './ledger.ts'

interface UnconfirmedClaim {
  /** Id of an SQL statement whose response was lost. The rows that it has claimed contain this id in `claimed_by_exchange`. */
  statementId: string
  dispatchIds: readonly string[]
  /** When the claims were first released successfully, as a value of `performance.now()`. */
  releasedAt?: number
}

/** Releases claims if the database's response to the claim was lost. These emails were not sent, so they must not become `unknown`. */
export function createUnconfirmedClaims(db: Kysely<Tables>) {
  let unconfirmed: UnconfirmedClaim[] = []

  return {
    add({ statementId, queues }: ClaimRequest): void {
      if (queues.length > 0) unconfirmed.push({ statementId, dispatchIds: [...new Set(queues.map(({ dispatchId }) => dispatchId))] })
    },

    /** Call this function repeatedly, because a database that was frozen may execute a claim after the first release. */
    async release(): Promise<void> {
      const all = unconfirmed
      if (all.length === 0) return
      await sql`
        update delivery set
          state = 'queued', due_at = now(), attempts = attempts - 1, first_claimed_at = case when attempts > 1 then first_claimed_at end
        where dispatch_id = any(${[...new Set(all.flatMap(({ dispatchIds }) => dispatchIds))]}::uuid[])
          and (state = 'sending' or (state = 'unknown' and due_at > now()))
          and claimed_by_exchange = any(${all.map(({ statementId }) => statementId)}::uuid[])`.execute(db)
      const now = performance.now()
      for (const one of all) one.releasedAt ??= now
      unconfirmed = unconfirmed.filter(({ releasedAt = now }) => now - releasedAt < LEASE_MS)
    },
  }
}
