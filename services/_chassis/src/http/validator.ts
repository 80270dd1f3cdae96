import { Ajv, type ValidateFunction } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'

const strict = new Ajv({ coerceTypes: false, removeAdditional: false, useDefaults: false, strict: false })
const coercing = new Ajv({ coerceTypes: true, removeAdditional: false, useDefaults: true, strict: false })

/** Bodies are validated without coercion and defaults. Parameters of paths and queries are strings, so their types are converted. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  (httpPart === 'body' ? strict : coercing).compile(schema)

/** Validators of forms without the rule that fields are required, by the schema of the form. */
const partial = new WeakMap<TSchema, ValidateFunction>()

function partialValidator(schema: TSchema): ValidateFunction {
  const validate = partial.get(schema) ?? strict.compile({ ...schema, required: [] })
  partial.set(schema, validate)
  return validate
}

/**
 * Validates the text fields of a form. If the form is not complete yet, fields may be missing. Throws the same error that Fastify throws
 * for an invalid body.
 */
export function checkFields(schema: TSchema, fields: Readonly<Record<string, string>>, { isComplete = true } = {}): void {
  const validate = isComplete ? strict.compile(schema) : partialValidator(schema)
  if (validate(fields)) return
  const error = new Error('The form is not valid')
  throw Object.assign(error, { validation: validate.errors, validationContext: 'body', statusCode: 400 })
}
