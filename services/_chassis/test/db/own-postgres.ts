import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

/** A Postgres that the test may ill-treat: nobody else has to do with it. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'own-postgres-'))
  await chmod(dataDir, 0o755)
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
