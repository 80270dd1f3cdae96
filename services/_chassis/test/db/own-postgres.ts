import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../../../deploy/local/parts/postgres.ts'

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

const parentOf = (pid: number): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])
  } catch {
    return 0
  }
}

/** A Postgres that the test may ill-treat: nobody else has to do with it. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'own-postgres-'))
  await chmod(dataDir, 0o755)
  const server = await startPostgres({ dataDir, log: { info() {}, warn() {} }, durable: false })
  const folder = join(dataDir, 'postgres')
  const main = Number.parseInt(await readFile(join(folder, 'postmaster.pid'), 'utf8'), 10)

  async function signal(name: NodeJS.Signals): Promise<void> {
    const all = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
    for (const pid of [main, ...all.filter((one) => parentOf(one) === main)]) process.kill(pid, name)
  }
  return {
    url: server.url,
    folder,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    stop: server.stop,
    async remove() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
