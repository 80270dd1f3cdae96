import { Ajv } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'

const strict = new Ajv({ coerceTypes: false, removeAdditional: false, useDefaults: false, strict: false })
const coercing = new Ajv({ coerceTypes: true, removeAdditional: false, useDefaults: true, strict: false })

/** Bodies are validated without coercion and defaults. Parameters of paths and queries are strings, so their types are converted. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  (httpPart === 'body' ? strict : coercing).compile(schema)

/** Validates the text fields of a form. Throws the same error that Fastify throws for an invalid body. */
export function checkFields(schema: TSchema, fields: Readonly<Record<string, string>>): void {
  const validate = strict.compile(schema)
  if (validate(fields)) return
  const error = new Error('The form is not valid')
  throw Object.assign(error, { validation: validate.errors, validationContext: 'body', statusCode: 400 })
}
