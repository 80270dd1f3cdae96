import { createLogger, type Logger } from '@app/chassis/logger.ts'
import pretty from 'pino-pretty'

/** Readable lines on the terminal; JSON when standard output goes to a file or another program. */
export function consoleLogger(level: string): Logger {
  if (!process.stdout.isTTY) return createLogger({ level })
  return createLogger({ level, destination: pretty({ ignore: 'pid,hostname,correlationId', translateTime: 'HH:MM:ss.l' }) })
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
