import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { contentIdOf } from '@app/chassis/mail/message.ts'
import { type PublicFiles, publicFiles } from '@app/chassis/storage/public-files.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { jpeg, png } from '@app/chassis/testing/pictures.ts'
import { startRelay, type TestRelay } from '@app/chassis/testing/relay.ts'
import { createTestStore } from '@app/chassis/testing/store.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { migrations } from '../src/db/migrations/index.ts'
import { requestMails } from '../src/mail/mail.repository.ts'
import { saveRecipient } from '../src/recipients/recipient.repository.ts'
import { content, type FakeComposer, startComposer } from './support/composer.ts'
import { eventually } from './support/eventually.ts'
import { type Replica, startReplica } from './support/replica.ts'

const owner = { userId: crypto.randomUUID(), email: 'maria@harborpine.example', username: 'Maria' }

let database: TestDatabase
let store: Awaited<ReturnType<typeof createTestStore>>
let relay: TestRelay
let composer: FakeComposer
let replica: Replica
/** The file store from which the replica reads pictures. Tests replace this object. */
let files: PublicFiles

beforeAll(async () => {
  database = await createTestDatabase('notifications', migrations)
  relay = await startRelay()
  composer = await startComposer()
  store = await createTestStore()
  const seen: PublicFiles = { read: (...call) => files.read(...call) }
  replica = await startReplica({ databaseUrl: database.url, smtpUrl: relay.url, composerUrl: composer.url, files: seen })
  await replica.db.transaction().execute(async (trx) => {
    await saveRecipient(trx, { ...owner, role: 'owner', emailVerified: true }, 1)
  })
})
afterAll(async () => {
  await replica.stop()
  await relay.close()
  await composer.close()
  await database.drop()
})
beforeEach(async () => {
  files = store.files
  for (const table of ['mail', 'work'] as const) await replica.db.deleteFrom(table).execute()
  relay.mails.length = 0
  composer.requests.length = 0
})

/** Stores a picture, and returns its key. */
async function storePicture(picture: Uint8Array): Promise<string> {
  const key = `public/previews/${crypto.randomUUID()}.jpg`
  await store.put(key, Readable.from([picture], { objectMode: false }), 'image/jpeg', AbortSignal.timeout(5_000))
  return key
}

/** Requests an email that shows the pictures with these keys. */
async function send(...keys: string[]): Promise<void> {
  const images = keys.map((key, at) => `<a href="/"><img src="cid:${contentIdOf(key)}" alt="Picture ${at + 1}" width="9"></a>`)
  composer.respond = content({
    html: images.join('\n'),
    parts: keys.map((key, at) => ({ kind: 'picture', key, fileName: `picture-${at + 1}.jpg` })),
  })
  const recipient = { kind: 'owner', id: owner.userId } as const
  await replica.db
    .transaction()
    .execute((trx) =>
      requestMails(trx, 'tasks', [
        { eventId: crypto.randomUUID(), topic: 'preview-ready', about: crypto.randomUUID(), companyId: null, recipient },
      ]),
    )
}

async function nextMail() {
  await eventually(() => relay.mails.length).toBe(1)
  const [mail] = relay.mails
  if (!mail) throw new Error('no email')
  return { html: String(mail.html), attachments: mail.attachments }
}
const rows = () => replica.db.selectFrom('mail').select(['state', 'attempts', 'last_error', 'html']).execute()
/** Makes all queued work due. */
async function passTime(): Promise<void> {
  await sql`update work set due_at = now(), wait = '0' where settled_at is null`.execute(replica.db)
  await sql`select pg_notify('work_notifications', '')`.execute(replica.db)
}

it('an email contains the pictures of the store', async () => {
  await send(await storePicture(jpeg()), await storePicture(png()))
  const { attachments } = await nextMail()
  expect(attachments.map((file) => [file.contentType, file.related, file.content.length])).toEqual([
    ['image/jpeg', true, jpeg().length],
    ['image/png', true, png().length],
  ])
  await eventually(rows).toEqual([{ state: 'sent', attempts: 1, last_error: null, html: null }])
})

it('both attempts after an unknown outcome contain the pictures and have the same Message-ID', async () => {
  relay.troubles.push('dies after the dot')
  await send(await storePicture(jpeg()))
  await eventually(() => relay.mails.length).toBe(1)
  await eventually(async () => (await rows())[0]?.attempts).toBe(1)
  await passTime()
  await eventually(() => relay.mails.length).toBe(2)
  expect(new Set(relay.mails.map(({ messageId }) => messageId)).size).toBe(1)
  expect(relay.mails.map(({ attachments }) => attachments.length)).toEqual([1, 1])
})

it('a picture that is missing, too large or no picture is left out, and the email is sent at once', async () => {
  await send(
    `public/previews/${crypto.randomUUID()}.jpg`,
    await storePicture(new Uint8Array(300_000)),
    await storePicture(Buffer.from('<svg onload="alert(1)"/>')),
    await storePicture(jpeg()),
  )
  const { attachments, html } = await nextMail()
  expect(attachments).toHaveLength(1)
  expect([...html.matchAll(/>Picture (\d)<\/a>/g)].map(([, n]) => Number(n))).toEqual([1, 2, 3])
  await eventually(async () => (await rows())[0]).toMatchObject({ attempts: 1 })
})

it('pictures that have more than 700 kB together are left out from the first that does not fit', async () => {
  const large = Buffer.concat([jpeg(), Buffer.alloc(180_000)])
  const keys = []
  for (let count = 0; count < 4; count += 1) keys.push(await storePicture(large))
  await send(...keys, await storePicture(jpeg()))
  const { attachments } = await nextMail()
  expect(attachments.map((file) => file.content.length > 100_000)).toEqual([true, true, true, false])
})

it('if the store is unavailable, the email is retried three times and then sent without pictures', async () => {
  files = publicFiles({ S3_ENDPOINT: 'http://127.0.0.1:9', S3_BUCKET: 'files' })
  await send(await storePicture(jpeg()))
  for (const attempts of [1, 2, 3]) {
    await eventually(rows).toMatchObject([{ attempts, last_error: 'pictures', state: 'queued' }])
    expect(relay.mails).toEqual([])
    await passTime()
  }
  const { attachments, html } = await nextMail()
  expect(attachments).toEqual([])
  expect(html).toContain('>Picture 1</a>')
  expect(html).not.toContain('cid:')
})

it('a store that sends its response too slowly does not stop other emails', { tags: 'nightly' }, async () => {
  const silent = createServer((_request, response) => void response.writeHead(200).write('x'))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  files = publicFiles({ S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_BUCKET: 'files' })
  await send(await storePicture(jpeg()))
  await eventually(() => composer.requests.length).toBeGreaterThan(0)
  await send()
  await eventually(() => relay.mails.length).toBe(1)
  await eventually(rows).toContainEqual({ state: 'queued', attempts: 1, last_error: 'pictures', html: null })
  silent.closeAllConnections()
  silent.close()
})
