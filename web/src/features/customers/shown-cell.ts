import { formatDate } from '@app/contracts/format/dates.ts'
import { isCalendarDate } from '@app/contracts/rules/business-dates.ts'

/**
 * Returns the text of a cell for a comparison of two values. Only dates are formatted: two phone numbers that differ only in their form must
 * not look equal.
 */
export const shownCell = (text: string): string => (isCalendarDate(text) ? formatDate(text) : text)
