import { DamagedArchive } from './damaged.ts'
import type { Part, Totals } from './parts.ts'

export const zeroTotals = (): Totals => ({ tables: 0, rows: 0, files: 0, missing: 0, bytes: 0 })

async function* measured(body: AsyncIterable<Buffer>, totals: Totals): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    totals.bytes += chunk.length
    yield chunk
  }
}

/** The same parts, counted as they pass; but for rows, which only Postgres counts. */
export async function* counted(parts: AsyncIterable<Part>, totals: Totals): AsyncGenerator<Part> {
  for await (const { head, body } of parts) {
    if (head.kind === 'table') totals.tables += 1
    if (head.kind === 'file') totals.files += 1
    if (head.kind === 'missing') totals.missing += 1
    yield { head, ...(body && { body: measured(body, totals) }) }
  }
}

/** Throws where an archive does not hold what its end says. */
export function assertAsMany(counts: Totals, said: Totals): void {
  const differ = (Object.keys(counts) as (keyof Totals)[]).filter((name) => counts[name] !== said[name])
  if (differ.length === 0) return
  const facts = differ.map((name) => `${said[name]} ${name} where it holds ${counts[name]}`)
  throw new DamagedArchive(`The backup is damaged: it says ${facts.join(', ')}.`)
}
