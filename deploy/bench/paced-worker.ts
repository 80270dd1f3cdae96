import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { fetchOnce } from './fetch-once.ts'
import { answer } from './worker.ts'

export interface Pace {
  /** The URLs are requested in turn. All of them have the same origin. */
  urls: readonly string[]
  headers: Record<string, string>
  perSecond: number
  seconds: number
}

export interface Paced {
  /** Duration of each request whose response has status 200. */
  milliseconds: number[]
  /** Number of requests that end with another status, an error or a timeout. */
  failed: number
}

const TIMEOUT_MS = 10_000
/** More connections than are ever in use, so that no request waits for a connection. */
const CONNECTIONS = 256

/** Sends requests at a steady rate. Each request is sent on time, even if earlier requests are not finished. */
async function keepPace({ urls, headers, perSecond, seconds }: Pace): Promise<Paced> {
  const targets = urls.map((url) => new URL(url))
  const pool = new Pool(targets[0]?.origin ?? '', {
    connections: CONNECTIONS,
    pipelining: 1,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  })
  const paced: Paced = { milliseconds: [], failed: 0 }
  const ask = async (_: unknown, n: number) => {
    await sleep((n * 1_000) / perSecond)
    const begun = performance.now()
    try {
      await fetchOnce(pool, targets[n % targets.length]?.pathname ?? '', headers)
      paced.milliseconds.push(performance.now() - begun)
    } catch {
      paced.failed += 1
    }
  }
  await Promise.all(Array.from({ length: perSecond * seconds }, ask))
  await pool.close()
  return paced
}

answer(keepPace)
