import { databaseConfig, loadConfig } from '@app/chassis/config.ts'
import { connect } from '@app/chassis/db/connect.ts'
import { databaseUrl } from '@app/chassis/db/database-url.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { schemaOf } from '@app/chassis/db/migrate.ts'
import type { Tables } from './db/tables.ts'
import { rotateSigningKey } from './tokens/signing-keys.ts'

const LEAKED = '--leaked'

/**
 * `node services/identity/src/rotate-signing-key.ts`: has another key sign tokens from a minute later on; nobody is signed out. With
 * `--leaked` the keys there are end at once. Needs identity's `DATABASE_URL`.
 */
async function main(): Promise<void> {
  const isLeaked = process.argv.includes(LEAKED)
  const db = connect<Tables>({
    url: databaseUrl(loadConfig(databaseConfig, process.env)),
    schema: schemaOf('identity'),
    max: 1,
    onIdleError: () => {},
  })
  try {
    const kid = await inTransaction(db, (trx) => rotateSigningKey(trx, new Date(), isLeaked))
    process.stdout.write(
      `${kid} signs ${isLeaked ? 'from now on: restart everything, so that no process goes by the old keys' : 'in a minute'}\n`,
    )
  } finally {
    await db.destroy()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
