import { unpacked } from './archive/archive.ts'
import { assertAsMany, counted, zeroTotals } from './archive/count.ts'
import type { Totals } from './archive/parts.ts'

/** What an archive holds, once every part of it was read and found as it was written. */
export interface Verified extends Totals {
  /** When the database was looked at. */
  at: string
}

export async function verify(archive: AsyncIterable<Buffer>, key?: Buffer): Promise<Verified> {
  const totals = zeroTotals()
  let at = ''
  for await (const { head, body } of counted(unpacked(archive, key), totals)) {
    for await (const _ of body ?? []);
    if (head.kind === 'cut') at = head.at
    if (head.kind !== 'end') continue
    // Rows are what Postgres counts.
    totals.rows = head.rows
    assertAsMany(totals, head)
  }
  return { at, ...totals }
}
