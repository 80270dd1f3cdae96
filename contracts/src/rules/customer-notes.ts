import { isBlank } from './blank.ts'
import { type CalendarDate, DATE_INVALID, isCalendarDate } from './business-dates.ts'
import type { CustomerTexts } from './customers.ts'
import { hasEmailFormat, normalizeEmail } from './email.ts'
import { compactPhone } from './phone.ts'
import type { Fault } from './task-dates.ts'

/** Kinds of notes that are a contact with the person. */
export const contactKinds = ['call', 'email', 'message', 'meeting'] as const

/** Kinds of notes on a customer. `note`: a remark that is not a contact. */
export const customerNoteKinds = [...contactKinds, 'note'] as const
export type CustomerNoteKind = (typeof customerNoteKinds)[number]

/** Maximum length of a note, in characters. */
export const CUSTOMER_NOTE_MAX = 2_000
export const NOTES_PER_PERSON_MAX = 200
export const NOTES_PER_COMPANY_MAX = 20_000

export const NOTE_TEXT_REQUIRED = 'Write a note'
export const NOTE_IN_FUTURE = 'The date can’t be in the future'
export const TOO_MANY_NOTES_ON_PERSON = `A person can have at most ${NOTES_PER_PERSON_MAX} notes. Remove notes that you no longer need.`
export const TOO_MANY_NOTES = `A company can have at most ${NOTES_PER_COMPANY_MAX} notes. Remove notes that you no longer need.`

/** Maximum length of a person key: its prefix and an email address. */
export const PERSON_KEY_MAX = 260

const phoneNumber = /^\+?\d{7,20}$/

/**
 * Returns the key of the person in a row of the spreadsheet, or undefined if the row does not identify a person. The key is the email
 * address in lower case (`email:ann@shop.example`). Without a valid address, the key is the phone number without formatting
 * (`phone:+18035550142`). Without a number, the key is the Customer ID (`id:c-2`). Rows with the same email address have the same key.
 */
export function personKeyOf(customer: Pick<CustomerTexts, 'Email id' | 'Mobile No' | 'Customer ID'>): string | undefined {
  const email = normalizeEmail(customer['Email id'])
  if (hasEmailFormat(email)) return `email:${email}`
  const phone = compactPhone(customer['Mobile No'])
  if (phone && phoneNumber.test(phone)) return `phone:${phone}`
  return customer['Customer ID'] ? `id:${customer['Customer ID']}` : undefined
}

/** Whether the text is a key as `personKeyOf` returns it. */
export function isPersonKey(key: string): boolean {
  const [kind = ''] = key.split(':', 1)
  const value = key.slice(kind.length + 1)
  if (kind === 'email') return hasEmailFormat(value) && normalizeEmail(value) === value
  if (kind === 'phone') return phoneNumber.test(value)
  return kind === 'id' && value.length > 0 && key.length <= PERSON_KEY_MAX
}

export interface CustomerNoteEntry {
  kind: CustomerNoteKind
  text: string
  happenedOn: CalendarDate
}

/** Returns the errors of a new note. A contact needs no text. `today` is in the business's time zone. */
export function checkCustomerNote({ kind, text, happenedOn }: CustomerNoteEntry, today: CalendarDate): Fault[] {
  const isTextMissing = kind === 'note' && isBlank(text)
  return [
    ...(isTextMissing ? [{ field: 'text', message: NOTE_TEXT_REQUIRED }] : []),
    ...(isCalendarDate(happenedOn) ? [] : [{ field: 'happenedOn', message: DATE_INVALID }]),
    ...(isCalendarDate(happenedOn) && happenedOn > today ? [{ field: 'happenedOn', message: NOTE_IN_FUTURE }] : []),
  ]
}
