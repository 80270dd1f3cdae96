import { createLogger, type Logger } from '@app/chassis/logger.ts'
import { onStopSignal } from '@app/chassis/stop-signals.ts'
import pretty from 'pino-pretty'
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

/**
 * Runs what `start` starts until Ctrl-C or a termination, which may come while it still starts; a second Ctrl-C does
 * not wait. Once it runs it is announced.
 */
export async function runUntilStopped<T extends { stop(): Promise<void> }>(
  start: () => Promise<T>,
  announce: (running: T) => void,
): Promise<void> {
  let isStopping = false
  onStopSignal(() => {
    isStopping = true
    process.stdout.write('\nStopping. Ctrl-C again to end at once.\n')
    // A start that fails has closed what it had opened.
    const stopped = starting.then(
      (running) => running.stop(),
      () => {},
    )
    stopped.then(() => process.exit(0), exitWith)
  })
  const starting = start()
  try {
    const running = await starting
    if (!isStopping) announce(running)
  } catch (error) {
    if (!isStopping) exitWith(error)
  }
}
