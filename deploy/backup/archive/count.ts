import { DamagedArchive } from './damaged.ts'
import type { Part, Totals } from './parts.ts'

export const zeroTotals = (): Totals => ({ tables: 0, rows: 0, files: 0, missing: 0, bytes: 0 })

async function* measured(body: AsyncIterable<Buffer>, totals: Totals): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    totals.bytes += chunk.length
    yield chunk
  }
}

/** Yields the parts and counts their tables, files and bytes. Rows are not counted here, because Postgres returns the number of rows. */
export async function* counted(parts: AsyncIterable<Part>, totals: Totals): AsyncGenerator<Part> {
  for await (const { head, body } of parts) {
    if (head.kind === 'table') totals.tables += 1
    if (head.kind === 'file') totals.files += 1
    if (head.kind === 'missing') totals.missing += 1
    yield { head, ...(body && { body: measured(body, totals) }) }
  }
}

/** Throws `DamagedArchive` if the counted totals differ from those in the last part of the archive. */
export function assertTotals(counts: Totals, expected: Totals): void {
  const differ = (Object.keys(counts) as (keyof Totals)[]).filter((name) => counts[name] !== expected[name])
  if (differ.length === 0) return
  const facts = differ.map((name) => `${counts[name]} ${name} instead of ${expected[name]}`)
  throw new DamagedArchive(`The backup is damaged: it contains ${facts.join(', ')}.`)
}
