import { loadConfig } from '@app/chassis/config/config.ts'
import { withDatabase } from './db/with-database.ts'
import { discardUnreadableSecrets, encryptStoredSecrets } from './encryption/change-stored-secrets.ts'
import { cipherConfig, createFieldCipher } from './encryption/field-cipher.ts'

const DISCARD = '--discard-unreadable'

/**
 * The command `node services/identity/src/encrypt-secrets.ts`. It encrypts stored secrets with `IDENTITY_KEY` instead of
 * `IDENTITY_KEY_PREVIOUS`. `--discard-unreadable` deletes secrets whose key is lost. The command needs identity's `DATABASE_URL`.
 */
await withDatabase(async (db, args) => {
  const cipher = createFieldCipher(loadConfig(cipherConfig, process.env))
  if (args.includes(DISCARD)) return `${await discardUnreadableSecrets(db, cipher)} unreadable secrets deleted. Restart every process`
  return `${await encryptStoredSecrets(db, cipher)} secrets encrypted`
})
