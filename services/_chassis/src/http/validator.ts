import { Ajv } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'

const strict = new Ajv({ coerceTypes: false, removeAdditional: false, useDefaults: false, strict: false })
const coercing = new Ajv({ coerceTypes: true, removeAdditional: false, useDefaults: true, strict: false })

/** Bodies mean what they say: no coercion, nothing silently removed. Paths and queries are text, so they convert. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  (httpPart === 'body' ? strict : coercing).compile(schema)

/** Checks the text fields of a form the way a body is checked; the error is the same as Fastify's for a body. */
export function checkFields(schema: TSchema, fields: Readonly<Record<string, string>>): void {
  const validate = strict.compile(schema)
  if (validate(fields)) return
  const error = new Error('The form is not valid')
  throw Object.assign(error, { validation: validate.errors, validationContext: 'body', statusCode: 400 })
}
