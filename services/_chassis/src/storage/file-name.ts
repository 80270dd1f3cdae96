const LENGTH_MAX = 120

/** Controls, ends of lines and paths, and what turns the direction of writing round, so that an ending seems to be another. */
const harmful = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069/\\]/gu

/** A file's name as its sender called it, without what would do harm where it is shown or written; shortened before its ending. */
export function plainFileName(sent: string): string {
  // Browsers write this one character of a form's file name so.
  const name = sent.replaceAll('%22', '"').replace(harmful, '').toWellFormed().trim()
  const characters = [...name]
  if (characters.length <= LENGTH_MAX) return name
  const ending = [...(/\.\w{1,10}$/.exec(name)?.[0] ?? '')]
  return [...characters.slice(0, LENGTH_MAX - ending.length), ...ending].join('')
}
