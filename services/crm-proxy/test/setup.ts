import { connect } from '@app/chassis/db/connect.ts'
import { schemaOf } from '@app/chassis/db/migrate.ts'
import { sheetHosts } from '@app/chassis/http/sheet-hosts.ts'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { createTestDatabase } from '@app/chassis/testing/database.ts'
import { type person, testTokens } from '@app/chassis/testing/people.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { createTestSheet, ourScript, type SheetCell, type TestSheet } from '@app/chassis/testing/sheet.ts'
import type { CustomerList } from '@app/contracts/http/customers.ts'
import { Registry } from 'prom-client'
import { inject } from 'vitest'
import { buildApp } from '../src/app.ts'
import { startBackground } from '../src/background.ts'
import { migrations } from '../src/db/migrations/index.ts'
import type { Tables } from '../src/db/tables.ts'
import type { CrmDeps } from '../src/deps.ts'
import { registerMetrics } from '../src/metrics.ts'
import { sheetCalls } from '../src/sheet/calls.ts'
import { createReader } from '../src/sheet/reader.ts'
import { followAddress } from '../src/sheet/sheet.repository.ts'
import { runSheetJob } from '../src/writes/run-sheet-job.ts'

export type Service = Awaited<ReturnType<typeof setUp>>
type Person = ReturnType<typeof person>

export const INTERNAL_MAIL_KEY = Buffer.alloc(32, 9).toString('base64')
export const INTERNAL_DATA_KEY = Buffer.alloc(32, 10).toString('base64')
export const ORIGIN = 'https://portal.example'

/** Noon in New York. */
const NOW = new Date('2026-11-22T17:00:00Z')
export const TODAY = '2026-11-22'

/** Starts the service with its own database and the shared fake of Google Sheets. */
export async function setUp({ background = true } = {}) {
  const database = await createTestDatabase('crm-proxy', migrations)
  const options = { schema: schemaOf('crm-proxy'), onIdleError: () => {} }
  const db = connect<Tables>({ url: database.url, max: 10, ...options })
  const { log, lines } = recordingLogger()
  const hosts = sheetHosts(inject('sheet').hosts, 'test')
  const registry = new Registry()
  const sheets = { db, log, call: sheetCalls(hosts, registry), timeZone: 'America/New_York' }
  const reader = createReader(sheets)
  const deps: CrmDeps = {
    ...sheets,
    ...testTokens,
    registry,
    checks: {},
    parts: () => [],
    companyUrl: 'http://127.0.0.1:1',
    internalMailKey: INTERNAL_MAIL_KEY,
    internalDataKey: INTERNAL_DATA_KEY,
    origin: ORIGIN,
    hosts,
    reader,
    now: () => NOW,
  }
  const figures = { db, registry }
  registerMetrics(figures)
  const app = await buildApp(deps)
  const stopBackground = background ? startBackground({ ...sheets, figures, databaseUrl: database.url }) : async () => {}
  const stop = async () => {
    await app.close()
    await Promise.all([stopBackground(), reader.stop()])
    await db.destroy()
    await database.drop()
  }
  return { app, db, url: database.url, deps, sheets, lines, stop }
}

export const HEADERS = [
  'First Name',
  'Last Name',
  'Email id',
  'Mobile No',
  'Stage',
  'Lead Date',
  'Customer date',
  'Email Subscription',
  'Other Details',
  'Customer ID',
]

export const ADA = ['Ada', 'Marsh', 'ada@marsh.example', '803-555-0101', 'Lead', '2026-03-02', '', 'Yes', '', 'c-ada']
export const BEN = ['Ben', 'Reed', 'ben@reed.example', '', 'Customer', '2025-01-10', '2025-02-11', 'No', 'likes boats', 'c-ben']

export interface Owner extends Person {
  company: { _id: string; gsapi: string }
  sheet: TestSheet
}

interface SheetOptions {
  rows?: readonly (readonly SheetCell[])[]
  /** Source of the script. Default: the product's script. */
  script?: string
}

export async function ownerWithSheet({ deps, db }: Service, { rows = [HEADERS, ADA, BEN], script }: SheetOptions = {}): Promise<Owner> {
  const sheet = await createTestSheet()
  await sheet.setRows(rows)
  const owner = await ownerWithCompany(deps, { gsapi: sheet.url })
  await followAddress(db, owner.company._id)
  const { secret } = await db.selectFrom('sheet').select('secret').where('company_id', '=', owner.company._id).executeTakeFirstOrThrow()
  await sheet.setScript(script ?? (await ourScript(secret)))
  return { ...owner, sheet }
}

export const list = ({ app }: Service, owner: Pick<Person, 'headers'>, query = '', headers = {}) =>
  app.inject({ url: `/crm/customers${query}`, headers: { ...owner.headers, ...headers } })

export async function listedCustomers(service: Service, owner: Pick<Person, 'headers'>, query = ''): Promise<CustomerList> {
  const response = await list(service, owner, query)
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json()
}

export const add = ({ app }: Service, owner: Pick<Person, 'headers'>, payload: object) =>
  app.inject({ method: 'POST', url: '/crm/customers', payload, headers: owner.headers })

export const update = ({ app }: Service, owner: Pick<Person, 'headers'>, id: string, payload: object) =>
  app.inject({ method: 'PUT', url: `/crm/customers/${encodeURIComponent(id)}`, payload, headers: owner.headers })

export const work = ({ sheets }: Service, { company }: { company: { _id: string } }) =>
  runSheetJob(sheets, company._id, AbortSignal.timeout(60_000))

/** Returns cells as the spreadsheet shows them: Google Sheets converts texts that look like dates. */
export const asShownInSheet = (cells: readonly string[]): string[] =>
  cells.map((cell) => cell.replace(/^(\d{4})-(\d{2})-(\d{2})$/, (_, y, m, d) => `${Number(m)}/${Number(d)}/${y}`))

export const customer = (cells: readonly string[], row: number) => ({
  ...Object.fromEntries(HEADERS.map((header, index) => [header, cells[index] ?? ''])),
  row,
})

export const merge = ({ app }: Service, owner: Pick<Person, 'headers'>, payload: object) =>
  app.inject({ method: 'POST', url: '/crm/merges', payload, headers: owner.headers })

export const drop = ({ app }: Service, owner: Pick<Person, 'headers'>, id: string) =>
  app.inject({ method: 'DELETE', url: `/crm/writes/${id}`, headers: owner.headers })
