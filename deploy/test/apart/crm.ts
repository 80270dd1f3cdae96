import { createPublicKey, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { profile } from '@app/chassis/testing/companies.ts'
import { person, testKeys } from '@app/chassis/testing/people.ts'
import { customerColumns } from '@app/contracts/rules/customers.ts'
import pg from 'pg'
import { partStack } from '../../local/part-stack.ts'
import { freePort } from '../../local/parts/ports.ts'
import { startPostgres } from '../../local/parts/postgres.ts'
import { startDevelopmentSheet } from '../../local/parts/sheet/start.ts'
import { migrateAll } from '../../migrate.ts'
import { environment, smallHeap } from '../product.ts'
import { type Replica, replicaOf } from './replica.ts'

const code = fileURLToPath(new URL('../../..', import.meta.url))
const QUIET = { info() {}, warn: (message: string) => process.stderr.write(`${message}\n`) }

/** Somebody with a company and a spreadsheet that runs our script. */
export interface SheetOwner {
  headers: Readonly<Record<string, string>>
  /** The cells below the headers, as they are shown. */
  rows(): Promise<string[][]>
  /** What happens to all calls of the script from now on. */
  setFault(always?: object): Promise<void>
}

/** crm-proxy in processes of its own, over a Postgres and spreadsheets of their own. */
export interface Crm {
  replicas: readonly Replica[]
  database: pg.Pool
  start(replica: Replica): Promise<void>
  addOwner(rows: readonly (readonly string[])[]): Promise<SheetOwner>
  stop(): Promise<void>
}

/** Answers what services ask of identity: its key, and that no token was ended. */
async function openIdentity() {
  const key = createPublicKey(await testKeys.publicKey('test')).export({ format: 'jwk' })
  const jwks = { keys: [{ ...key, kid: 'test', alg: 'EdDSA', use: 'sig' }] }
  const server = createServer(({ url }, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(url === '/.well-known/jwks.json' ? jwks : []))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

async function openFolder() {
  const dataDir = await mkdtemp(join(tmpdir(), 'palmetto-crm-'))
  // Under root Postgres runs as another user, which must be able to enter.
  await chmod(dataDir, 0o755)
  return { dataDir, stop: () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }) }
}

export async function startCrm(count: number): Promise<Crm> {
  const { open, stop } = partStack()
  try {
    const { dataDir } = await open(openFolder())
    const postgres = await open(startPostgres({ dataDir, log: QUIET }))
    const urls = await migrateAll(postgres.url, randomBytes(20).toString('hex'))
    const database = new pg.Pool({ connectionString: postgres.url, max: 4 })
    await open(Promise.resolve({ stop: () => database.end() }))
    const identity = await open(openIdentity())
    const sheets = await open(startDevelopmentSheet({ withFaults: true, log: QUIET }))
    const env = {
      ...environment,
      LOG_LEVEL: 'info',
      NODE_OPTIONS: smallHeap.join(' '),
      DATABASE_URL: urls['crm-proxy'],
      JWKS_URL: `${identity.url}/.well-known/jwks.json`,
      COMPANY_URL: identity.url,
      CRM_HOSTS: sheets.hosts,
    }
    const ports = await Promise.all(Array.from({ length: count }, freePort))
    const replicas = ports.map((port, index) => replicaOf({ service: 'crm-proxy', number: index + 1, port, logs: dataDir, env }))
    await open(Promise.resolve({ stop: async () => void (await Promise.all(replicas.map((replica) => replica.end('SIGKILL')))) }))
    await Promise.all(replicas.map((replica) => replica.start(code)))
    let owners = 0

    async function addOwner(rows: readonly (readonly string[])[]): Promise<SheetOwner> {
      const name = `sheet-${++owners}`
      const { id, headers } = person('owner')
      const company = profile({ gsapi: `${sheets.url}/exec/${name}` })
      await database.query('insert into crm_proxy.company (id, owner_id, name, profile, version) values ($1, $2, $3, $4, 1)', [
        company._id,
        id,
        company.companyName,
        JSON.stringify(company),
      ])
      const put = async (path: string, body: string) => void (await fetch(`${sheets.url}/${path}`, { method: 'PUT', body }))
      await put(`sheets/${name}`, JSON.stringify({ rows: [customerColumns, ...rows] }))
      const answer = await fetch(`http://127.0.0.1:${ports[0]}/crm/companies/${company._id}/script`, { headers: person('admin').headers })
      const { script } = (await answer.json()) as { script: string }
      await put(`sheets/${name}/script`, script)
      return {
        headers,
        async rows() {
          const shown = (await (await fetch(`${sheets.url}/sheets/${name}`)).json()) as { rows: { shown: string }[][] }
          return shown.rows.slice(1).map((cells) => cells.map((cell) => cell.shown))
        },
        setFault: (always) => put(`control/${name}`, JSON.stringify({ next: [], always })),
      }
    }

    return { replicas, database, start: (replica) => replica.start(code), addOwner, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
