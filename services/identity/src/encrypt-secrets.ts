import { loadConfig } from '@app/chassis/config.ts'
import { withDatabase } from './db/with-database.ts'
import { discardUnreadableSecrets, encryptStoredSecrets } from './encryption/change-stored-secrets.ts'
import { cipherConfig, createFieldCipher } from './encryption/field-cipher.ts'

const DISCARD = '--discard-unreadable'

/**
 * `node services/identity/src/encrypt-secrets.ts`: encrypts all stored secrets with `IDENTITY_KEY` that are encrypted with
 * `IDENTITY_KEY_PREVIOUS`. `--discard-unreadable` deletes those whose key is lost. Needs identity's `DATABASE_URL`.
 */
await withDatabase(async (db, args) => {
  const cipher = createFieldCipher(loadConfig(cipherConfig, process.env))
  if (args.includes(DISCARD)) return `${await discardUnreadableSecrets(db, cipher)} unreadable secrets deleted: restart every process`
  return `${await encryptStoredSecrets(db, cipher)} secrets encrypted`
})
