import { ConfigError, type Env, loadConfig } from '@app/chassis/config.ts'
import * as Type from 'typebox'
import { KEY_BYTES } from './archive/seal.ts'

const schema = { BACKUP_KEY: Type.Optional(Type.String()) }

/** What backups are encrypted with, if they are to be. Bytes drawn by chance, so that nobody guesses them. */
export function backupKey(env: Env): Buffer | undefined {
  const { BACKUP_KEY } = loadConfig(schema, env)
  if (!BACKUP_KEY) return undefined
  const key = Buffer.from(BACKUP_KEY, 'base64')
  if (key.length !== KEY_BYTES)
    throw new ConfigError([`BACKUP_KEY must be ${KEY_BYTES} bytes in base64, as "openssl rand -base64 ${KEY_BYTES}" draws them`])
  return key
}
