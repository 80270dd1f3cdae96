import type { IncomingMessage, ServerResponse } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { type Cell, displayOf, typedTextOf, typeInto } from './cell.ts'
import { isSheetName, type Sheet, type Sheets } from './sheets.ts'
import { newTab, Tab, type TabData } from './tab.ts'

type Params = Readonly<Record<string, string | undefined>>
type Route = (sheets: Sheets, params: Params, body: string, query: URLSearchParams) => unknown

const BLANK: Cell = { value: '' }

const routes: readonly [method: string, path: string, run: Route][] = [
  ['GET', '/sheets', (sheets) => sheets.names],
  ['GET', '/sheets/:sheet', (sheets, { sheet = '' }, _, query) => show(sheets.find(sheet), query)],
  ['PUT', '/sheets/:sheet', (sheets, { sheet = '' }, body) => sheets.change(sheet, (before) => filled(before, JSON.parse(body)))],
  ['GET', '/sheets/:sheet/script', (sheets, { sheet = '' }) => sheets.find(sheet)?.script ?? ''],
  ['PUT', '/sheets/:sheet/script', (sheets, { sheet = '' }, body) => sheets.change(sheet, (before) => ({ ...before, script: body }))],
  [
    'PUT',
    '/sheets/:sheet/cells/:row/:column',
    (sheets, { sheet = '', row, column }, body) =>
      sheets.change(sheet, (before) => withTab(before, (tab) => typeAt(tab, Number(row), Number(column), body))),
  ],
  [
    'DELETE',
    '/sheets/:sheet/rows/:row',
    (sheets, { sheet = '', row }) => sheets.change(sheet, (before) => withTab(before, (tab) => tab.deleteRow(Number(row)))),
  ],
]
const patterns = routes.map(([method, pathname, run]) => ({ method, pattern: new URLPattern({ pathname }), run }))

/** Serves a request to one of these routes. Returns false if no route matches. */
export async function serveSheets(sheets: Sheets, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const { method, url = '/' } = request
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const route = patterns.find((candidate) => candidate.method === method && candidate.pattern.test({ pathname }))
  if (!route) return false
  const params: Params = route.pattern.exec({ pathname })?.pathname.groups ?? {}
  if (params.sheet !== undefined && !isSheetName(params.sheet)) return false
  const result = await route.run(sheets, params, await textOf(request), searchParams)
  response.writeHead(result === undefined ? 204 : 200, { 'content-type': 'application/json', 'cache-control': 'no-cache' })
  response.end(result === undefined ? undefined : JSON.stringify(result))
  return true
}

/** Returns the tab that our script uses: the tab named Customers, or the first tab. */
function customersIn({ spreadsheet: { tabs } }: Sheet): TabData | undefined {
  return tabs.find(({ name }) => name === 'Customers') ?? tabs[0]
}

function withTab(sheet: Sheet, change: (tab: Tab) => void): Sheet {
  const before = customersIn(sheet)
  if (!before) return sheet
  const tab = new Tab(before)
  change(tab)
  const tabs = sheet.spreadsheet.tabs.map((other) => (other === before ? tab.data : other))
  return { ...sheet, spreadsheet: { ...sheet.spreadsheet, tabs } }
}

function typeAt(tab: Tab, row: number, column: number, text: string): void {
  tab.setCell(row, column, typeInto(tab.cell(row, column), text))
}

function filled(sheet: Sheet, { rows, timeZone = sheet.spreadsheet.timeZone }: { rows: (string | Cell)[][]; timeZone?: string }): Sheet {
  const blank = newTab('Customers')
  const cells = rows.map((row) => row.map((given) => (typeof given === 'string' ? typeInto(undefined, given) : given)))
  const tab = { ...blank, rowCount: Math.max(blank.rowCount, rows.length), cells }
  return { ...sheet, spreadsheet: { timeZone, tabs: [tab] } }
}

function show(sheet: Sheet | undefined, query: URLSearchParams): object | undefined {
  const data = sheet && customersIn(sheet)
  if (!sheet || !data) return undefined
  const tab = new Tab(data)
  const from = Number(query.get('from') ?? 0)
  const until = from + Number(query.get('limit') ?? tab.lastRow)
  const { lastRow: total, lastColumn } = tab
  const rows = data.cells.slice(from, Math.min(until, total)).map((row) =>
    Array.from({ length: lastColumn }, (_, column) => {
      const cell = row[column] ?? BLANK
      return { shown: displayOf(cell), typed: typedTextOf(cell) }
    }),
  )
  const headers = Array.from({ length: lastColumn }, (_, column) => displayOf(tab.cell(1, column + 1) ?? BLANK))
  return { timeZone: sheet.spreadsheet.timeZone, hasScript: sheet.script !== '', headers, total, rows }
}
