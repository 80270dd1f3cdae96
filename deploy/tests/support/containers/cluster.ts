import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createObjectStore, type ObjectStore } from '@app/chassis/storage/object-store.ts'
import { serviceNames } from '@app/contracts/define.ts'
import pg from 'pg'
import { parseAllDocuments, stringify } from 'yaml'
import { makeSecrets } from '../../../docker/make-secrets.ts'
import { secretList, secretsOf } from '../../../k8s/secrets.ts'
import { interruption } from '../../bench/interruption.ts'
import { admin } from '../product.ts'
import { run } from './run.ts'

const overlay = fileURLToPath(new URL('../../../k8s/overlays/test-cluster', import.meta.url))
const WIDE = '100000'
const TIMEOUT = '--timeout=300s'
/** Value of `BOUNCE_PORT` in `deploy/k8s/base/settings.env`. */
const BOUNCE_PORT = 2525

const parts = ['statefulset/postgres', 'statefulset/broker', 'deployment/store']
export const programs = ['gateway', ...serviceNames]

interface ClusterOptions {
  namespace: string
  /** URL of the gateway's node port. */
  url: string
  smtpUrl: string
  /** File with a patch that replaces the overlay's store. */
  storeFile: string | undefined
}

/** The product in one namespace of a Kubernetes cluster: the cluster of kubectl's current context. */
export interface Cluster {
  /** Installs the product as deploy/k8s/README.md describes. */
  install(image: string): Promise<void>
  roll(image: string): Promise<void>
  scale(replicas: number): Promise<void>
  restart(program: string): Promise<void>
  kill(program: string): Promise<void>
  openParts(): Promise<{ database: pg.Pool; store: ObjectStore }>
  /** Returns a port of this machine that leads to `BOUNCE_PORT` of `notifications`. */
  openBouncePort(): Promise<number>
  /** Runs the Job of the nightly backup now, optionally with other arguments (`words`). Returns its log. */
  backUp(name: string, words?: readonly string[]): Promise<string>
  loseAll(): Promise<void>
  /** Returns the CPU and memory of the pods, if metrics-server is installed. */
  memory(): Promise<string>
  remove(): Promise<void>
}

const kubectl = (args: readonly string[], env = process.env) => run('kubectl', args, { env })

async function feed(args: readonly string[], text: string): Promise<void> {
  const child = spawn('kubectl', args, { stdio: ['pipe', 'ignore', 'pipe'], signal: interruption })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  child.stdin.end(text)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`kubectl ${args.join(' ')}: ${errors}`)
}

interface Manifest {
  apiVersion: string
  kind: string
  spec?: { jobTemplate?: { spec: { template: { spec: { containers: { args: readonly string[] }[] } } } } }
}

const textOf = (manifests: readonly Manifest[]): string => manifests.map((manifest) => stringify(manifest)).join('---\n')
const typeOf = ({ apiVersion, kind }: Manifest): string => `${kind} (${apiVersion})`

/** Separates the manifests that the cluster supports from the others, because old clusters do not have all current APIs. */
async function served(manifests: readonly Manifest[]): Promise<{ known: Manifest[]; missing: string[] }> {
  const lines = (await kubectl(['api-resources', '--no-headers'])).trim().split('\n')
  const columns = lines.map((line) => line.trim().split(/\s+/))
  const types = new Set(columns.map((row) => typeOf({ apiVersion: row.at(-3) ?? '', kind: row.at(-1) ?? '' })))
  const missing = manifests.map(typeOf).filter((type) => !types.has(type))
  return { known: manifests.filter((manifest) => types.has(typeOf(manifest))), missing: [...new Set(missing)] }
}

