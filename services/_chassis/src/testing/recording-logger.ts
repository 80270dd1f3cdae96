import { createLogger, type Logger } from '../logger.ts'

/** Returns a logger for tests, and the list of the lines that it writes. */
export function recordingLogger(): { log: Logger; lines: string[] } {
  const lines: string[] = []
  const log = createLogger({ name: 'test', level: 'debug', destination: { write: (line) => void lines.push(line) } })
  return { log, lines }
}
