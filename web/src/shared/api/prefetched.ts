interface ReceivedResponse {
  response: Response
  text: string
}

/** Responses to requests that the page sent before the app loaded (`src/prefetch.ts`), by `Authorization` header and URL. */
export type Prefetched = Record<string, Promise<ReceivedResponse>>

declare global {
  interface Window {
    prefetched?: Prefetched
  }
}

/** Removes and returns the prefetched response for this URL and `Authorization` header. Undefined if there is none. */
export function takePrefetched(url: string, authorization: string | undefined): Promise<ReceivedResponse> | undefined {
  const { prefetched = {} } = window
  const key = authorization + url
  const received = prefetched[key]
  delete prefetched[key]
  return received
}

/** Discards all prefetched responses, so that later calls go to the server. Returns whether there were any. */
export function discardPrefetched(): boolean {
  const { prefetched } = window
  delete window.prefetched
  return prefetched !== undefined
}
