import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { startPostgres } from '../../../../deploy/local/parts/postgres.ts'
import { freezePostgres, thawPostgres } from '../../../../deploy/test/freeze-postgres.ts'

export interface OwnPostgres {
  url: string
  /** Where its files are. */
  folder: string
  /** Stops all its processes in the midst of whatever they do. */
  freeze(): Promise<void>
  thaw(): Promise<void>
  stop(): Promise<void>
  /** Ends it and removes its files. */
  remove(): Promise<void>
}

/**
 * Starts a Postgres that only this test uses. As a copy of a stopped one it goes on from where that one stopped, with the same ids of rows
 * and transactions to come: a recovery to that point in time.
 */
export async function startOwnPostgres({ copyOf }: { copyOf?: OwnPostgres } = {}): Promise<OwnPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'own-postgres-'))
  await chmod(dataDir, 0o755)
  // With its owner, whom Postgres insists on.
  if (copyOf) await promisify(execFile)('cp', ['-a', `${dirname(copyOf.folder)}/.`, dataDir])
  const server = await startPostgres({ dataDir, log: { info() {}, warn() {} }, durable: false })
  const folder = join(dataDir, 'postgres')
  return {
    url: server.url,
    folder,
    freeze: () => freezePostgres(folder),
    thaw: () => thawPostgres(folder),
    stop: server.stop,
    async remove() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
