import type { Open } from '../bench/open.ts'
import { startServers } from '../bench/servers.ts'
import { launchChromium } from '../support/chromium.ts'
import { clientOf, signInAdmin } from '../support/client.ts'
import { startTestProduct } from '../support/product.ts'
import { startReviewInbox } from './inbox.ts'

/**
 * Numbers of requests that production allows per client and minute. The limit of changes through review links is left out, because this
 * limit would stop scanners.
 */
const LIMITS = { RATE_LIMIT: '1200', PAGE_RATE_LIMIT: '12000', AUTH_RATE_LIMIT: '20' }

/** A product with its database, the inbox of its emails, and a browser. */
export type Gauntlet = Awaited<ReturnType<typeof startGauntlet>>

/** Starts a product that trusts `X-Forwarded-For`, so that this machine can act as many clients. */
export async function startGauntlet(open: Open) {
  const { database, env } = await startServers(open)
  const inbox = await open(startReviewInbox())
  const { url } = await open(startTestProduct({ ...env, SMTP_URL: inbox.url, TRUSTED_PROXIES: '127.0.0.1', ...LIMITS }))
  const browser = await launchChromium()
  await open(Promise.resolve({ stop: () => browser.close() }))
  let addresses = 0
  /** Returns an IP address that no client has used before: 10.0.0.1, 10.0.0.2 and so on. */
  const newAddress = (): string => {
    addresses += 1
    return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
  }
  /** Returns an API client at a new IP address. */
  const newClient = () => clientOf(url, { 'x-forwarded-for': newAddress() })
  return { database, inbox, browser, newAddress, newClient, adminToken: await signInAdmin(newClient()) }
}
