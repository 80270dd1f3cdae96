import { RESTORING } from '@app/chassis/db/restoring.ts'
import type pg from 'pg'
import { migrateAll, schemas } from '../migrate.ts'
import { assertTotals, counted, zeroTotals } from './archive/count.ts'
import { DamagedArchive } from './archive/damaged.ts'
import type { Part, Totals } from './archive/parts.ts'
import { completeRestore } from './complete-restore.ts'
import { withConnection } from './database/connect.ts'
import { assertEmpty, clear, dropSchemas, fillTable, migrationsOf, setSequence } from './database/load.ts'
import type { Files } from './files.ts'

interface Target {
  databaseUrl: string
  roleSecret: string
  amqpUrl?: string | undefined
  files: Files
}

export interface Restored extends Totals {
  at: string
  /** Number of events that are sent again, because a subscriber had not handled them before the backup. */
  resent: number
}

const services = Object.keys(schemas)

/** Writes the tables, sequences and files to the target. Throws if the totals differ from the totals in the last part of the backup. */
async function fill(client: pg.Client, parts: AsyncIterable<Part>, files: Files, totals: Totals): Promise<void> {
  for await (const { head, body } of parts) {
    if (head.kind === 'table' && body) totals.rows += await fillTable(client, head, body)
    else if (head.kind === 'sequence') await setSequence(client, head)
    else if (head.kind === 'file' && body) await files.write(head.key, body, head.headers)
    else if (head.kind === 'end') assertTotals(totals, head)
  }
}

/**
 * Restores a backup into an empty system. Writes all rows in one transaction, into the schemas of the backup's release, and then runs newer
 * migrations. Writes files before the commit. A failed restore may leave files; the next restore overwrites them.
 */
export async function restoreInto(
  { databaseUrl, roleSecret, amqpUrl, files }: Target,
  archive: AsyncIterable<Part>,
  known = schemas,
): Promise<Restored> {
  const totals = zeroTotals()
  const parts = counted(archive, totals)
  const { value: first } = await parts.next()
  if (first?.head.kind !== 'cut') throw new DamagedArchive('The backup is damaged: its first part is missing.')
  const { head: cut } = first
  const migrations = migrationsOf(cut, known)

  await withConnection(databaseUrl, async (client) => {
    await assertEmpty(client, services)
    await dropSchemas(client, services)
    await migrateAll(databaseUrl, roleSecret, migrations)
    await client.query('begin')
    await client.query(`set local ${RESTORING} = 'on'`)
    await clear(client, services)
    await fill(client, parts, files, totals)
    await client.query('commit')
    await client.query('analyze')
  })
  try {
    await migrateAll(databaseUrl, roleSecret, known)
    return { at: cut.at, ...totals, resent: await completeRestore({ databaseUrl, amqpUrl }) }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(
      `The data is restored, but do not start the product yet: ${reason}. Run "npm run migrate", then "npm run restore -- --recovered".`,
      {
        cause,
      },
    )
  }
}

/** Writes the files of a backup to a store that has lost files. The content of a key never changes, so overwriting is safe. */
export async function restoreFiles(files: Files, archive: AsyncIterable<Part>): Promise<number> {
  let count = 0
  for await (const { head, body } of archive) {
    if (head.kind === 'file' && body) {
      await files.write(head.key, body, head.headers)
      count += 1
    } else for await (const _ of body ?? []);
  }
  return count
}