/** Builds a Job from the template of the overlay's CronJob, because old clusters do not have the CronJob API. */
function jobOf(manifests: readonly Manifest[], name: string, words: readonly string[] | undefined): Manifest {
  const template = manifests.find(({ kind }) => kind === 'CronJob')?.spec?.jobTemplate
  if (!template) throw new Error('The overlay has no CronJob')
  const { spec } = structuredClone(template)
  for (const container of spec.template.spec.containers) if (words) container.args = words
  return { apiVersion: 'batch/v1', kind: 'Job', metadata: { name }, spec } as Manifest
}

/** Forwards a port of this machine to a port of a resource, for example `service/store`. */
async function forward(namespace: string, resource: string, port: number): Promise<{ address: string; stop(): void }> {
  const child = spawn('kubectl', ['--namespace', namespace, 'port-forward', resource, `:${port}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.on('error', () => {})
  const [line] = (await once(child.stdout, 'data', { signal: interruption })) as [Buffer]
  const [address = ''] = /127\.0\.0\.1:\d+/.exec(line.toString()) ?? []
  // kubectl prints a line per connection. The pipe must be read, so that kubectl does not block.
  child.stdout.resume()
  return { address, stop: () => void child.kill() }
}

async function generateSecrets(folder: string, smtpUrl: string): Promise<string> {
  await makeSecrets(folder, { 'admin-password': `${admin.password}x` })
  const names = await readdir(join(folder, 'programs'))
  const files = names.map((name) => [`${name.replaceAll('-', '_').toUpperCase()}_FILE`, join(folder, 'programs', name)])
  const partsSecrets = ['postgres', 'broker', 'store'].map(async (part) => {
    const texts = (await readdir(join(folder, part))).map(async (name) => [name, await readFile(join(folder, part, name), 'utf8')])
    return [part, Object.fromEntries(await Promise.all(texts))]
  })
  return secretList({
    ...secretsOf({ ...Object.fromEntries(files), SMTP_URL: smtpUrl, BACKUP_KEY: randomBytes(32).toString('base64') }),
    ...Object.fromEntries(await Promise.all(partsSecrets)),
  })
}

export async function openCluster({ namespace, url, smtpUrl, storeFile }: ClusterOptions): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'palmetto-cluster-'))
  const within = (...args: readonly string[]) => kubectl(['--namespace', namespace, ...args])
  const stops: (() => unknown)[] = []
  let missingTypes: string[] = []
  let manifests: Manifest[] = []

  async function rendered(image: string): Promise<string> {
    const [newName, newTag] = image.split(/:(?=[^/]+$)/)
    const settings = [`PUBLIC_URL=${url}`, `RATE_LIMIT=1000000`, `AUTH_RATE_LIMIT=${WIDE}`, `REVIEW_RATE_LIMIT=${WIDE}`]
    const limits = ['SIGN_UPS_PER_MINUTE', 'SIGN_UPS_PER_DAY', 'SIGN_INS_PER_MINUTE', 'CONTACTS_PER_MINUTE']
    const rates = limits.map((limit) => `RATE_${limit}=${WIDE}`)
    const kustomization = {
      resources: [relative(folder, overlay)],
      namespace,
      images: [{ name: 'palmetto', newName, newTag }],
      configMapGenerator: [
        { name: 'settings', behavior: 'merge', literals: [...settings, ...rates], options: { labels: { rollout: 'before' } } },
      ],
      patches: storeFile ? [{ patch: await readFile(storeFile, 'utf8') }] : [],
    }
    await writeFile(join(folder, 'kustomization.yaml'), JSON.stringify(kustomization))
    manifests = parseAllDocuments(await kubectl(['kustomize', folder])).map((document) => document.toJS() as Manifest)
    const { known, missing } = await served(manifests)
    missingTypes = missing
    return textOf(known)
  }

  const untilRolledOut = async () => {
    for (const program of programs) await within('rollout', 'status', `deployment/${program}`, TIMEOUT)
  }

  return {
    async install(image) {
      await kubectl(['create', 'namespace', namespace])
      await feed(['--namespace', namespace, 'apply', '--filename', '-'], await generateSecrets(join(folder, 'secrets'), smtpUrl))
      await feed(['apply', '--filename', '-'], await rendered(image))
      if (missingTypes.length > 0)
        process.stdout.write(`  skipped, because this cluster does not support them: ${missingTypes.join(', ')}\n`)
      await within('wait', '--for=condition=complete', 'job/migrate', TIMEOUT)
      await untilRolledOut()
    },
    async roll(image) {
      const text = await rendered(image)
      await within('delete', 'job/migrate')
      await feed(['apply', '--selector', 'rollout=before', '--filename', '-'], text)
      await within('wait', '--for=condition=complete', 'job/migrate', TIMEOUT)
      await feed(['apply', '--filename', '-'], text)
      await untilRolledOut()
    },
    async scale(replicas) {
      await within('scale', `--replicas=${replicas}`, ...programs.map((program) => `deployment/${program}`))
      await untilRolledOut()
    },
    async restart(program) {
      await within('rollout', 'restart', `deployment/${program}`)
      await within('rollout', 'status', `deployment/${program}`, TIMEOUT)
    },
    async kill(program) {
      const [pod = ''] = (await within('get', 'pods', '--output=name', `--selector=app.kubernetes.io/name=${program}`)).split('\n')
      await within('delete', pod, '--grace-period=0', '--force')
      await within('rollout', 'status', `deployment/${program}`, TIMEOUT)
    },
    async openParts() {
      const [postgres, store] = await Promise.all([forward(namespace, 'service/postgres', 5432), forward(namespace, 'service/store', 8333)])
      const secretOf = (name: string) => readFile(join(folder, 'secrets/programs', name), 'utf8')
      const connectionString = new URL(await secretOf('database-url'))
      connectionString.host = postgres.address
      const database = new pg.Pool({ connectionString: connectionString.href, max: 4 })
      // When the test deletes the database's data, connections are closed, and the pool emits errors.
      database.on('error', () => {})
      stops.push(() => database.end(), postgres.stop, store.stop)
      const keys = { S3_ACCESS_KEY: await secretOf('s3-access-key'), S3_SECRET_KEY: await secretOf('s3-secret-key') }
      const where = { S3_ENDPOINT: `http://${store.address}`, S3_REGION: 'us-east-1', S3_BUCKET: 'files', PUBLIC_URL: url }
      return { database, store: createObjectStore({ ...where, ...keys }) }
    },
    async openBouncePort() {
      const { address, stop } = await forward(namespace, 'deployment/notifications', BOUNCE_PORT)
      stops.push(stop)
      return Number(address.split(':').at(-1))
    },
    async backUp(name, words) {
      await feed(['--namespace', namespace, 'apply', '--filename', '-'], textOf([jobOf(manifests, name, words)]))
      await within('wait', '--for=condition=complete', `job/${name}`, TIMEOUT).catch(async (cause: unknown) => {
        throw new Error(`${name}: ${await within('logs', `job/${name}`)}`, { cause })
      })
      return within('logs', `job/${name}`)
    },
    async loseAll() {
      await within('scale', '--replicas=0', ...programs.map((program) => `deployment/${program}`))
      await within('wait', '--for=delete', 'pod', `--selector=app.kubernetes.io/name in (${programs.join(', ')})`, TIMEOUT)
      for (const part of parts) await within('rollout', 'restart', part)
      for (const part of parts) await within('rollout', 'status', part, TIMEOUT)
    },
    memory: () =>
      within('top', 'pods', '--no-headers', '--selector=app.kubernetes.io/part-of=palmetto').catch(
        () => 'not available (no metrics-server)',
      ),
    async remove() {
      for (const stop of stops) await stop()
      await new Promise((resolve) =>
        spawn('kubectl', ['delete', 'namespace', namespace, '--ignore-not-found', '--wait=false'], { stdio: 'ignore' }).once(
          'close',
          resolve,
        ),
      )
      await rm(folder, { recursive: true, force: true })
    },
  }
}
