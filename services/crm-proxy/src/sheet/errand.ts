import { enqueue, type Queue, release } from '@app/chassis/work/queue.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { findSheet } from './sheet.repository.ts'

/** Work at a company's spreadsheet that nobody waits for: what is to be written, and looking whether it is back. A sheet has one at most that is not done. */
export const errands: Queue<{ companyId: string }> = { name: 'sheets' }

const keyOf = (companyId: string, number: number): string => `${companyId} ${number}`

const WRITES_WAIT = sql<boolean>`exists (select from write where write.company_id = sheet.company_id and write.state = 'pending')`

const findErrand = (trx: Transaction<Tables>, companyId: string) =>
  trx
    .selectFrom('sheet')
    .select(['errand', 'has_errand', 'failures', 'away_since', WRITES_WAIT.as('hasWrites')])
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirst()

/** Sees to it that the sheet is looked after, soon. To be called before what is to be written is added: while that is tried again and again, one more makes no difference. */
export async function beginErrand(trx: Transaction<Tables>, companyId: string): Promise<void> {
  const sheet = await findErrand(trx, companyId)
  if (!sheet) return
  if (!sheet.has_errand) await addErrand(trx, companyId, 0)
  else if (sheet.failures === 0 || !sheet.hasWrites) await release(trx, errands, [keyOf(companyId, sheet.errand)])
}

/** Sees to it that a sheet which is away is looked at some time. */
export async function lookLater(trx: Transaction<Tables>, companyId: string): Promise<void> {
  const sheet = await findErrand(trx, companyId)
  if (sheet && !sheet.has_errand) await addErrand(trx, companyId, LOOK_MS)
}

async function addErrand(trx: Transaction<Tables>, companyId: string, delayMs: number): Promise<void> {
  const { errand } = await trx
    .updateTable('sheet')
    .set({ errand: sql`errand + 1`, has_errand: true })
    .where('company_id', '=', companyId)
    .returning('errand')
    .executeTakeFirstOrThrow()
  await enqueue(trx, errands, [{ key: keyOf(companyId, errand), payload: { companyId }, delayMs }])
}

const FIRST_WAIT_MS = 2_000
/** While something waits to be written. */
const LONGEST_WAIT_MS = 10_000
/** While the sheet is away and nothing waits. */
const LOOK_MS = 15 * 60_000

/** An errand is done; whoever still has need of one gets the next. */
export async function followErrand(trx: Transaction<Tables>, companyId: string): Promise<void> {
  const sheet = await findErrand(trx, companyId)
  if (!sheet) return
  const { failures, away_since, hasWrites } = sheet
  const isConfigured = (await findSheet(trx, companyId)) !== undefined
  if (isConfigured && hasWrites) await addErrand(trx, companyId, failures && Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS))
  else if (isConfigured && away_since) await addErrand(trx, companyId, LOOK_MS)
  else await trx.updateTable('sheet').set({ has_errand: false }).where('company_id', '=', companyId).execute()
}
