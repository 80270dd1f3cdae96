import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createObjectStore, WEB_PREFIX } from '@app/chassis/storage/object-store.ts'
import { inviteColleague } from '@app/contracts/http/colleagues.ts'
import { exportCompanyRecord } from '@app/contracts/http/company-record.ts'
import { confirmErasure, type Erasure, listErasures, requestErasure } from '@app/contracts/http/erasure.ts'
import { type CompanyExport, listOwnExports } from '@app/contracts/http/exports.ts'
import { DEFAULT_TIMEZONE } from '@app/contracts/rules/business-dates.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addCompany } from '../../demo/fill-company.ts'
import { findCompany } from '../../demo/found-company.ts'
import { inviteAdmins } from '../../demo/invite-admins.ts'
import { harborPine } from '../../demo/story/harbor-pine.ts'
import { readAddresses } from '../../local/addresses.ts'
import { localSecrets } from '../../local/secrets.ts'
import { assignTask, type Client, clientOf, createCompany, mailTo, must, PASSWORD, signInAdmin, signUpOwner } from '../support/client.ts'
import { admin, cachedEnvironment, type RunningProduct, startTestProduct } from '../support/product.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

let product: RunningProduct
let send: Client
let adminToken: string
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palmetto-erasure-'))
  product = await startTestProduct()
  send = clientOf(product.url)
  adminToken = await signInAdmin(send)
  const { sheetsUrl, inboxUrl } = product
  const managers = inviteAdmins({ send, adminToken, password: admin.password, inboxUrl })
  const holidayBatchId = crypto.randomUUID()
  const surroundings = { send, adminToken, sheetsUrl, inboxUrl, timeZone: DEFAULT_TIMEZONE, managers, holidayBatchId }
  await addCompany(surroundings, harborPine)
})
afterAll(async () => {
  await product?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function withDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: (await readAddresses(product.dataDir)).databaseUrl })
  await client.connect()
  return work(client).finally(() => client.end())
}

/** The product is killed this long after an attempt has begun: in the first services, in later ones, and after most of them. */
const KILLED_AFTER_MS = [50, 400, 1_200]

/** The tables that keep ids: the decision record without people, hashes, and actions of operators. */
const KEPT = ['tasks.decision_record', 'tasks.record_chain', 'tasks.audit_entry']

/** Searches every column of every table as text. Returns the tables with a hit. */
const tablesWith = (texts: readonly string[]): Promise<string[]> =>
  withDatabase(async (client) => {
    const { rows } = await client.query<{ schema: string; name: string }>(
      "select schemaname as schema, tablename as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1, 2",
    )
    const patterns = texts.map((text) => `%${text.toLowerCase()}%`)
    const found: string[] = []
    for (const { schema, name } of rows) {
      const table = `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`
      const hits = await client.query(`select from ${table} as t where lower(t::text) like any($1) limit 1`, [patterns])
      if (hits.rowCount) found.push(`${schema}.${name}`)
    }
    return found
  })

/** Returns the keys of all files, and of those whose key or bytes contain one of the texts. */
async function filesWith(texts: readonly string[]): Promise<{ keys: string[]; hits: string[] }> {
  const { storeAccessKey, storeSecretKey } = await localSecrets(product.dataDir)
  const { storeEndpoint } = await readAddresses(product.dataDir)
  const store = createObjectStore({
    S3_ENDPOINT: storeEndpoint,
    S3_REGION: 'us-east-1',
    S3_BUCKET: 'files',
    S3_ACCESS_KEY: storeAccessKey,
    S3_SECRET_KEY: storeSecretKey,
    PUBLIC_URL: product.url,
  })
  const keys: string[] = []
  const hits: string[] = []
  for await (const { key } of store.list('')) {
    if (key.startsWith(WEB_PREFIX)) continue
    keys.push(key)
    const text = `${key} ${(await buffer(await store.get(key))).toString('latin1')}`.toLowerCase()
    if (texts.some((one) => text.includes(one.toLowerCase()))) hits.push(key)
  }
  return { keys: keys.sort(), hits }
}

/** Saves the ZIP file of the export that the demo requests, when it is ready. */
async function savedExport(token: string, path: string): Promise<void> {
  const newest = async () => (await must(send<CompanyExport[]>('GET', listOwnExports.url, { token })))[0]
  await expect.poll(async () => (await newest())?.state, { timeout: 120_000 }).toBe('ready')
  const { url } = await must(send<{ url: string }>('GET', `/company/exports/${(await newest())?._id}/download`, { token }))
  const { body } = await fetch(new URL(url, product.url))
  if (!body) throw new Error('The export has no content')
  await writeFile(path, body)
}

/** Runs a program with the settings of the product. Returns what it prints. */
async function run(...args: string[]): Promise<string> {
  const env = { ...cachedEnvironment, DATA_DIR: product.dataDir }
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  return (await Promise.all([text(child.stdout), text(child.stderr)])).join('')
}

