import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../local/parts/ports.ts'
import { isContained } from './containers/parts.ts'
import { startRabbitmqContainer } from './containers/rabbitmq.ts'

// Tests do not use the script `rabbitmq-server` in PATH, because that script would first change to another user.
const SERVER = '/usr/lib/rabbitmq/bin/rabbitmq-server'
const START_MS = 180_000
const STOP_MS = 20_000
/**
 * Last line that RabbitMQ writes to the log when it starts. `start` waits for this line. RabbitMQ accepts connections earlier, but under
 * load, it needs some more seconds after that.
 */
const STARTED = 'Server startup complete'

export interface Broker {
  url: string
  /** False for the broker of AMQP_URL, because tests must not stop it. */
  canRestart: boolean
  start(): Promise<void>
  /** Stops the broker gracefully. The broker has the same data and port after the next start. */
  stop(): Promise<void>
  kill(): Promise<void>
  /** Kills the broker and deletes its data. */
  remove(): Promise<void>
}

/** Whether tests have a broker: the broker of AMQP_URL, a container, or the installed RabbitMQ. */
export const canStartRabbitmq: boolean = Boolean(process.env.AMQP_URL) || isContained('rabbitmq') || existsSync(SERVER)

/** Returns the broker of AMQP_URL, or starts a private one. */
export async function startRabbitmq(): Promise<Broker> {
  if (process.env.AMQP_URL) return externalBroker(process.env.AMQP_URL)
  if (isContained('rabbitmq')) return startRabbitmqContainer()
  const broker = await privateBroker()
  await broker.start().catch(async (error: unknown) => {
    await broker.remove()
    throw error
  })
  return broker
}

function externalBroker(url: string): Broker {
  const refuse = async () => {
    throw new Error('Tests cannot start or stop the broker of AMQP_URL.')
  }
  return { url, canRestart: false, start: refuse, stop: refuse, kill: refuse, remove: async () => {} }
}

function send(signal: NodeJS.Signals, pid: number): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

async function privateBroker(): Promise<Broker> {
  const folder = await mkdtemp(join(tmpdir(), 'rabbitmq-test-'))
  const [port, distributionPort, epmdPort] = await Promise.all([freePort(), freePort(), freePort()])
  const env = {
    ...process.env,
    // Erlang stores its cookie in the home folder. With this setting, the test broker has its own cookie and does not use the cookie of the
    // user.
    HOME: folder,
    ERL_EPMD_PORT: String(epmdPort),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_NODENAME: `test-${randomBytes(4).toString('hex')}@localhost`,
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_DIST_PORT: String(distributionPort),
    RABBITMQ_MNESIA_BASE: join(folder, 'data'),
    RABBITMQ_LOG_BASE: join(folder, 'log'),
    RABBITMQ_LOGS: join(folder, 'log.txt'),
    RABBITMQ_CONFIG_FILE: join(folder, 'no-config'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'no-plugins'),
    RABBITMQ_PID_FILE: join(folder, 'pid'),
  }
  // Starts the name server epmd here, so that `remove` can stop epmd. Otherwise, Erlang would start epmd and leave it running after the
  // tests.
  const epmd = spawn('epmd', ['-port', String(epmdPort), '-address', '127.0.0.1'], { env, stdio: 'ignore' })
  let running: ChildProcess | undefined
  const log = () => readFile(env.RABBITMQ_LOGS, 'utf8').catch(() => '')

  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    const child = running
    running = undefined
    // Ctrl-C in the terminal also sends a signal to the broker, so it may have exited already.
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    // The child is the start script, which exits after the broker. The signal must be sent to the broker's pid.
    const pid = Number(await readFile(env.RABBITMQ_PID_FILE, 'utf8').catch(() => child.pid))
    send(signal, pid)
    const killTimer = setTimeout(() => send('SIGKILL', pid), STOP_MS)
    await exited
    clearTimeout(killTimer)
  }

  const start = async () => {
    const logged = (await log()).length
    const child = spawn(SERVER, { env, cwd: folder, stdio: 'ignore' })
    running = child
    const giveUpAt = Date.now() + START_MS
    while (!(await log()).includes(STARTED, logged)) {
      if (child.exitCode !== null || Date.now() > giveUpAt) throw new Error(`RabbitMQ did not start:\n${(await log()).slice(-2000)}`)
      await sleep(100)
    }
  }

  return {
    url: `amqp://guest:guest@127.0.0.1:${port}`,
    canRestart: true,
    start,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    remove: async () => {
      await end('SIGKILL')
      epmd.kill()
      // A broker may still write files while it exits, so the deletion is retried.
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}
