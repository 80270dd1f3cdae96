import { withoutTime } from '@app/contracts/rules/business-dates.ts'
import { Ajv, type FuncKeywordDefinition, type ValidateFunction } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import type * as Type from 'typebox'
import { AppError } from './errors.ts'
import { checkDepth } from './json.ts'

/**
 * Ajv stops at the first error, and checks the length of an array before its items. Therefore a refusal is cheap, and has only few errors.
 */
const common = { allErrors: false, removeAdditional: false, strict: false } as const
/** The property or the array element that contains a value. */
interface Place {
  parentData: Record<string, unknown>
  parentDataProperty: string | number
}

/** The keyword of `dateText`. It removes the time of a date, before the other keywords check the date. */
const calendarDate: FuncKeywordDefinition = {
  keyword: 'calendarDate',
  type: 'string',
  before: 'maxLength',
  modifying: true,
  errors: false,
  validate: (_keyword: true, text: string, _schema: unknown, place?: Place) => {
    if (place) place.parentData[place.parentDataProperty] = withoutTime(text)
    return true
  },
}

const strict = new Ajv({ ...common, coerceTypes: false, useDefaults: false }).addKeyword(calendarDate)
const coercing = new Ajv({ ...common, coerceTypes: true, useDefaults: true }).addKeyword(calendarDate)

/**
 * Bodies are validated without coercion and defaults. Parameters of paths and queries are strings, so their types are converted. A schema is
 * compiled when its route gets the first request, so that services start sooner and unused routes need no memory.
 */
export const validatorCompiler: FastifySchemaCompiler<Type.TSchema> = ({ schema, httpPart }) => {
  let validate: ValidateFunction | undefined
  return (data) => {
    validate ??= (httpPart === 'body' ? strict : coercing).compile(schema)
    return validate(data) ? true : { error: validate.errors ?? [] }
  }
}

/** Validators of forms without the rule that fields are required, by the schema of the form. */
const partial = new WeakMap<Type.TSchema, ValidateFunction>()

function partialValidator(schema: Type.TSchema): ValidateFunction {
  const validate = partial.get(schema) ?? strict.compile({ ...schema, required: [] })
  partial.set(schema, validate)
  return validate
}

/**
 * Validates the text fields of a form, and removes the times of its dates. If the form is not complete yet, fields may be missing. Throws
 * the same error that Fastify throws for an invalid body.
 */
export function checkFields(schema: Type.TSchema, fields: Record<string, string>, { isComplete = true } = {}): void {
  const validate = isComplete ? strict.compile(schema) : partialValidator(schema)
  if (validate(fields)) return
  const error = new Error('The form is not valid')
  throw Object.assign(error, { validation: validate.errors, validationContext: 'body', statusCode: 400 })
}

/** Parses a form field that contains JSON. Throws a 400 with `message` if the field is not JSON, is nested too deeply or does not match. */
export function parseField<S extends Type.TSchema>(schema: S, field: string, json: string, message: string): Type.Static<S> {
  try {
    checkDepth(Buffer.from(json))
    const value: unknown = JSON.parse(json)
    if (strict.validate(schema, value)) return value as Type.Static<S>
  } catch {}
  throw new AppError('malformed', 'malformed', message, { errors: [{ field, message }] })
}
