/** Returns the document with the rows of its table replaced. `header` is the first line of the table. Throws if the document has no such table. */
export function replaceTable(markdown: string, header: string, rows: readonly string[]): string {
  const start = markdown.indexOf(header)
  const end = markdown.indexOf('\n\n', start)
  if (start < 0 || end < 0) throw new Error(`The document has no table with the header ${header}`)
  const columns = header.split('|').length - 2
  const table = [header, `|${' --- |'.repeat(columns)}`, ...rows].join('\n')
  return markdown.slice(0, start) + table + markdown.slice(end)
}
