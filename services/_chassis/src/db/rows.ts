import type pg from 'pg'

type Build = (values: unknown[]) => unknown

const builders = new Map<string, Build>()

/**
 * Code that makes a row in one step, always of the same shape: setting each member by its name, as pg does for every
 * statement in one place, costs a list request of 100 tasks a tenth of its time (measured).
 */
function builderOf(names: readonly string[]): Build {
  const members = names.map((name, at) => `${JSON.stringify(name)}: values[${at}]`)
  return new Function('values', `return { ${members.join(', ')} }`) as Build
}

/** The rows of an answer that came as arrays of values, as objects by the names of its columns. */
export function rowsOf<R>({ rows, fields }: pg.QueryArrayResult): R[] {
  if (rows.length === 0) return []
  const names = fields.map(({ name }) => name)
  const key = JSON.stringify(names)
  const known = builders.get(key)
  if (known) return rows.map(known) as R[]
  const build = builderOf(names)
  builders.set(key, build)
  return rows.map(build) as R[]
}
