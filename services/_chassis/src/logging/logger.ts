import { type DestinationStream, type Logger, pino } from 'pino'
import { activeContext } from './context.ts'

export type { Logger } from 'pino'

/** Names of log fields whose values are redacted, down to the third level of nesting. */
const secretKeys = ['password', 'token', 'Token', 'code', 'authorization', 'cookie', 'secretKey', 'email', 'mail', 'mobile', 'phone']
const redacted = secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`])

/** Returns the parts of an error that may be logged. Details of a database error are omitted, because they can contain secrets. */
function traceOf(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  return {
    type: name,
    message,
    // The error code, such as ECONNREFUSED. The field is not named `code`, because `code` is redacted.
    ...('code' in error && { reason: error.code }),
    stack,
    ...(cause !== undefined && { cause: traceOf(cause) }),
    ...(error instanceof AggregateError && { errors: error.errors.map(traceOf) }),
  }
}

interface LoggerOptions {
  /** Name of the service. Absent if one process runs several services, which use child loggers. */
  name?: string
  level: string
  destination?: DestinationStream
}

/** Returns a logger that writes JSON lines with the correlation id and the trace id. Secrets and personal data are redacted. */
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
