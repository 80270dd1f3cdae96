const LENGTH_MAX = 120

/** Control characters, line and path separators, and characters that change the writing direction and can hide an extension. */
const harmful = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069/\\]/gu

/** Removes harmful characters from an uploaded file's name, and truncates it to 120 characters. The extension is kept. */
export function plainFileName(sent: string): string {
  // Browsers encode a double quote in a file name as `%22`.
  const name = sent.replaceAll('%22', '"').replace(harmful, '').toWellFormed().trim()
  const characters = [...name]
  if (characters.length <= LENGTH_MAX) return name
  const ending = [...(/\.\w{1,10}$/.exec(name)?.[0] ?? '')]
  return [...characters.slice(0, LENGTH_MAX - ending.length), ...ending].join('')
}
