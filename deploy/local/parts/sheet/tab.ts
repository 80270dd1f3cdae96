import type { Cell } from './cell.ts'

/** Size of a new tab, as in Google Sheets. */
const ROWS = 1000
const COLUMNS = 26

type Row = readonly (Cell | null)[]

export interface TabData {
  name: string
  rowCount: number
  columnCount: number
  /** Cells by row and column, which start at 0. Rows and cells after the last content may be missing. */
  cells: readonly Row[]
}

export const newTab = (name: string): TabData => ({ name, rowCount: ROWS, columnCount: COLUMNS, cells: [] })

/** An editable tab of a spreadsheet. Row and column numbers start at 1. */
export class Tab {
  readonly #before: TabData
  readonly #cells: Row[]
  #rowCount: number
  #isChanged = false

  /** Changes to the tab never modify `before`. */
  constructor(before: TabData) {
    this.#before = before
    this.#cells = [...before.cells]
    this.#rowCount = before.rowCount
  }

  /** The current data. If nothing was changed, it is the object `before`. */
  get data(): TabData {
    return this.#isChanged ? { ...this.#before, rowCount: this.#rowCount, cells: this.#cells } : this.#before
  }

  get name(): string {
    return this.#before.name
  }

  get rowCount(): number {
    return this.#rowCount
  }

  get lastRow(): number {
    return this.#cells.findLastIndex((row) => row.some(hasContent)) + 1
  }

  get lastColumn(): number {
    return Math.max(0, ...new Set(this.#cells.map((row) => row.findLastIndex(hasContent) + 1)))
  }

  cell(row: number, column: number): Cell | undefined {
    return this.#cells[row - 1]?.[column - 1] ?? undefined
  }

  setCell(row: number, column: number, cell: Cell): void {
    this.assertInside(row, column)
    this.#isChanged = true
    while (this.#cells.length < row) this.#cells.push([])
    const changed = [...(this.#cells[row - 1] ?? [])]
    while (changed.length < column) changed.push(null)
    changed[column - 1] = cell
    this.#cells[row - 1] = changed
  }

  insertRow(before: number): void {
    this.#isChanged = true
    if (before <= this.#cells.length) this.#cells.splice(before - 1, 0, [])
    this.#rowCount += 1
  }

  deleteRow(row: number): void {
    this.assertInside(row, 1)
    this.#isChanged = true
    this.#cells.splice(row - 1, 1)
    this.#rowCount -= 1
  }

  assertInside(row: number, column: number): void {
    if (row < 1 || column < 1 || row > this.#rowCount || column > this.#before.columnCount)
      throw new Error('The coordinates of the range are outside the dimensions of the sheet.')
  }
}

const hasContent = (cell: Cell | null): boolean => cell !== null && (cell.value !== '' || cell.formula !== undefined)
