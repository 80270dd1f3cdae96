import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { cachedEnvironment } from '../support/product.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** An npm script in its own process session. Tests can send signals to npm only or to the whole process group. */
export interface NpmRun {
  pid: number
  output(): string
  /** Resolves when the output matches. Rejects if npm exits first. */
  untilPrinted(pattern: RegExp): Promise<void>
  /** Resolves to npm's exit code, or to the signal that ended npm. */
  ended: Promise<number | NodeJS.Signals>
  /** Returns the command lines of all running processes of the process session. */
  listProcesses(): Promise<string[]>
}

export function runNpm(args: readonly string[], env: Readonly<Record<string, string>>): NpmRun {
  const child: ChildProcess = spawn('npm', args, {
    cwd: root,
    env: { ...cachedEnvironment, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const pid = child.pid ?? 0
  let printed = ''
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal)
  const untilPrinted = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const look = () => void (pattern.test(printed) && resolve())
      child.stdout?.on('data', look)
      child.stderr?.on('data', look)
      child.once('exit', () => reject(new Error(`npm exited before it printed ${pattern}:\n${printed}`)))
      look()
    })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
  }
  return { pid, output: () => printed, untilPrinted, ended, listProcesses: () => processesOfSession(pid) }
}

async function processesOfSession(session: number): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      // The fields after the command in parentheses are state, parent, process group and session.
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      const [state, , , sid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (Number(sid) !== session || state === 'Z') return []
      return [(await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ').trim()]
    }),
  )
  return found.flat()
}
