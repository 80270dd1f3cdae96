/** A position in a trace (W3C Trace Context). */
export interface TraceContext {
  traceId: string
  /** Id of the current span, which is the parent of new spans. */
  spanId: string
  isSampled: boolean
}

/** Format of `traceparent`. Version `ff` and ids of zeros are invalid. Longer values of future versions are rejected. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/

export function parseTraceparent(header: unknown): TraceContext | undefined {
  const [, traceId, spanId, flags = ''] = (typeof header === 'string' && TRACEPARENT.exec(header)) || []
  return traceId && spanId ? { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 } : undefined
}

export const traceparentOf = ({ traceId, spanId, isSampled }: TraceContext): string => `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`

/** 32 hexadecimal digits with 122 random bits. `randomUUID` is much faster than `randomBytes`, because it buffers random bytes. */
const hexId = (): string => crypto.randomUUID().replaceAll('-', '')

/** A new trace that is not sampled. Its id is only used in logs and emails. */
export const newUnsampledTrace = (): TraceContext => ({ traceId: hexId(), spanId: hexId().slice(16), isSampled: false })
