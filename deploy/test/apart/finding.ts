import type pg from 'pg'

/** One thing that was counted, and what it should have been. */
export interface Finding {
  what: string
  expected: number
  /** Less than expected. */
  lost: number
  /** More than expected. */
  doubled: number
  /** What explains it, without making it right. */
  note?: string
  /** The first of what is not as expected. */
  differing?: readonly string[]
}

const MOST_NAMED = 5

export type Counts = ReadonlyMap<string, number>

/** Rows as counts by their first column. */
export async function countsOf(database: pg.Pool, text: string, values: unknown[] = []): Promise<Counts> {
  const { rows } = await database.query<{ key: string; count: string }>(text, values)
  return new Map(rows.map(({ key, count }) => [key, Number(count)]))
}

/** Holds what was counted against what was expected of each. What nobody expected is doubled. */
export function compare(what: string, counts: Counts, expected: Counts): Finding {
  const keys = new Set([...counts.keys(), ...expected.keys()])
  const finding = { what, expected: 0, lost: 0, doubled: 0 }
  const differing: string[] = []
  for (const key of keys) {
    const [is, should] = [counts.get(key) ?? 0, expected.get(key) ?? 0]
    finding.expected += should
    finding.lost += Math.max(0, should - is)
    finding.doubled += Math.max(0, is - should)
    if (is !== should && differing.length < MOST_NAMED) differing.push(`${key}: ${is}, not ${should}`)
  }
  return { ...finding, differing }
}

/** Returns counts in which each key occurs once. */
export const eachOnce = (keys: readonly string[]): Counts => new Map(keys.map((key) => [key, 1]))
