import { serviceNames } from '@app/contracts/define.ts'
import type pg from 'pg'
import { services } from '../services.ts'
import { counted, zeroTotals } from './archive/count.ts'
import type { Part } from './archive/parts.ts'
import { snapshotOf, storedFileKeys } from './database/snapshot.ts'
import type { Files } from './files.ts'
import { readAhead } from './read-ahead.ts'

const sources = serviceNames.map((service) => ({ service, referencedFiles: services[service].referencedFiles }))

/** Yields the contents of a backup: a consistent snapshot of all rows, and the files that these rows reference. */
export async function* contentsOf(client: pg.Client, files: Files): AsyncGenerator<Part> {
  const totals = zeroTotals()
  yield* counted(snapshotOf(client, sources, totals), totals)
  yield* counted(readAhead(storedFileKeys(client), files), totals)
  yield { head: { kind: 'end', ...totals } }
}
