import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createObjectStore, type ObjectStore } from '@app/chassis/storage/object-store.ts'
import pg from 'pg'
import { freePort } from '../../../local/parts/ports.ts'
import { admin } from '../product.ts'
import { run } from './run.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
/** Name of the test's Compose project. It is not the default name, so that a running product is not affected. */
const PROJECT = 'palmetto-try'
const WIDE = '100000'
const BOUNCE_PORT = '2525'
const MOST_ERRORS = 20
const MACHINE = ['this-machine:host-gateway']

interface Container {
  ID: string
  Name: string
  Service: string
  State: string
}

/** The product of docker-compose.yml in a separate Compose project, with access to its database and store. */
export interface ComposeProject {
  url: string
  /** Deletes containers and volumes of a killed run, and builds the image. */
  build(): Promise<void>
  up(scale?: Readonly<Record<string, number>>): Promise<void>
  containers(): Promise<Container[]>
  /** Call this after `up`. */
  openParts(): Promise<{ database: pg.Pool; store: ObjectStore }>
  /** Returns a port of this machine that leads to `BOUNCE_PORT` of `notifications`. */
  bouncePort(): Promise<number>
  /** Returns the most recent error lines of the logs, oldest first. */
  errors(): Promise<string[]>
  remove(): Promise<void>
}

export async function composeProject(mailPort: number): Promise<ComposeProject> {
  const folder = await mkdtemp(join(tmpdir(), 'palmetto-compose-'))
  const [port, inboxPort] = [await freePort(), await freePort()]
  const url = `http://localhost:${port}`
  const storePort = new URL(process.env.S3_ENDPOINT ?? 'http://store:8333').port
  const additions = {
    services: {
      postgres: { ports: ['127.0.0.1::5432'] },
      store: { ports: [`127.0.0.1::${storePort}`] },
      secrets: { command: ['deploy/docker/make-secrets.ts', '/run/palmetto', `admin-password=${admin.password}x`] },
      gateway: { environment: { RATE_LIMIT: '1000000', AUTH_RATE_LIMIT: WIDE, REVIEW_RATE_LIMIT: WIDE } },
      identity: {
        environment: { RATE_SIGN_UPS_PER_MINUTE: WIDE, RATE_SIGN_UPS_PER_DAY: WIDE, RATE_SIGN_INS_PER_MINUTE: WIDE },
      },
      notifications: {
        environment: { RATE_CONTACTS_PER_MINUTE: WIDE },
        extra_hosts: MACHINE,
        ports: [`127.0.0.1::${BOUNCE_PORT}`],
      },
      campaigns: { extra_hosts: MACHINE },
    },
  }
  const file = join(folder, 'try.json')
  await writeFile(file, JSON.stringify(additions))
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PORT: String(port),
    MAIL_PORT: String(inboxPort),
    PUBLIC_URL: url,
    ADMIN_SECOND_FACTOR: 'optional',
    BOUNCE_PORT,
    SMTP_URL: `smtp://this-machine:${mailPort}`,
    DOCKER_BUILDKIT: '1',
  }
  const args = ['compose', '--project-name', PROJECT, '--file', join(root, 'docker-compose.yml'), '--file', file]
  const compose = (...command: readonly string[]) => run('docker', [...args, ...command], { env, cwd: root })
  const addressOf = async (service: string, inside: string) => `127.0.0.1:${(await compose('port', service, inside)).split(':').at(-1)}`
  const secretOf = (name: string) => compose('run', '--rm', '--no-deps', '-T', '--entrypoint', 'cat', 'migrate', `/run/palmetto/${name}`)
  // Uses `execFile` and not the function `run`, which fails after an interruption.
  const clear = () => promisify(execFile)('docker', [...args, 'down', '--volumes', '--timeout', '5'], { env, cwd: root })
  let database: pg.Pool | undefined

  return {
    url,
    async build() {
      await clear()
      await compose('build', '--quiet')
    },
    async up(scale = {}) {
      const scales = Object.entries(scale).flatMap(([service, count]) => ['--scale', `${service}=${count}`])
      await compose('up', '--detach', '--wait', ...scales)
    },
    async containers() {
      const lines = await compose('ps', '--format', 'json')
      return lines.split('\n').map((line) => JSON.parse(line) as Container)
    },
    async openParts() {
      const connectionString = new URL(await secretOf('database-url'))
      connectionString.host = await addressOf('postgres', '5432')
      database = new pg.Pool({ connectionString: connectionString.href, max: 4 })
      const store = createObjectStore({
        S3_ENDPOINT: `http://${await addressOf('store', storePort)}`,
        S3_ACCESS_KEY: await secretOf('s3-access-key'),
        S3_SECRET_KEY: await secretOf('s3-secret-key'),
        S3_REGION: env.S3_REGION ?? 'us-east-1',
        S3_BUCKET: env.S3_BUCKET ?? 'files',
        PUBLIC_URL: url,
      })
      return { database, store }
    },
    async bouncePort() {
      return Number((await addressOf('notifications', BOUNCE_PORT)).split(':').at(-1))
    },
    async errors() {
      const lines = (await compose('logs', '--no-color')).split('\n')
      return lines.filter((line) => line.includes('"level":50')).slice(-MOST_ERRORS)
    },
    async remove() {
      await database?.end()
      await clear()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
