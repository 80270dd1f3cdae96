import { brand } from '@app/contracts/brand.ts'
import { localTime } from '../local/parts/processes.ts'
import { readRun } from '../local/parts/run-note.ts'
import type { Settings } from '../local/settings.ts'

const TIMEOUT_MS = 5_000

/** Hosts that stand for this machine, which people call `localhost`. */
const LOCAL_HOSTS = ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost']

interface Addresses {
  PRODUCT_URL?: string | undefined
  SHEETS_URL?: string | undefined
}

/** The product to fill. */
export interface FoundProduct {
  url: string
  /** Where spreadsheets can be made; undefined where the product has them at Google. */
  sheetsUrl: string | undefined
  inboxUrl: string | undefined
  /** The folder and the process of the product, if it runs on the data folder of these settings. */
  place: string | undefined
}

const fetchSoon = (url: string): Promise<Response | undefined> =>
  fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined)

function originOf(name: string, url: string): string {
  const parsed = URL.parse(url)
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:')
    throw new Error(`${name} must be a URL such as http://localhost:8080, and is "${url}".`)
  return parsed.origin
}

async function assertReady(url: string, settings: Settings): Promise<void> {
  const ready = await fetchSoon(`${url}/readyz`)
  if (!ready) {
    const run = readRun(settings.DATA_DIR)
    const other = run?.url && run.url !== url ? ` One runs at ${run.url}: fill it with PRODUCT_URL=${run.url} npm run demo.` : ''
    throw new Error(
      `No product answers at ${url}.${other} Start one with "npm start" in another terminal, or name a running one by its PORT or by PRODUCT_URL.`,
    )
  }
  const api = await fetchSoon(`${url}/openapi.json`)
  const description = (await api?.json().catch(() => undefined)) as { info?: { title?: string } } | undefined
  if (ready.status !== 503 && description?.info?.title !== brand.name)
    throw new Error(`Another program than ${brand.name} answers at ${url}. Set PORT or PRODUCT_URL to those of the product.`)
  if (!ready.ok)
    throw new Error(`The product at ${url} answers ${ready.status}: it is still starting, or a part of it is down. Try again soon.`)
}

/** Finds the running product that the settings of `npm start` describe, or the one that PRODUCT_URL names. Throws if none answers. */
export async function findProduct(settings: Settings, { PRODUCT_URL, SHEETS_URL }: Addresses): Promise<FoundProduct> {
  const host = LOCAL_HOSTS.includes(settings.HOST) ? 'localhost' : settings.HOST
  const url = PRODUCT_URL ? originOf('PRODUCT_URL', PRODUCT_URL) : `http://${host}:${settings.PORT}`
  await assertReady(url, settings)
  const sheets = SHEETS_URL ? originOf('SHEETS_URL', SHEETS_URL) : `http://127.0.0.1:${settings.SHEET_PORT}`
  const inbox = `http://localhost:${settings.INBOX_PORT}`
  const run = readRun(settings.DATA_DIR)
  const isOurs = !PRODUCT_URL && run?.url === settings.PUBLIC_URL
  return {
    url,
    sheetsUrl: (await fetchSoon(`${sheets}/sheets`))?.ok ? sheets : undefined,
    inboxUrl: isOurs && (await fetchSoon(`${inbox}/email`))?.ok ? inbox : undefined,
    place: run && isOurs ? `${settings.DATA_DIR} (pid ${run.pid}, since ${localTime(new Date(run.since))})` : undefined,
  }
}