/** Downloads the decision record of a company as an admin. */
async function savedRecord(companyId: string, path: string): Promise<string> {
  const url = `${product.url}/api${exportCompanyRecord.url.replace(':companyProfileId', companyId)}`
  const response = await fetch(url, { headers: { authorization: `Bearer ${adminToken}` } })
  const content = await response.text()
  await writeFile(path, content)
  return content
}

/** Makes the waiting steps of erasures due, as if days had passed. The lease of a killed attempt expires by itself. */
const passTime = () =>
  withDatabase(async (client) => {
    await client.query("update company.work set due_at = now(), wait = '0' where queue = 'erasures' and state in ('queued', 'unknown')")
    await client.query("select pg_notify('work_company', '')")
  })

/** Returns the number of attempts at steps of erasures that have begun: the sum of the fencing tokens. */
const attemptsBegun = (): Promise<number> =>
  withDatabase(async (client) => {
    const { rows } = await client.query<{ begun: string }>(
      "select coalesce(sum(token), 0) as begun from company.work where queue = 'erasures'",
    )
    return Number(rows[0]?.begun)
  })

const erasures = async (): Promise<Erasure[]> => must(send<Erasure[]>('GET', listErasures.url, { token: adminToken }))

async function stateAfterAll(): Promise<Erasure['state'] | undefined> {
  await passTime()
  return (await erasures())[0]?.state
}

const untilState = (state: Erasure['state']) => expect.poll(stateAfterAll, { timeout: 120_000, interval: 500 }).toBe(state)

it('an erasure that is killed again and again leaves no name, address or id, and another company as it was', async () => {
  const { email } = harborPine.owner
  const { Token: token } = await must(send<{ Token: string }>('POST', '/auth', { json: { email, password: PASSWORD } }))
  const { profile } = await findCompany(send, token)
  const companyId = profile?._id ?? ''
  const ownerId: string = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub
  const other = await signUpOwner(send)
  const { _id: otherId } = await createCompany(send, other.token, 'Palm Bakery', { email: 'hello@palm.example' })
  await assignTask(send, other.token, otherId)
  const tasksOfOther = async () => must(send('GET', `/task/tasks/${otherId}`, { token: other.token }))
  const invite = { name: 'Kim Quill', email: 'kim@harborpine.example', may: 'look' }
  await must(send('POST', inviteColleague.url.replace(':companyProfileId', companyId), { token, json: invite }))
  const before = await tasksOfOther()
  const [zip, record] = [join(folder, 'export.zip'), join(folder, 'record.jsonl')]
  await savedExport(token, zip)
  const recorded = await savedRecord(companyId, record)
  expect(recorded.split('\n').length).toBeGreaterThan(3)
  const names = [
    companyId,
    ownerId,
    'harborpine',
    'harbor & pine',
    'mara ellison',
    'ana ruiz',
    'ben carter',
    'kim quill',
    'whitlock',
    'pettigrew',
  ]
  expect((await tablesWith(names)).length).toBeGreaterThan(30)

  await must(send('POST', requestErasure.url, { token }))
  const mail = await mailTo(product.inboxUrl, email, /Confirm that we erase/, 60_000)
  const [, link = ''] = /confirm-erasure#([\w-]+)/.exec(mail.text) ?? []
  await must(send('POST', confirmErasure.url, { json: { token: link } }))
  await untilState('erasing')
  for (const delayMs of KILLED_AFTER_MS) {
    const begun = await attemptsBegun()
    const hasBegun = async () => {
      await passTime()
      return (await attemptsBegun()) > begun
    }
    await expect.poll(hasBegun, { timeout: 60_000, interval: 50 }).toBe(true)
    await sleep(delayMs)
    await product.kill()
    await product.restart()
  }
  adminToken = await signInAdmin(send)
  await untilState('erased')
  const printed = product.output().length

  expect((await send('POST', '/auth', { json: { email, password: PASSWORD } })).status).toBe(401)
  expect(await tablesWith(names.filter((name) => name !== companyId))).toEqual([])
  expect((await tablesWith([companyId])).filter((table) => !KEPT.includes(table))).toEqual([])
  expect((await filesWith(names)).hits).toEqual([])
  expect(await tasksOfOther()).toEqual(before)
  const later = product.output().slice(printed).toLowerCase()
  for (const name of names) expect(later).not.toContain(name)
  // The log contains the paths of requests, so these come last.
  expect(await savedRecord(companyId, record)).toBe(recorded)
  expect(await run('deploy/verify-record/main.ts', record)).toContain('No problem found.')
  expect(await run('deploy/import-company.ts', zip)).toContain('This installation has erased this company.')
  expect((await erasures())[0]).toMatchObject({ companyProfileId: null, companyName: null, report: { tasks: expect.anything() } })
})
