import { type CustomerChanges, type CustomerColumn, customerFields } from '@app/contracts/rules/customers.ts'
import { fieldsOf } from '../customers/changes.ts'
import { storableText } from '../parsing/clean-text.ts'
import type { SheetColumns } from '../parsing/headers.ts'
import { cellText, parseRow } from '../parsing/row.ts'
import { findCopyMetadata } from '../sheet/copy.repository.ts'
import { SheetFault } from '../sheet/faults.ts'
import { readUnderLease, recordUnreached } from '../sheet/reader.ts'
import { callOurScript, Refusal, type ScriptResponse } from '../sheet/script.ts'
import { recordError, settleConflict, settleRefused, settleWritten, type WriteAttempt } from './settle-write.ts'
import type { StoredWrite } from './write.repository.ts'

const dateFields = ['Lead Date', 'Customer date'] as const

/** After this many errors, the change is refused, and the next changes are sent. */
const MAX_ERRORS = 3

class MissingColumn extends Error {
  constructor(column: string) {
    super(`The spreadsheet has no column “${column}”.`)
  }
}

/** Returns the request to the product's script. Each attempt sends the same request, so that the script makes the change only once. */
function requestOf(write: StoredWrite, columns: SheetColumns) {
  const headerOf = (column: CustomerColumn): string => {
    const header = columns[column]
    if (header === undefined) throw new MissingColumn(column)
    return header
  }
  /** Converts field names to the sheet's headers. Omits an empty cell if the sheet does not have its column. */
  const byHeader = (cells: CustomerChanges) =>
    Object.fromEntries(fieldsOf(cells).flatMap((field) => (cells[field] || columns[field] ? [[headerOf(field), cells[field]]] : [])))
  const { kind, customer_id: id, values, old, email } = write
  if (kind === 'unsubscribe') {
    const [emailColumn, column] = [headerOf('Email id'), headerOf('Email Subscription')]
    return { action: 'subscribe', emailColumn, column, email, value: values['Email Subscription'] } as const
  }
  const common = { idColumn: headerOf('Customer ID'), dates: dateFields.flatMap((field) => columns[field] ?? []) }
  if (kind === 'add') return { action: 'add', ...common, id, values: byHeader(values) } as const
  const [first, ...others] = old.map((row) => ({ id: row.id, old: byHeader(row.cells) }))
  if (kind === 'update') return { action: 'update', ...common, ...first, new: byHeader(values) } as const
  return { action: 'merge', ...common, keep: { ...first, new: byHeader(values) }, remove: others } as const
}

/** Returns the cells that the script found in the row: their parsed text (`texts`), and their original text (`cells`). */
function foundIn({ id, current }: ScriptResponse, columns: SheetColumns, timeZone: string) {
  const found = new Map(Object.entries(current ?? {}))
  const reported = customerFields.filter((field) => columns[field] !== undefined && found.has(columns[field]))
  const row = parseRow((header) => found.get(header), columns, timeZone)
  const texts = Object.fromEntries(reported.map((field) => [field, row?.texts[field] ?? '']))
  const cells = Object.fromEntries(reported.map((field) => [field, storableText(cellText(found.get(columns[field] ?? '')))]))
  return { id: cellText(id), texts, cells }
}

/** Sends a change to the product's script. If the script rejects the columns, reads the sheet and retries. Records thrown `SheetFault`s. */
export async function sendToOurs(attempt: WriteAttempt): Promise<void> {
  try {
    await trySending(attempt)
  } catch (error) {
    if (!(error instanceof MissingColumn) && !(error instanceof Refusal && error.code === 'columns')) throw error
    // Columns may have been renamed or moved after the copy was read.
    await readUnderLease(attempt.deps, attempt.sheet, attempt.lease)
    await trySending(attempt).catch((again: unknown) => {
      if (again instanceof MissingColumn) return settleRefused(attempt, again.message)
      if (again instanceof Refusal) return settleRefused(attempt, new SheetFault('columns').message)
      throw again
    })
  }
}

async function trySending(attempt: WriteAttempt): Promise<void> {
  const { deps, sheet, lease, write } = attempt
  const columns = (await findCopyMetadata(deps.db, sheet.companyId))?.columns ?? {}
  const request = requestOf(write, columns)
  try {
    await callOurScript(deps.call, sheet, request, { signal: lease.signal })
  } catch (error) {
    if (error instanceof SheetFault && !lease.signal.aborted) {
      if (error.code === 'script-error' && (await recordError(attempt)) >= MAX_ERRORS) return settleRefused(attempt, error.message)
      await recordUnreached(deps, sheet, lease, error)
    }
    if (!(error instanceof Refusal) || error.code === 'columns') throw error
    if (error.code === 'conflict') {
      const { id, texts, cells } = foundIn(error.response, columns, deps.timeZone)
      const old = write.old.map((row) => (row.id === id ? { id, cells: { ...row.cells, ...cells } } : row))
      return settleConflict(attempt, texts, old)
    }
    const message = error.code === 'twice' ? 'More than one row has this Customer ID.' : 'The row is no longer in the spreadsheet.'
    return settleRefused(attempt, message)
  }
  await settleWritten(attempt)
}
