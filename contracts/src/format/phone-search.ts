import { compactPhone } from '../rules/phone.ts'
import { formatPhone } from './phone.ts'

/** Fewer digits are not split: they may be a ZIP code or the number of a task. */
const DIGITS_MIN = 7

/**
 * Splits a phone number in a search text into its groups of digits, for example "(803) 555-0142" into "803 555 0142". These words find the
 * number in every usual form. Returns other texts unchanged.
 */
export function splitPhone(search: string): string {
  const digits = compactPhone(search)
  if (digits === undefined || digits.length < DIGITS_MIN) return search
  return formatPhone(digits).replaceAll(/\D+/g, ' ').trim()
}
