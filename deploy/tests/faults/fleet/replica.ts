import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { unlessInterrupted } from '../../bench/interruption.ts'

/** A process of a service or of the gateway. Its port is the same after a restart. */
export interface Replica {
  /** Name such as `tasks-2`. */
  name: string
  service: string
  port: number
  readonly pid: number | undefined
  /** Starts the code in this folder. Resolves when the process is ready. */
  start(code: string): Promise<void>
  /** Sends a signal. Resolves when the process has exited. */
  end(signal: NodeJS.Signals): Promise<void>
}

interface ReplicaOptions {
  service: string
  number: number
  port: number
  env: NodeJS.ProcessEnv
  logs: string
}

const READY_MS = 300_000

const folderOf = (service: string): string => (service === 'gateway' ? 'gateway' : `services/${service}`)

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

export function replicaOf({ service, number, port, env, logs }: ReplicaOptions): Replica {
  const name = `${service}-${number}`
  const log = join(logs, `${name}.log`)
  let child: ChildProcess | undefined

  async function untilReady(started: ChildProcess): Promise<void> {
    const deadline = Date.now() + READY_MS
    while (!hasEnded(started) && Date.now() < deadline) {
      const url = `http://127.0.0.1:${port}/readyz`
      const response = await fetch(url, { signal: AbortSignal.timeout(3_000), headers: { connection: 'close' } }).catch(() => undefined)
      await response?.body?.cancel()
      if (response?.ok) return
      await unlessInterrupted(sleep(50))
    }
    const written = await readFile(log, 'utf8')
    throw new Error(`${name} is not ready:\n${written.slice(-2_000)}`)
  }

  return {
    name,
    service,
    port,
    get pid() {
      return child?.pid
    },
    async start(code) {
      const to = openSync(log, 'a')
      child = spawn(process.execPath, [join(code, folderOf(service), 'src/main.ts')], {
        cwd: code,
        env: { ...env, PORT: String(port) },
        stdio: ['ignore', to, to],
      })
      closeSync(to)
      await untilReady(child)
    },
    async end(signal) {
      if (!child || hasEnded(child)) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
  }
}
