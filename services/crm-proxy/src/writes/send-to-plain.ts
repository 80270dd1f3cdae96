import { setTimeout as sleep } from 'node:timers/promises'
import { isCalendarDate } from '@app/contracts/rules/business-dates.ts'
import { type CustomerColumn, type CustomerField, type CustomerTexts, customerColumns, enUsDate } from '@app/contracts/rules/customers.ts'
import { normalizeEmail } from '@app/contracts/rules/email.ts'
import { fieldsOf, MERGE_NEEDS_OUR_SCRIPT, pick } from '../customers/changes.ts'
import { readCopy, type StoredCopy } from '../sheet/copy.repository.ts'
import { type CopyRow, findRows, rowsIn } from '../sheet/copy.ts'
import { SheetFault } from '../sheet/faults.ts'
import { inLeasedTransaction } from '../sheet/lease.ts'
import { readUnderLease, recordUnreached } from '../sheet/reader.ts'
import { callScript, isOurScript, ScriptReplaced } from '../sheet/script.ts'
import { settleConflict, settleRefused, settleSeen, type WriteAttempt } from './settle-write.ts'
import { recordSent } from './write.repository.ts'

/** After a write, the sheet is read up to three times, each time after one of these delays in milliseconds. */
const REREAD_AFTER_MS = [200, 1_000, 3_000]
/** If the response was lost, the script may still be running for this time and add its row late. */
const LATE_MS = 60_000

const digits = (text: string): string => text.replace(/\D/g, '').replace(/^0+/, '')

/** Whether a cell contains `value`. Only digits of phone numbers are compared, because Google Sheets converts some of them to numbers. */
const cellMatches = (column: CustomerField, cell: string, value: string): boolean =>
  cell.trim() === value || (column === 'Mobile No' && value !== '' && digits(cell) === digits(value))

const rowMatches = (row: CopyRow, values: Partial<CustomerTexts>): boolean =>
  fieldsOf(values).every((field) => cellMatches(field, row[field], values[field] ?? ''))

async function rowsOf({ write }: WriteAttempt, { rows, about }: StoredCopy): Promise<CopyRow[]> {
  const present = Object.fromEntries(Object.entries(write.values).filter(([field]) => about.columns[field as CustomerColumn]))
  const isMeant: Record<typeof write.kind, (row: CopyRow) => boolean> = {
    add: (row) => rowMatches(row, present),
    update: (row) => row['Customer ID'] === write.customer_id,
    unsubscribe: (row) => normalizeEmail(row['Email id']) === write.email,
    merge: () => false,
  }
  const found: CopyRow[] = []
  for await (const row of rowsIn(rows)) if (isMeant[write.kind](row)) found.push(row)
  return found
}

function isApplied({ write }: WriteAttempt, rows: readonly CopyRow[], equalRowsBefore: number): boolean {
  if (write.kind === 'add') return rows.length > equalRowsBefore
  return rows.every((row) => rowMatches(row, write.values)) && (write.kind === 'unsubscribe' || rows.length > 0)
}

/** Returns the fields to post. Dates are in en-US format. Each cell occurs under the name of its column and under the sheet's header. */
function fieldsFor(texts: CustomerTexts, { columns }: StoredCopy['about']): Record<string, string> {
  const cells = customerColumns.map((column): [CustomerColumn, string] => {
    const isDate = column === 'Lead Date' || column === 'Customer date'
    return [column, isDate && isCalendarDate(texts[column]) ? enUsDate(texts[column]) : texts[column]]
  })
  const own = cells.flatMap(([column, text]) => (columns[column] ? [[columns[column], text]] : []))
  return Object.fromEntries([...cells, ...own])
}

