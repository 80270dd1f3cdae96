import type { Pool } from 'undici'

/** Sends a GET request and resolves to the size of the response body in bytes. Rejects if the status is not `expected`. */
export function fetchOnce(pool: Pool, path: string, headers: Record<string, string>, expected = 200): Promise<number> {
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
