import type { Page } from 'playwright-core'

/** Delays calls to a URL until the returned function is called. */
export async function delayCalls(page: Page, address: string): Promise<() => Promise<void>> {
  const { promise: released, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await released
    // The page may have canceled the request.
    await route.fallback().catch(() => {})
  })
  return async () => {
    resolve()
    await page.unroute(address)
  }
}

/** Responds to calls to a URL with an empty 500, until the returned function is called. */
export async function failCalls(page: Page, address: string): Promise<() => Promise<void>> {
  await page.route(address, (route) => route.fulfill({ status: 500, body: '' }))
  return () => page.unroute(address)
}

/** Aborts calls to a URL as if there was no network, until the returned function is called. */
export async function disconnectCalls(page: Page, address: string | RegExp): Promise<() => Promise<void>> {
  await page.route(address, (route) => route.abort('internetdisconnected'))
  return () => page.unroute(address)
}

/**
 * Changes the JSON that the server sends for calls to a URL. Responses with an error stay unchanged. The server gets no `If-None-Match`, so
 * that it sends the whole JSON and not a 304.
 */
export async function changeResponses<T>(page: Page, address: string | RegExp, change: (json: T, url: URL) => unknown): Promise<void> {
  await page.route(address, async (route) => {
    const response = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } })
    if (!response.ok()) return route.fulfill({ response })
    await route.fulfill({ response, json: await change(await response.json(), new URL(route.request().url())) })
  })
}
