import { CUSTOMER_COLUMNS_MAX } from '@app/contracts/rules/customers.ts'
import { SheetFault } from './faults.ts'

/** Members that hold the rows of an answer. An answer that is an array is the rows itself. */
const ROW_MEMBERS: readonly string[] = ['data', 'rows']
const COLON = /^\s*:\s*$/
/** What decides where a value ends, outside and inside of strings. */
const STRUCTURE = /["{}[\],]/g
const IN_STRING = /"|\\./gs

/** Deepest nesting of an answer. Its rows are at depth 1 or 2, their cells one below. */
const MOST_DEPTH = 100
/** Longest text beside the rows, in code units: column names, or the cells of a row that somebody changed meanwhile. */
const LONGEST_SHELL = 1_000_000
/** Longest row, in code units. A cell of Google Sheets has at most 50,000 characters. */
const LONGEST_ROW = 500_000

/**
 * Splits a JSON text into rows while it comes in, so that no more of it is buffered than a row. Takes linear time.
 * Throws a `SheetFault` as soon as a bound is exceeded, before anything of that row is parsed.
 */
export interface JsonRows {
  /** Returns the rows that end in this piece, as JSON texts. */
  push(piece: string): string[]
  /** The text up to its rows. */
  head(): string
  /** The text without its rows. The caller parses it, and each row, which fails for a text that is no JSON. */
  shell(): string
}

export function jsonRows(): JsonRows {
  let shell = ''
  let head = ''
  /** The beginning of a row whose end is not here yet. */
  let row = ''
  let cells = 0
  /** A backslash at the end of a piece: the next piece decides what it escapes. */
  let held = ''
  let isInString = false
  let depth = 0
  /** The depth of the rows, while they last. */
  let rowsAt: number | undefined
  let hadRows = false
  /** Before the rows: the text since the last sign, and the content of the last string. */
  let gap = ''
  let lastString = ''
  let isFirstSign = true

  /** Whether an array that begins now holds the rows. */
  function beginsRows(): boolean {
    if (depth === 1) return isFirstSign && gap.trim() === ''
    return depth === 2 && ROW_MEMBERS.includes(lastString) && COLON.test(gap)
  }

  return {
    push(piece) {
      const text = held + piece
      const rows: string[] = []
      let kept = 0
      let at = 0
      /** Where the gap goes on in this piece. */
      let gapFrom = 0
      /** Keeps the text up to a place and continues behind it. */
      const keep = (to: number, next = to): void => {
        const part = text.slice(kept, to)
        kept = next
        if (rowsAt === undefined) shell += part
        else row += part
        if (shell.length > LONGEST_SHELL) throw new SheetFault('not-json')
        if (row.length > LONGEST_ROW) throw rowTooLarge()
      }
      const endRow = (): void => {
        if (row.trim()) rows.push(row)
        row = ''
        cells = 0
      }
      for (;;) {
        const pattern = isInString ? IN_STRING : STRUCTURE
        pattern.lastIndex = at
        const sign = pattern.exec(text)?.[0]
        if (sign === undefined) break
        at = pattern.lastIndex
        if (sign === '"') isInString = !isInString
        else if (isInString) continue
        if (!hadRows) {
          gap += text.slice(gapFrom, at - 1)
          gapFrom = at
        }
        if (sign === '"') {
          if (!isInString) lastString = gap
        } else if (sign === '{' || sign === '[') {
          depth += 1
          if (depth > MOST_DEPTH) throw new SheetFault('not-json')
          if (sign === '[' && !hadRows && beginsRows()) {
            keep(at)
            head = shell
            rowsAt = depth
            hadRows = true
          }
        } else if (sign === ',') {
          if (depth === rowsAt) {
            keep(at - 1, at)
            endRow()
          } else if (rowsAt !== undefined && depth === rowsAt + 1 && ++cells >= CUSTOMER_COLUMNS_MAX)
            throw new SheetFault('too-many-columns')
        } else {
          if (depth === rowsAt) {
            keep(at - 1)
            endRow()
            rowsAt = undefined
          }
          depth -= 1
        }
        gap = ''
        isFirstSign = false
      }
      held = isInString && at < text.length && text.endsWith('\\') ? '\\' : ''
      const end = text.length - held.length
      if (!hadRows) gap += text.slice(gapFrom, end)
      keep(end)
      return rows
    },
    head: () => head,
    shell: () => shell,
  }
}

const rowTooLarge = (): SheetFault =>
  new SheetFault(
    'too-large',
    `A row of the spreadsheet is too large: at most ${LONGEST_ROW.toLocaleString('en-US')} characters can be read.`,
  )
