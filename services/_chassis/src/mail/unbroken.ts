/**
 * Values that a line break must not split: dates, times of day, phone numbers and ZIP codes as people in the US write them, and the
 * beginning of a masked email address.
 */
const values = /[A-Z][a-z]{2}, [A-Z][a-z]{2} \d{1,2}, \d{4}|\d{1,2}:\d{2} [AP]M(?: [A-Z]{2,4})?|\(\d{3}\) \d{3}-\d{4}|[A-Z]{2} \d{5}|…@/g

/** Keeps each of these values in an escaped text on one line. */
export const unbroken = (html: string): string => html.replaceAll(values, '<span style="white-space:nowrap">$&</span>')
