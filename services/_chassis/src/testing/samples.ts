/** The part of JSON Schema that the contracts use. */
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

/** Sample values for strings with a pattern. The first value that matches is used. */
const samples = ['a', '01990000-0000-7000-8000-000000000000', '1', '#a05a2c', '2026-12-01', '10:30', '']

/** Values of existing accounts and companies, by property name. They replace sample values. */
export type Known = Readonly<Record<string, string>>

function sampleString({ enum: choices, pattern, minLength = 0 }: Schema): unknown {
  if (choices) return choices[0]
  if (pattern === undefined) return 'a'.repeat(Math.max(1, minLength))
  const matching = new RegExp(pattern, 'u')
  return samples.find((sample) => matching.test(sample)) ?? 'a'
}

/** Returns a small valid value of a schema. It has only required properties. */
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
