import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { openZip, type ZipReader } from '@app/chassis/exports/zip-reader.ts'
import { exportKinds } from '@app/contracts/export/manifest.ts'
import { type CompanyProfile, getCompanyProfile } from '@app/contracts/http/company.ts'
import { type CompanyExport, listOwnExports } from '@app/contracts/http/exports.ts'
import { DEFAULT_TIMEZONE } from '@app/contracts/rules/business-dates.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkArchive, recordsOf } from '../../company-import/check-archive.ts'
import { addCompany } from '../../demo/fill-company.ts'
import { inviteAdmins } from '../../demo/invite-admins.ts'
import { harborPine } from '../../demo/story/harbor-pine.ts'
import { launchChromium } from '../support/chromium.ts'
import { type Client, clientOf, mailedCode, must, PASSWORD, signInAdmin } from '../support/client.ts'
import { openUnpacked, unpackExport } from '../support/exported-pages.ts'
import { admin, cachedEnvironment, type RunningProduct, startTestProduct } from '../support/product.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const { email } = harborPine.owner

let folder: string
let product: RunningProduct
let other: RunningProduct
let send: Client
let token: string
let first: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palmetto-export-'))
  product = await startTestProduct()
  send = clientOf(product.url)
  const adminToken = await signInAdmin(send)
  const { sheetsUrl, inboxUrl } = product
  const managers = inviteAdmins({ send, adminToken, password: admin.password, inboxUrl })
  const holidayBatchId = crypto.randomUUID()
  const surroundings = { send, adminToken, sheetsUrl, inboxUrl, timeZone: DEFAULT_TIMEZONE, managers, holidayBatchId }
  await addCompany(surroundings, { ...harborPine, isExported: false })
  token = (await must(send<{ Token: string }>('POST', '/auth', { json: { email, password: PASSWORD } }))).Token
})
afterAll(async () => {
  await Promise.all([product?.stop(), other?.stop()])
  await rm(folder, { recursive: true, force: true })
})

const request = (client: Client, by: string, url: string) => must(client<CompanyExport>('POST', url, { token: by }))

/** Waits for an export, and saves its ZIP file. */
async function saved({ url }: RunningProduct, client: Client, by: string, exportsUrl: string, name: string): Promise<string> {
  await expect
    .poll(async () => (await must(client<CompanyExport[]>('GET', exportsUrl, { token: by })))[0]?.state, { timeout: 120_000 })
    .toBe('ready')
  const [newest] = await must(client<CompanyExport[]>('GET', exportsUrl, { token: by }))
  const { url: file } = await must(client<{ url: string }>('GET', `/company/exports/${newest?._id}/download`, { token: by }))
  const response = await fetch(new URL(file, url))
  const path = join(folder, name)
  if (!response.ok || !response.body) throw new Error(`The download failed with status ${response.status}`)
  await pipeline(Readable.fromWeb(response.body), createWriteStream(path))
  return path
}

async function importInto({ dataDir }: RunningProduct, path: string): Promise<{ code: number; printed: string }> {
  const child = spawn(process.execPath, ['deploy/import-company.ts', path], {
    cwd: root,
    env: { ...cachedEnvironment, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [printed, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code, printed }
}

async function withZip<R>(path: string, use: (zip: ZipReader) => Promise<R>): Promise<R> {
  const zip = await openZip(path, 1e9)
  try {
    return await use(zip)
  } finally {
    await zip.close()
  }
}

/** Values that belong to an installation, or that an import changes. */
const ofInstallation = new Set(['taskId', 'docId', 'taskNumber', 'keys', 'revokedAt', 'state', 'sentAt', 'provider'])

/** Returns all records, with the content of files in place of their keys, and without the values that belong to an installation. */
const contents = (path: string): Promise<Record<string, unknown[]>> =>
  withZip(path, async (zip) => {
    const { files } = await checkArchive(zip)
    const hashes = new Map(files.flatMap(({ key, sha256 }) => (key ? [[key, sha256] as const] : [])))
    const normalized = (value: unknown): unknown => {
      if (typeof value === 'string') return hashes.get(value) ?? value
      if (Array.isArray(value)) return value.map(normalized)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(
        Object.entries(value).flatMap(([name, item]) => (ofInstallation.has(name) ? [] : [[name, normalized(item)]])),
      )
    }
    const found: Record<string, unknown[]> = {}
    for (const kind of exportKinds) {
      const records: unknown[] = []
      for await (const record of recordsOf(zip, kind)) records.push(normalized(record))
      found[kind.name] = records
    }
    return found
  })

it('an export that is interrupted by kills is complete once it is ready', async () => {
  await request(send, token, '/company/exports')
  for (const delay of [300, 1_500]) {
    await new Promise((resolve) => setTimeout(resolve, delay))
    await product.kill()
    await product.restart()
    send = clientOf(product.url)
  }
  first = await saved(product, send, token, listOwnExports.url, 'first.zip')
  const manifest = await withZip(first, checkArchive)
  expect(manifest.missing).toEqual([])
  expect(manifest.records.tasks).toBeGreaterThan(10)
  expect(manifest.records.customers).toBeGreaterThan(10)
})

it('the pages open from a folder, without requests and errors', async () => {
  const unpacked = join(folder, 'unpacked')
  await unpackExport(first, unpacked)
  const browser = await launchChromium()
  try {
    const { page, faults } = await openUnpacked(browser, unpacked)
    const pages = await page.evaluate<string[]>('[...document.links].map(({ href }) => href)')
    expect(pages.length).toBeGreaterThan(4)
    let pictures = 0
    for (const url of pages) {
      await page.goto(url)
      for (const image of await page.locator('img').all()) {
        await image.scrollIntoViewIfNeeded()
        pictures += 1
      }
      await expect.poll(() => page.evaluate('[...document.images].every(({ naturalWidth }) => naturalWidth > 0)')).toBe(true)
    }
    expect(pictures).toBeGreaterThan(0)
    expect(faults).toEqual([])
  } finally {
    await browser.close()
  }
})

it('an import into another installation has the same content, and a second one is refused', async () => {
  other = await startTestProduct()
  const imported = await importInto(other, first)
  expect(imported).toMatchObject({ code: 0, printed: expect.stringContaining('Campaigns are paused') })
  const { companyId } = await withZip(first, checkArchive)
  const client = clientOf(other.url)
  const adminToken = await signInAdmin(client)
  const url = `/admin/company/${companyId}/exports`
  await request(client, adminToken, url)
  const second = await saved(other, client, adminToken, url, 'second.zip')
  // The customers stay in the company's spreadsheet.
  const [before, after] = [await contents(first), await contents(second)]
  expect({ ...after, customers: [] }).toEqual({ ...before, customers: [] })

  await must(client('POST', '/reset-password', { json: { email } }))
  const code = await mailedCode(other.inboxUrl, email)
  await must(client('POST', `/reset-password/${code}`, { json: { email, password: PASSWORD } }))
  const { Token } = await must(client<{ Token: string }>('POST', '/auth', { json: { email, password: PASSWORD } }))
  const { companyName } = await must(client<CompanyProfile>('GET', getCompanyProfile.url, { token: Token }))
  expect(companyName).toBe(harborPine.profile.companyName)

  const again = await importInto(other, first)
  expect(again).toMatchObject({ code: 1, printed: expect.stringContaining(`already has an account of ${email}`) })
  const damaged = join(folder, 'damaged.zip')
  await writeFile(damaged, (await readFile(first)).subarray(0, -1))
  expect((await importInto(other, damaged)).printed).toContain('This is not a complete ZIP file.')
})
