import { createLogger, type Logger } from '@app/chassis/logger.ts'
import pretty from 'pino-pretty'
import type { Settings } from './settings.ts'

/** A readable line each, on the terminal and in a file; JSON, as single services write it, in production. */
export function consoleLogger({ LOG_LEVEL: level, NODE_ENV }: Settings): Logger {
  if (NODE_ENV === 'production') return createLogger({ level })
  const colorize = Boolean(process.stdout.isTTY)
  const destination = pretty({
    ignore: 'pid,hostname,correlationId',
    translateTime: 'SYS:HH:MM:ss.l',
    singleLine: true,
    sync: true,
    colorize,
  })
  return createLogger({ level, destination })
}

/** Ends the process with a sentence instead of a stack when it could not start. */
export function exitWith(error: unknown): never {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

/** Runs `stop` once on Ctrl-C or a termination; a second Ctrl-C does not wait. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false
  const end = (): void => {
    if (stopping) process.exit(130)
    stopping = true
    process.stdout.write('\nStopping. Ctrl-C again to end at once.\n')
    stop().then(
      () => process.exit(0),
      (error: unknown) => exitWith(error),
    )
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
}
