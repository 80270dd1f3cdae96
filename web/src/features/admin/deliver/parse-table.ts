/** Maximum length of a pasted table. Captions of all files together are shorter. */
export const TABLE_MAX_CHARS = 300_000

export const TABLE_TOO_LONG = 'This is too long. Paste only the rows of these files.'
export const QUOTE_UNCLOSED = 'A quotation mark isn’t closed. Please copy the cells again.'

type Parsed = { rows: string[][] } | { problem: string }

const isLineEnd = (character: string | undefined): boolean => character === '\n' || character === '\r'

/**
 * Splits cells as spreadsheets copy them: a tab between cells, a line break between rows. A cell with tabs, line breaks or quotation marks
 * is in quotation marks, and a quotation mark in it is doubled. If more text follows the closing quotation mark, the marks belong to the
 * text. Empty rows are left out. Reads each character once.
 */
export function parseTable(text: string): Parsed {
  if (text.length > TABLE_MAX_CHARS) return { problem: TABLE_TOO_LONG }
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false

  function endRow(): void {
    row.push(cell)
    if (row.some((one) => one.trim() !== '')) rows.push(row)
    row = []
    cell = ''
  }

  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string
    const next = text[at + 1]
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (next === '"') {
        cell += character
        at++
      } else {
        isQuoted = false
        if (next !== undefined && next !== '\t' && !isLineEnd(next)) cell = `"${cell}"`
      }
    } else if (character === '"' && cell === '' && (at === 0 || text[at - 1] === '\t' || isLineEnd(text[at - 1]))) isQuoted = true
    else if (character === '\t') {
      row.push(cell)
      cell = ''
    } else if (isLineEnd(character)) {
      if (character === '\r' && next === '\n') at++
      endRow()
    } else cell += character
  }
  if (isQuoted) return { problem: QUOTE_UNCLOSED }
  endRow()
  return { rows }
}
