import { createLogger, type Logger } from '@app/chassis/logger.ts'
import { onStopSignal } from '@app/chassis/stop-signals.ts'
import pretty from 'pino-pretty'
import { onNpmExit } from './npm-exit.ts'
import type { Settings } from './settings.ts'

/** A readable line each, on the terminal and in a file; JSON, as single services write it, in production. */
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

/** Ends the process with a sentence instead of a stack when it cannot start, or not go on. */
export function exitWith(error: unknown): never {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

/** Longer than the orderly stop of every part together takes. */
const STOP_LIMIT_MS = 60_000

/**
 * Starts the product and stops it in order at the first SIGINT, SIGTERM or SIGHUP, or when the npm process that started it
 * has exited. The signal may arrive during the start. A second signal, or a stop that takes longer than a minute, ends the
 * process at once. `announce` is called when the start has finished.
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
    process.stdout.write('\nStopping. Ctrl-C again to end at once.\n')
    setTimeout(() => exitWith('The stop took too long and was cut off.'), STOP_LIMIT_MS).unref()
    // A start that fails has closed what it had opened.
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

/** The terminal may be closed already, and then every write to it fails: the stop must go on. */
function ignoreClosedTerminal(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
