import { Pool } from 'undici'
import { fetchOnce } from './fetch-once.ts'
import { answer } from './worker.ts'

export interface Load {
  url: string
  headers: Record<string, string>
  connections: number
  milliseconds: number
}

export interface Loaded {
  requests: number
  seconds: number
  bytes: number
}

/** Asks over a fixed number of connections, each waiting for its answer, until the time is up. */
async function load({ url, headers, connections, milliseconds }: Load): Promise<Loaded> {
  const { origin, pathname, search } = new URL(url)
  const pool = new Pool(origin, { connections, pipelining: 1 })
  let requests = 0
  let bytes = 0
  const begun = performance.now()
  const end = begun + milliseconds
  const connection = async () => {
    while (performance.now() < end) {
      bytes = await fetchOnce(pool, pathname + search, headers)
      requests += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, connection))
  const seconds = (performance.now() - begun) / 1000
  await pool.close()
  return { requests, seconds, bytes }
}

answer(load)
