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

export async function emptyLog({ logFile, account }: Server): Promise<void> {
  await writeFile(logFile, '', { mode: 0o600 })
  if (account) await chown(logFile, account.uid, account.gid)
}

/** Starts Postgres in its own process session, so that Postgres does not receive the Ctrl-C that stops the services. */
export async function startServer(server: Server, flags: string[]): Promise<void> {
  const options = flags.map((flag) => `-c ${flag}`).join(' ')
  const start = ['start', '-w', '-t', String(READY_SECONDS), '-l', server.logFile, '-o', options]
  const giveUpAt = Date.now() + RETRY_FOR_MS
  for (;;) {
    try {
      await control(server, start)
      return
    } catch (error) {
      // Child processes of a killed server use its shared memory for a short time, so the start is retried.
      if (Date.now() < giveUpAt && (await logOf(server)).includes('still in use')) {
        await sleep(250)
        continue
      }
      const reason = (await logOf(server)).trim().split('\n').slice(-10).join('\n')
      throw new Error(`The database server did not start. Its log ${server.logFile} ends with:\n${reason}`, { cause: error })
    }
  }
}

export async function stopServer(server: Server): Promise<void> {
  await control(server, ['stop', '-w', '-t', '30', '-m', 'fast'])
}

/**
 * Requests an immediate shutdown with SIGQUIT. This function is synchronous, so a process can call it in its `exit` handler. Postgres
 * recovers all committed rows at its next start, unless `synchronous_commit` is off.
 */
export function quitServer({ cluster }: Server): void {
  try {
    const pid = Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10)
    // After a crash, the pid in the file may belong to another program.
    if (platform() === 'linux' && readlinkSync(`/proc/${pid}/cwd`) !== cluster) return
    if (pid > 0) process.kill(pid, 'SIGQUIT')
  } catch {
    // There is no pid file, so no server is running.
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
