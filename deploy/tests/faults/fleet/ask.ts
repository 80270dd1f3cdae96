import { setTimeout as sleep } from 'node:timers/promises'
import { multipart } from '@app/chassis/testing/multipart.ts'
import { IF_MATCH, ifMatchOf } from '@app/contracts/rules/versions.ts'
import { unlessInterrupted } from '../../bench/interruption.ts'

export interface RequestOptions {
  method: string
  path: string
  token?: string
  json?: object
  fields?: Readonly<Record<string, string>>
  files?: Readonly<Record<string, Uint8Array<ArrayBuffer> | File>>
  /** The version in the header `If-Match`. */
  ifMatch?: number
  /** An error response with this status is not counted as a failure. */
  expectedRefusal?: number
}

export type Ask = <T = object>(options: RequestOptions) => Promise<T>

export interface Figures {
  /** Number of operations. An operation consists of one or several requests. */
  operations: number
  requests: number
  /** Number of responses that were replayed for retries with the same idempotency key. */
  replayed: number
  /** Number of failed requests, by status and code or by connection error. */
  failed: Map<string, number>
  /** Longest time from the first request to the successful response, in milliseconds. */
  slowest: number
}

export const zeroFigures = (): Figures => ({ operations: 0, requests: 0, replayed: 0, failed: new Map(), slowest: 0 })

const TRY_MS = 15_000
const TIMEOUT_MS = 180_000
const WAIT_MS = 300

/** The web app retries after the same status codes. */
const retryable = new Set([429, 502, 503, 504])

const failureOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : String(cause)
}

/** Sends a request and retries it with the same Idempotency-Key until it succeeds. Throws `Refused` if a retry cannot help. */
export async function requestUntilSuccess<T>(
  origin: string,
  figures: Figures,
  { method, path, token, json, fields, files, ifMatch, expectedRefusal }: RequestOptions,
): Promise<T> {
  const form = fields || files ? await multipart(fields ?? {}, files) : undefined
  const headers = {
    ...(method !== 'GET' && { 'idempotency-key': crypto.randomUUID() }),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(ifMatch !== undefined && { [IF_MATCH]: ifMatchOf(ifMatch) }),
    ...(json && { 'content-type': 'application/json' }),
    ...form?.headers,
  }
  const body = form?.payload ?? (json && JSON.stringify(json))
  const countFailure = (what: string) => figures.failed.set(what, (figures.failed.get(what) ?? 0) + 1)
  const begun = Date.now()
  figures.operations += 1
  for (;;) {
    figures.requests += 1
    try {
      const response = await fetch(`${origin}/api${path}`, { method, headers, body, signal: AbortSignal.timeout(TRY_MS) })
      const content = (await response.json()) as T & { code?: string; message?: string }
      if (response.ok) {
        if (response.headers.has('idempotency-replayed')) figures.replayed += 1
        figures.slowest = Math.max(figures.slowest, Date.now() - begun)
        return content
      }
      if (response.status !== expectedRefusal) countFailure(`${response.status} ${content.code}`)
      if (!retryable.has(response.status))
        throw new Refused(`${method} ${path}: ${response.status} ${content.code} ${content.message}`, response.status)
    } catch (error) {
      if (error instanceof Refused) throw error
      countFailure(failureOf(error))
    }
    if (Date.now() - begun > TIMEOUT_MS) throw new Refused(`${method} ${path}: timeout after ${TIMEOUT_MS / 1000} s`)
    await unlessInterrupted(sleep(WAIT_MS))
  }
}

/** Thrown if a retry would not change the response, or if all retries took too long. */
export class Refused extends Error {
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}
