import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { partStack } from '../../../local/part-stack.ts'
import { freePort } from '../../../local/parts/ports.ts'
import { unlessInterrupted } from '../../bench/interruption.ts'
import { freezePostgres, thawPostgres } from '../../support/freeze-postgres.ts'
import { environment } from '../../support/product.ts'
import { type Replica, replicaOf } from './replica.ts'
import { openSurroundings } from './surroundings.ts'

const code = fileURLToPath(new URL('../../../..', import.meta.url))

/** Several processes of the service campaigns with their own Postgres. The caller provides the mail relay. */
export interface Mailing {
  replicas: readonly Replica[]
  database: pg.Pool
  start(replica: Replica): Promise<void>
  freezeFor(ms: number): Promise<void>
  stop(): Promise<void>
}

interface MailingOptions {
  smtpUrl: string
  /** Limit of mails per second for all replicas together. */
  rate: number
  replicas: number
  settings?: readonly string[]
}

export async function startMailing({ smtpUrl, rate, replicas: count, settings }: MailingOptions): Promise<Mailing> {
  const { open, stop } = partStack()
  try {
    const { dataDir, database, databaseUrls, identityUrl } = await openSurroundings(open, settings)
    const closedPort = 'http://127.0.0.1:9'
    const env = {
      ...environment,
      LOG_LEVEL: 'warn',
      DATABASE_URL: databaseUrls.campaigns,
      PUBLIC_URL: 'https://portal.example',
      JWKS_URL: `${identityUrl}/.well-known/jwks.json`,
      ...Object.fromEntries(['COMPANY_URL', 'CRM_PROXY_URL', 'IDENTITY_URL', 'S3_ENDPOINT'].map((name) => [name, closedPort])),
      S3_ACCESS_KEY: 'apart',
      S3_SECRET_KEY: 'apart',
      S3_REGION: 'us-east-1',
      S3_BUCKET: 'files',
      CAMPAIGN_SMTP_URL: smtpUrl,
      CAMPAIGN_SENDER_DOMAIN: 'mail.example',
      INTERNAL_MAIL_KEY: randomBytes(32).toString('base64'),
      INTERNAL_DATA_KEY: randomBytes(32).toString('base64'),
      SUPPRESSION_KEY: randomBytes(32).toString('base64'),
      CAMPAIGN_RATE: String(rate),
      CAMPAIGN_COMPANY_RATE: String(rate),
    }
    const ports = await Promise.all(Array.from({ length: count }, freePort))
    const replicas = ports.map((port, index) => replicaOf({ service: 'campaigns', number: index + 1, port, logs: dataDir, env }))
    await open(Promise.resolve({ stop: async () => void (await Promise.all(replicas.map((replica) => replica.end('SIGKILL')))) }))

    const cluster = join(dataDir, 'postgres')
    async function freezeFor(ms: number): Promise<void> {
      await freezePostgres(cluster)
      await unlessInterrupted(sleep(ms)).finally(() => thawPostgres(cluster))
    }
    return { replicas, database, start: (replica) => replica.start(code), freezeFor, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
