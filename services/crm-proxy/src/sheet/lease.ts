import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { isFound } from '@app/chassis/db/is-found.ts'
import type { Logger } from '@app/chassis/logging/logger.ts'
import { startInterval } from '@app/chassis/time/start-interval.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** The exclusive right to call a company's script. At most one process of all replicas has the lease of a company. */
export interface Lease {
  companyId: string
  /** Fencing token. A newer lease has a greater token. */
  token: number
  /** Aborted when the lease is lost or the process stops. */
  signal: AbortSignal
}

/** This process has lost its lease, because another process took a newer one. Changes under the lost lease are rejected. */
export class LeaseLost extends Error {}

interface LeaseOptions {
  db: Kysely<Tables>
  log: Logger
  signal: AbortSignal
}

interface Waiting {
  waitMs: number
  /** Called while waiting. Returns true if the lease is not needed any more. */
  isDone?: () => Promise<boolean>
}

/** Duration of a lease. It is renewed while a call is in progress. */
const LEASE_MS = 15_000
const DURATION = sql`${LEASE_MS} * interval '1 millisecond'`
const POLL_MS = 100

/** Maximum wait for a lease. It is longer than the timeout of a call, which is 30 s (`calls.ts`). */
export const LEASE_WAIT_MS = 35_000

/** `now()` would return the start of the transaction. The lease would be too short after a wait for a row lock. */
const NOW = sql`clock_timestamp()`
/** SQL condition: the lease is free. A lease that ends too far ahead was taken before the clock was set back, so it is free too. */
const FREE = sql<boolean>`(lease_expires_at is null or lease_expires_at <= ${NOW} or lease_expires_at > ${NOW} + ${DURATION})`

async function take(db: Kysely<Tables>, companyId: string): Promise<number | undefined> {
  const taken = await db
    .updateTable('sheet')
    .set({ lease_token: sql`lease_token + 1`, lease_expires_at: sql`${NOW} + ${DURATION}` })
    .where('company_id', '=', companyId)
    .where(FREE)
    .returning('lease_token')
    .executeTakeFirst()
  return taken?.lease_token
}

async function renew(db: Kysely<Tables>, { companyId, token }: Omit<Lease, 'signal'>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sheet')
    .set({ lease_expires_at: sql`${NOW} + ${DURATION}` })
    .where('company_id', '=', companyId)
    .where('lease_token', '=', token)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function release(db: Kysely<Tables>, { companyId, token }: Omit<Lease, 'signal'>): Promise<void> {
  await db
    .updateTable('sheet')
    .set({ lease_expires_at: null })
    .where('company_id', '=', companyId)
    .where('lease_token', '=', token)
    .execute()
}

/** Runs `work` under a lease of the company's sheet. Returns undefined if the lease was not free in time or is not needed any more. */
export async function withLease<T>(
  { db, log, signal }: LeaseOptions,
  companyId: string,
  { waitMs, isDone = async () => false }: Waiting,
  work: (lease: Lease) => Promise<T>,
): Promise<T | undefined> {
  const giveUpAt = performance.now() + waitMs
  let token = await take(db, companyId)
  while (token === undefined) {
    if (signal.aborted || performance.now() > giveUpAt || (await isDone())) return undefined
    await sleep(POLL_MS)
    token = await take(db, companyId)
  }
  const held = { companyId, token }
  const lost = new AbortController()
  const stopRenewing = startInterval({
    ms: LEASE_MS / 3,
    name: 'renewing a lease',
    log,
    run: async () => (await renew(db, held)) || lost.abort(),
  })
  try {
    return await work({ ...held, signal: AbortSignal.any([signal, lost.signal]) })
  } finally {
    await stopRenewing()
    await release(db, held)
  }
}

/** Runs a transaction that has locked the sheet's row for a change under the lease. Throws `LeaseLost` if another process has the lease. */
export const inLeasedTransaction = <R>(
  db: Kysely<Tables>,
  { companyId, token }: Lease,
  work: (trx: Transaction<Tables>) => Promise<R>,
): Promise<R> =>
  inTransaction(db, async (trx) => {
    const held = trx.selectFrom('sheet').select('lease_token').where('company_id', '=', companyId).where('lease_token', '=', token)
    if (!(await isFound(held.forUpdate()))) throw new LeaseLost('The lease is lost')
    return work(trx)
  })
