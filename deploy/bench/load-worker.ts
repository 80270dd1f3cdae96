import { Pool } from 'undici'
import { fetchOnce } from './fetch-once.ts'
import { answer } from './worker.ts'

export interface Load {
  /** URLs to request in turn. All have the same origin. */
  urls: readonly string[]
  headers: Record<string, string>
  /** Expected status of each response. Default: 200. */
  status?: number
  connections: number
  milliseconds: number
}

export interface Loaded {
  requests: number
  seconds: number
  bytes: number
}

/** Index of the next URL. The next call of `load` continues there. */
let turn = 0

/** Sends requests until the time is up. Each connection waits for the response before it sends the next request. */
async function load({ urls, headers, status, connections, milliseconds }: Load): Promise<Loaded> {
  const { origin } = new URL(urls[0] ?? '')
  const paths = urls.map((url) => url.slice(origin.length))
  const pool = new Pool(origin, { connections, pipelining: 1 })
  let requests = 0
  let bytes = 0
  const begun = performance.now()
  const end = begun + milliseconds
  const connection = async () => {
    while (performance.now() < end) {
      bytes = await fetchOnce(pool, paths[turn++ % paths.length] ?? '', headers, status)
      requests += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, connection))
  const seconds = (performance.now() - begun) / 1000
  await pool.close()
  return { requests, seconds, bytes }
}

answer(load)
