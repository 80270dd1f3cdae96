import { createLogger, type Logger } from '../logging/logger.ts'

export function recordingLogger(): { log: Logger; lines: string[] } {
  const lines: string[] = []
  const log = createLogger({ name: 'test', level: 'debug', destination: { write: (line) => void lines.push(line) } })
  return { log, lines }
}
