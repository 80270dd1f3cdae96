import type { MultipartValue } from '@fastify/multipart'
import type * as Type from 'typebox'
import { isSecret } from '../config/secrets.ts'
import { removeTokenLinks } from '../logging/remove-token-links.ts'
import { AppError } from './errors.ts'

const FIELD_BYTES = 64 * 1024

/** Returns the size limit of a form's text fields, in bytes. Each UTF-16 unit that `maxLength` counts has at most three bytes in UTF-8. */
export const fieldBytesOf = ({ properties }: Type.TObject): number =>
  Math.max(FIELD_BYTES, ...Object.values(properties).map((field) => ('maxLength' in field ? 3 * Number(field.maxLength) : 0)))

/** The 400 error for a part of a form. `message` follows the part's name. */
export const refusedPart = (field: string, message: string): AppError =>
  new AppError('malformed', 'malformed', `${field} ${message}`, { errors: [{ field, message }] })

/**
 * Adds a text field to `fields`, without links that contain tokens, unless the contract describes the field as secret. Throws an error with
 * the field's name if the field is unknown, repeated, too long or not plain text.
 */
export function addField(form: Type.TObject, fields: Record<string, string>, { fieldname, value, valueTruncated }: MultipartValue): void {
  const property = Object.hasOwn(form.properties, fieldname) ? form.properties[fieldname] : undefined
  if (!property) throw refusedPart(fieldname, 'is not a known field')
  if (Object.hasOwn(fields, fieldname)) throw refusedPart(fieldname, 'was sent more than once')
  if (valueTruncated) {
    const message = `${fieldname} is too long: at most ${Math.floor(fieldBytesOf(form) / 1024)} kB.`
    throw new AppError('field-too-large', 'too-large', message, { errors: [{ field: fieldname, message }] })
  }
  if (typeof value !== 'string') throw refusedPart(fieldname, 'is not plain text')
  fields[fieldname] = isSecret(property) ? value : removeTokenLinks(value)
}
