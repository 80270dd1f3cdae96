import { createPublicKey, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testKeys } from '@app/chassis/testing/people.ts'
import pg from 'pg'
import type { partStack } from '../../../local/part-stack.ts'
import { startPostgres } from '../../../local/parts/postgres.ts'
import { migrateAll } from '../../../migrate.ts'

export const QUIET = { info() {}, warn: (message: string) => process.stderr.write(`${message}\n`) }

/** Environment of a single service's processes: a folder, a Postgres with all schemas, and a simulated identity service. */
export interface Surroundings {
  dataDir: string
  database: pg.Pool
  databaseUrls: Readonly<Record<string, string>>
  identityUrl: string
}

/** Simulates the identity service, with a public key and an empty list of revoked tokens. */
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
  const dataDir = await mkdtemp(join(tmpdir(), 'palmetto-apart-'))
  // When the tests run as root, Postgres runs as another user, which must be able to enter the folder.
  await chmod(dataDir, 0o755)
  return { dataDir, stop: () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }) }
}

/** Starts Postgres with additional settings (`name=value`), and the simulated identity service. */
export async function openSurroundings(open: ReturnType<typeof partStack>['open'], settings?: readonly string[]): Promise<Surroundings> {
  const { dataDir } = await open(openFolder())
  const postgres = await open(startPostgres({ dataDir, log: QUIET, settings }))
  const databaseUrls = await migrateAll(postgres.url, randomBytes(20).toString('hex'))
  const database = new pg.Pool({ connectionString: postgres.url, max: 4 })
  await open(Promise.resolve({ stop: () => database.end() }))
  const identity = await open(openIdentity())
  return { dataDir, database, databaseUrls, identityUrl: identity.url }
}
