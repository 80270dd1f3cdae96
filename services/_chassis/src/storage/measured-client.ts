import { Client, type ClientOptions } from 'minio'
import { Histogram, type Registry } from 'prom-client'
import { inSpan } from '../tracing/span.ts'
import type { NewSpan } from '../tracing/tracer.ts'

/** The store answers, and has no such object. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'NotFound' || error.code === 'NoSuchKey')

type Call = Parameters<Client['makeRequestStreamAsync']>

const spanOf = ({ method, objectName }: Call[0]): NewSpan => ({
  name: `S3 ${method}`,
  kind: 'client',
  attributes: { 'http.request.method': method, 'aws.s3.key': objectName },
})

/** A client whose calls are measured: each part of an upload, each page of a list is one. */
export class MeasuredClient extends Client {
  readonly #durations: Histogram<'method' | 'outcome'>

  constructor(options: ClientOptions, registry: Registry) {
    super(options)
    this.#durations = new Histogram({
      name: 'store_call_duration_seconds',
      help: 'Time until the file store began its answer, by method, and whether it did what was asked: ok, or failed',
      labelNames: ['method', 'outcome'],
      buckets: [0.01, 0.05, 0.25, 1, 5],
      registers: [registry],
    })
  }

  /** What every call goes through. */
  override async makeRequestStreamAsync(...call: Call) {
    const end = this.#durations.startTimer({ method: call[0].method })
    try {
      const answer = await inSpan(
        () => spanOf(call[0]),
        () => super.makeRequestStreamAsync(...call),
      )
      end({ outcome: 'ok' })
      return answer
    } catch (error) {
      end({ outcome: isMissing(error) ? 'ok' : 'failed' })
      throw error
    }
  }
}
