import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { addressVariable } from '@app/chassis/config/config.ts'
import { createObjectStore, type ObjectStore } from '@app/chassis/storage/object-store.ts'
import { prepareBucket } from '@app/chassis/storage/prepare-bucket.ts'
import { serviceNames } from '@app/contracts/define.ts'
import pg from 'pg'
import { partStack } from '../../../local/part-stack.ts'
import { startObjectStore } from '../../../local/parts/object-store/start.ts'
import { freePort } from '../../../local/parts/ports.ts'
import { startPostgres } from '../../../local/parts/postgres.ts'
import { startDevelopmentSheet } from '../../../local/parts/sheet/start.ts'
import { builtWeb } from '../../../local/web-build.ts'
import { admin, environment } from '../../support/product.ts'
import { type Broker, startRabbitmq } from '../../support/rabbitmq.ts'
import { startBalancer } from './balancer.ts'
import { type MailSink, startMailSink } from './mail-sink.ts'
import { type Replica, replicaOf } from './replica.ts'

const QUIET = { info() {}, warn: (message: string) => process.stderr.write(`${message}\n`) }

/** The product as in production: processes of each service and of the gateway, with a real database, broker and store. */
export interface Fleet {
  /** URL of the load balancer in front of the gateways. */
  url: string
  replicas: readonly Replica[]
  database: pg.Pool
  sink: MailSink
  sheetsUrl: string
  store: ObjectStore
  broker: Broker
  logs: string
  migrate(code: string): Promise<void>
  restartPostgres(): Promise<void>
  stop(): Promise<void>
}

/** Runs `npm run migrate` of the code in a folder. Returns the database URLs of the services. */
async function migrate(code: string, env: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  const { stdout } = await promisify(execFile)(process.execPath, ['deploy/migrate.ts', '--print-urls'], { cwd: code, env })
  return Object.fromEntries(stdout.split('\n').flatMap((line) => (line.includes('postgres://') ? [line.split(' ', 2)] : [])))
}

/** Starts a Postgres server that has the same URL after a restart. */
async function openPostgres(dataDir: string) {
  const start = () => startPostgres({ dataDir, log: QUIET })
  let server = await start()
  const front = await startBalancer(() => [Number(new URL(server.url).port)])
  const url = new URL(server.url)
  url.port = String(front.port)
  return {
    url: url.href,
    async restart() {
      await server.stop()
      server = await start()
    },
    async stop() {
      await front.stop()
      await server.stop()
    },
  }
}

async function openFolder() {
  const dataDir = await mkdtemp(join(tmpdir(), 'palmetto-apart-'))
  // When the tests run as root, Postgres runs as another user, which must be able to enter the folder.
  await chmod(dataDir, 0o755)
  await mkdir(join(dataDir, 'logs'))
  return { dataDir, stop: () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }) }
}

export interface FleetOptions {
  /** Settings of all processes. `undefined` removes a setting of the fleet, so that the processes use their default. */
  env?: Readonly<Record<string, string | undefined>>
  /** Returns settings of a service or of the gateway. They override `env`. */
  envOf?: (name: string) => Readonly<Record<string, string>>
  /** Returns the number of processes of a service or of the gateway. Default: two. */
  replicasOf?: (name: string) => number
}

