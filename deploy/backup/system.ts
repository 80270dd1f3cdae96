import { type Env, loadConfig, storeConfig } from '@app/chassis/config/config.ts'
import { amqpUrlSetting, databaseUrlSetting } from '@app/chassis/config/url-settings.ts'
import * as Type from 'typebox'
import type { StoreConfig } from './files.ts'

export interface System {
  /** Database URL of an administrator. */
  databaseUrl: string
  store: StoreConfig
  amqpUrl?: string | undefined
  stop(): Promise<void>
}

/** A system to restore into. The passwords of the database roles are derived from `roleSecret`. */
export type Writable = System & { roleSecret: string }

const read = { DATABASE_URL: databaseUrlSetting(), AMQP_URL: Type.Optional(amqpUrlSetting()), ...storeConfig }
const write = { ...read, DATABASE_ROLE_SECRET: Type.String({ minLength: 1 }) }

/** Whether an external database and store are used. Always in production, because container images do not contain the local run. */
const isExternal = (env: Env): boolean =>
  env.NODE_ENV === 'production' || Boolean((env.DATABASE_URL || env.DATABASE_URL_FILE) && env.S3_ENDPOINT)

export async function openToRead(env: Env): Promise<System> {
  if (!isExternal(env)) return (await import('../local/stored-data.ts')).openToRead(env)
  const { DATABASE_URL: databaseUrl, AMQP_URL: amqpUrl, ...store } = loadConfig(read, env)
  return { databaseUrl, amqpUrl, store, stop: async () => {} }
}

export async function openToWrite(env: Env): Promise<Writable> {
  if (!isExternal(env)) return (await import('../local/stored-data.ts')).openToWrite(env)
  const { DATABASE_URL: databaseUrl, DATABASE_ROLE_SECRET: roleSecret, AMQP_URL: amqpUrl, ...store } = loadConfig(write, env)
  return { databaseUrl, roleSecret, amqpUrl, store, stop: async () => {} }
}