/** Posts to an owner's own script. The response does not show whether the sheet was changed, so the caller reads the sheet afterwards. */
async function post({ deps, sheet, lease }: WriteAttempt, fields: Record<string, string>): Promise<void> {
  const body = { type: 'application/json', text: JSON.stringify(fields) }
  try {
    const response = await callScript(deps.call, { method: 'POST', url: sheet.gsapi, body, signal: lease.signal })
    if (isOurScript(response)) throw new ScriptReplaced(new SheetFault('script-error'))
  } catch (error) {
    if (error instanceof SheetFault && (error.code === 'not-json' || error.code === 'html-page')) return
    if (error instanceof SheetFault && !lease.signal.aborted) await recordUnreached(deps, sheet, lease, error)
    throw error
  }
}

async function rereadRows(attempt: WriteAttempt): Promise<{ copy: StoredCopy; rows: CopyRow[] }> {
  const { deps, sheet, lease } = attempt
  await readUnderLease(deps, sheet, lease)
  const copy = await readCopy(deps.db, sheet.companyId)
  if (!copy) throw new SheetFault('no-answer')
  return { copy, rows: await rowsOf(attempt, copy) }
}

const idOf = ({ write }: WriteAttempt, rows: readonly CopyRow[]): string =>
  write.kind === 'add' ? (rows.at(-1)?.['Customer ID'] ?? '') : write.customer_id

/**
 * Sends a change to an owner's own script. First reads the sheet, because an earlier attempt may have succeeded. If the sheet does not
 * contain the change, posts the change. Then reads the sheet, up to three times, until the sheet contains the change.
 */
export async function sendToPlain(attempt: WriteAttempt): Promise<void> {
  const { deps, sheet, lease, write } = attempt
  // The merge was accepted before the owner replaced the product's script.
  if (write.kind === 'merge') return settleRefused(attempt, MERGE_NEEDS_OUR_SCRIPT)
  const { copy, rows } = await rereadRows(attempt)
  const equalRowsBefore = write.equal_rows_before ?? rows.length
  if (isApplied(attempt, rows, equalRowsBefore)) return settleSeen(attempt, idOf(attempt, rows))
  if (write.kind === 'add' && write.sent_at && Date.now() - Date.parse(write.sent_at) < LATE_MS) {
    const fault = new SheetFault('not-seen-back')
    await recordUnreached(deps, sheet, lease, fault)
    throw fault
  }
  if (write.kind === 'update') {
    const [row] = rows
    if (!row) return settleRefused(attempt, 'The row is no longer in the spreadsheet.')
    const isAsSeen = fieldsOf(write.values).every((field) => [write.seen[field], write.values[field]].includes(row[field]))
    if (!isAsSeen) return settleConflict(attempt, pick(row, write.values), [{ id: write.customer_id, cells: pick(row, write.values) }])
  }
  await inLeasedTransaction(deps.db, lease, async (trx) => {
    await recordSent(trx, write.id, equalRowsBefore)
  })
  const empty = Object.fromEntries(customerColumns.map((column) => [column, ''])) as CustomerTexts
  const targets = write.kind === 'add' ? [empty] : rows.filter((row) => row['Customer ID'] && !rowMatches(row, write.values))
  const ids = targets.map((row) => row['Customer ID'])
  const spelled = await findRows(copy, ids)
  for (const row of targets) {
    // Unchanged cells keep the sheet's spelling. Dates are converted, because some scripts reject the dates that they return.
    const { 'Lead Date': _lead, 'Customer date': _customer, ...raw } = spelled.get(row['Customer ID'])?.raw ?? {}
    const fields = fieldsFor({ ...row, ...raw, ...write.values }, copy.about)
    await post(attempt, write.kind === 'add' ? fields : { ...fields, action: 'update' })
  }
  for (const wait of REREAD_AFTER_MS) {
    await sleep(wait)
    const now = await rereadRows(attempt)
    if (isApplied(attempt, now.rows, equalRowsBefore)) return settleSeen(attempt, idOf(attempt, now.rows))
  }
  await settleRefused(attempt, new SheetFault('not-seen-back').message)
}
