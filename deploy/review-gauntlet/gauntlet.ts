import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Browser } from 'playwright-core'
import { partStack } from '../local/part-stack.ts'
import { startPostgres } from '../local/parts/postgres.ts'
import { launchChromium } from '../test/chromium.ts'
import { startTestProduct } from '../test/product.ts'
import { type Client, clientOf, signInAdmin } from '../test/system/client.ts'
import { type ReviewInbox, startReviewInbox } from './inbox.ts'

const QUIET = { info() {}, warn: (message: string) => process.stderr.write(`${message}\n`) }

/**
 * Numbers of requests that production allows per client and minute. The limit of changes through review links is left out, because this
 * limit would stop scanners.
 */
const LIMITS = { RATE_LIMIT: '1200', PAGE_RATE_LIMIT: '12000', AUTH_RATE_LIMIT: '20' }

/** A product with its database, the inbox of its emails, and a browser. */
export interface Gauntlet {
  url: string
  database: pg.Pool
  inbox: ReviewInbox
  browser: Browser
  adminToken: string
  /** Returns an IP address that no client has used before. */
  newAddress(): string
  /** Returns an API client at a new IP address. */
  newClient(): Client
  stop(): Promise<void>
}

async function openFolder() {
  const dataDir = await mkdtemp(join(tmpdir(), 'palmetto-gauntlet-'))
  // When the script runs as root, Postgres runs as another user, which must be able to enter the folder.
  await chmod(dataDir, 0o755)
  return { dataDir, stop: () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }) }
}

/** Returns a function that returns the addresses 10.0.0.1, 10.0.0.2 and so on. */
function addresses(): () => string {
  let last = 0
  return () => {
    last += 1
    return `10.${(last >> 16) & 255}.${(last >> 8) & 255}.${last & 255}`
  }
}

/** Starts a product that trusts `X-Forwarded-For`, so that this machine can act as many clients. */
export async function startGauntlet(): Promise<Gauntlet> {
  const { open, stop } = partStack()
  try {
    const { dataDir } = await open(openFolder())
    const postgres = await open(startPostgres({ dataDir, log: QUIET, durable: false }))
    const database = new pg.Pool({ connectionString: postgres.url, max: 4 })
    await open(Promise.resolve({ stop: () => database.end() }))
    const inbox = await open(startReviewInbox(QUIET))
    const { url } = await open(
      startTestProduct({
        DATABASE_URL: postgres.url,
        DATABASE_ROLE_SECRET: randomBytes(20).toString('hex'),
        SMTP_URL: inbox.url,
        TRUSTED_PROXIES: '127.0.0.1',
        LOG_LEVEL: 'warn',
        ...LIMITS,
      }),
    )
    const browser = await launchChromium()
    await open(Promise.resolve({ stop: () => browser.close() }))
    const newAddress = addresses()
    const newClient = () => clientOf(url, { 'x-forwarded-for': newAddress() })
    return { url, database, inbox, browser, adminToken: await signInAdmin(newClient()), newAddress, newClient, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
