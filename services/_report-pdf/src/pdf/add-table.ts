import { type Line, layOutText, type TextStyle } from '../text/lay-out-text.ts'
import { styles } from './look.ts'
import type { Sheet } from './sheet.ts'
import type { Element } from './tagged-document.ts'

export interface Column {
  label: string
  /** Share of the table's width. */
  share: number
  align?: 'left' | 'right'
}

export interface Table {
  columns: Column[]
  /** A text for each column. The first one is the heading of the row. */
  rows: string[][]
  /** Whether the last row has the totals. */
  hasTotals?: boolean
}

interface Place {
  x: number
  width: number
}

const PADDING = { x: 6, y: 5 }
const LINES_MAX = 3
const header: TextStyle = styles.smallStrong
const cell = { ...styles.small, hasTabularDigits: true }
const total = { ...styles.smallStrong, hasTabularDigits: true }

class TableWriter {
  private readonly sheet: Sheet
  private readonly columns: (Column & Place)[]
  private readonly place: Place

  constructor(sheet: Sheet, columns: readonly Column[], place: Place) {
    this.sheet = sheet
    this.place = place
    let x = place.x
    this.columns = columns.map((column) => {
      const placed = { ...column, x, width: column.share * place.width }
      x += placed.width
      return placed
    })
  }

  layOut(texts: readonly string[], style: TextStyle): { lines: Line[][]; height: number } {
    const lines = this.columns.map(({ width }, at) => layOutText(texts[at] ?? '', width - 2 * PADDING.x, style, LINES_MAX))
    return { lines, height: Math.max(1, ...lines.map(({ length }) => length)) * style.lineHeight + 2 * PADDING.y }
  }

  drawCell(lines: readonly Line[], at: number, style: TextStyle, color: string): void {
    const { x = 0, width = 0, align } = this.columns[at] ?? {}
    const inner = { x: x + PADDING.x, width: width - 2 * PADDING.x, color, ...(align && { align }) }
    this.sheet.drawLines(lines, this.sheet.y + PADDING.y, style, inner)
  }

  drawRule(y: number, color: string, thickness: number): void {
    const { document } = this.sheet
    document.drawArtifact(() => {
      document
        .moveTo(this.place.x, y)
        .lineTo(this.place.x + this.place.width, y)
        .lineWidth(thickness)
        .strokeColor(color)
        .stroke()
    })
  }

  /** Adds a row. All its cells are headings with the scope `Column`, or only the first one with the scope `Row`. */
  addRow(parent: Element, scope: 'Column' | 'Row', texts: readonly string[], style: TextStyle): void {
    const { sheet } = this
    const isHeader = scope === 'Column'
    const { lines, height } = this.layOut(texts, style)
    const row = sheet.document.addElement(parent, 'TR')
    const color = isHeader ? sheet.look.muted : sheet.look.ink
    lines.forEach((cellLines, at) => {
      const isHeading = isHeader || at === 0
      sheet.document.tag(row, isHeading ? 'TH' : 'TD', () => this.drawCell(cellLines, at, style, color), { ...(isHeading && { scope }) })
    })
    row.end()
    sheet.y += height
    this.drawRule(sheet.y, isHeader ? sheet.look.muted : sheet.look.line, isHeader ? 0.75 : 0.5)
  }

  /** Draws the header again at the top of a page. The structure has only one. */
  repeatHeader(): void {
    const { lines, height } = this.layOut(this.labels, header)
    this.sheet.document.drawArtifact(() => {
      lines.forEach((cellLines, at) => {
        this.drawCell(cellLines, at, header, this.sheet.look.muted)
      })
    })
    this.sheet.y += height
    this.drawRule(this.sheet.y, this.sheet.look.muted, 0.75)
  }

  get labels(): string[] {
    return this.columns.map(({ label }) => label)
  }
}

const styleOf = ({ rows, hasTotals }: Table, row: number): TextStyle => (hasTotals && row === rows.length - 1 ? total : cell)

/** Returns the height of a table that does not break across pages. */
export function heightOfTable(sheet: Sheet, table: Table, place: Place): number {
  const writer = new TableWriter(sheet, table.columns, place)
  return table.rows.reduce(
    (sum, row, at) => sum + writer.layOut(row, styleOf(table, at)).height,
    writer.layOut(writer.labels, header).height,
  )
}

/** Adds a table that may continue on the next pages, where its header is repeated. A row stays on one page. */
export function addTable(sheet: Sheet, parent: Element, table: Table, place: Place = { x: sheet.left, width: sheet.width }): void {
  const writer = new TableWriter(sheet, table.columns, place)
  const heights = table.rows.map((row, at) => writer.layOut(row, styleOf(table, at)).height)
  sheet.reserve(writer.layOut(writer.labels, header).height + (heights[0] ?? 0))
  const element = sheet.document.addElement(parent, 'Table')
  const head = sheet.document.addElement(element, 'THead')
  writer.addRow(head, 'Column', writer.labels, header)
  head.end()
  const body = sheet.document.addElement(element, 'TBody')
  table.rows.forEach((row, at) => {
    if (sheet.reserve(heights[at] ?? 0)) writer.repeatHeader()
    writer.addRow(body, 'Row', row, styleOf(table, at))
  })
  body.end()
  element.end()
}
