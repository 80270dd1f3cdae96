import { loadConfig } from '@app/chassis/config.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { withDatabase } from './db/with-database.ts'
import { cipherConfig, createFieldCipher } from './encryption/field-cipher.ts'
import { rotateSigningKey } from './tokens/signing-keys.ts'

const LEAKED = '--leaked'

/**
 * `node services/identity/src/rotate-signing-key.ts`: makes a new key that signs tokens from a minute later on; nobody is signed out.
 * With `--leaked` the older keys end at once. Needs identity's `DATABASE_URL` and `IDENTITY_KEY`.
 */
await withDatabase(async (db, args) => {
  const isLeaked = args.includes(LEAKED)
  const cipher = createFieldCipher(loadConfig(cipherConfig, process.env))
  const kid = await inTransaction(db, (trx) => rotateSigningKey(trx, cipher, { now: new Date(), isLeaked }))
  return `${kid} signs ${isLeaked ? 'from now on: restart everything, so that no process goes by the old keys' : 'in a minute'}`
})
