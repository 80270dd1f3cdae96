import { Client, type ClientOptions } from 'minio'
import { Histogram, type Registry } from 'prom-client'
import { inSpan } from '../tracing/span.ts'
import type { NewSpan } from '../tracing/tracer.ts'

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'NotFound' || error.code === 'NoSuchKey')

type Call = Parameters<Client['makeRequestStreamAsync']>

const spanOf = ({ method, objectName }: Call[0]): NewSpan => ({
  name: `S3 ${method}`,
  kind: 'client',
  attributes: { 'http.request.method': method, 'aws.s3.key': objectName },
})

/** A client that measures each request. An upload of several parts or a list of several pages consists of several requests. */
export class MeasuredClient extends Client {
  readonly #durations: Histogram<'method' | 'outcome'>

  constructor(options: ClientOptions, registry: Registry) {
    super(options)
    this.#durations = new Histogram({
      name: 'store_call_duration_seconds',
      help: 'Time until the first byte of a response from the file store, by method and outcome: ok or failed',
      labelNames: ['method', 'outcome'],
      buckets: [0.01, 0.05, 0.25, 1, 5],
      registers: [registry],
    })
  }

  /** Sends a request. All methods of the client call this method. */
  override async makeRequestStreamAsync(...call: Call) {
    const end = this.#durations.startTimer({ method: call[0].method })
    try {
      const response = await inSpan(
        () => spanOf(call[0]),
        () => super.makeRequestStreamAsync(...call),
      )
      end({ outcome: 'ok' })
      return response
    } catch (error) {
      end({ outcome: isMissing(error) ? 'ok' : 'failed' })
      throw error
    }
  }
}
