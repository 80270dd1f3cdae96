import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { fetchOnce } from './fetch-once.ts'
import { answer } from './worker.ts'

export interface Pace {
  url: string
  headers: Record<string, string>
  perSecond: number
  seconds: number
}

export interface Paced {
  /** What each answer of 200 took. */
  milliseconds: number[]
  /** What was answered otherwise, or not in time. */
  failed: number
}

const TIMEOUT_MS = 10_000
/** More than are ever open at once, so that nobody waits here. */
const CONNECTIONS = 256

/** Asks at a steady rate, whatever becomes of the requests before. */
async function keepPace({ url, headers, perSecond, seconds }: Pace): Promise<Paced> {
  const { origin, pathname } = new URL(url)
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS })
  const paced: Paced = { milliseconds: [], failed: 0 }
  const ask = async (_: unknown, n: number) => {
    await sleep((n * 1_000) / perSecond)
    const begun = performance.now()
    try {
      await fetchOnce(pool, pathname, headers)
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
