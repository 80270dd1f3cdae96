import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { withDatabase } from './db/with-database.ts'
import { rotateSigningKey } from './tokens/signing-keys.ts'

const LEAKED = '--leaked'

/**
 * `node services/identity/src/rotate-signing-key.ts`: has another key sign tokens from a minute later on; nobody is signed out. With
 * `--leaked` the keys there are end at once. Needs identity's `DATABASE_URL`.
 */
await withDatabase(async (db, args) => {
  const isLeaked = args.includes(LEAKED)
  const kid = await inTransaction(db, (trx) => rotateSigningKey(trx, new Date(), isLeaked))
  return `${kid} signs ${isLeaked ? 'from now on: restart everything, so that no process goes by the old keys' : 'in a minute'}`
})
