import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { isCalendarDate } from '@app/contracts/rules/business-dates.ts'
import { type CustomerColumn, type CustomerField, type CustomerTexts, customerColumns, enUsDate } from '@app/contracts/rules/customers.ts'
import { normalizeEmail } from '@app/contracts/rules/email.ts'
import { fieldsOf, MERGE_NEEDS_OUR_SCRIPT, pick } from '../customers/changes.ts'
import { readCopy, type StoredCopy } from '../sheet/copy.repository.ts'
import { findRows, type KeptRow, rowsIn } from '../sheet/copy.ts'
import { SheetFault } from '../sheet/faults.ts'
import { noteUnreached, readInTurn } from '../sheet/reader.ts'
import { ask, isOurs, ScriptReplaced } from '../sheet/script.ts'
import { holdTurn } from '../sheet/turn.ts'
import { type Sending, settleConflict, settleRefused, settleSeen } from './settle-write.ts'
import { noteSent } from './write.repository.ts'

/** When what was sent is looked for. */
const LOOK_AFTER_MS = [200, 1_000, 3_000]
/** For as long, a run that nobody heard of may still add its row. */
const LATE_MS = 60_000

const digits = (text: string): string => text.replace(/\D/g, '').replace(/^0+/, '')

/** Whether a cell says a value: sheets take some texts for numbers. */
const says = (column: CustomerField, cell: string, value: string): boolean =>
  cell.trim() === value || (column === 'Mobile No' && value !== '' && digits(cell) === digits(value))

const saysAll = (row: KeptRow, values: Partial<CustomerTexts>): boolean =>
  fieldsOf(values).every((field) => says(field, row[field], values[field] ?? ''))

/** The rows that a write is about, as they stand in the copy. */
async function rowsOf({ write }: Sending, { rows, about }: StoredCopy): Promise<KeptRow[]> {
  const present = Object.fromEntries(Object.entries(write.values).filter(([field]) => about.columns[field as CustomerColumn]))
  const isMeant: Record<typeof write.kind, (row: KeptRow) => boolean> = {
    add: (row) => saysAll(row, present),
    update: (row) => row['Customer ID'] === write.customer_id,
    unsubscribe: (row) => normalizeEmail(row['Email id']) === write.email,
    merge: () => false,
  }
  const found: KeptRow[] = []
  for await (const row of rowsIn(rows)) if (isMeant[write.kind](row)) found.push(row)
  return found
}

/** Nothing is left to do for these rows. */
function stands({ write }: Sending, rows: readonly KeptRow[], alikeBefore: number): boolean {
  if (write.kind === 'add') return rows.length > alikeBefore
  return rows.every((row) => saysAll(row, write.values)) && (write.kind === 'unsubscribe' || rows.length > 0)
}

/** What is posted to an owner's script: dates in the en-US form, and each cell under the specified name and under the sheet's header. */
function fieldsFor(texts: CustomerTexts, { columns }: StoredCopy['about']): Record<string, string> {
  const cells = customerColumns.map((column): [CustomerColumn, string] => {
    const isDate = column === 'Lead Date' || column === 'Customer date'
    return [column, isDate && isCalendarDate(texts[column]) ? enUsDate(texts[column]) : texts[column]]
  })
  const own = cells.flatMap(([column, text]) => (columns[column] ? [[columns[column], text]] : []))
  return Object.fromEntries([...cells, ...own])
}

/** Posts to a script whose answer says nothing; whether it did it is seen in the sheet. */
async function post({ deps, sheet, turn }: Sending, fields: Record<string, string>): Promise<void> {
  const body = { type: 'application/json', text: JSON.stringify(fields) }
  try {
    const answer = await ask(deps.call, { method: 'POST', url: sheet.gsapi, body, signal: turn.signal })
    if (isOurs(answer)) throw new ScriptReplaced(new SheetFault('script-error'))
  } catch (error) {
    if (error instanceof SheetFault && (error.code === 'not-json' || error.code === 'html-page')) return
    if (error instanceof SheetFault && !turn.signal.aborted) await noteUnreached(deps, sheet, turn, error)
    throw error
  }
}

async function look(sending: Sending): Promise<{ copy: StoredCopy; rows: KeptRow[] }> {
  const { deps, sheet, turn } = sending
  await readInTurn(deps, sheet, turn)
  const copy = await readCopy(deps.db, sheet.companyId)
  if (!copy) throw new SheetFault('no-answer')
  return { copy, rows: await rowsOf(sending, copy) }
}

const idOf = ({ write }: Sending, rows: readonly KeptRow[]): string =>
  write.kind === 'add' ? (rows.at(-1)?.['Customer ID'] ?? '') : write.customer_id

/** Sends a write to a script that answers nothing, and looks whether it stands in the sheet; first of all where it may have been sent before. */
export async function sendToPlain(sending: Sending): Promise<void> {
  const { deps, sheet, turn, write } = sending
  // It was accepted while the script was ours.
  if (write.kind === 'merge') return settleRefused(sending, MERGE_NEEDS_OUR_SCRIPT)
  const { copy, rows } = await look(sending)
  const alikeBefore = write.alike_before ?? rows.length
  if (stands(sending, rows, alikeBefore)) return settleSeen(sending, idOf(sending, rows))
  if (write.kind === 'add' && write.sent_at && Date.now() - Date.parse(write.sent_at) < LATE_MS) {
    const fault = new SheetFault('not-seen-back')
    await noteUnreached(deps, sheet, turn, fault)
    throw fault
  }
  if (write.kind === 'update') {
    const [row] = rows
    if (!row) return settleRefused(sending, 'The row is not in the spreadsheet any more.')
    const isAsSeen = fieldsOf(write.values).every((field) => [write.seen[field], write.values[field]].includes(row[field]))
    if (!isAsSeen) return settleConflict(sending, pick(row, write.values), [{ id: write.customer_id, cells: pick(row, write.values) }])
  }
  await inTransaction(deps.db, async (trx) => {
    await holdTurn(trx, turn)
    await noteSent(trx, write.id, alikeBefore)
  })
  const empty = Object.fromEntries(customerColumns.map((column) => [column, ''])) as CustomerTexts
  const targets = write.kind === 'add' ? [empty] : rows.filter((row) => row['Customer ID'] && !saysAll(row, write.values))
  const spelled = await findRows(
    copy,
    targets.map((row) => row['Customer ID']),
  )
  for (const row of targets) {
    // Unchanged cells keep the sheet's own spelling. Dates do not: a script sends them in forms that it does not accept.
    const { 'Lead Date': _lead, 'Customer date': _customer, ...raw } = spelled.get(row['Customer ID'])?.raw ?? {}
    const fields = fieldsFor({ ...row, ...raw, ...write.values }, copy.about)
    await post(sending, write.kind === 'add' ? fields : { ...fields, action: 'update' })
  }
  for (const wait of LOOK_AFTER_MS) {
    await sleep(wait)
    const now = await look(sending)
    if (stands(sending, now.rows, alikeBefore)) return settleSeen(sending, idOf(sending, now.rows))
  }
  await settleRefused(sending, new SheetFault('not-seen-back').message)
}
