import { connect } from '@app/chassis/db/connect.ts'
import { createTestDatabase } from '@app/chassis/testing/database.ts'
import { multipart } from '@app/chassis/testing/multipart.ts'
import { person, testTokens } from '@app/chassis/testing/people.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { createTestStore } from '@app/chassis/testing/store.ts'
import { type CampaignDetail, createCampaign } from '@app/contracts/http/campaigns.ts'
import { Registry } from 'prom-client'
import { buildApp } from '../src/app.ts'
import { migrations } from '../src/db/migrations/index.ts'
import type { Tables } from '../src/db/tables.ts'
import type { CampaignsDeps } from '../src/deps.ts'
import { ATTACHMENT_FILES } from '../src/files/attachment-files.ts'
import { registerMetrics } from '../src/metrics.ts'
import { addressHash } from '../src/suppression/erased-suppression.repository.ts'

export type Person = ReturnType<typeof person>
export type Owner = Person & { company: { _id: string } }

export type Service = Awaited<ReturnType<typeof setUp>>

/** Noon in New York, in winter. */
export const NOON = '2026-11-22T17:00:00Z'
export const TODAY = '2026-11-22'
export const TOMORROW = '2026-11-23'

export const INTERNAL_MAIL_KEY = Buffer.alloc(32, 9).toString('base64')
export const INTERNAL_DATA_KEY = Buffer.alloc(32, 10).toString('base64')
export const SUPPRESSION_KEY = Buffer.alloc(32, 7).toString('base64')

/** Starts the service with its own database and file store. The business clock does not advance unless a test sets it. */
export async function setUp(overrides: Partial<CampaignsDeps> = {}) {
  const database = await createTestDatabase('campaigns', migrations)
  const db = connect<Tables>({ url: database.url, schema: 'campaigns', max: 10, onIdleError: () => {} })
  const { log, lines } = recordingLogger()
  const store = await createTestStore()
  const clock = { now: new Date(NOON) }
  const deps: CampaignsDeps = {
    db,
    log,
    store,
    ...testTokens,
    registry: new Registry(),
    checks: {},
    parts: () => [],
    companyUrl: 'http://127.0.0.1:1',
    sendTime: '09:00',
    timeZone: 'America/New_York',
    identityUrl: 'http://127.0.0.1:1',
    mail: {
      settings: { publicUrl: 'https://portal.example', senderDomain: 'mail.example', postalAddress: '1 Main Street, Columbia, SC 29201' },
      findDeadLinks: async () => [],
    },
    internalMailKey: INTERNAL_MAIL_KEY,
    internalDataKey: INTERNAL_DATA_KEY,
    hashOf: addressHash(SUPPRESSION_KEY),
    campaignLimits: { open: 50, aDay: 20 },
    recipientsKeptDays: 730,
    checkStep: async () => ({ findings: [], uncheckedFiles: [], pictures: [] }),
    relay: { send: async () => ({ kind: 'away', reason: 'none' }) },
    now: () => clock.now,
    ...overrides,
  }
  registerMetrics(deps)
  const app = await buildApp(deps)
  const stop = async () => {
    await app.close()
    await db.destroy()
    await database.drop()
  }
  return { app, db, url: database.url, adminUrl: database.adminUrl, deps, store, lines, clock, stop }
}

export const admin = person('admin')

type Fields = Readonly<Record<string, string>>

export const step = (overrides: object = {}) => ({
  type: 'Initial',
  date: TOMORROW,
  subject: 'Fresh pies',
  body: 'Dear {{First Name|friend}},\n\nwe bake again.',
  ...overrides,
})

export const specialEvent = (steps: readonly object[] = [step()]): Fields => ({
  name: 'Pie week',
  audience: 'Customers',
  campaignCategory: 'Special Event',
  startDate: '',
  endDate: '',
  stepsJson: JSON.stringify(steps),
})

export const recurring = (overrides: Fields = {}): Fields => ({
  name: 'Weekly bread',
  audience: 'All',
  campaignCategory: 'Recurring',
  startDate: TOMORROW,
  endDate: '2026-12-14',
  stepsJson: JSON.stringify([step({ date: '' })]),
  ...overrides,
})

export async function campaignRequest(owner: Owner, fields: Fields = specialEvent(), files: Record<string, File> = {}) {
  const form = await multipart({ companyProfileId: owner.company._id, ...fields }, files)
  return { method: 'POST', url: createCampaign.url, payload: form.payload, headers: { ...owner.headers, ...form.headers } } as const
}

export const create = async ({ app }: Service, ...request: Parameters<typeof campaignRequest>) =>
  app.inject(await campaignRequest(...request))

export async function createdCampaign(service: Service, ...request: Parameters<typeof campaignRequest>): Promise<CampaignDetail> {
  const response = await create(service, ...request)
  if (response.statusCode !== 201) throw new Error(response.body)
  return response.json().campaign
}

export const list = ({ app }: Service, { headers }: Pick<Person, 'headers'>, companyId: string, query = '') =>
  app.inject({ url: `/campaign/company/${companyId}${query}`, headers })

export const read = ({ app }: Service, { headers }: Pick<Person, 'headers'>, id: string) => app.inject({ url: `/campaign/${id}`, headers })

export async function storedKeys({ store }: Service): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list(ATTACHMENT_FILES)) keys.push(key)
  return keys
}

export const changeState = ({ app }: Service, { headers }: Pick<Person, 'headers'>, id: string, verb: 'pause' | 'resume' | 'cancel') =>
  app.inject({ method: 'POST', url: `/campaign/${id}/${verb}`, headers })

export const actOnDispatch = (
  { app }: Service,
  { headers }: Pick<Person, 'headers'>,
  dispatchId: string,
  verb: 'send-now' | 'send-to-missed' | 'skip',
) => app.inject({ method: 'POST', url: `/campaign/dispatches/${dispatchId}/${verb}`, headers })

interface StepChange {
  version: number
  date?: string
  subject?: string
  body?: string
  /** A new image, or an empty string to remove the image. */
  attachment?: File | ''
}

export async function stepChange({ headers }: Pick<Person, 'headers'>, id: string, stepId: string, change: StepChange) {
  const { version, attachment, ...words } = change
  const fields = { version: String(version), ...words, ...(attachment === '' && { attachment }) }
  const form = await multipart(fields, attachment ? { attachment } : {})
  const url = `/campaign/${id}/steps/${stepId}`
  return { method: 'PUT', url, payload: form.payload, headers: { ...headers, ...form.headers } } as const
}

export const change = async ({ app }: Service, ...request: Parameters<typeof stepChange>) => app.inject(await stepChange(...request))
