import { displayOf, type Input, putInto, shownTime } from '../cell.ts'
import { Tab, type TabData } from '../tab.ts'
import { instantShowing, shownAt } from '../time-zone.ts'

export interface SpreadsheetData {
  timeZone: string
  tabs: readonly TabData[]
}

export interface Run {
  onCall(name: string): void
  /** Creates a `Date` of the script's realm, because scripts check `instanceof Date`. */
  toDate(instant: number): Date
}

/** Simulates the functions of Google's `SpreadsheetApp` that our script and the scripts of owners use. */
export function spreadsheetApp(spreadsheet: SpreadsheetData, run: Run) {
  const { timeZone } = spreadsheet
  const tabs = spreadsheet.tabs.map((tab) => new Tab(tab))
  const active = {
    getSpreadsheetTimeZone: () => timeZone,
    getSheets: () => tabs.map((tab) => sheetOf(tab, timeZone, run)),
    getActiveSheet: () => active.getSheets()[0],
    getSheetByName: (name: string) => active.getSheets().find((sheet) => sheet.getName() === name) ?? null,
  }
  return {
    app: { getActiveSpreadsheet: () => active, getActiveSheet: active.getActiveSheet, flush: () => run.onCall('flush') },
    /** Returns the spreadsheet after the run. Returns the same object if the script changed nothing. */
    changed(): SpreadsheetData {
      const left = tabs.map((tab) => tab.data)
      const isSame = left.every((tab, index) => tab === spreadsheet.tabs[index])
      return isSame ? spreadsheet : { timeZone, tabs: left }
    },
  }
}

function sheetOf(tab: Tab, timeZone: string, run: Run) {
  const range = (row: number, column: number, rows = 1, columns = 1) => {
    tab.assertInside(row, column)
    tab.assertInside(row + rows - 1, column + columns - 1)
    return rangeOf({ tab, row, column, rows, columns }, timeZone, run)
  }
  return {
    getName: () => tab.name,
    getRange: range,
    getDataRange: () => range(1, 1, Math.max(1, tab.lastRow), Math.max(1, tab.lastColumn)),
    getLastRow: () => tab.lastRow,
    getLastColumn: () => tab.lastColumn,
    getMaxRows: () => tab.rowCount,
    appendRow(values: Input[]) {
      const row = tab.lastRow + 1
      if (row > tab.rowCount) tab.insertRow(row)
      range(row, 1, 1, values.length).setValues([values])
    },
    insertRowAfter(row: number) {
      run.onCall('insertRowAfter')
      tab.insertRow(row + 1)
    },
    deleteRow(row: number) {
      run.onCall('deleteRow')
      tab.deleteRow(row)
    },
  }
}

interface Area {
  tab: Tab
  row: number
  column: number
  rows: number
  columns: number
}

function rangeOf(area: Area, timeZone: string, run: Run) {
  const { tab, row, column, rows, columns } = area
  const toInstant = memoized((shown) => instantShowing(shown, timeZone))

  function read<T>(name: string, of: (row: number, column: number) => T): T[][] {
    run.onCall(name)
    return Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_, c) => of(row + r, column + c)))
  }
  function valueAt(r: number, c: number): Input {
    const cell = tab.cell(r, c)
    const shown = cell && shownTime(cell)
    return shown === undefined ? (cell?.value ?? '') : run.toDate(toInstant(shown))
  }
  const range = {
    getValues: () => read('getValues', valueAt),
    getDisplayValues: () => read('getDisplayValues', (r, c) => displayOf(tab.cell(r, c) ?? { value: '' })),
    getFormulas: () => read('getFormulas', (r, c) => tab.cell(r, c)?.formula ?? ''),
    getNumberFormats: () => read('getNumberFormats', (r, c) => tab.cell(r, c)?.format ?? ''),
    getNumberFormat: () => range.getNumberFormats()[0]?.[0],
    setValues(values: Input[][]) {
      run.onCall('setValues')
      assertFits(values, rows, columns)
      for (const [r, inputs] of values.entries())
        for (const [c, input] of inputs.entries()) {
          const before = tab.cell(row + r, column + c)
          tab.setCell(
            row + r,
            column + c,
            putInto(before, input, (date) => shownAt(date.getTime(), timeZone)),
          )
        }
      return range
    },
    setValue: (value: Input) => range.setValues(Array.from({ length: rows }, () => new Array(columns).fill(value))),
  }
  return range
}

function assertFits(values: Input[][], rows: number, columns: number): void {
  const fail = (what: string, data: number, size: number): never => {
    throw new Error(
      `The number of ${what} in the data does not match the number of ${what} in the range. The data has ${data} but the range has ${size}.`,
    )
  }
  if (values.length !== rows) fail('rows', values.length, rows)
  for (const { length } of values) if (length !== columns) fail('columns', length, columns)
}

function memoized(work: (key: number) => number): (key: number) => number {
  const known = new Map<number, number>()
  return (key) => {
    const found = known.get(key) ?? work(key)
    known.set(key, found)
    return found
  }
}
