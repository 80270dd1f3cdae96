/** What stands before the rows of an answer: nothing, or the name of the member that holds them. */
const BEFORE_ROWS = /(^|[{,]\s*"(?:data|rows)"\s*:)\s*$/
/** What decides where a value ends, outside and inside of strings. */
const STRUCTURE = /["{}[\],]/g
const IN_STRING = /"|\\./gs

/** Takes a JSON text apart as it comes, so that no more of it is held than a row. */
export interface JsonRows {
  /** The rows that end with this piece, as JSON texts. */
  push(piece: string): string[]
  /** The text up to its rows. */
  head(): string
  /** The text less its rows. Whether it is whole is for whoever parses it to find out, as with each row. */
  shell(): string
}

export function jsonRows(): JsonRows {
  let shell = ''
  let head = ''
  /** What has come of a row. */
  let row = ''
  /** A sign whose meaning the next piece decides. */
  let held = ''
  let isInString = false
  let depth = 0
  /** How deep the rows lie, while they last. */
  let rowsAt: number | undefined
  let hadRows = false

  return {
    push(piece) {
      const text = held + piece
      const rows: string[] = []
      let kept = 0
      let at = 0
      /** Keeps what lies before a place, and goes on behind it. */
      const keep = (to: number, next = to): void => {
        const part = text.slice(kept, to)
        if (rowsAt === undefined) shell += part
        else row += part
        kept = next
      }
      const endRow = (): void => {
        if (row.trim()) rows.push(row)
        row = ''
      }
      for (;;) {
        const pattern = isInString ? IN_STRING : STRUCTURE
        pattern.lastIndex = at
        const sign = pattern.exec(text)?.[0]
        if (sign === undefined) break
        at = pattern.lastIndex
        if (sign === '"') isInString = !isInString
        else if (sign === '{' || sign === '[') {
          depth += 1
          if (sign === '{' || hadRows || depth > 2) continue
          keep(at - 1)
          if (!BEFORE_ROWS.test(shell)) continue
          keep(at)
          head = shell
          rowsAt = depth
          hadRows = true
        } else if (sign === ',' && depth === rowsAt) {
          keep(at - 1, at)
          endRow()
        } else if (sign === '}' || sign === ']') {
          if (depth === rowsAt) {
            keep(at - 1)
            endRow()
            rowsAt = undefined
          }
          depth -= 1
        }
      }
      held = isInString && at < text.length && text.endsWith('\\') ? '\\' : ''
      keep(text.length - held.length)
      return rows
    },
    head: () => head,
    shell: () => shell,
  }
}
