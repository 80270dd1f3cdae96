import { readFileSync, readlinkSync } from 'node:fs'
import { chown, readFile, writeFile } from 'node:fs/promises'
import { platform } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresBinaries } from './binaries.ts'
import { type Account, runAs } from './run-as.ts'

const READY_SECONDS = 60
const RETRY_FOR_MS = 5_000

export interface Server {
  binaries: PostgresBinaries
  account: Account | undefined
  cluster: string
  logFile: string
}

/** Makes room for the log of a new run. */
export async function emptyLog({ logFile, account }: Server): Promise<void> {
  await writeFile(logFile, '', { mode: 0o600 })
  if (account) await chown(logFile, account.uid, account.gid)
}

/** Starts Postgres in a session of its own, so that Ctrl-C reaches the services first. */
export async function startServer(server: Server, flags: string[]): Promise<void> {
  const options = flags.map((flag) => `-c ${flag}`).join(' ')
  const start = ['start', '-w', '-t', String(READY_SECONDS), '-l', server.logFile, '-o', options]
  const giveUpAt = Date.now() + RETRY_FOR_MS
  for (;;) {
    try {
      await control(server, start)
      return
    } catch (error) {
      // The children of a killed server hold its shared memory for a moment.
      if (Date.now() < giveUpAt && (await logOf(server)).includes('still in use')) {
        await sleep(250)
        continue
      }
      const reason = (await logOf(server)).trim().split('\n').slice(-10).join('\n')
      throw new Error(`The database did not start; its log ${server.logFile} ends with:\n${reason}`, { cause: error })
    }
  }
}

/** Ends open connections and waits until the server is gone. */
export async function stopServer(server: Server): Promise<void> {
  await control(server, ['stop', '-w', '-t', '30', '-m', 'fast'])
}

/**
 * Sends the server Postgres's signal for an immediate shutdown, without waiting. It is synchronous, for a process that exits
 * before it could stop the server in order. The next start recovers as after a crash: no committed row is lost.
 */
export function quitServer({ cluster }: Server): void {
  try {
    const pid = Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10)
    // After a crash the file may name a process that is not Postgres.
    if (platform() === 'linux' && readlinkSync(`/proc/${pid}/cwd`) !== cluster) return
    if (pid > 0) process.kill(pid, 'SIGQUIT')
  } catch {
    // No server runs.
  }
}

export async function isRunning(server: Server): Promise<boolean> {
  return control(server, ['status']).then(
    () => true,
    () => false,
  )
}

async function control(server: Server, args: string[]): Promise<void> {
  const [command = '', ...rest] = args
  await runAs(server.account, server.binaries.pg_ctl, [command, '-D', server.cluster, ...rest])
}

async function logOf(server: Server): Promise<string> {
  return readFile(server.logFile, 'utf8').catch(() => '')
}
