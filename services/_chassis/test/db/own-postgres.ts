import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { startPostgres } from '../../../../deploy/local/parts/postgres.ts'
import { freezePostgres, thawPostgres } from '../../../../deploy/tests/support/freeze-postgres.ts'

export interface OwnPostgres {
  url: string
  folder: string
  freeze(): Promise<void>
  thaw(): Promise<void>
  stop(): Promise<void>
  remove(): Promise<void>
}

/**
 * Starts a Postgres server for one test. With `copyOf`, the server starts with a copy of another server's files. Then both servers assign
 * the same transaction ids, as after a point-in-time recovery.
 */
export async function startOwnPostgres({ copyOf }: { copyOf?: OwnPostgres } = {}): Promise<OwnPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'own-postgres-'))
  await chmod(dataDir, 0o755)
  // Postgres checks the owner of the files, which `cp -a` preserves.
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
