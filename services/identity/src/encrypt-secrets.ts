import { ConfigError, loadConfig } from '@app/chassis/config.ts'
import { withDatabase } from './db/with-database.ts'
import { decryptStoredSecrets, discardUnreadableSecrets, encryptStoredSecrets } from './encryption/change-stored-secrets.ts'
import { cipherConfig, createFieldCipher } from './encryption/field-cipher.ts'

const DECRYPT = '--decrypt'
const DISCARD = '--discard-unreadable'

/**
 * `node services/identity/src/encrypt-secrets.ts`: encrypts all stored secrets with `IDENTITY_KEY`, those that are encrypted
 * with `IDENTITY_KEY_PREVIOUS` included. `--decrypt` stores them as plaintext again, before a rollback to a release without
 * encryption. `--discard-unreadable` deletes those whose key is lost. Needs identity's `DATABASE_URL`.
 */
await withDatabase(async (db, args) => {
  const cipher = createFieldCipher(loadConfig(cipherConfig, process.env))
  if (args.includes(DECRYPT)) return `${await decryptStoredSecrets(db, cipher)} secrets decrypted`
  if (!cipher.hasKey) throw new ConfigError(['IDENTITY_KEY must be set'])
  if (args.includes(DISCARD)) return `${await discardUnreadableSecrets(db, cipher)} unreadable secrets deleted: restart every process`
  return `${await encryptStoredSecrets(db, cipher)} secrets encrypted`
})
