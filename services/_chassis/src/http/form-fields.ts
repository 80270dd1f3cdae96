import type { MultipartValue } from '@fastify/multipart'
import type * as Type from 'typebox'
import { AppError } from '../errors.ts'

/** More than any text field takes. */
export const FIELD_BYTES = 64 * 1024

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
    const message = `${fieldname} is too long: at most ${FIELD_BYTES / 1024} kB.`
    throw new AppError('field-too-large', 'too-large', message, { errors: [{ field: fieldname, message }] })
  }
  if (typeof value !== 'string') throw refused(fieldname, 'is not plain text')
  fields[fieldname] = value
}
