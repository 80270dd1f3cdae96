import { execFile } from 'node:child_process'
import { readFile, readlink, rm } from 'node:fs/promises'
import { platform } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isAlive } from '../processes.ts'

const run = promisify(execFile)

/**
 * Returns whether a killed run left a running Postgres server on this cluster. If the pid in the pid file now belongs to another program,
 * deletes the pid file.
 */
export async function findLeftOver(cluster: string): Promise<'server' | 'nothing'> {
  const pidFile = join(cluster, 'postmaster.pid')
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10)
  if (!(pid > 0) || !isAlive(pid)) return 'nothing'
  if (await worksIn(pid, cluster)) return 'server'
  // Postgres does not start while the pid file exists and any process has the pid from this file.
  await rm(pidFile, { force: true })
  return 'nothing'
}

/**
 * Whether the process is a server of this cluster. Postgres uses the cluster's folder as its working directory, so this function compares
 * the working directory. The comparison is also correct after the folder was moved. On Windows, the function searches the command line of
 * the process for the folder.
 */
async function worksIn(pid: number, cluster: string): Promise<boolean> {
  try {
    if (platform() === 'linux') return (await readlink(`/proc/${pid}/cwd`)) === cluster
    if (platform() === 'win32') return await commandNames(pid, cluster)
    const { stdout } = await run('lsof', ['-a', '-p', String(pid), '-d', 'cwd', '-Fn'])
    return stdout.split('\n').includes(`n${cluster}`)
  } catch {
    return false
  }
}

async function commandNames(pid: number, cluster: string): Promise<boolean> {
  const query = `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`
  const { stdout } = await run('powershell', ['-NoProfile', '-Command', query])
  return stdout.replaceAll('\\', '/').includes(cluster.replaceAll('\\', '/'))
}
