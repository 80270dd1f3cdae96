import { Readable } from 'node:stream'
import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import { envelope } from '@app/chassis/testing/envelope.ts'
import type { EventContract, EventData } from '@app/contracts/define.ts'
import { PreviewUploaded, TaskCreated } from '@app/contracts/events/tasks.ts'
import type { Me } from '@app/contracts/http/session.ts'
import sharp from 'sharp'
import { must } from '../support/client.ts'
import type { Open } from './open.ts'
import { newOwner, until } from './owner.ts'
import { startInOneProcess } from './product.ts'
import { type Measure, median, say } from './report.ts'
import { type Servers, startServers } from './servers.ts'
import { startWorker } from './worker.ts'

const MAILS = 1_000
const ROUNDS = 3
const PICTURES = 3
const LIMIT_MS = 180_000

/** Stores a JPEG of about 20 kB, like a thumbnail of a photo. Returns its key. */
async function storeThumbnail(store: ObjectStore): Promise<string> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const image = sharp({ create: { width: 320, height: 240, channels: 3, background: '#000000', noise } }).jpeg({ quality: 50 })
  const key = `public/previews/${crypto.randomUUID()}.jpg`
  await store.put(key, Readable.from([await image.toBuffer()], { objectMode: false }), 'image/jpeg', AbortSignal.timeout(10_000))
  return key
}

/** Inserts a delivered preview of each task, without events. Returns the ids of the previews, in the order of the tasks. */
async function addPreviews({ database }: Servers, taskIds: readonly string[], number: number, keys: readonly string[]): Promise<string[]> {
  const ids = taskIds.map(() => crypto.randomUUID())
  await database.query(
    `insert into tasks.preview (id, task_id, number, caption, state, created_by, delivered_by, delivered_at)
    select id, task_id, $3, repeat('Fresh bread every morning. ', 20), 'delivered', gen_random_uuid(), gen_random_uuid(), now()
    from unnest($1::uuid[], $2::uuid[]) as added (id, task_id)`,
    [ids, taskIds, number],
  )
  await database.query(
    `insert into tasks.preview_file (preview_id, position, key, kind, media_type, bytes, sha256, width, height, thumbnail_key)
    select preview_id, position, key, 'image', 'image/jpeg', 20000, repeat('a', 64), 1600, 1200, key
    from unnest($1::uuid[]) as preview_id, unnest($2::text[]) with ordinality as file (key, position)`,
    [ids, keys],
  )
  await database.query(`update tasks.preview set content_hash = repeat('c', 64) where id = any($1)`, [ids])
  await database.query('update tasks.task set preview_number = $2, done_task_image = $3 where id = any($1)', [taskIds, number, keys[0]])
  return ids
}

/** Publishes 1,000 events that each cause an email. Returns the number of these emails that are sent per second. */
async function rateOf<E extends EventContract>({ database }: Servers, event: E, template: string, facts: readonly EventData<E>[]) {
  await database.query('delete from notifications.mail where template = $1', [template])
  const events = facts.map((data) => envelope(event, data))
  await database.query(
    `with added as (insert into tasks.outbox (id, event) select id, event from unnest($1::uuid[], $2::json[]) as new (id, event))
    select pg_notify('outbox_tasks', '')`,
    [events.map(({ id }) => id), events.map((each) => JSON.stringify(each))],
  )
  const sent = async () => {
    const { rows } = await database.query<{ count: number; seconds: number }>(
      `select count(*)::int as count, extract(epoch from max(sent_at) - min(created_at))::float8 as seconds
      from notifications.mail where template = $1 and state = 'sent'`,
      [template],
    )
    return rows[0]
  }
  await until(`${MAILS} emails are sent`, async () => (await sent())?.count === MAILS, LIMIT_MS)
  return MAILS / ((await sent())?.seconds ?? Number.NaN)
}

/** Compares the rate of emails about previews (three pictures each) with the rate of emails about new tasks (no pictures). */
export async function benchPreviewMail(open: Open): Promise<Measure[]> {
  const relay = await open(startWorker<typeof import('./workers/mail-relay.ts')>('mail-relay.ts'))
  const servers = await startServers(open)
  const { url } = await open(startInOneProcess({ ...servers.env, SMTP_URL: await relay.call('startRelay') }))
  const { companyId, send, token, taskIds } = await newOwner(url, servers.database, MAILS)
  const { _id: ownerId } = await must(send<Me>('GET', '/me', { token }))
  const confirm = async () => {
    const { rowCount } = await servers.database.query('update notifications.recipient set email_verified = true where user_id = $1', [
      ownerId,
    ])
    const owner = await servers.database.query('update tasks.owner_address set is_confirmed = true where owner_id = $1', [ownerId])
    return rowCount === 1 && owner.rowCount === 1
  }
  await until('the services have the owner', confirm)
  const keys = await Promise.all(Array.from({ length: PICTURES }, () => storeThumbnail(servers.storeAt(url))))
  const facts = taskIds.map((_id, index) => ({
    _id,
    taskId: index + 1,
    companyProfileId: companyId,
    companyName: 'Harbor Pine',
    ownerId,
    title: 'Winter bread',
    targetPostingDate: '2026-12-07',
  }))
  const turns: { withPictures: number; plain: number }[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    say(`${MAILS} emails about previews, and ${MAILS} emails without pictures, round ${round} of ${ROUNDS}`)
    // The tasks of `newOwner` have a preview with the number 1.
    const number = round + 1
    const previewIds = await addPreviews(servers, taskIds, number, keys)
    const deliveredAt = new Date().toISOString()
    const previews = facts.map((fact, index) => ({ ...fact, previewId: previewIds[index] ?? '', previewNo: number, deliveredAt }))
    const withPictures = await rateOf(servers, PreviewUploaded, 'preview-ready', previews)
    const newTasks = facts.map((fact) => ({ ...fact, createdBy: 'admin' as const }))
    const plain = await rateOf(servers, TaskCreated, 'task-created-for-you', newTasks)
    turns.push({ withPictures, plain })
  }
  const rate = (of: keyof (typeof turns)[number]): string => `${median(turns.map((turn) => turn[of])).toFixed(0)}/s`
  return [
    {
      what: 'emails about previews with three pictures, ratio to emails without pictures',
      measured: median(turns.map(({ withPictures, plain }) => withPictures / plain)),
      unit: 'x',
      atLeast: 0.2,
      detail: `${rate('withPictures')} vs. ${rate('plain')}; median of ${ROUNDS} × ${MAILS} emails`,
    },
  ]
}
