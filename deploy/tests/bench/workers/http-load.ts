import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'

const TIMEOUT_MS = 10_000
/** More connections than requests at a steady rate ever use, so that no request waits for a connection. */
const CONNECTIONS = 256

/** GET requests. The URLs are requested in turn. All of them have the same origin. */
export interface Requests {
  urls: readonly string[]
  headers: Record<string, string>
  /** Expected status of each response. Default: 200. */
  status?: number
}

export interface Paced {
  /** Duration of each request whose response has the expected status. */
  milliseconds: number[]
  /** Number of requests that end with another status, an error or a timeout. */
  failed: number
}

/** Sends a GET request and resolves to the size of the response body in bytes. Rejects if the status is not `expected`. */
function getOnce(pool: Pool, path: string, headers: Record<string, string>, expected = 200): Promise<number> {
  return new Promise((resolve, reject) => {
    let bytes = 0
    pool.dispatch(
      { path, method: 'GET', headers },
      {
        onRequestStart() {},
        onResponseStart(_controller, status) {
          if (status !== expected) reject(new Error(`${path} responded with status ${status}`))
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

const pathsOf = (urls: readonly string[]): string[] => urls.map((url) => url.slice(new URL(url).origin.length))

/** Index of the next URL. The next call of `getContinuously` continues there. */
let turn = 0

/** Sends requests until the time is up. Each connection waits for the response before it sends the next request. */
export async function getContinuously({ urls, headers, status }: Requests, connections: number, milliseconds: number) {
  const paths = pathsOf(urls)
  const pool = new Pool(new URL(urls[0] ?? '').origin, { connections, pipelining: 1 })
  let requests = 0
  let bytes = 0
  const begun = performance.now()
  const connection = async () => {
    while (performance.now() < begun + milliseconds) {
      bytes = await getOnce(pool, paths[turn++ % paths.length] ?? '', headers, status)
      requests += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, connection))
  const seconds = (performance.now() - begun) / 1000
  await pool.close()
  return { requests, seconds, bytes }
}

/** Sends requests at a steady rate. Each request is sent on time, even if earlier requests are not finished. */
export async function getAtRate({ urls, headers, status }: Requests, perSecond: number, seconds: number): Promise<Paced> {
  const paths = pathsOf(urls)
  const timeouts = { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS }
  const pool = new Pool(new URL(urls[0] ?? '').origin, { connections: CONNECTIONS, pipelining: 1, ...timeouts })
  const paced: Paced = { milliseconds: [], failed: 0 }
  const ask = async (_: unknown, n: number) => {
    await sleep((n * 1_000) / perSecond)
    const begun = performance.now()
    try {
      await getOnce(pool, paths[n % paths.length] ?? '', headers, status)
      paced.milliseconds.push(performance.now() - begun)
    } catch {
      paced.failed += 1
    }
  }
  await Promise.all(Array.from({ length: perSecond * seconds }, ask))
  await pool.close()
  return paced
}
