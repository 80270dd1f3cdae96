import type { TraceContext } from './trace-context.ts'

/** By OpenTelemetry's semantic conventions, where they have a name. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

export interface NewSpan {
  name: string
  kind: 'server' | 'client' | 'producer' | 'consumer'
  attributes?: Attributes
}

export interface OpenSpan {
  /** What happens under this span happens there. */
  trace: TraceContext
  note(attributes: Attributes): void
  /** With what it failed by, if it did. */
  end(error?: unknown): void
}

/** Keeps spans of one process. */
export interface Tracer {
  /** Whether a trace that begins now is to be kept. */
  samples(): boolean
  /** Begins a span under `parent`, or a trace. */
  start(span: NewSpan, parent: TraceContext | undefined): OpenSpan
}
