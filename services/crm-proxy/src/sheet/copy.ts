import { createHash } from 'node:crypto'
import type { CustomerList } from '@app/contracts/http/customers.ts'
import { CUSTOMER_ROWS_MAX, type CustomerTexts } from '@app/contracts/rules/customers.ts'
import { storableText } from '../parsing/clean-text.ts'
import type { SheetColumns } from '../parsing/headers.ts'
import { parseRow, type UnparsedCell } from '../parsing/row.ts'
import { type CompressedText, linesIn, textCompressor } from './compressed-text.ts'
import { SheetFault } from './faults.ts'

/** Numbers of rows by stage. */
export interface StageCounts {
  leads: number
  customers: number
  lost: number
  /** Rows without a stage, or with a stage that was not understood. */
  otherStage: number
}

export interface CopyMetadata {
  columns: SheetColumns
  notUnderstood: CustomerList['notUnderstood']
  /** Number of the last row with content. */
  lastRow: number
}

export interface Copy extends CopyMetadata {
  /** Beginning of the response with the customer list: `HEAD`, then one row on each line. */
  rows: CompressedText
  rowCount: number
  stages: StageCounts
  /** One line `[id, cells]` for each row that parsing changed, with the original text of the changed cells. */
  raw: Buffer
  /** Copies with the same content have the same digest. */
  digest: string
}

const HEAD = '{"data":['
const ID = '"Customer ID":'
const MAX_REPORTED = 100
/** Highest row number that is read, including blank rows. */
const MAX_ROW_NUMBER = 200_000
/** Maximum length of the text of a copy, in UTF-16 code units. */
const MAX_COPY_LENGTH = 50_000_000

const stageKeys: ReadonlyMap<string, keyof StageCounts> = new Map([
  ['Lead', 'leads'],
  ['Customer', 'customers'],
  ['Lost', 'lost'],
])

const storableColumns = (columns: SheetColumns): SheetColumns =>
  Object.fromEntries(Object.entries(columns).map(([column, header]) => [column, storableText(header)]))

/** Returns the start and end of the id in a line. Searches from the end, because the id is the last cell, just before the row number. */
const idPlace = (line: string): [number, number] => [line.lastIndexOf(ID) + ID.length, line.lastIndexOf(',"row":')]
const idIn = (line: string): string => JSON.parse(line.slice(...idPlace(line)))
const isRow = (line: string): boolean => line !== HEAD
const rowIn = (line: string): CopyRow => JSON.parse(line.endsWith(',') ? line.slice(0, -1) : line)

export type CopyRow = CustomerTexts & { row: number }

export function copyBuilder(timeZone: string) {
  const rows = textCompressor()
  const raw = textCompressor()
  const seen = new Set<string>()
  const twice = new Set<string>()
  const notUnderstood: CustomerList['notUnderstood'] = { count: 0, first: [] }
  const stages: StageCounts = { leads: 0, customers: 0, lost: 0, otherStage: 0 }
  let rowCount = 0
  let lastRow = 1
  let length = 0

  function note(row: number, unparsed: readonly UnparsedCell[]): void {
    notUnderstood.count += unparsed.length
    for (const cell of unparsed) if (notUnderstood.first.length < MAX_REPORTED) notUnderstood.first.push({ row, ...cell })
  }

  return {
    /** Adds a row. `cell` returns the row's value under a header. Throws a `SheetFault` if the sheet is too large. */
    add(row: number, cell: (header: string) => unknown, columns: SheetColumns): void {
      if (row > MAX_ROW_NUMBER) throw new SheetFault('too-many-rows')
      const parsed = parseRow(cell, columns, timeZone)
      if (!parsed) return
      if (rowCount === CUSTOMER_ROWS_MAX) throw new SheetFault('too-many-rows')
      const { texts, raw: spelled, unparsed } = parsed
      const id = texts['Customer ID']
      if (id) (seen.has(id) ? twice : seen).add(id)
      note(row, unparsed)
      const line = JSON.stringify({ ...texts, row })
      const rawLine = Object.keys(spelled).length > 0 ? JSON.stringify([id, spelled]) : ''
      length += line.length + rawLine.length
      if (length > MAX_COPY_LENGTH) throw new SheetFault('too-large', 'The spreadsheet is too large: its rows contain too much text.')
      rows.write(`${rowCount === 0 ? HEAD : ','}\n${line}`)
      if (rawLine) raw.write(`${rawLine}\n`)
      rowCount += 1
      stages[stageKeys.get(texts.Stage) ?? 'otherStage'] += 1
      lastRow = row
    },
    /** Compresses the rows added so far. Call it regularly while adding rows, to limit the memory. */
    async settle(): Promise<void> {
      await rows.settle()
      await raw.settle()
    },
    async finish(found: SheetColumns): Promise<Copy> {
      const columns = storableColumns(found)
      if (rowCount === 0) rows.write(HEAD)
      const [compressed, spelled] = [await rows.end(), await raw.end()]
      const digest = createHash('sha256').update([compressed.digest, spelled.digest, JSON.stringify(columns)].join())
      return {
        columns,
        notUnderstood,
        lastRow,
        rowCount,
        stages,
        rows: twice.size > 0 ? await withoutIds(compressed, twice) : compressed,
        raw: spelled.bytes,
        digest: digest.digest('base64url'),
      }
    },
  }
}

/** Removes each id that several rows have, because such an id does not identify a row. */
async function withoutIds({ bytes }: CompressedText, twice: ReadonlySet<string>): Promise<CompressedText> {
  const rows = textCompressor()
  let end = ''
  for await (const line of linesIn(bytes)) {
    const [from, to] = idPlace(line)
    const changed = isRow(line) && twice.has(idIn(line)) ? `${line.slice(0, from)}""${line.slice(to)}` : line
    rows.write(end + changed)
    await rows.settle()
    end = '\n'
  }
  return rows.end()
}

export async function* rowsIn(rows: Buffer): AsyncIterable<CopyRow> {
  for await (const line of linesIn(rows)) if (isRow(line)) yield rowIn(line)
}

/** `raw` contains the original text of the cells that parsing changed. */
export interface FoundRow {
  texts: CopyRow
  raw: Partial<CustomerTexts>
}

export async function findRows({ rows, raw }: { rows: Buffer; raw: Buffer }, ids: readonly string[]): Promise<Map<string, FoundRow>> {
  const wanted = new Set(ids)
  const found = new Map<string, FoundRow>()
  for await (const line of linesIn(rows)) {
    if (!isRow(line)) continue
    const id = idIn(line)
    if (id && wanted.has(id)) found.set(id, { texts: rowIn(line), raw: {} })
  }
  if (found.size === 0) return found
  for await (const line of linesIn(raw)) {
    const [id, cells] = JSON.parse(line) as [string, Partial<CustomerTexts>]
    const row = found.get(id)
    if (row) row.raw = cells
  }
  return found
}
