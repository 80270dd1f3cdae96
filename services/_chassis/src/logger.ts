import { type DestinationStream, type Logger, pino } from 'pino'
import { currentContext } from './context.ts'

export type { Logger } from 'pino'

/** Values under these keys never reach a log, at any depth down to three. */
const secretKeys = ['password', 'token', 'Token', 'code', 'authorization', 'cookie', 'secretKey', 'email', 'mail', 'mobile', 'phone']
const redacted = secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`])

interface LoggerOptions {
  /** The service; absent where one process runs several and each names itself. */
  name?: string
  level: string
  /** Where lines go; standard output when absent. */
  destination?: DestinationStream
}

/** JSON lines with secrets and personal data redacted, each with the correlation id of its request or event. */
export function createLogger({ name, level, destination }: LoggerOptions): Logger {
  const options = {
    ...(name && { name }),
    level,
    redact: { paths: redacted, censor: '[redacted]' },
    mixin: () => ({ correlationId: currentContext().correlationId }),
  }
  return destination ? pino(options, destination) : pino(options)
}
