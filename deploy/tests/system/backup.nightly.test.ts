import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createObjectStore, WEB_PREFIX } from '@app/chassis/storage/object-store.ts'
import { prepareBucket } from '@app/chassis/storage/prepare-bucket.ts'
import { type CompanyProfile, getCompanyProfile } from '@app/contracts/http/company.ts'
import { type Document, listDocuments, removeDocument } from '@app/contracts/http/documents.ts'
import type { Suspension } from '@app/contracts/http/suspensions.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { DEFAULT_TIMEZONE } from '@app/contracts/rules/business-dates.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { packed, unpacked } from '../../backup/archive/archive.ts'
import type { Part } from '../../backup/archive/parts.ts'
import { writeArchive } from '../../backup/archive-file.ts'
import { contentsOf } from '../../backup/contents.ts'
import { withConnection } from '../../backup/database/connect.ts'
import { filesOf, type StoreConfig } from '../../backup/files.ts'
import { restoreInto } from '../../backup/restore-into.ts'
import { openToRead } from '../../backup/system.ts'
import { verify } from '../../backup/verify.ts'
import { addCompany } from '../../demo/fill-company.ts'
import { inviteAdmins } from '../../demo/invite-admins.ts'
import { harborPine } from '../../demo/story/harbor-pine.ts'
import { readAddresses } from '../../local/addresses.ts'
import { startObjectStore } from '../../local/parts/object-store/start.ts'
import { freePort } from '../../local/parts/ports.ts'
import { startPostgres } from '../../local/parts/postgres.ts'
import { localSecrets } from '../../local/secrets.ts'
import { assignTask, type Client, clientOf, must, PASSWORD, signInAdmin, weekly } from '../support/client.ts'
import { admin, cachedEnvironment, environment, type RunningProduct, startTestProduct } from '../support/product.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const QUIET = { info() {}, warn() {} }
const KEY = Buffer.alloc(32, 'key')
const keys = { accessKey: 'backup', secretKey: 'backup-secret' }
const { email } = harborPine.owner

let folder: string
let storePort: number
let store: { stop(): Promise<void> }
let storeSettings: Record<string, string>
let product: RunningProduct
let send: Client
let adminToken: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palmetto-backup-'))
  // When the tests run as root, Postgres runs as another user, which must be able to enter the folder.
  await chmod(folder, 0o755)
  storePort = await freePort()
  store = await emptyStore('before')
  storeSettings = { S3_ENDPOINT: `http://127.0.0.1:${storePort}`, S3_ACCESS_KEY: keys.accessKey, S3_SECRET_KEY: keys.secretKey }
  product = await startTestProduct(storeSettings)
  send = clientOf(product.url)
  adminToken = await signInAdmin(send)
  const { sheetsUrl, inboxUrl } = product
  const managers = inviteAdmins({ send, adminToken, password: admin.password, inboxUrl })
  const holidayBatchId = crypto.randomUUID()
  await addCompany({ send, adminToken, sheetsUrl, inboxUrl, timeZone: DEFAULT_TIMEZONE, managers, holidayBatchId }, harborPine)
})
afterAll(async () => {
  await product?.stop()
  await store?.stop()
  await rm(folder, { recursive: true, force: true })
})

const emptyStore = (name: string) => startObjectStore({ dataDir: join(folder, name), port: storePort, ...keys, log: QUIET })

const signIn = async (): Promise<string> =>
  (await must(send<{ Token: string }>('POST', '/auth', { json: { email, password: PASSWORD } }))).Token

