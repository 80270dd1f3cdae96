/** As much of JSON Schema as the contracts use. */
export interface Schema {
  type?: string | readonly string[]
  enum?: readonly unknown[]
  const?: unknown
  pattern?: string
  minimum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  anyOf?: readonly Schema[]
}

/** Values for strings with a pattern: the first that matches. */
const samples = ['a', '01990000-0000-7000-8000-000000000000', '1', '#a05a2c', '2026-12-01', '10:30', '']

/** Values that are more use than any that match: of accounts and companies that exist. */
export type Known = Readonly<Record<string, string>>

function sampleString({ enum: choices, pattern, minLength = 0 }: Schema): unknown {
  if (choices) return choices[0]
  if (pattern === undefined) return 'a'.repeat(Math.max(1, minLength))
  const matching = new RegExp(pattern, 'u')
  return samples.find((sample) => matching.test(sample)) ?? 'a'
}

/** A small valid value of a schema, with the properties that are required. */
export function sampleOf(schema: Schema, known: Known, name = ''): unknown {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (schema.const !== undefined) return schema.const
  if (schema.anyOf) return sampleOf(schema.anyOf[0] ?? {}, known, name)
  if (type === 'string') return known[name] ?? sampleString(schema)
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1
  if (type === 'boolean') return true
  if (type === 'array') return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => sampleOf(schema.items ?? {}, known))
  if (!schema.properties) return {}
  const { properties, required = [] } = schema
  return Object.fromEntries(required.flatMap((key) => (properties[key] ? [[key, sampleOf(properties[key], known, key)]] : [])))
}

/** The path to a string in a value: names of properties and positions in arrays. */
export type Path = readonly (string | number)[]

/** Where a value of this schema has strings, with the longest that the schema takes. */
export function stringsIn(schema: Schema, path: Path = []): { path: Path; maxLength: number }[] {
  if (schema.anyOf) return stringsIn(schema.anyOf[0] ?? {}, path)
  const types = [schema.type].flat()
  if (types.includes('string')) return [{ path, maxLength: schema.maxLength ?? 100_000 }]
  if (types.includes('array')) return stringsIn(schema.items ?? {}, [...path, 0])
  return Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => stringsIn(inner, [...path, key]))
}

/** The value with another one at a path. */
export function withAt(value: unknown, [step, ...rest]: Path, at: unknown): unknown {
  if (step === undefined) return at
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) }
  Object.assign(copy, { [step]: withAt((copy as Record<string, unknown>)[step], rest, at) })
  return copy
}
