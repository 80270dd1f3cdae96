import type { RouteContract } from '../define.ts'
import { MEGABYTE } from '../primitives.ts'

/** Maximum nesting of arrays and objects in JSON that a client sends. The contracts need at most four levels. */
export const JSON_DEPTH_MAX = 20

/** Size limit of the largest JSON bodies, in bytes. */
export const JSON_BYTES_MAX = MEGABYTE

/** Size limit of a body that no schema describes, in bytes. Such a body is ignored. */
const IGNORED_BYTES_MAX = 16_384
/** The size limit of a body with a schema is at least this value, in bytes, so that a client may add blanks. */
const LEAST_BYTES = 4_096

/** JSON may write each UTF-16 unit as `\uXXXX`. */
const BYTES_PER_CHARACTER = 6
const NUMBER_BYTES = 24
/** Patterns of the contracts accept at most this number of characters. A schema of a longer text needs `maxLength`. */
export const PATTERN_CHARACTERS_MAX = 300

/** The part of JSON Schema that request bodies use. */
export interface BodySchema {
  type?: string | readonly string[]
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly BodySchema[]
  pattern?: string
  maxLength?: number
  maxItems?: number
  items?: BodySchema
  properties?: Readonly<Record<string, BodySchema>>
}

const lengthOf = (value: unknown): number => BYTES_PER_CHARACTER * JSON.stringify(value).length

/** Returns the length of the longest JSON text that matches a schema, in bytes, without blanks. Infinity if the schema has no limit. */
function longestJson({ type, enum: choices, const: only, anyOf, pattern, maxLength, maxItems, items, properties }: BodySchema): number {
  if (only !== undefined) return lengthOf(only)
  if (choices) return Math.max(...choices.map(lengthOf))
  if (anyOf) return Math.max(...anyOf.map(longestJson))
  const types = [type].flat()
  if (types.includes('string')) {
    const characters = maxLength ?? (pattern === undefined ? Number.POSITIVE_INFINITY : PATTERN_CHARACTERS_MAX)
    return 2 + BYTES_PER_CHARACTER * characters
  }
  if (types.includes('array')) return 2 + (maxItems ?? Number.POSITIVE_INFINITY) * (1 + longestJson(items ?? {}))
  if (properties) {
    return Object.entries(properties).reduce((total, [name, inner]) => total + lengthOf(name) + 2 + longestJson(inner), 2)
  }
  return types.includes('object') || type === undefined ? Number.POSITIVE_INFINITY : NUMBER_BYTES
}

/**
 * Returns the size limit of a route's JSON body, in bytes: `bodyMaxBytes` of the contract, or else the length of the longest valid body. The
 * limit is at most `JSON_BYTES_MAX`.
 */
export function jsonBytesMax({ schema: { body }, bodyMaxBytes }: Pick<RouteContract, 'schema' | 'bodyMaxBytes'>): number {
  if (!body) return IGNORED_BYTES_MAX
  return bodyMaxBytes ?? Math.min(JSON_BYTES_MAX, Math.max(LEAST_BYTES, longestJson(body as BodySchema)))
}
