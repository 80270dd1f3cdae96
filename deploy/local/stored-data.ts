import type { Env } from '@app/chassis/config/config.ts'
import type { ObjectStoreConfig } from '@app/chassis/storage/object-store.ts'
import { readAddresses } from './addresses.ts'
import { partStack } from './part-stack.ts'
import { lockDataDir, takeDataDir } from './parts/disk.ts'
import type { PartLog } from './parts/log.ts'
import { openDatabase, openStore, type Part } from './parts.ts'
import { localSecrets } from './secrets.ts'
import { readSettings, type Settings } from './settings.ts'

export interface StoredData extends Part {
  databaseUrl: string
  roleSecret: string
  store: ObjectStoreConfig
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

/** Opens the stored data for reading. Uses the servers of the running product, or starts servers for this command. */
export async function openToRead(env: Env): Promise<StoredData> {
  const settings = readSettings(env)
  let lock: { release(): void }
  try {
    lock = lockDataDir(settings.DATA_DIR)
  } catch {
    const { databaseUrl, storeEndpoint } = await readAddresses(settings.DATA_DIR)
    return open({ ...settings, DATABASE_URL: databaseUrl, S3_ENDPOINT: storeEndpoint }, { stop: async () => {} })
  }
  return open(settings, { stop: async () => lock.release() })
}

/** Starts the database and the file store for a command that writes. Throws if the product is running on the data folder. */
export async function openToWrite(env: Env): Promise<StoredData> {
  const settings = readSettings(env)
  return open(settings, await takeDataDir(settings.DATA_DIR))
}
