import { readdir, readFile, readlink } from 'node:fs/promises'
import { platform } from 'node:os'

/** Unit of process start times in /proc. Linux always uses 100 ticks per second. */
const TICKS_PER_SECOND = 100
const LISTENING = '0A'

export interface ProcessInfo {
  pid: number
  command: string
  folder: string
  since: Date
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Formats a time like `2026-01-31 09:05:00`, in the time zone of this machine. */
export const localTime = (time: Date): string => time.toLocaleString('sv-SE')

/** Returns the process that listens on a TCP port. Returns undefined for processes of other users and on systems other than Linux. */
export async function findListener(port: number): Promise<ProcessInfo | undefined> {
  if (platform() !== 'linux') return undefined
  const sockets = new Set((await Promise.all(['tcp', 'tcp6'].map((table) => listeningSockets(table, port)))).flat())
  for (const name of await readdir('/proc')) {
    if (/^\d+$/.test(name) && (await hasOpen(name, sockets))) return readProcess(Number(name)).catch(() => undefined)
  }
  return undefined
}

/** Returns the sockets that listen on a port, in the format of the links in `/proc/<pid>/fd`. */
async function listeningSockets(table: string, port: number): Promise<string[]> {
  const lines = (await readFile(`/proc/net/${table}`, 'utf8').catch(() => '')).split('\n').slice(1)
  return lines.flatMap((line) => {
    const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/)
    const isThere = state === LISTENING && Number.parseInt(local.slice(local.lastIndexOf(':') + 1), 16) === port
    return isThere ? [`socket:[${inode}]`] : []
  })
}

async function hasOpen(pid: string, sockets: ReadonlySet<string>): Promise<boolean> {
  const folder = `/proc/${pid}/fd`
  const files = await readdir(folder).catch(() => [])
  const targets = await Promise.all(files.map((file) => readlink(`${folder}/${file}`).catch(() => '')))
  return targets.some((target) => sockets.has(target))
}

async function readProcess(pid: number): Promise<ProcessInfo> {
  const [cmdline, folder, stat, system] = await Promise.all([
    readFile(`/proc/${pid}/cmdline`, 'utf8'),
    readlink(`/proc/${pid}/cwd`),
    readFile(`/proc/${pid}/stat`, 'utf8'),
    readFile('/proc/stat', 'utf8'),
  ])
  // The command name is in parentheses and may contain spaces. The start time is the 20th field after it.
  const startTicks = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19])
  const bootSeconds = Number(/^btime (\d+)$/m.exec(system)?.[1])
  const since = new Date((bootSeconds + startTicks / TICKS_PER_SECOND) * 1000)
  return { pid, command: cmdline.split('\0').join(' ').trim(), folder, since }
}
