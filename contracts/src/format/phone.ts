import { compactPhone } from '../rules/phone.ts'
import { currentLocale } from './locale.ts'

/** The countries of the North American Numbering Plan. Their numbers have the country code 1 and ten digits. */
const northAmerican = 'AG AI AS BB BM BS CA DM DO GD GU JM KN KY LC MP MS PR SX TC TT US VC VG VI'.split(' ')

/** An area code, an exchange code and a line number. The first two codes never begin with 0 or 1. */
const northAmericanNumber = /^(?:\+?1)?([2-9]\d\d)([2-9]\d\d)(\d{4})$/

/**
 * Returns a phone number as people in the country write it, for example "(803) 555-0142". Returns the text unchanged if it is not a number
 * of the country, for example if it has another country code or an extension.
 */
export function formatPhone(text: string): string {
  const country = new Intl.Locale(currentLocale()).region ?? ''
  const parts = northAmerican.includes(country) ? northAmericanNumber.exec(compactPhone(text) ?? '') : null
  return parts ? `(${parts[1]}) ${parts[2]}-${parts[3]}` : text
}

/** Returns the URL that dials a phone number. */
export const telUrl = (phone: string): string => `tel:${phone.replaceAll(/[^+\d]/g, '')}`
