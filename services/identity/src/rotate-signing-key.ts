import { loadConfig } from '@app/chassis/config/config.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { withDatabase } from './db/with-database.ts'
import { cipherConfig, createFieldCipher } from './encryption/field-cipher.ts'
import { rotateSigningKey } from './tokens/signing-keys.ts'

const LEAKED = '--leaked'

/**
 * The command `node services/identity/src/rotate-signing-key.ts`. It creates a key that signs tokens after a minute. Older tokens stay
 * valid. With `--leaked`, all older keys become invalid at once. The command needs identity's `DATABASE_URL` and `IDENTITY_KEY`.
 */
await withDatabase(async (db, args) => {
  const isLeaked = args.includes(LEAKED)
  const cipher = createFieldCipher(loadConfig(cipherConfig, process.env))
  const kid = await inTransaction(db, (trx) => rotateSigningKey(trx, cipher, { now: new Date(), isLeaked }))
  return `${kid} signs new tokens ${isLeaked ? 'from now on. Restart every process, so that all reject the old keys' : 'in a minute'}`
})
