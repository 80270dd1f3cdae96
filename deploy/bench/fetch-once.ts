import type { Pool } from 'undici'

/** One request; resolves to the size of the answer, rejects unless that has the status that is expected. */
export function fetchOnce(pool: Pool, path: string, headers: Record<string, string>, expected = 200): Promise<number> {
  return new Promise((resolve, reject) => {
    let bytes = 0
    pool.dispatch(
      { path, method: 'GET', headers },
      {
        onRequestStart() {},
        onResponseStart(_controller, status) {
          if (status !== expected) reject(new Error(`${path} answers ${status}`))
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
