import { type DestinationStream, type Logger, pino } from 'pino'
import { activeContext } from './context.ts'

export type { Logger } from 'pino'

/** Values under these keys never reach a log, at any depth down to three. */
const secretKeys = ['password', 'token', 'Token', 'code', 'authorization', 'cookie', 'secretKey', 'email', 'mail', 'mobile', 'phone']
const redacted = secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`])

/** What a log shows of an error. Not all of it: a database's details hold the row, and that may hold a secret. */
function traceOf(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  return {
    type: name,
    message,
    // Such as ECONNREFUSED; not as `code`, which is hidden wherever it stands.
    ...('code' in error && { reason: error.code }),
    stack,
    ...(cause !== undefined && { cause: traceOf(cause) }),
    ...(error instanceof AggregateError && { errors: error.errors.map(traceOf) }),
  }
}

interface LoggerOptions {
  /** The service; absent where one process runs several and each names itself. */
  name?: string
  level: string
  /** Where lines go; standard output when absent. */
  destination?: DestinationStream
}

/** JSON lines with secrets and personal data redacted, each with the correlation id and the trace id of its request, event or work. */
export function createLogger({ name, level, destination }: LoggerOptions): Logger {
  const options = {
    ...(name && { name }),
    level,
    redact: { paths: redacted, censor: '[redacted]' },
    serializers: { err: traceOf },
    mixin: () => {
      const context = activeContext()
      if (!context) return {}
      const { correlationId, trace } = context
      return { correlationId, ...(trace && { traceId: trace.traceId }) }
    },
  }
  return destination ? pino(options, destination) : pino(options)
}
