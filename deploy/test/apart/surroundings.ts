import { createPublicKey, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testKeys } from '@app/chassis/testing/people.ts'
import pg from 'pg'
import type { partStack } from '../../local/part-stack.ts'
import { startPostgres } from '../../local/parts/postgres.ts'
import { migrateAll } from '../../migrate.ts'

export const QUIET = { info() {}, warn: (message: string) => process.stderr.write(`${message}\n`) }

/** What processes of one service stand in: a folder, a Postgres with every schema, and an identity. */
export interface Surroundings {
  dataDir: string
  /** As the superuser. */
  database: pg.Pool
  /** Of each service's own role. */
  databaseUrls: Readonly<Record<string, string>>
  identityUrl: string
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
  const dataDir = await mkdtemp(join(tmpdir(), 'palmetto-apart-'))
  // Under root Postgres runs as another user, which must be able to enter.
  await chmod(dataDir, 0o755)
  return { dataDir, stop: () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }) }
}

/** Postgres as the local run has it, or with settings of its own (`name=value`). */
export async function openSurroundings(open: ReturnType<typeof partStack>['open'], settings?: readonly string[]): Promise<Surroundings> {
  const { dataDir } = await open(openFolder())
  const postgres = await open(startPostgres({ dataDir, log: QUIET, settings }))
  const databaseUrls = await migrateAll(postgres.url, randomBytes(20).toString('hex'))
  const database = new pg.Pool({ connectionString: postgres.url, max: 4 })
  await open(Promise.resolve({ stop: () => database.end() }))
  const identity = await open(openIdentity())
  return { dataDir, database, databaseUrls, identityUrl: identity.url }
}
