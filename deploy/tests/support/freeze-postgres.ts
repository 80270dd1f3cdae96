import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const parentOf = (pid: number): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])
  } catch {
    return 0
  }
}

async function signalAll(cluster: string, signal: NodeJS.Signals): Promise<void> {
  const main = Number.parseInt(await readFile(join(cluster, 'postmaster.pid'), 'utf8'), 10)
  const all = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  for (const pid of [main, ...all.filter((one) => parentOf(one) === main)]) process.kill(pid, signal)
}

/** Freezes all processes of this cluster with SIGSTOP, even during queries. */
export const freezePostgres = (cluster: string): Promise<void> => signalAll(cluster, 'SIGSTOP')

export const thawPostgres = (cluster: string): Promise<void> => signalAll(cluster, 'SIGCONT')
