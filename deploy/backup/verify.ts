import { unpacked } from './archive/archive.ts'
import { assertTotals, counted, zeroTotals } from './archive/count.ts'
import type { Totals } from './archive/parts.ts'

export interface Verified extends Totals {
  /** Time of the database snapshot. */
  at: string
}

/** Reads the whole archive and returns its totals. Throws `DamagedArchive` if it is damaged or incomplete. */
export async function verify(archive: AsyncIterable<Buffer>, key?: Buffer): Promise<Verified> {
  const totals = zeroTotals()
  let at = ''
  for await (const { head, body } of counted(unpacked(archive, key), totals)) {
    for await (const _ of body ?? []);
    if (head.kind === 'cut') at = head.at
    if (head.kind !== 'end') continue
    // Rows are counted only while Postgres copies them, so their number cannot be checked here.
    totals.rows = head.rows
    assertTotals(totals, head)
  }
  return { at, ...totals }
}
