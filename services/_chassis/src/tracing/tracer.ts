import type { TraceContext } from './trace-context.ts'

/** Attributes of a span. If OpenTelemetry's semantic conventions define a name for an attribute, this name is used. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

export interface NewSpan {
  name: string
  kind: 'server' | 'client' | 'producer' | 'consumer'
  attributes?: Attributes
}

export interface OpenSpan {
  trace: TraceContext
  note(attributes: Attributes): void
  /** Ends the span, with the error if its work failed. */
  end(error?: unknown): void
}

export interface Tracer {
  samples(): boolean
  /** Starts a span. Without a parent, a new trace begins. */
  start(span: NewSpan, parent: TraceContext | undefined): OpenSpan
}