async function run(program: string, path: string, settings: Record<string, string>, input?: string) {
  const child = spawn(process.execPath, [`deploy/backup/${program}.ts`, path], {
    cwd: root,
    env: { ...cachedEnvironment, BACKUP_KEY: KEY.toString('base64'), ...settings },
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  if (input) createReadStream(input).pipe(child.stdin.on('error', () => {}))
  else child.stdin.end()
  const [printed, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code, printed }
}

async function newestIn(path: string): Promise<string> {
  const [name = ''] = (await readdir(path)).filter((each) => each.startsWith('palmetto-'))
  return join(path, name)
}

/** Matches the last column of a notification, which contains the id of the transaction that stored the row. */
const TRANSACTION = /\t[^\t\n]+$/gm

/**
 * Returns the rows of a table, sorted: Postgres fills gaps in pages, so rows can be in another order after a restore. Leaves out the
 * transaction ids of notifications, because a restore replaces them.
 */
function rowsOf(table: string, bytes: Buffer): string {
  const rows = bytes.toString()
  const kept = table === 'notification' ? rows.replace(TRANSACTION, '') : rows
  return kept.split('\n').sort().join('\n')
}

/** Returns a digest of each table and file of a backup. */
async function digests(file: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for await (const { head, body } of unpacked(createReadStream(file), KEY)) {
    const bytes = body ? await buffer(body) : Buffer.alloc(0)
    const digest = createHash('sha256').update(head.kind === 'table' ? rowsOf(head.table, bytes) : bytes)
    if (head.kind === 'table') found.set(`${head.schema}.${head.table}`, digest.digest('hex'))
    else if (head.kind === 'file') found.set(head.key, digest.update(JSON.stringify(head.headers)).digest('hex'))
    else if (head.kind === 'sequence') found.set(`${head.schema}.${head.sequence}`, `${head.value} ${head.isCalled}`)
  }
  return found
}

const documentsOf = async (token: string, companyId: string): Promise<Document[]> =>
  (await must(send<{ data: Document[] }>('GET', `${listDocuments.url}?companyProfileId=${companyId}`, { token }))).data

async function keysInStore(config: StoreConfig): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of createObjectStore({ ...config, PUBLIC_URL: product.url }).list('')) keys.push(key)
  return keys.filter((key) => /^(public|private)\//.test(key) && !key.startsWith(WEB_PREFIX)).sort()
}

const bytesAt = async (url: string) =>
  createHash('sha256')
    .update(new Uint8Array(await (await fetch(new URL(url, product.url))).arrayBuffer()))
    .digest('hex')

/** Yields all parts unchanged. Calls `write` after the snapshot is taken and before rows are read. */
async function* withWritesAfterCut(parts: AsyncIterable<Part>, write: () => Promise<void>): AsyncGenerator<Part> {
  for await (const part of parts) {
    if (part.head.kind === 'cut') await write()
    yield part
  }
}

it('a restore brings back the snapshot: rows, files, accounts and signed links', async () => {
  const token = await signIn()
  const { _id: companyId, logo } = await must(send<CompanyProfile>('GET', getCompanyProfile.url, { token }))
  const shared = await documentsOf(token, companyId)
  const shown = [String(logo), ...shared.map(({ linkformatedocument }) => linkformatedocument)]
  const before = await Promise.all(shown.map(bytesAt))
  const [removed] = shared as [Document]
  const tasksOf = async () => (await must(send<Task[]>('GET', `/task/tasks/${companyId}`, { token }))).map(({ title }) => title).sort()
  const tasks = await tasksOf()

  // Waits until all preview files are complete, because a worker adds smaller copies to the store after an upload.
  const system = await openToRead({ ...environment, ...storeSettings, DATA_DIR: product.dataDir })
  await withConnection(system.databaseUrl, async (client) => {
    const incomplete = () => client.query('select from tasks.preview_file where needs_copies')
    await expect.poll(async () => (await incomplete()).rowCount).toBe(0)
  })
  const keysBefore = await keysInStore(system.store)
  const file = join(folder, 'first.backup')
  let onItsWay: string | undefined
  await withConnection(system.databaseUrl, async (client) => {
    // Simulates an event that was published before the backup, but that the service `notifications` had not handled yet.
    const { rows } = await client.query<{ event_id: string }>(`
      with lost as (
        select id from documents.event_log
        where type = 'documents.document-changed.v1' and event -> 'data' ->> 'change' = 'uploaded' order by id desc limit 1
      )
      delete from notifications.inbox using lost where event_id = lost.id returning event_id`)
    expect(rows).toHaveLength(1)
    onItsWay = rows[0]?.event_id
    const contents = withWritesAfterCut(contentsOf(client, filesOf(system.store)), async () => {
      await must(send('DELETE', removeDocument.url.replace(':id', removed._id), { token }))
      await assignTask(send, token, companyId, 'After that moment', weekly)
    })
    await writeArchive(file, packed(contents, KEY), (archive) => verify(archive, KEY))
  })
  await system.stop()
  expect(await readdir(folder)).not.toContain('first.backup.unfinished')
  expect(await tasksOf()).toContain('After that moment')

  // Simulates another machine. It has only the backup file and the store's keys and URL.
  await product.interrupt()
  await store.stop()
  store = await emptyStore('after')
  const dataDir = join(folder, 'restored')
  const postgres = await startPostgres({ dataDir, log: QUIET, durable: false })
  const settings = { ...storeSettings, DATABASE_URL: postgres.url, DATABASE_ROLE_SECRET: 'another secret' }
  const cutOff = (await readFile(file)).subarray(0, -1_000)
  const restore = (archive: Buffer) =>
    restoreInto(
      { databaseUrl: postgres.url, roleSecret: 'another secret', files: filesOf(system.store) },
      unpacked(Readable.from([archive]), KEY),
    )
  await prepareBucket(system.store)
  await expect(restore(cutOff)).rejects.toThrow(/^The backup is incomplete: it ends after \d+ bytes\.$/)
  expect(await run('restore', '-', settings, file)).toEqual({ code: 0, printed: expect.stringContaining('1 unhandled events') })
  await expect(restore(cutOff)).rejects.toThrow('A backup can be restored only into an empty database')
  expect(await run('backup', folder, settings)).toEqual({ code: 0, printed: expect.stringContaining('encrypted') })
  const newFolder = join(folder, 'new', '/')
  expect(await run('backup', newFolder, settings)).toEqual({
    code: 0,
    printed: expect.stringContaining(`Written to ${newFolder}palmetto-`),
  })
  await postgres.stop()
  expect(await keysInStore(system.store)).toEqual(keysBefore)

  const [first, again] = await Promise.all([digests(file), digests(await newestIn(folder))])
  const differ = [...first].filter(([name, digest]) => again.get(name) !== digest).map(([name]) => name)
  // A restore suspends all campaigns and tells their owners, and puts unhandled events back into the outbox.
  expect(differ.sort()).toEqual(['campaigns.outbox', 'campaigns.suspension', 'campaigns.suspension_notice', 'documents.outbox'])
  expect(again.size).toBe(first.size)

  // IDENTITY_KEY is not in the backup, so the operator must set it.
  await expect(product.restart({ DATA_DIR: dataDir })).rejects.toThrow('IDENTITY_KEY is not the key')
  const { identityKey } = await localSecrets(product.dataDir)
  await product.restart({ DATA_DIR: dataDir, IDENTITY_KEY: identityKey })
  await withConnection((await readAddresses(dataDir)).databaseUrl, async (client) => {
    const handled = () => client.query('select from notifications.inbox where event_id = $1', [onItsWay])
    await expect.poll(async () => (await handled()).rowCount).toBe(1)
  })
  expect(await tasksOf()).toEqual(tasks)
  expect(await signIn()).toBeTruthy()
  expect(await Promise.all(shown.map(bytesAt))).toEqual(before)
  expect((await documentsOf(token, companyId)).map(({ _id }) => _id)).toEqual(shared.map(({ _id }) => _id))
  const { suspensions } = await must(send<{ suspensions: Suspension[] }>('GET', '/admin/campaigns', { token: adminToken }))
  expect(suspensions).toMatchObject([{ scope: 'all' }])
  await assignTask(send, token, companyId, 'Goes on', weekly)
})

it('in production, a backup without a key fails unless --unencrypted is given', async () => {
  const production = { NODE_ENV: 'production', BACKUP_KEY: '' }
  const path = join(folder, 'plain.backup')
  for (const to of [path, '-', folder]) {
    const { code, printed } = await run('backup', to, production)
    expect(code).toBe(1)
    expect(printed).toContain('BACKUP_KEY is not set. Anyone who can read an unencrypted backup can sign in as any user.')
    expect(printed).toContain('or add --unencrypted. Nothing was written.')
  }
  expect(await readdir(folder)).not.toContain('plain.backup')

  // With --unencrypted, the missing key is no error. The command then fails because the database URL is missing.
  const result = spawnSync(process.execPath, ['deploy/backup/backup.ts', path, '--unencrypted'], {
    cwd: root,
    env: { ...cachedEnvironment, ...production },
    encoding: 'utf8',
  })
  expect(result.stderr).toContain('DATABASE_URL')
})
