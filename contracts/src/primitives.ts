import * as Type from 'typebox'

const uuid = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}'

export const Id = Type.String({ pattern: `^${uuid}$`, description: 'UUIDv7' })

export const TaskRef = Type.String({ pattern: `^(${uuid}|[0-9]{1,15})$`, description: '_id or taskId' })

/** The company that an event is about. */
export const companyFacts = { companyProfileId: Id, companyName: Type.String(), ownerId: Id }

export const CompanyParams = Type.Object({ companyProfileId: Id })
export const TaskParams = Type.Object({ id: TaskRef })
/** Path parameters of routes that contain a signed token, for example the token of a review link. */
export const TokenParams = Type.Object({ token: Type.String({ pattern: '^[A-Za-z0-9_-]{20,100}$' }) })

export const Instant = Type.String({ description: 'ISO 8601 in UTC' })

export const text = (maxLength: number) => Type.String({ maxLength })

/**
 * Schema for a date in a request: `YYYY-MM-DD`, or empty. A client may add a time: if the schema has the keyword `calendarDate`, the
 * validator of requests replaces `2026-12-07T00:00:00.000Z` by `2026-12-07`. The rules of the request check whether the date exists.
 */
export const dateText = (options: Type.TStringOptions = {}) =>
  Type.String({ maxLength: 10, description: 'YYYY-MM-DD; the time of an ISO 8601 date is ignored', ...options, calendarDate: true })

/** Schema for one of the given strings. A plain `enum` is serialized several times faster than a union of literals. */
export const oneOf = <const T extends readonly string[]>(values: T) => Type.Unsafe<T[number]>({ type: 'string', enum: [...values] })
export const nullableOneOf = <const T extends readonly string[]>(values: T) =>
  Type.Unsafe<T[number] | null>({ type: ['string', 'null'], enum: [...values, null] })
export const nullableText = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description })
export const nullableObject = <T extends Type.TSchema>(schema: T) =>
  Type.Unsafe<Type.Static<T> | null>({ ...schema, type: ['object', 'null'] })
export const nullableInteger = Type.Unsafe<number | null>({ type: ['integer', 'null'] })

export const recordOf = <const K extends string, V>(names: readonly K[], valueFor: (name: K) => V) =>
  Object.fromEntries(names.map((name) => [name, valueFor(name)])) as Record<K, V>

/** Schema for an object in a request. Unknown properties are rejected. */
export const strictObject = <const P extends Type.TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false })

export const Message = Type.Object({ message: Type.String() })

/** Query parameters of a paginated list. If there are more rows, the response has the header `Link: <…>; rel="next"`. */
export const pageQuery = (maximum: number, cursorMax = 200) =>
  Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum })),
    cursor: Type.Optional(Type.String({ maxLength: cursorMax })),
  })

/** Body of all error responses: problem details (RFC 9457). `message` is the text for the user. */
export const Problem = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  code: Type.String({ description: 'stable, machine-readable code' }),
  message: Type.String(),
  requestId: Type.String(),
  traceId: Type.Optional(Type.String({ description: 'id of the trace, in logs and emails caused by this request' })),
  errors: Type.Optional(Type.Array(Type.Object({ field: Type.String(), message: Type.String() }))),
})
export type Problem = Type.Static<typeof Problem>

export const MEGABYTE = 1024 * 1024
export const IMAGE_MAX_BYTES = 10 * MEGABYTE
