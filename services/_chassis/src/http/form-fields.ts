import type { MultipartValue } from '@fastify/multipart'
import type * as Type from 'typebox'
import { AppError } from '../errors.ts'

/** More than most text fields take. */
const FIELD_BYTES = 64 * 1024

/** What the longest text of a form may take up: no character has more than three bytes for each unit of its length. */
export const fieldBytesOf = ({ properties }: Type.TObject): number =>
  Math.max(FIELD_BYTES, ...Object.values(properties).map((field) => ('maxLength' in field ? 3 * Number(field.maxLength) : 0)))

const refused = (field: string, message: string): AppError =>
  new AppError('malformed', 'malformed', `${field} ${message}`, { errors: [{ field, message }] })

/**
 * Takes a text field of a form that has come. Refused by name: one that the form does not have, one that came already (nobody
 * could tell which is meant), one that was cut, and one that is something else than text.
 */
export function addField(form: Type.TObject, fields: Record<string, string>, { fieldname, value, valueTruncated }: MultipartValue): void {
  if (!Object.hasOwn(form.properties, fieldname)) throw refused(fieldname, 'is not known here')
  if (Object.hasOwn(fields, fieldname)) throw refused(fieldname, 'was sent more than once')
  if (valueTruncated) {
    const message = `${fieldname} is too long: at most ${Math.floor(fieldBytesOf(form) / 1024)} kB.`
    throw new AppError('field-too-large', 'too-large', message, { errors: [{ field: fieldname, message }] })
  }
  if (typeof value !== 'string') throw refused(fieldname, 'is not plain text')
  fields[fieldname] = value
}
