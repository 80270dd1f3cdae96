import { RESTORING } from '@app/chassis/db/restoring.ts'
import type pg from 'pg'
import { migrateAll, schemas } from '../migrate.ts'
import { assertAsMany, counted, zeroTotals } from './archive/count.ts'
import { DamagedArchive } from './archive/damaged.ts'
import type { Part, Totals } from './archive/parts.ts'
import { withConnection } from './database/connect.ts'
import { assertEmpty, clear, dropSchemas, fillTable, migrationsOf, setSequence } from './database/load.ts'
import type { Files } from './files.ts'
import { settle } from './settle.ts'

interface Target {
  /** An administrator's address. */
  databaseUrl: string
  roleSecret: string
  amqpUrl?: string | undefined
  files: Files
}

/** What was brought back. */
export interface Restored extends Totals {
  at: string
  /** Events that were on their way and go out again. */
  resent: number
}

const services = Object.keys(schemas)

/** Puts in what the parts behind the cut are, and holds it against what their end says. */
async function fill(client: pg.Client, parts: AsyncIterable<Part>, files: Files, totals: Totals): Promise<void> {
  for await (const { head, body } of parts) {
    if (head.kind === 'table' && body) totals.rows += await fillTable(client, head, body)
    else if (head.kind === 'sequence') await setSequence(client, head)
    else if (head.kind === 'file' && body) await files.write(head.key, body, head.headers)
    else if (head.kind === 'end') assertAsMany(totals, head)
  }
}

/**
 * Brings a backup into an empty system. All rows come in one transaction, with the schemas as they were then; what migrations have changed
 * since is done afterwards. Files come before that transaction ends: their names are theirs alone, so that those of a restore that fails
 * are in nobody's way, and the next one writes them again. `known` are the migrations of this release.
 */
export async function restoreInto(
  { databaseUrl, roleSecret, amqpUrl, files }: Target,
  archive: AsyncIterable<Part>,
  known = schemas,
): Promise<Restored> {
  const totals = zeroTotals()
  const parts = counted(archive, totals)
  const { value: first } = await parts.next()
  if (first?.head.kind !== 'cut') throw new DamagedArchive('The backup is damaged: it does not say of when it is.')
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
    return { at: cut.at, ...totals, resent: await settle({ databaseUrl, amqpUrl }) }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`All is back, but nothing may start yet: ${reason}. Do "npm run migrate", then "npm run restore -- --recovered".`, {
      cause,
    })
  }
}

/** Puts the files of a backup into a store that has lost some. What a name stands for never changes, so that nothing is written over by something else. */
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
