import type { Page } from 'playwright-core'

/** Holds calls to an address back until the returned function lets them go. */
export async function holdBack(page: Page, address: string): Promise<() => Promise<void>> {
  const { promise: released, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await released
    // The page may have stopped waiting by then.
    await route.fallback().catch(() => {})
  })
  return async () => {
    resolve()
    await page.unroute(address)
  }
}

/** Calls to an address are answered with a failure that says nothing, until the returned function is called. */
export async function fails(page: Page, address: string): Promise<() => Promise<void>> {
  await page.route(address, (route) => route.fulfill({ status: 500, body: '' }))
  return () => page.unroute(address)
}

/** Calls to an address get no answer, as without a network, until the returned function is called. */
export async function cutOff(page: Page, address: string | RegExp): Promise<() => Promise<void>> {
  await page.route(address, (route) => route.abort('internetdisconnected'))
  return () => page.unroute(address)
}
