import { withTimeout } from '@app/chassis/with-timeout.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { listLastContacts } from '@app/contracts/http/customer-notes.ts'
import { type CustomerList, listCustomers } from '@app/contracts/http/customers.ts'
import { type Document, listDocuments } from '@app/contracts/http/documents.ts'
import type { Page } from 'playwright-core'
import { launchChromium } from '../test/chromium.ts'
import type { RunningProduct } from '../test/product.ts'
import { unlessInterrupted } from './interruption.ts'
import { newOwner } from './owner.ts'
import { type Measure, median, say } from './report.ts'

const ROUNDS = 5
const TIMEOUT_MS = 60_000
const CUSTOMERS = 5_000
const DOCUMENTS = 1_000
/** Each rendered row has about 15 elements. A page with all 5,000 rows would have 75,000. */
const ELEMENTS_MAX = 5_000

const customers = (): CustomerList => ({
  data: Array.from({ length: CUSTOMERS }, (_, n) => ({
    'First Name': 'Ada',
    'Last Name': `Marsh ${n}`,
    'Email id': `ada-${n}@marsh.example`,
    'Mobile No': '803-555-0101',
    Stage: 'Lead',
    'Lead Date': '2026-03-02',
    'Customer date': '',
    'Email Subscription': 'Yes',
    'Other Details': '',
    'Customer ID': `c-${n}`,
    row: n + 2,
  })),
  asOf: '2026-11-22T14:00:00.000Z',
  stale: false,
  problem: null,
  writes: [],
  canMerge: true,
  missing: [],
  notUnderstood: { count: 0, first: [] },
})

const contacts = () =>
  Array.from({ length: CUSTOMERS / 5 }, (_, n) => ({ person: `email:ada-${5 * n}@marsh.example`, kind: 'call', happenedOn: '2026-11-02' }))

const documents = (companyProfileId: string): { success: boolean; data: Document[] } => ({
  success: true,
  data: Array.from({ length: DOCUMENTS }, (_, n) => ({
    _id: `document-${n}`,
    DocId: DOCUMENTS - n,
    companyProfileId,
    title: `Menu ${DOCUMENTS - n}`,
    description: '',
    documentType: 'pdf',
    DocViewer: false,
    linkformatedocument: `/files/documents/${n}?signature=none`,
    linkExpiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    fileName: 'menu.pdf',
    size: 2_516_582,
    note: null,
    openedAt: null,
    createdAt: '2026-11-22T14:00:00.000Z',
  })),
})

interface List {
  what: string
  section: number
  table: string
  count: number
}

const lists: readonly List[] = [
  { what: `time to the first of ${CUSTOMERS} customers`, section: 1, table: 'customers', count: CUSTOMERS },
  { what: `time to the first of ${DOCUMENTS} documents`, section: 3, table: 'documents', count: DOCUMENTS },
]

interface Shown {
  ms: number
  elements: number
}

async function openList(page: Page, url: string, { section, table }: List): Promise<Shown> {
  await page.goto(`${url}/management?section=${section}`, { waitUntil: 'commit' })
  return withTimeout(TIMEOUT_MS, `The first of the ${table}`, page.evaluate<Shown>(`firstRow('${table}')`))
}

/** Measures how long a browser takes to show a long list, with simulated responses, and how many elements the page then has. */
export async function benchLists({ url }: RunningProduct): Promise<Measure[]> {
  const { token, companyId } = await newOwner(url)
  const browser = await launchChromium()
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addInitScript(`Object.assign(localStorage, ${JSON.stringify({ token, companyProfileId: companyId })})`)
    await context.addInitScript({ path: `${import.meta.dirname}/first-row.js` })
    const page = await context.newPage()
    await page.route('**/api/company/get-company-profile', async (route) => {
      const profile = (await (await route.fetch()).json()) as CompanyProfile
      await route.fulfill({ json: { ...profile, gsapi: 'https://script.example/exec' } })
    })
    for (const [path, json] of [
      [listCustomers.url, customers()],
      [listLastContacts.url, contacts()],
      [listDocuments.url, documents(companyId)],
    ] as const)
      await page.route(`**/api${path}*`, (route) => route.fulfill({ json }))

    const measures: Measure[] = []
    for (const list of lists) {
      await unlessInterrupted(openList(page, url, list))
      const all: Shown[] = []
      for (let round = 1; round <= ROUNDS; round++) {
        say(`Opening ${list.count} ${list.table}, round ${round} of ${ROUNDS}`)
        all.push(await unlessInterrupted(openList(page, url, list)))
      }
      const elements = Math.max(...all.map((one) => one.elements))
      if (elements > ELEMENTS_MAX) throw new Error(`The page has ${elements} elements, so more rows than the visible ones are rendered`)
      measures.push({
        what: list.what,
        measured: median(all.map(({ ms }) => ms)),
        unit: 'ms',
        target: { below: 2_000 },
        detail: `median of ${ROUNDS} with a warm cache (${all.map(({ ms }) => ms.toFixed(0)).join(', ')} ms); the page has ${elements} elements`,
      })
    }
    return measures
  } finally {
    await browser.close()
  }
}
