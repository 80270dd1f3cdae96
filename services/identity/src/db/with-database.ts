import { withServiceDatabase } from '@app/chassis/messaging/republish.ts'
import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Runs a command with the database of `DATABASE_URL` and prints the returned text. On failure, prints the error and sets exit code 1. */
export async function withDatabase(work: (db: Kysely<Tables>, args: readonly string[]) => Promise<string>): Promise<void> {
  try {
    const outcome = await withServiceDatabase<Tables, string>('identity', process.env, (db) => work(db, process.argv.slice(2)))
    process.stdout.write(`${outcome}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
