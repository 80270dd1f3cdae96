import type { Schema } from '@app/chassis/testing/samples.ts'

/** Path to a string in a value: property names and array indexes. */
export type Path = readonly (string | number)[]

/** Returns the paths of all strings in a value of this schema, with their maximum lengths. */
export function stringsIn(schema: Schema, path: Path = []): { path: Path; maxLength: number }[] {
  if (schema.anyOf) return stringsIn(schema.anyOf[0] ?? {}, path)
  const types = [schema.type].flat()
  if (types.includes('string')) return [{ path, maxLength: schema.maxLength ?? 100_000 }]
  if (types.includes('array')) return stringsIn(schema.items ?? {}, [...path, 0])
  return Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => stringsIn(inner, [...path, key]))
}

export function withAt(value: unknown, [step, ...rest]: Path, at: unknown): unknown {
  if (step === undefined) return at
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) }
  Object.assign(copy, { [step]: withAt((copy as Record<string, unknown>)[step], rest, at) })
  return copy
}
