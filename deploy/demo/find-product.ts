import { urlFault, webSchemes } from '@app/chassis/config/url-settings.ts'
import { brand } from '@app/contracts/brand.ts'
import { readAddresses } from '../local/addresses.ts'
import { localTime } from '../local/parts/processes.ts'
import { readRun } from '../local/parts/run-note.ts'
import type { Settings } from '../local/settings.ts'

const TIMEOUT_MS = 5_000

/** Values of HOST that mean this machine. Printed URLs use `localhost` instead. */
const LOCAL_HOSTS = ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost']

interface Addresses {
  PRODUCT_URL?: string | undefined
  SHEETS_URL?: string | undefined
}

export interface FoundProduct {
  url: string
  /** URL of the development spreadsheets. Undefined if the product uses spreadsheets at Google. */
  sheetsUrl: string | undefined
  inboxUrl: string | undefined
  /** URL of the product's database. Undefined if the product does not use the data folder of these settings. */
  databaseUrl: string | undefined
  /**
   * Text for a message: data folder, process id and start time. Undefined if the product does not use the data folder of these settings.
   */
  place: string | undefined
}

const fetchSoon = (url: string): Promise<Response | undefined> =>
  fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined)

function originOf(name: string, url: string): string {
  const fault = urlFault(url, { schemes: webSchemes })
  if (fault) throw new Error(`${name} ${fault}. An example is http://localhost:8080.`)
  return new URL(url).origin
}

async function assertReady(url: string, settings: Settings): Promise<void> {
  const ready = await fetchSoon(`${url}/readyz`)
  if (!ready) {
    const run = readRun(settings.DATA_DIR)
    const other =
      run?.url && run.url !== url ? ` A product is running at ${run.url}. To fill it, run PRODUCT_URL=${run.url} npm run demo.` : ''
    throw new Error(
      `No product is running at ${url}.${other} Start one with "npm start" in another terminal, or set PORT or PRODUCT_URL to a running one.`,
    )
  }
  const api = await fetchSoon(`${url}/openapi.json`)
  const description = (await api?.json().catch(() => undefined)) as { info?: { title?: string } } | undefined
  if (ready.status !== 503 && description?.info?.title !== brand.name)
    throw new Error(`The program at ${url} is not ${brand.name}. Set PORT or PRODUCT_URL to those of the product.`)
  if (!ready.ok)
    throw new Error(
      `The product at ${url} responds with status ${ready.status}. It is still starting, or a part of it is down. Try again soon.`,
    )
}

/** Finds the running product at PRODUCT_URL, or else at the address in the settings of `npm start`. Throws if it is not running. */
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
    databaseUrl: isOurs
      ? await readAddresses(settings.DATA_DIR).then(
          ({ databaseUrl }) => databaseUrl,
          () => undefined,
        )
      : undefined,
    place: run && isOurs ? `${settings.DATA_DIR} (pid ${run.pid}, since ${localTime(new Date(run.since))})` : undefined,
  }
}
