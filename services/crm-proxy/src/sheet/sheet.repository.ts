import { randomBytes } from 'node:crypto'
import { AppError } from '@app/chassis/http/errors.ts'
import type { SheetProblem } from '@app/contracts/http/customers.ts'
import { SHEET_NOT_CONFIGURED } from '@app/contracts/rules/customers.ts'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { isOurRefusal, type SheetFault } from './faults.ts'

export type Sheet = Pick<
  Selectable<Tables['sheet']>,
  'gsapi' | 'secret' | 'kind' | 'failures' | 'writes_tag' | 'away_since' | 'away_reported'
> & {
  companyId: string
  companyName: string
  ownerId: string
  problem: SheetProblem | null
  /** While the circuit breaker is open, requests do not call the script. */
  isCircuitOpen: boolean
}

const FAILURES_TO_OPEN = 3
const FIRST_OPEN_S = 30
const MAX_OPEN_S = 300

/** SQL condition: the circuit breaker is open. A time too far ahead was stored before the clock was set back, and is ignored. */
export const IS_CIRCUIT_OPEN = sql<boolean>`coalesce(circuit_open_until > now() and circuit_open_until <= now() + ${MAX_OPEN_S} * interval '1 second', false)`

const ADDRESS = sql<string>`company.profile->>'gsapi'`

/** Returns undefined if the company has no URL of a script, or if `followAddress` has not applied the URL yet. */
export async function findSheet(db: Kysely<Tables>, companyId: string): Promise<Sheet | undefined> {
  const row = await db
    .selectFrom('sheet')
    .innerJoin('company', 'company.id', 'sheet.company_id')
    .select(['company.id', 'company.name', 'company.owner_id', 'sheet.gsapi', 'sheet.secret', 'sheet.kind'])
    .select(['sheet.failures', 'sheet.fault', 'sheet.fault_message', 'sheet.writes_tag', 'sheet.away_since', 'sheet.away_reported'])
    .select(IS_CIRCUIT_OPEN.as('isCircuitOpen'))
    .where('company.id', '=', companyId)
    .where('sheet.gsapi', '=', ADDRESS)
    .where('sheet.gsapi', '<>', '')
    .executeTakeFirst()
  if (!row) return undefined
  const { id, name, owner_id, fault, fault_message, ...rest } = row
  const problem = fault && { code: fault, message: fault_message ?? '' }
  return { ...rest, companyId: id, companyName: name, ownerId: owner_id, problem }
}

/**
 * Stores the URL from the company's profile in the table `sheet`. If the URL is new, deletes the copy, resets the lease and the script's
 * state, and returns true.
 */
export async function followAddress(db: Kysely<Tables> | Transaction<Tables>, companyId: string): Promise<boolean> {
  const { rows } = await sql`
    with followed as (
      insert into sheet (company_id, gsapi, secret)
      select id, profile->>'gsapi', ${newSecret()} from company where id = ${companyId} and profile->>'gsapi' <> ''
      on conflict (company_id) do update set
        gsapi = excluded.gsapi, kind = 'unknown', lease_token = sheet.lease_token + 1, lease_expires_at = null,
        failures = 0, fault = null, fault_message = null, circuit_open_until = null, away_since = null, away_reported = false
      where sheet.gsapi <> excluded.gsapi
      returning company_id
    ), forgotten as (
      delete from copy using followed where copy.company_id = followed.company_id
    )
    select company_id from followed`.execute(db)
  return rows.length > 0
}

const newSecret = (): string => randomBytes(32).toString('base64url')

/** Returns the secret that authenticates our requests. Creates it at the first call, even if the company has no URL yet. */
export async function ensureSecret(db: Kysely<Tables>, companyId: string): Promise<string> {
  const { secret } = await db
    .insertInto('sheet')
    .values({ company_id: companyId, gsapi: '', secret: newSecret() })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ company_id: companyId }))
    .returning('secret')
    .executeTakeFirstOrThrow()
  return secret
}

/** Returns the company's sheet. Throws a 409 if the company has no URL. */
export async function openSheet(db: Kysely<Tables>, companyId: string): Promise<Sheet> {
  const known = await findSheet(db, companyId)
  if (known) return known
  await followAddress(db, companyId)
  const sheet = await findSheet(db, companyId)
  if (!sheet) throw new AppError('sheet-not-configured', 'conflict', SHEET_NOT_CONFIGURED)
  return sheet
}

export async function recordResponse(trx: Transaction<Tables>, companyId: string): Promise<void> {
  await trx
    .updateTable('sheet')
    .set({ failures: 0, fault: null, fault_message: null, circuit_open_until: null, away_since: null, away_reported: false })
    .where('company_id', '=', companyId)
    .execute()
}

/**
 * Records a fault, and counts it as a failure unless our own rules for URLs prevented the call. The third consecutive failure opens the
 * circuit breaker for 30 s. Each further failure doubles the time, up to 5 minutes. If the sheet has been unavailable for a day, returns
 * true, once per outage. The caller then publishes an event, and the owner gets an email.
 */
export async function recordFault(trx: Transaction<Tables>, companyId: string, { code, message }: SheetFault): Promise<boolean> {
  const failures = sql`failures + ${isOurRefusal(code) ? 0 : 1}`
  const openFor = sql`least(${FIRST_OPEN_S} * 2 ^ (${failures} - ${FAILURES_TO_OPEN}), ${MAX_OPEN_S}) * interval '1 second'`
  const { isReportDue } = await trx
    .selectFrom('sheet')
    .select(sql<boolean>`coalesce(away_since <= now() - interval '1 day' and not away_reported, false)`.as('isReportDue'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('sheet')
    .set({
      failures: sql`${failures}`,
      fault: code,
      fault_message: message,
      circuit_open_until: sql`case when ${failures} >= ${FAILURES_TO_OPEN} then now() + ${openFor} end`,
      away_since: sql`coalesce(away_since, now())`,
      ...(isReportDue && { away_reported: true }),
    })
    .where('company_id', '=', companyId)
    .execute()
  return isReportDue
}

export async function recordKind(trx: Transaction<Tables>, companyId: string, kind: Sheet['kind']): Promise<void> {
  await trx.updateTable('sheet').set({ kind }).where('company_id', '=', companyId).execute()
}

/**
 * Replaces the random part of the customer list's ETag, and locks the sheet's row until commit. Call this function before you change the
 * company's rows in the table `write`. With the lock, concurrent changes of these rows run one after the other.
 */
export async function renewWritesTag(trx: Transaction<Tables>, companyId: string): Promise<void> {
  await trx.updateTable('sheet').set({ writes_tag: sql`gen_random_uuid()` }).where('company_id', '=', companyId).execute()
}
