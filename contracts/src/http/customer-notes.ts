import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { dateText, Id, Instant, Message, oneOf, pageQuery, strictObject, text } from '../primitives.ts'
import { CUSTOMER_NOTE_MAX, contactKinds, customerNoteKinds, PERSON_KEY_MAX } from '../rules/customer-notes.ts'

const person = Type.String({ maxLength: PERSON_KEY_MAX, description: 'key of a person: `personKeyOf` of a row of the spreadsheet' })
const CalendarDay = Type.String({ description: 'YYYY-MM-DD' })

/** A note of an owner on a customer. Notes are stored by the product, not in the spreadsheet. */
export const CustomerNote = Type.Object({
  _id: Id,
  kind: oneOf(customerNoteKinds),
  text: Type.String({ description: 'plain text; may be empty if the note is a contact' }),
  happenedOn: CalendarDay,
  authorId: Type.String({ description: 'id of the account that wrote the note' }),
  createdAt: Instant,
})
export type CustomerNote = Type.Static<typeof CustomerNote>

export const LastContact = Type.Object({ person, kind: oneOf(contactKinds), happenedOn: CalendarDay })
export type LastContact = Type.Static<typeof LastContact>

export const LAST_CONTACT_PAGE_MAX = 2_000
/**
 * Maximum length of a cursor, in characters. A cursor contains a person key as JSON in Base64. JSON writes a control character as 6 bytes,
 * for example `\u0001`, and all other characters as at most 3. Base64 encodes 3 bytes as 4 characters. The factor is 9 instead of 8,
 * because the JSON also contains quotes and brackets.
 */
const CURSOR_MAX = 9 * PERSON_KEY_MAX

export const listLastContacts = defineRoute({
  id: 'listLastContacts',
  method: 'GET',
  url: '/crm/last-contacts',
  access: 'owner',
  summary:
    'Lists the latest contact with each person of the company, in the order of the person keys. Notes that are no contact do not count',
  schema: { querystring: pageQuery(LAST_CONTACT_PAGE_MAX, CURSOR_MAX), response: { 200: Type.Array(LastContact) } },
})

export const listCustomerNotes = defineRoute({
  id: 'listCustomerNotes',
  method: 'GET',
  url: '/crm/notes',
  access: 'owner',
  summary: 'Lists the notes on a person, latest date first. A person has at most 200 notes. 422 if the person key is not valid',
  schema: { querystring: Type.Object({ person }), response: { 200: Type.Array(CustomerNote) } },
})

export const addCustomerNote = defineRoute({
  id: 'addCustomerNote',
  method: 'POST',
  url: '/crm/notes',
  access: 'owner',
  idempotent: true,
  summary:
    'Adds a note on a person, for example a phone call. 422 if the note is not valid, 409 if the person or the company has too many notes',
  schema: {
    body: strictObject({ person, kind: oneOf(customerNoteKinds), text: text(CUSTOMER_NOTE_MAX), happenedOn: dateText() }),
    response: { 201: CustomerNote },
  },
})

export const removeCustomerNote = defineRoute({
  id: 'removeCustomerNote',
  method: 'DELETE',
  url: '/crm/notes/:id',
  access: 'owner',
  idempotent: true,
  summary: 'Deletes a note. 404 for a note of another company',
  schema: { params: Type.Object({ id: Id }), response: { 200: Message } },
})
