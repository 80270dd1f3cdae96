import { compactPhone } from '../rules/phone.ts'
import { formatPhone } from './phone.ts'

/** A number with fewer digits is not split, because it may be a ZIP code or the number of a task. */
const DIGITS_MIN = 7

/**
 * Splits a phone number in a search text into its groups of digits, for example "(803) 555-0142" into "803 555 0142". A search for these
 * words finds the number in every usual form. Returns other texts unchanged.
 */
export function splitPhone(search: string): string {
  const digits = compactPhone(search)
  if (digits === undefined || digits.length < DIGITS_MIN) return search
  return formatPhone(digits).replaceAll(/\D+/g, ' ').trim()
}
