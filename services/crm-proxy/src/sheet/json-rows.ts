import { formatNumber } from '@app/contracts/format/numbers.ts'
import { CUSTOMER_COLUMNS_MAX } from '@app/contracts/rules/customers.ts'
import { SheetFault } from './faults.ts'

/** Names of members that may contain the rows of a response. If the response is an array, its elements are the rows. */
const ROW_MEMBERS: readonly string[] = ['data', 'rows']
const COLON = /^\s*:\s*$/
/** Characters that start or end a value. */
const STRUCTURE = /["{}[\],]/g
const IN_STRING = /"|\\./gs

/** Maximum nesting depth of a response. Rows are at depth 1 or 2. */
const MAX_DEPTH = 100
/** Maximum length of a response without its rows, in UTF-16 code units. */
const MAX_SHELL_LENGTH = 1_000_000
/** Maximum length of a row, in UTF-16 code units. A cell of Google Sheets has at most 50,000 characters. */
const MAX_ROW_LENGTH = 500_000

/** Splits a JSON text into rows while it arrives, in linear time. Buffers at most one row. Throws a `SheetFault` if a limit is exceeded. */
export function jsonRows() {
  let shell = ''
  let head = ''
  let row = ''
  let cells = 0
  /** A backslash at the end of a chunk. It escapes the first character of the next chunk. */
  let pendingBackslash = ''
  let isInString = false
  let depth = 0
  /** Depth of the rows. Undefined outside of the rows. */
  let rowsAt: number | undefined
  let hadRows = false
  /** Until the rows start, `gap` is the text after the last structural character, and `lastString` is the content of the last string. */
  let gap = ''
  let lastString = ''
  let isFirstStructure = true

  function startsRows(): boolean {
    if (depth === 1) return isFirstStructure && gap.trim() === ''
    return depth === 2 && ROW_MEMBERS.includes(lastString) && COLON.test(gap)
  }

  return {
    /** Returns the rows that end in this chunk, as JSON texts. */
    push(chunk: string): string[] {
      const text = pendingBackslash + chunk
      const rows: string[] = []
      let kept = 0
      let at = 0
      let gapFrom = 0
      /** Adds the text before `to` to the current row or to the shell. The text between `to` and `next` is skipped. */
      const keep = (to: number, next = to): void => {
        const part = text.slice(kept, to)
        kept = next
        if (rowsAt === undefined) shell += part
        else row += part
        if (shell.length > MAX_SHELL_LENGTH) throw new SheetFault('not-json')
        if (row.length > MAX_ROW_LENGTH) throw rowTooLarge()
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
          if (depth > MAX_DEPTH) throw new SheetFault('not-json')
          if (sign === '[' && !hadRows && startsRows()) {
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
        isFirstStructure = false
      }
      pendingBackslash = isInString && at < text.length && text.endsWith('\\') ? '\\' : ''
      const end = text.length - pendingBackslash.length
      if (!hadRows) gap += text.slice(gapFrom, end)
      keep(end)
      return rows
    },
    /** Returns the text before the rows. */
    head: (): string => head,
    /** Returns the text without its rows. The response is valid JSON if this text and each row are valid JSON. */
    shell: (): string => shell,
  }
}

const rowTooLarge = (): SheetFault =>
  new SheetFault('too-large', `A row of the spreadsheet is too large: at most ${formatNumber(MAX_ROW_LENGTH)} characters can be read.`)
