import { formatPhone } from '@app/contracts/format/phone.ts'
import { compactPhone } from '@app/contracts/rules/phone.ts'
import { type RawBuilder, sql } from 'kysely'

/**
 * Matches search words with at least three letters or digits in a row. The trigram index can find these words anywhere in a text. Other
 * search words are found only at the start of a word of the text.
 */
const INDEXABLE = /[\p{L}\p{N}]{3}/u

/** Must return the same text as the SQL function `normalize_for_search`, except for the leading space. */
const normalizeForSearch = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[‘’]/g, "'")
    .toLowerCase()

/**
 * Converts a search word to a `like` pattern. `normalize_for_search` puts a space before the text, so that the pattern `% word%` also
 * matches the first word.
 */
function patternOf(word: string): string {
  const literal = word.replace(/[\\%_]/g, '\\$&')
  return INDEXABLE.test(word) ? `%${literal}%` : `% ${literal}%`
}

/** Returns a `like` pattern for each word with a letter or digit. Undefined if the text contains no such word. */
export function patternsOf(search = ''): string[] | undefined {
  const words = normalizeForSearch(search)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  return words.length > 0 ? words.map(patternOf) : undefined
}

export const matchesAll = (text: RawBuilder<string>, patterns: readonly string[]): RawBuilder<boolean> =>
  sql`(${sql.join(
    patterns.map((pattern) => sql`${text} like ${pattern}`),
    sql` and `,
  )})`

/** Returns the task number if the search text is a task number, such as `12` or `#12`. */
export function taskNumberIn(search: string | undefined): number | undefined {
  const digits = /^#?(\d{1,15})$/.exec(search?.trim() ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** A number with fewer digits is not a phone number, because it may be a ZIP code or the number of a task. */
const PHONE_DIGITS_MIN = 7

/**
 * Returns the digits of a phone number in any usual form, to find the number anywhere in the digits of a stored number. The digits have no
 * leading zeros, and no country code if the number is of the business's country. Undefined for other texts.
 */
export function phoneDigitsIn(search: string): string | undefined {
  const compact = compactPhone(search)
  if (compact === undefined) return undefined
  const digits = formatPhone(compact).replaceAll(/\D/g, '').replace(/^0+/, '')
  return digits.length >= PHONE_DIGITS_MIN ? digits : undefined
}
