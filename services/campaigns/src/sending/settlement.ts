import { randomUUID } from 'node:crypto'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Logger } from '@app/chassis/logging/logger.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { isTransientError } from '../is-transient-error.ts'
import { applyConsequences, hasConsequences } from './consequences.ts'
import { type Claimed, type ProviderQueue, type Settled, settleAndClaim } from './ledger.ts'
import type { SendingRates } from './token-buckets.ts'
import type { createUnconfirmedClaims } from './unconfirmed-claims.ts'

interface SettlementDeps {
  db: Kysely<Tables>
  rates: SendingRates
  unconfirmed: ReturnType<typeof createUnconfirmedClaims>
  log: Logger
}

interface Settlement {
  settled: ReadonlySet<string>
  claimed: Claimed[]
}

/**
 * Returns a function that stores outcomes and claims emails together. After a permanent database error, the function stores each outcome
 * separately and claims no emails.
 */
export function createSettlement({ db, rates, unconfirmed, log }: SettlementDeps) {
  async function storeAndClaim(settled: readonly Settled[], queues: readonly ProviderQueue[], most: number): Promise<Settlement> {
    const request = { queues, most, rates, statementId: randomUUID() }
    try {
      if (!settled.some(hasConsequences)) return await settleAndClaim(db, settled, request)
      const { held, ...result } = await inTransaction(db, async (trx) => {
        const result = await settleAndClaim(trx, settled, request)
        const ours = settled.filter(({ claimed }) => result.settled.has(claimed.id))
        return { ...result, held: await applyConsequences(trx, ours, rates.relay) }
      })
      for (const dispatch of held) log.warn({ dispatch }, 'a dispatch is on hold: mail services refuse our sender')
      return result
    } catch (error) {
      unconfirmed.add(request)
      throw error
    }
  }

  /**
   * Stores outcomes one at a time, so that an outcome that always fails does not block the others. The failing outcome is stored without
   * its effects on addresses, providers and dispatches. If that fails too, the email's lease expires and its state becomes `unknown`.
   */
  async function storeEach(settled: readonly Settled[]): Promise<Settlement> {
    const stored = new Set<string>()
    for (const { claimed, outcome } of settled) {
      const { why: _why, slows: _slows, ...bare } = outcome
      for (const tried of [outcome, bare]) {
        try {
          for (const id of (await storeAndClaim([{ claimed, outcome: tried }], [], 0)).settled) stored.add(id)
          break
        } catch (error) {
          if (isTransientError(error)) throw error
          log.error({ err: error, delivery: claimed.id }, 'cannot store the outcome of an email')
        }
      }
    }
    return { settled: stored, claimed: [] }
  }

  return async (settled: readonly Settled[], queues: readonly ProviderQueue[], most: number): Promise<Settlement> => {
    try {
      return await storeAndClaim(settled, queues, most)
    } catch (error) {
      if (settled.length === 0 || isTransientError(error)) throw error
      return storeEach(settled)
    }
  }
}
