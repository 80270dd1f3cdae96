import { type RawBuilder, sql } from 'kysely'

/** Words with three letters or digits in a row. The trigram index finds these anywhere, and shorter words only at the start of a word. */
const INDEXABLE = /[\p{L}\p{N}]{3}/u

/** Removes accents, converts to lower case and unifies apostrophes, like the SQL function `normalize_for_search`. */
const normalizeForSearch = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[‘’]/g, "'")
    .toLowerCase()

/** Returns the `like` pattern of a word. `normalize_for_search` puts a space before the text, so the first word also matches `% word%`. */
function patternOf(word: string): string {
  const literal = word.replace(/[\\%_]/g, '\\$&')
  return INDEXABLE.test(word) ? `%${literal}%` : `% ${literal}%`
}

/** Returns a `like` pattern for each word of the search text that has a letter or digit. Undefined if there is no such word. */
export function patternsOf(search = ''): string[] | undefined {
  const words = normalizeForSearch(search)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  return words.length > 0 ? words.map(patternOf) : undefined
}

/** Returns the SQL condition that a text, normalized by `normalize_for_search`, matches all patterns. */
export const matchesAll = (text: RawBuilder<string>, patterns: readonly string[]): RawBuilder<boolean> =>
  sql`(${sql.join(
    patterns.map((pattern) => sql`${text} like ${pattern}`),
    sql` and `,
  )})`

/** Returns the task number if the search text is a number, for example `#12`. */
export function taskNumberIn(search: string | undefined): number | undefined {
  const digits = /^#?(\d{1,15})$/.exec(search?.trim() ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits)
}
