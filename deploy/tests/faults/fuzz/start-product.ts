import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LOCAL_ADMIN_PASSWORD } from '@app/chassis/config/local-admin.ts'
import type { ServiceName } from '@app/contracts/define.ts'
import pg from 'pg'
import type { partStack } from '../../../local/part-stack.ts'
import { freePort } from '../../../local/parts/ports.ts'
import { startPostgres } from '../../../local/parts/postgres.ts'
import { startDevelopmentSheet } from '../../../local/parts/sheet/start.ts'
import { startTestProduct } from '../../support/product.ts'
import { startFleet } from '../fleet/fleet.ts'
import { healthProbe, type Probe } from './health.ts'

type Open = ReturnType<typeof partStack>['open']

export interface StartedProduct {
  url: string
  /** Returns the URL at which a service accepts requests itself. */
  urlOf(service: ServiceName): string
  database: pg.Pool
  sheetsUrl: string
  bouncePort: number
  settings: typeof settings
  adminPassword: string
  probes: readonly Probe[]
  /** Returns the last output of a process that has ended, or undefined. */
  ended(): Promise<string | undefined>
}

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const QUIET = { info() {}, warn: (message: string) => process.stderr.write(`${message}\n`) }
const OUTPUT_CHARS = 2_000

const settings = {
  REPLY_DOMAIN: 'reply.localhost',
  MAIL_ADDRESS_KEY: randomBytes(32).toString('base64'),
  REVIEW_LINK_KEY: randomBytes(32).toString('base64'),
  LOG_LEVEL: 'error',
}

const unlimited = {
  AUTH_RATE_LIMIT: '1000000',
  RATE_CONTACTS_PER_MINUTE: '1000000',
  RATE_SIGN_UPS_PER_MINUTE: '1000000',
  RATE_SIGN_INS_PER_MINUTE: '1000000',
}

function isRunning(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Starts all services and the gateway in one process, with high rate limits. */
export async function startTogether(open: Open): Promise<StartedProduct> {
  const dataDir = await mkdtemp(join(tmpdir(), 'palmetto-fuzz-'))
  await open(Promise.resolve({ stop: () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }) }))
  // When the tests run as root, Postgres runs as another user, which must be able to enter the folder.
  await chmod(dataDir, 0o755)
  const postgres = await open(startPostgres({ dataDir, log: QUIET, durable: false }))
  const sheets = await open(startDevelopmentSheet({ withFaults: true, log: QUIET }))
  const bouncePort = await freePort()
  const product = await open(
    startTestProduct({
      DATABASE_URL: postgres.url,
      DATABASE_ROLE_SECRET: randomBytes(20).toString('hex'),
      CRM_HOSTS: sheets.hosts,
      BOUNCE_PORT: String(bouncePort),
      ...settings,
      ...unlimited,
    }),
  )
  const database = new pg.Pool({ connectionString: postgres.url, max: 1 })
  await open(Promise.resolve({ stop: () => database.end() }))
  return {
    url: product.url,
    urlOf: () => product.url,
    database,
    sheetsUrl: sheets.url,
    bouncePort,
    settings,
    adminPassword: LOCAL_ADMIN_PASSWORD,
    probes: [healthProbe('product', product.url)],
    ended: async () => (isRunning(product.pid) ? undefined : product.output().slice(-OUTPUT_CHARS)),
  }
}

/** Removes the high limits of the fleet. */
const defaultLimits = Object.fromEntries(
  ['RATE_CONTACTS_PER_MINUTE', 'RATE_SIGN_UPS_PER_MINUTE', 'RATE_SIGN_UPS_PER_DAY', 'RATE_SIGN_INS_PER_MINUTE', 'AUTH_RATE_LIMIT'].map(
    (name) => [name, undefined],
  ),
)
/** Programs whose default limits depend on `NODE_ENV`. In production, the other programs refuse the simulated spreadsheets. */
const inProduction = ['gateway', 'identity', 'notifications']

/** Starts a process of each service and of the gateway, with RabbitMQ and with the limits of production. */
export async function startApart(open: Open): Promise<StartedProduct> {
  const bouncePort = await freePort()
  const adminPassword = `A1!${randomBytes(12).toString('hex')}`
  const env = {
    ...settings,
    ...defaultLimits,
    BOUNCE_PORT: String(bouncePort),
    ADMIN_PASSWORD: adminPassword,
    TRUSTED_PROXIES: '127.0.0.1',
  }
  const envOf = (name: string): Record<string, string> =>
    inProduction.includes(name) ? { NODE_ENV: 'production', ADMIN_SECOND_FACTOR: 'optional' } : {}
  const fleet = await open(startFleet(root, { env, envOf, replicasOf: () => 1 }))
  const urlOf = (service: string): string => `http://127.0.0.1:${fleet.replicas.find((replica) => replica.service === service)?.port}`
  return {
    url: fleet.url,
    urlOf,
    database: fleet.database,
    sheetsUrl: fleet.sheetsUrl,
    bouncePort,
    settings,
    adminPassword,
    probes: fleet.replicas.map(({ service }) => healthProbe(service, urlOf(service))),
    async ended() {
      const ended = fleet.replicas.find(({ pid }) => !isRunning(pid))
      return ended && `${ended.name}: ${(await readFile(join(fleet.logs, `${ended.name}.log`), 'utf8')).slice(-OUTPUT_CHARS)}`
    },
  }
}
