import type pg from 'pg'

export interface Finding {
  what: string
  expected: number
  lost: number
  /** Number of unexpected items, for example duplicates. */
  doubled: number
  note?: string
  differing?: readonly string[]
}

const MAX_DIFFERENCES = 5

export type Counts = ReadonlyMap<string, number>

/** Runs a query with the columns `key` and `count`, and returns the counts by key. */
export async function countsOf(database: pg.Pool, text: string, values: unknown[] = []): Promise<Counts> {
  const { rows } = await database.query<{ key: string; count: string }>(text, values)
  return new Map(rows.map(({ key, count }) => [key, Number(count)]))
}

/** Compares counts with the expected counts, by key. An unexpected key counts as `doubled`. */
export function compare(what: string, counts: Counts, expected: Counts): Finding {
  const keys = new Set([...counts.keys(), ...expected.keys()])
  const finding = { what, expected: 0, lost: 0, doubled: 0 }
  const differing: string[] = []
  for (const key of keys) {
    const [is, should] = [counts.get(key) ?? 0, expected.get(key) ?? 0]
    finding.expected += should
    finding.lost += Math.max(0, should - is)
    finding.doubled += Math.max(0, is - should)
    if (is !== should && differing.length < MAX_DIFFERENCES) differing.push(`${key}: ${is} instead of ${should}`)
  }
  return { ...finding, differing }
}

export const eachOnce = (keys: readonly string[]): Counts => new Map(keys.map((key) => [key, 1]))
