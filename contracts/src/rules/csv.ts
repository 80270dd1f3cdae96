/** Byte order mark at the start of a CSV file. Spreadsheet programs need it to detect UTF-8. */
export const CSV_MARK = '\uFEFF'

/** Escapes a cell. Cells that look like formulas get a quote in front (CSV injection), because their text may come from strangers. */
function cellOf(text: string): string {
  const guarded = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

/** Returns a line of comma-separated values (RFC 4180). */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`
