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

/** Asks until it is answered. */
export type Ask = <T = object>(asked: Asked) => Promise<T>

/** What came of the requests, for the figures at the end. */
export interface Figures {
  /** What was wanted, however many requests it took. */
  asked: number
  requests: number
  /** Answers that were given before, to a request with the same key. */
  replayed: number
  /** Requests that did not get the answer that was wanted, by status and code, or by how the connection failed. */
  turnedAway: Map<string, number>
  /** From the first request to the answer, in milliseconds. */
  slowest: number
}

export const zeroFigures = (): Figures => ({ asked: 0, requests: 0, replayed: 0, turnedAway: new Map(), slowest: 0 })

const TRY_MS = 15_000
const TIMEOUT_MS = 180_000
const WAIT_MS = 300

/** Where trying again makes sense, as the web app does. */
const passing = new Set([429, 502, 503, 504])

const failureOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : String(cause)
}

/** Sends a request until it is answered, always with the same Idempotency-Key. Throws if the request is refused for good. */
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
  const turnedAway = (what: string) => figures.turnedAway.set(what, (figures.turnedAway.get(what) ?? 0) + 1)
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
      turnedAway(`${answer.status} ${content.code}`)
      if (!passing.has(answer.status))
        throw new Refused(`${method} ${path}: ${answer.status} ${content.code} ${content.message}`, answer.status)
    } catch (error) {
      if (error instanceof Refused) throw error
      turnedAway(failureOf(error))
    }
    if (Date.now() - begun > TIMEOUT_MS) throw new Refused(`${method} ${path}: no answer in ${TIMEOUT_MS / 1000} s`)
    await unlessInterrupted(sleep(WAIT_MS))
  }
}

/** An answer that trying again does not change. */
export class Refused extends Error {
  /** Of the answer, if there was one. */
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}
