import { createLogger, type Logger } from '@app/chassis/logging/logger.ts'
import { onStopSignal } from '@app/chassis/service/stop-signals.ts'
import pretty from 'pino-pretty'
import type { Settings } from './settings.ts'

/** Returns a logger that writes one readable line per entry. In production it writes JSON, as the separate services do. */
export function consoleLogger({ LOG_LEVEL: level, NODE_ENV }: Settings): Logger {
  if (NODE_ENV === 'production') return createLogger({ level })
  const colorize = Boolean(process.stdout.isTTY)
  const destination = pretty({
    ignore: 'pid,hostname,correlationId,traceId',
    translateTime: 'SYS:HH:MM:ss.l',
    singleLine: true,
    sync: true,
    colorize,
  })
  return createLogger({ level, destination })
}

/** Prints the error's message without its stack and exits with code 1. Use it for errors that stop the product or prevent its start. */
export function exitWith(error: unknown): never {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

/** Timeout of a graceful stop, in milliseconds. It is longer than all services and servers together need to stop. */
const STOP_LIMIT_MS = 60_000

/**
 * Starts the product and then calls `announce`. Stops the product gracefully at the first SIGINT, SIGTERM or SIGHUP, or when the parent npm
 * process exits. The product also stops in this way if it is still starting. If a second signal arrives, or if stopping takes more than a
 * minute, the process exits immediately.
 */
export async function runUntilStopped<T extends { stop(): Promise<void> }>(
  start: () => Promise<T>,
  announce: (running: T) => void,
): Promise<void> {
  let isStopping = false
  const stop = (): void => {
    if (isStopping) return
    isStopping = true
    ignoreClosedTerminal()
    process.stdout.write('\nStopping. Press Ctrl-C again to exit at once.\n')
    setTimeout(() => exitWith('The product did not stop within one minute, so the process exits now.'), STOP_LIMIT_MS).unref()
    // A failed start has already closed the parts that it opened.
    const stopped = starting.then(
      (running) => running.stop(),
      () => {},
    )
    stopped.then(() => process.exit(0), exitWith)
  }
  onStopSignal(stop)
  onNpmExit(stop)
  const starting = start()
  try {
    const running = await starting
    if (!isStopping) announce(running)
  } catch (error) {
    if (!isStopping) exitWith(error)
  }
}

/** Ignores write errors of stdout and stderr. If the terminal was closed, every write fails, but the product must still stop gracefully. */
function ignoreClosedTerminal(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

const CHECK_MS = 250

/** Calls `stop` when the npm process that started this process exits, because npm does not forward SIGHUP and SIGKILL. */
function onNpmExit(stop: () => void): void {
  // Without npm, the parent is a shell. A background process may run longer than its shell, so the shell's exit must not stop the product.
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, CHECK_MS).unref()
}
