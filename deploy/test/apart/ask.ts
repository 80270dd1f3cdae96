import { setTimeout as sleep } from 'node:timers/promises'
import { multipart } from '@app/chassis/testing/multipart.ts'
import { unlessInterrupted } from '../../bench/interruption.ts'

export interface Asked {
  method: string
  path: string
  token?: string
  json?: object
  fields?: Readonly<Record<string, string>>
  files?: Readonly<Record<string, Uint8Array<ArrayBuffer> | File>>
}

/** Sends a request and retries until it succeeds. */
export type Ask = <T = object>(asked: Asked) => Promise<T>

/** Statistics of all requests, for the report at the end. */
export interface Figures {
  /** Number of operations. Each takes one or several requests. */
  asked: number
  requests: number
  /** Number of replayed responses, to retries with the same idempotency key. */
  replayed: number
  /** Number of failed requests by status and code, or by connection error. */
  failed: Map<string, number>
  /** Longest time from the first request to the successful response, in milliseconds. */
  slowest: number
}

export const zeroFigures = (): Figures => ({ asked: 0, requests: 0, replayed: 0, failed: new Map(), slowest: 0 })

const TRY_MS = 15_000
const TIMEOUT_MS = 180_000
const WAIT_MS = 300

/** Status codes after which the web app retries too. */
const retryable = new Set([429, 502, 503, 504])

const failureOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : String(cause)
}

/** Sends a request and retries it with the same Idempotency-Key until it succeeds. Throws `Refused` if a retry cannot help. */
export async function requestUntilAnswered<T>(
  origin: string,
  figures: Figures,
  { method, path, token, json, fields, files }: Asked,
): Promise<T> {
  const form = fields || files ? await multipart(fields ?? {}, files) : undefined
  const headers = {
    ...(method !== 'GET' && { 'idempotency-key': crypto.randomUUID() }),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(json && { 'content-type': 'application/json' }),
    ...form?.headers,
  }
  const body = form?.payload ?? (json && JSON.stringify(json))
  const countFailure = (what: string) => figures.failed.set(what, (figures.failed.get(what) ?? 0) + 1)
  const begun = Date.now()
  figures.asked += 1
  for (;;) {
    figures.requests += 1
    try {
      const answer = await fetch(`${origin}/api${path}`, { method, headers, body, signal: AbortSignal.timeout(TRY_MS) })
      const content = (await answer.json()) as T & { code?: string; message?: string }
      if (answer.ok) {
        if (answer.headers.has('idempotency-replayed')) figures.replayed += 1
        figures.slowest = Math.max(figures.slowest, Date.now() - begun)
        return content
      }
      countFailure(`${answer.status} ${content.code}`)
      if (!retryable.has(answer.status))
        throw new Refused(`${method} ${path}: ${answer.status} ${content.code} ${content.message}`, answer.status)
    } catch (error) {
      if (error instanceof Refused) throw error
      countFailure(failureOf(error))
    }
    if (Date.now() - begun > TIMEOUT_MS) throw new Refused(`${method} ${path}: timeout after ${TIMEOUT_MS / 1000} s`)
    await unlessInterrupted(sleep(WAIT_MS))
  }
}

/** Error for a response that a retry does not change, and for a timeout of all retries. */
export class Refused extends Error {
  /** Status of the response, if there was one. */
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}
