import type { OutboundReader } from '@app/chassis/http/outbound.ts'
import { CUSTOMER_COLUMNS_MAX, customerColumns } from '@app/contracts/rules/customers.ts'
import { columnFinder, columnsIn, type SheetColumns } from '../parsing/headers.ts'
import { cellText } from '../parsing/row.ts'
import { type Copy, copyBuilder } from './copy.ts'
import { SheetFault } from './faults.ts'
import { callOurScript, callScript, countOf, isOurScript, type OurScript, ScriptReplaced, type ScriptResponse } from './script.ts'

/** `ours`: the product's script. `plain`: an owner's own script. `unknown`: not read yet. */
export type ScriptKind = 'unknown' | 'ours' | 'plain'

export interface ReadOptions {
  call: OutboundReader
  timeZone: string
  signal: AbortSignal
}

export interface SheetRead {
  kind: ScriptKind
  copy: Copy
}

const MAX_ATTEMPTS = 4
const FIRST_ROW = 2

/** Reads all rows. If the script is not known to be the product's, uses GET first, because a GET changes nothing in the sheet. */
export async function readSheet(script: OurScript & { kind: ScriptKind }, options: ReadOptions): Promise<SheetRead> {
  if (script.kind === 'ours') {
    try {
      return await readOurs(script, options)
    } catch (error) {
      if (!(error instanceof ScriptReplaced)) throw error
    }
  }
  const read = await readByGet(script, options)
  if (read) return read
  return readOurs(script, options).catch((error: unknown) => {
    throw error instanceof ScriptReplaced ? error.fault : error
  })
}

/** Columns that are assumed if an owner's own script returns no rows, because the response then contains no headers. */
const specified = Object.fromEntries(customerColumns.map((column) => [column, column])) as SheetColumns

/** Reads all rows by GET. Returns undefined if the script is the product's, which returns no rows by GET. */
export async function readByGet(script: OurScript, options: ReadOptions): Promise<SheetRead | undefined> {
  const builder = copyBuilder(options.timeZone)
  const headers = columnFinder()
  let columns = specified
  let row = FIRST_ROW
  const take = (cells: unknown) => {
    if (typeof cells !== 'object' || cells === null) throw new SheetFault('not-json')
    const before = headers.size
    for (const header of Object.keys(cells)) headers.add(header)
    if (headers.size > CUSTOMER_COLUMNS_MAX) throw new SheetFault('too-many-columns')
    if (headers.size > before) columns = headers.columns()
    builder.add(row++, (header) => (cells as ScriptResponse)[header], columns)
  }
  const request = { method: 'GET', url: script.gsapi, signal: options.signal } as const
  const response = await callScript(options.call, request, { take, settle: builder.settle })
  if (isOurScript(response)) return undefined
  if (!Array.isArray(response.data)) throw new SheetFault('script-error')
  return { kind: 'plain', copy: await builder.finish(columns) }
}

/** Reads all pages. If the sheet changes between two pages, starts again, up to four attempts. */
async function readOurs(script: OurScript, options: ReadOptions): Promise<SheetRead> {
  for (let attempts = 1; ; attempts++) {
    const read = await readPages(script, options)
    if (read) return read
    if (attempts === MAX_ATTEMPTS) throw new SheetFault('busy')
  }
}

/** Returns the header of each column, and the position of each header. Of two equal headers, the first one counts. */
export function layoutOf(columns: unknown): { columns: SheetColumns; positionOf(header: string): number } {
  if (!Array.isArray(columns)) throw new SheetFault('script-error')
  if (columns.length > CUSTOMER_COLUMNS_MAX) throw new SheetFault('too-many-columns')
  const headers = columns.map(cellText)
  const positions = new Map<string, number>()
  for (const [position, header] of headers.entries()) if (!positions.has(header)) positions.set(header, position)
  return { columns: columnsIn(headers), positionOf: (header) => positions.get(header) ?? -1 }
}

/** Returns undefined if the sheet's revision changed between two pages. */
async function readPages(script: OurScript, { call, timeZone, signal }: ReadOptions): Promise<SheetRead | undefined> {
  const builder = copyBuilder(timeZone)
  let layout: ReturnType<typeof layoutOf> | undefined
  let revision: unknown
  for (let from = 0; ; ) {
    let row = FIRST_ROW + from
    const take = (cells: unknown, before: () => ScriptResponse) => {
      layout ??= layoutOf(before().columns)
      if (!Array.isArray(cells)) throw new SheetFault('script-error')
      const { columns, positionOf } = layout
      builder.add(row++, (header) => cells[positionOf(header)], columns)
    }
    const response = await callOurScript(call, script, { action: 'list', from }, { rowHandler: { take, settle: builder.settle }, signal })
    revision ??= response.revision
    if (response.revision !== revision) return undefined
    layout ??= layoutOf(response.columns)
    const next = row - FIRST_ROW
    if (next >= countOf(response.total) || next === from) {
      return { kind: 'ours', copy: await builder.finish(layout.columns) }
    }
    from = next
  }
}