export async function startFleet(
  code: string,
  { env = {}, envOf: settingsOf = () => ({}), replicasOf = () => 2 }: FleetOptions = {},
): Promise<Fleet> {
  const { open, stop } = partStack()
  try {
    const { dataDir } = await open(openFolder())
    const logs = join(dataDir, 'logs')
    const webDist = await builtWeb()
    const postgres = await open(openPostgres(dataDir))
    const database = new pg.Pool({ connectionString: postgres.url, max: 4 })
    // A restart of Postgres closes idle connections. The pool then emits an error for each connection.
    database.on('error', () => {})
    await open(Promise.resolve({ stop: () => database.end() }))
    const keys = { accessKey: 'apart', secretKey: randomBytes(20).toString('hex') }
    const { endpoint } = await open(startObjectStore({ dataDir, ...keys, log: QUIET }))
    const store = { S3_ENDPOINT: endpoint, S3_ACCESS_KEY: keys.accessKey, S3_SECRET_KEY: keys.secretKey, S3_REGION: 'us-east-1' }
    const sink = await open(startMailSink())
    const sheets = await open(startDevelopmentSheet({ withFaults: true, log: QUIET }))
    const broker = await startRabbitmq()
    await open(Promise.resolve({ stop: () => broker.remove() }))

    const names = [...serviceNames, 'gateway']
    const ports = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await Promise.all(Array.from({ length: replicasOf(name) }, freePort))] as const)),
    )
    const fronts = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await open(startBalancer(() => ports[name] ?? []))] as const)),
    )
    const frontOf = (name: string): string => fronts[name]?.url ?? ''
    const url = frontOf('gateway')
    const common = {
      ...environment,
      LOG_LEVEL: 'info',
      AMQP_URL: broker.url,
      ...store,
      S3_BUCKET: 'files',
      PUBLIC_URL: url,
      SMTP_URL: sink.url,
      CAMPAIGN_SENDER_DOMAIN: 'mail.localhost',
      CAMPAIGN_RATE: '100',
      CRM_HOSTS: sheets.hosts,
      WEB_DIST: webDist,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      IDENTITY_KEY: randomBytes(32).toString('base64'),
      REVIEW_LINK_KEY: randomBytes(32).toString('base64'),
      RECORD_SIGNING_KEY: randomBytes(32).toString('base64'),
      INTERNAL_MAIL_KEY: randomBytes(32).toString('base64'),
      INTERNAL_DATA_KEY: randomBytes(32).toString('base64'),
      SUPPRESSION_KEY: randomBytes(32).toString('base64'),
      JWKS_URL: `${frontOf('identity')}/.well-known/jwks.json`,
      RATE_CONTACTS_PER_MINUTE: '100000',
      RATE_SIGN_UPS_PER_MINUTE: '100000',
      RATE_SIGN_UPS_PER_DAY: '100000',
      RATE_SIGN_INS_PER_MINUTE: '100000',
      AUTH_RATE_LIMIT: '100000',
      ...Object.fromEntries(serviceNames.map((name) => [addressVariable(name), frontOf(name)])),
      ...env,
    }
    const each = Object.fromEntries(
      serviceNames.map((name) => [addressVariable(name), ports[name]?.map((port) => `http://127.0.0.1:${port}`).join(',')]),
    )
    const envOf = (service: string) => ({
      ...common,
      DATABASE_URL: databaseUrls[service],
      ...(service === 'gateway' && each),
      ...settingsOf(service),
    })
    const migration = { ...common, DATABASE_URL: postgres.url, DATABASE_ROLE_SECRET: randomBytes(20).toString('hex') }
    const databaseUrls = await migrate(code, migration)
    await prepareBucket({ ...store, S3_BUCKET: 'files' })

    const replicas = names.flatMap((service) =>
      (ports[service] ?? []).map((port, index) => replicaOf({ service, number: index + 1, port, logs, env: envOf(service) })),
    )
    const end = async () => void (await Promise.all(replicas.map((replica) => replica.end('SIGKILL'))))
    await open(Promise.resolve({ stop: end }))
    // The gateways start last, because they connect to the services.
    const isGateway = ({ service }: Replica) => service === 'gateway'
    await Promise.all(replicas.filter((replica) => !isGateway(replica)).map((replica) => replica.start(code)))
    await Promise.all(replicas.filter(isGateway).map((replica) => replica.start(code)))
    return {
      url,
      replicas,
      database,
      sink,
      sheetsUrl: sheets.url,
      store: createObjectStore({ ...store, S3_BUCKET: 'files', PUBLIC_URL: url }),
      broker,
      logs,
      migrate: async (later) => void (await migrate(later, migration)),
      restartPostgres: postgres.restart,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
