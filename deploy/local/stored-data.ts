import type { Env } from '@app/chassis/config.ts'
import type { ObjectStoreConfig } from '@app/chassis/storage/object-store.ts'
import { notedAddresses } from './addresses.ts'
import { partStack } from './part-stack.ts'
import { lockDataDir, takeDataDir } from './parts/disk.ts'
import type { PartLog } from './parts/log.ts'
import { openDatabase, openStore, type Part } from './parts.ts'
import { localSecrets } from './secrets.ts'
import { readSettings, type Settings } from './settings.ts'

/** Database and file store of the local run, for a command. */
export interface StoredData extends Part {
  databaseUrl: string
  roleSecret: string
  store: ObjectStoreConfig
  /** The broker, if settings name one. */
  amqpUrl: string | undefined
}

const quiet: PartLog = { info() {}, warn: (message) => process.stderr.write(`${message}\n`) }

async function open(settings: Settings, held: Part): Promise<StoredData> {
  const { open, stop } = partStack()
  try {
    await open(Promise.resolve(held))
    const secrets = await localSecrets(settings.DATA_DIR)
    const database = await open(openDatabase(settings, quiet))
    const { env } = await open(openStore(settings, secrets, quiet))
    return {
      databaseUrl: database.url,
      roleSecret: settings.DATABASE_ROLE_SECRET ?? secrets.databaseRoles,
      store: env,
      amqpUrl: settings.AMQP_URL,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Of the run that is up, or else started for this alone. */
export async function openToRead(env: Env): Promise<StoredData> {
  const settings = readSettings(env)
  let lock: { release(): void }
  try {
    lock = lockDataDir(settings.DATA_DIR)
  } catch {
    const { databaseUrl, storeEndpoint } = await notedAddresses(settings.DATA_DIR)
    return open({ ...settings, DATABASE_URL: databaseUrl, S3_ENDPOINT: storeEndpoint }, { stop: async () => {} })
  }
  return open(settings, { stop: async () => lock.release() })
}

/** Started for this alone: nothing else may run on the data folder. */
export async function openToWrite(env: Env): Promise<StoredData> {
  const settings = readSettings(env)
  return open(settings, await takeDataDir(settings.DATA_DIR))
}
