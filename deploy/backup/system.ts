import { type Env, loadConfig, storeConfig } from '@app/chassis/config.ts'
import * as Type from 'typebox'
import type { StoreConfig } from './files.ts'

/** What is backed up, and restored into. */
export interface System {
  /** An administrator's address. */
  databaseUrl: string
  store: StoreConfig
  /** The broker, where there is one. */
  amqpUrl?: string | undefined
  stop(): Promise<void>
}

/** What a restore sets the roles' passwords by. */
export type Writable = System & { roleSecret: string }

const read = { DATABASE_URL: Type.String({ minLength: 1 }), AMQP_URL: Type.Optional(Type.String()), ...storeConfig }
const write = { ...read, DATABASE_ROLE_SECRET: Type.String({ minLength: 1 }) }

/** Whether settings name everything; the local run's own parts are opened otherwise, which an image does not have. */
const isNamed = (env: Env): boolean =>
  env.NODE_ENV === 'production' || Boolean((env.DATABASE_URL || env.DATABASE_URL_FILE) && env.S3_ENDPOINT)

export async function openToRead(env: Env): Promise<System> {
  if (!isNamed(env)) return (await import('../local/stored-data.ts')).openToRead(env)
  const { DATABASE_URL: databaseUrl, AMQP_URL: amqpUrl, ...store } = loadConfig(read, env)
  return { databaseUrl, amqpUrl, store, stop: async () => {} }
}

export async function openToWrite(env: Env): Promise<Writable> {
  if (!isNamed(env)) return (await import('../local/stored-data.ts')).openToWrite(env)
  const { DATABASE_URL: databaseUrl, DATABASE_ROLE_SECRET: roleSecret, AMQP_URL: amqpUrl, ...store } = loadConfig(write, env)
  return { databaseUrl, roleSecret, amqpUrl, store, stop: async () => {} }
}
