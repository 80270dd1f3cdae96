import type { ObjectStoreConfig } from '@app/chassis/storage/object-store.ts'
import { prepareBucket } from '@app/chassis/storage/prepare-bucket.ts'
import { retryUntilAvailable } from '../retry-until-available.ts'
import { exitWith } from './console.ts'
import { startMailInbox } from './parts/mail-inbox/start.ts'
import { startObjectStore } from './parts/object-store/start.ts'
import { assertPortFree } from './parts/ports.ts'
import { startPostgres } from './parts/postgres.ts'
import { startDevelopmentSheet } from './parts/sheet/start.ts'
import type { LocalSecrets } from './secrets.ts'
import { hasDevelopmentSheet, type Settings } from './settings.ts'

export interface Part {
  stop(): Promise<void>
}

type PartLog = Parameters<typeof startPostgres>[0]['log']

const external: Part = { stop: async () => {} }

/** Returns the database of `DATABASE_URL`, or starts a Postgres server. Exits the process if the server exits and cannot be restarted. */
export async function openDatabase(settings: Settings, log: PartLog): Promise<Part & { url: string }> {
  if (settings.DATABASE_URL) return { url: settings.DATABASE_URL, ...external }
  return startPostgres({ dataDir: settings.DATA_DIR, log, onLost: exitWith })
}

/** Returns the file store of `S3_ENDPOINT`, or starts the built-in S3 server. `env` contains the store's settings for the services. */
export async function openStore(settings: Settings, secrets: LocalSecrets, log: PartLog): Promise<Part & { env: ObjectStoreConfig }> {
  const accessKey = settings.S3_ACCESS_KEY ?? secrets.storeAccessKey
  const secretKey = settings.S3_SECRET_KEY ?? secrets.storeSecretKey
  const { endpoint, stop } = settings.S3_ENDPOINT
    ? { endpoint: settings.S3_ENDPOINT, ...external }
    : await startObjectStore({ dataDir: settings.DATA_DIR, accessKey, secretKey, log })
  const config = {
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
    S3_REGION: settings.S3_REGION,
    S3_BUCKET: settings.S3_BUCKET,
    PUBLIC_URL: settings.PUBLIC_URL,
  }
  await retryUntilAvailable('the file store', endpoint, () => prepareBucket(config))
  return { env: config, stop }
}

/** Throws if the port of the mail inbox or of the development spreadsheets is taken. Call this first, so that the start fails early. */
export async function assertPartPortsFree(settings: Settings): Promise<void> {
  if (!settings.SMTP_URL) await assertPortFree(settings.INBOX_PORT, 'the mail inbox', 'INBOX_PORT')
  if (hasDevelopmentSheet(settings)) await assertPortFree(settings.SHEET_PORT, 'the development sheet', 'SHEET_PORT')
}

export async function openMail(settings: Settings, log: PartLog): Promise<Part & { smtpUrl: string; inboxUrl?: string }> {
  if (settings.SMTP_URL) return { smtpUrl: settings.SMTP_URL, ...external }
  const { smtpUrl, url, stop } = await startMailInbox({ httpPort: settings.INBOX_PORT, dataDir: settings.DATA_DIR, log })
  return { smtpUrl, inboxUrl: url, stop }
}

/** Starts the development spreadsheets and returns their hosts. If `CRM_HOSTS` is set, or in production, only returns `CRM_HOSTS`. */
export async function openSheets(settings: Settings, log: PartLog): Promise<Part & { hosts: string; sheetsUrl?: string }> {
  if (!hasDevelopmentSheet(settings)) return { hosts: settings.CRM_HOSTS ?? '', ...external }
  const { url, hosts, stop } = await startDevelopmentSheet({ port: settings.SHEET_PORT, dataDir: settings.DATA_DIR, log })
  return { hosts, sheetsUrl: url, stop }
}
