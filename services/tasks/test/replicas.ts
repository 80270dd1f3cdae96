import { connect } from '@app/chassis/db/connect.ts'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { buildApp } from '../src/app.ts'
import type { Tables } from '../src/db/tables.ts'
import type { setUp } from './setup.ts'

type Service = Awaited<ReturnType<typeof setUp>>

/** Starts a second instance of the service over the same database. */
export async function secondReplica({ url, deps }: Service) {
  const db = connect<Tables>({ url, schema: 'tasks', max: 10, onIdleError: () => {} })
  const app = await buildApp({ ...deps, db, registry: new Registry() })
  return { app, db, stop: async () => void (await Promise.all([app.close(), db.destroy()])) }
}

/**
 * Returns the number of deadlocks in the database. Terminates all other connections first, because a connection may report its deadlocks
 * only when it ends.
 */
export async function countDeadlocks({ adminUrl }: Service): Promise<number> {
  const db = connect<unknown>({ url: adminUrl, schema: 'tasks', max: 1, onIdleError: () => {} })
  await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    db,
  )
  const { rows } = await sql<{ deadlocks: string }>`select deadlocks from pg_stat_database where datname = current_database()`.execute(db)
  await db.destroy()
  return Number(rows[0]?.deadlocks)
}
