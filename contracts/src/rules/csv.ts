/** Byte order mark at the start of a CSV file. Spreadsheet programs need it to detect UTF-8. */
export const CSV_MARK = '\uFEFF'

/** Quotes a cell if necessary. A cell that looks like a formula gets a leading apostrophe, which prevents CSV injection. */
function cellOf(text: string): string {
  const guarded = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

/** Returns a line of comma-separated values (RFC 4180). */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`
