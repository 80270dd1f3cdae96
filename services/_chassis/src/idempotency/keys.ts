import { IDEMPOTENCY_KEY_HOURS } from '@app/contracts/rules/idempotency.ts'
import { type Kysely, sql } from 'kysely'
import { deleteBatch } from '../db/delete-batch.ts'
import type { Logger } from '../logging/logger.ts'
import type { Trx } from '../messaging/outbox.ts'
import { startInterval } from '../time/start-interval.ts'

export async function createIdempotencyKeyTable(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table idempotency_key (
      scope text not null,
      key text not null,
      fingerprint text not null,
      status smallint not null,
      response text not null,
      created_at timestamptz not null default now(),
      primary key (scope, key)
    )`.execute(db)
  await sql`create index idempotency_key_by_age on idempotency_key (created_at)`.execute(db)
}

export interface IdempotencyKey {
  /** Caller and route of the request. Other callers and routes can use the same key independently. */
  scope: string
  key: string
}

export interface StoredResponse {
  fingerprint: string
  status: number
  answer: string
}

const isOver = sql<boolean>`idempotency_key.created_at <= now() - ${IDEMPOTENCY_KEY_HOURS} * interval '1 hour'`

export async function findResponse<T>(db: Kysely<T>, { scope, key }: IdempotencyKey): Promise<StoredResponse | undefined> {
  const { rows } = await sql<StoredResponse>`
    select fingerprint, status, response as answer from idempotency_key
    where scope = ${scope} and key = ${key} and not (${isOver})`.execute(db)
  return rows[0]
}

/** Returns false if the key already has a response. Waits for a concurrent transaction that stores a response for the key. */
export async function insertResponse(
  trx: Trx,
  { scope, key }: IdempotencyKey,
  { fingerprint, status, answer }: StoredResponse,
): Promise<boolean> {
  const { rows } = await sql`
    insert into idempotency_key (scope, key, fingerprint, status, response) values (${scope}, ${key}, ${fingerprint}, ${status}, ${answer})
    on conflict (scope, key) do update
      set fingerprint = excluded.fingerprint, status = excluded.status, response = excluded.response, created_at = now() where ${isOver}
    returning key`.execute(trx)
  return rows.length > 0
}

const PURGE_EVERY_MS = 10 * 60_000
/** Returns whether there may be more old keys. */
export const purgeKeys = <T>(db: Kysely<T>): Promise<boolean> => deleteBatch(db, 'idempotency_key', isOver)

export const startPurgingKeys = <T>(db: Kysely<T>, log: Pick<Logger, 'warn'>): (() => Promise<void>) =>
  startInterval({
    ms: PURGE_EVERY_MS,
    name: 'deleting old idempotency keys',
    log,
    async run(signal) {
      while (!signal.aborted && (await purgeKeys(db)));
    },
  })
