import { Pool } from 'undici'
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

/** One request; resolves to the size of the answer, rejects unless it is 200. */
function fetchOnce(pool: Pool, path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    let bytes = 0
    pool.dispatch(
      { path, method: 'GET', headers },
      {
        onRequestStart() {},
        onResponseStart(_controller, status) {
          if (status !== 200) reject(new Error(`${path} answers ${status}`))
        },
        onResponseData(_controller, chunk) {
          bytes += chunk.length
        },
        onResponseEnd: () => resolve(bytes),
        onResponseError: (_controller, error) => reject(error),
      },
    )
  })
}

/** Asks over a fixed number of connections, each waiting for its answer, until the time is up. */
async function load({ url, headers, connections, milliseconds }: Load): Promise<Loaded> {
  const { origin, pathname } = new URL(url)
  const pool = new Pool(origin, { connections, pipelining: 1 })
  let requests = 0
  let bytes = 0
  const begun = performance.now()
  const end = begun + milliseconds
  const connection = async () => {
    while (performance.now() < end) {
      bytes = await fetchOnce(pool, pathname, headers)
      requests += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, connection))
  const seconds = (performance.now() - begun) / 1000
  await pool.close()
  return { requests, seconds, bytes }
}

answer(load)
