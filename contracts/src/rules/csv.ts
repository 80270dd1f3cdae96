/** At the beginning of a file: by it spreadsheets know that it is UTF-8. */
export const CSV_MARK = '\uFEFF'

/** Quoted where it has to be, and no formula to the program that opens the file: what stands there may come from a stranger. */
function cellOf(text: string): string {
  const guarded = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

/** A line of comma-separated values (RFC 4180). */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`
