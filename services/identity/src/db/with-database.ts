import { databaseConfig, loadConfig } from '@app/chassis/config/config.ts'
import { connect } from '@app/chassis/db/connect.ts'
import { databaseUrl } from '@app/chassis/db/database-url.ts'
import { schemaOf } from '@app/chassis/db/migrate.ts'
import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Runs a command with the database of `DATABASE_URL` and prints the returned text. On failure, prints the error and sets exit code 1. */
export async function withDatabase(work: (db: Kysely<Tables>, args: readonly string[]) => Promise<string>): Promise<void> {
  try {
    const db = connect<Tables>({
      url: databaseUrl(loadConfig(databaseConfig, process.env)),
      schema: schemaOf('identity'),
      max: 1,
      onIdleError: () => {},
    })
    await work(db, process.argv.slice(2))
      .then((outcome) => process.stdout.write(`${outcome}\n`))
      .finally(() => db.destroy())
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
