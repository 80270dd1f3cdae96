import { namedFiles as campaigns } from '@app/campaigns/named-files.ts'
import { namedFiles as company } from '@app/company/named-files.ts'
import { namedFiles as documents } from '@app/documents/named-files.ts'
import { namedFiles as tasks } from '@app/tasks/named-files.ts'
import type pg from 'pg'
import { schemas } from '../migrate.ts'
import { counted, nothingYet } from './archive/count.ts'
import type { Part } from './archive/parts.ts'
import { notedFiles, snapshotOf } from './database/snapshot.ts'
import type { Files } from './files.ts'
import { readAhead } from './read-ahead.ts'

const namedFiles: Readonly<Record<string, string>> = { campaigns, company, documents, tasks }
const services = Object.keys(schemas).map((service) => ({ service, namedFiles: namedFiles[service] }))

/** Yields the contents of a backup: every row as of one moment, and the files that these rows name. */
export async function* contentsOf(client: pg.Client, files: Files): AsyncGenerator<Part> {
  const totals = nothingYet()
  yield* counted(snapshotOf(client, services, totals), totals)
  yield* counted(readAhead(notedFiles(client), files), totals)
  yield { head: { kind: 'end', ...totals } }
}
