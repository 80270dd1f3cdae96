/** A place in a trace, as W3C Trace Context has it. */
export interface TraceContext {
  traceId: string
  /** The span that what happens here belongs to. */
  spanId: string
  /** Whether the spans of this trace are kept. */
  isSampled: boolean
}

/** No version of the standard is `ff`, and no id is all zeros. Longer forms, of versions to come, are nobody's yet. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/

/** What a `traceparent` says; undefined where it is none. */
export function parseTraceparent(header: unknown): TraceContext | undefined {
  const [, traceId, spanId, flags = ''] = (typeof header === 'string' && TRACEPARENT.exec(header)) || []
  return traceId && spanId ? { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 } : undefined
}

export const traceparentOf = ({ traceId, spanId, isSampled }: TraceContext): string => `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`

/** 32 digits, of which all but six bits are random: by far cheaper than random bytes, which are fetched for each call. */
const hexId = (): string => crypto.randomUUID().replaceAll('-', '')

/** Returns a new trace that is not sampled. Only its id is recorded, in logs and emails. */
export const newUnsampledTrace = (): TraceContext => ({ traceId: hexId(), spanId: hexId().slice(16), isSampled: false })
