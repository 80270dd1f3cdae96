import { type RawBuilder, sql } from 'kysely'

/** What trigrams find anywhere; less than three letters or digits in a row only where a word begins. */
const FOUND_ANYWHERE = /[\p{L}\p{N}]{3}/u

/** Removes accents, upper case and kinds of apostrophe, as the SQL function `normalize_for_search` does. */
const normalizeForSearch = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[‘’]/g, "'")
    .toLowerCase()

/** Returns the `like` pattern of a word. `normalize_for_search` puts a space before the text, so that a word can match at its start. */
function patternOf(word: string): string {
  const literal = word.replace(/[\\%_]/g, '\\$&')
  return FOUND_ANYWHERE.test(word) ? `%${literal}%` : `% ${literal}%`
}

/** One pattern for each word of the search text that contains a letter or digit; undefined if there is no such word. */
export function patternsOf(search = ''): string[] | undefined {
  const words = normalizeForSearch(search)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  return words.length > 0 ? words.map(patternOf) : undefined
}

/** Whether a text normalized by `normalize_for_search` has all words. */
export const hasAll = (text: RawBuilder<string>, patterns: readonly string[]): RawBuilder<boolean> =>
  sql`(${sql.join(
    patterns.map((pattern) => sql`${text} like ${pattern}`),
    sql` and `,
  )})`

/** Returns the task number if the search text is a number, for example `#12`. */
export function taskNumberIn(search: string | undefined): number | undefined {
  const digits = /^#?(\d{1,15})$/.exec(search?.trim() ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits)
}
