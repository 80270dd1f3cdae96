import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

const ATTEMPTS_MAX = 5

export interface ReviewCode {
  /** The code is not stored. `ReviewKeys` computes it from this id. */
  id: string
  expiresAt: string
  /** Number of wrong codes that were entered by clients that did not request this code. */
  attempts: number
  /** The clients to whose requests the code was emailed, each with the number of its wrong codes. */
  clients: Readonly<Record<string, number>>
}

/**
 * Returns the code of a recipient that has not expired, and locks its row until commit. The code expires in real time, because the business
 * clock can be ahead.
 */
export async function findCode(trx: Transaction<Tables>, recipientId: string): Promise<ReviewCode | undefined> {
  const { rows } = await sql<ReviewCode>`
    select id, expires_at as "expiresAt", attempts, clients from review_code
    where recipient_id = ${recipientId} and expires_at > now() for update`.execute(trx)
  return rows[0]
}

/**
 * Whether a client may enter a code. Each client that requested the code has its own attempts, and all other clients together have a further
 * five. So a stranger with the link cannot use up the attempts of the owner.
 */
export const mayTry = ({ attempts, clients }: ReviewCode, client: string): boolean => (clients[client] ?? attempts) < ATTEMPTS_MAX

/** Whether the code was requested by other clients than this one. Then it must stay valid. */
const isShared = ({ clients }: ReviewCode, client: string): boolean => Object.keys(clients).some((other) => other !== client)

async function replaceCode(trx: Transaction<Tables>, recipientId: string): Promise<ReviewCode> {
  const { rows } = await sql<ReviewCode>`
    insert into review_code (recipient_id, id, expires_at) values (${recipientId}, gen_random_uuid(), now() + interval '15 minutes')
    on conflict (recipient_id) do update set id = excluded.id, expires_at = excluded.expires_at, attempts = 0, clients = '{}'
    returning id, expires_at as "expiresAt", attempts, clients`.execute(trx)
  if (!rows[0]) throw new Error('The code of the recipient was not stored')
  return rows[0]
}

/**
 * Returns the code of a recipient for a client that requests it. Stores a new code if there is none, or if the client has used up its
 * attempts and no other client requested the code.
 */
export async function ensureCode(trx: Transaction<Tables>, recipientId: string, client: string): Promise<ReviewCode> {
  // Concurrent requests for a first code wait for each other, and then return the same code.
  await sql`select pg_advisory_xact_lock(hashtext(${`review-code ${recipientId}`}))`.execute(trx)
  const code = await findCode(trx, recipientId)
  return code && (mayTry(code, client) || isShared(code, client)) ? code : replaceCode(trx, recipientId)
}

/** Stores that the code was emailed because a client requested it. The wrong codes of the client stay counted. */
export async function addClient(trx: Transaction<Tables>, id: string, client: string): Promise<void> {
  await sql`
    update review_code set clients = jsonb_build_object(${client}::text, 0) || clients where id = ${id}`.execute(trx)
}

export async function countCodeAttempt(trx: Transaction<Tables>, { id, attempts, clients }: ReviewCode, client: string): Promise<void> {
  const wrong = clients[client]
  const own = wrong === undefined ? {} : { [client]: wrong + 1 }
  await sql`
    update review_code set attempts = ${wrong === undefined ? attempts + 1 : attempts}, clients = clients || ${JSON.stringify(own)}::jsonb
    where id = ${id}`.execute(trx)
}

export async function deleteCode(trx: Transaction<Tables>, id: string): Promise<void> {
  await sql`delete from review_code where id = ${id}`.execute(trx)
}
