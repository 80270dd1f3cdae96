import { ConfigError, type Env, loadConfig } from '@app/chassis/config/config.ts'
import * as Type from 'typebox'
import { KEY_BYTES } from './archive/seal.ts'

const schema = { BACKUP_KEY: Type.Optional(Type.String()) }

/** Returns the encryption key of backups from `BACKUP_KEY` (random bytes in base64), or undefined if it is not set. */
export function backupKey(env: Env): Buffer | undefined {
  const { BACKUP_KEY } = loadConfig(schema, env)
  if (!BACKUP_KEY) return undefined
  const key = Buffer.from(BACKUP_KEY, 'base64')
  if (key.length !== KEY_BYTES)
    throw new ConfigError([`BACKUP_KEY must be ${KEY_BYTES} bytes in base64, for example from "openssl rand -base64 ${KEY_BYTES}"`])
  return key
}
