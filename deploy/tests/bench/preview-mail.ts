import { Readable } from 'node:stream'
import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import { envelope } from '@app/chassis/testing/envelope.ts'
import type { EventContract, EventData } from '@app/contracts/define.ts'
import { PreviewUploaded, TaskPosted } from '@app/contracts/events/tasks.ts'
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

/** Stores a JPEG of about 20 kB, like a thumbnail of a photo. Returns its public URL. */
async function storeThumbnail(store: ObjectStore): Promise<string> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const image = sharp({ create: { width: 320, height: 240, channels: 3, background: '#000000', noise } }).jpeg({ quality: 50 })
  const key = `public/previews/${crypto.randomUUID()}.jpg`
  await store.put(key, Readable.from([await image.toBuffer()], { objectMode: false }), 'image/jpeg', AbortSignal.timeout(10_000))
  return store.publicUrl(key)
}

/** Publishes 1,000 events that each cause an email. Returns the number of these emails that are sent per second. */
async function rateOf<E extends EventContract>({ database }: Servers, event: E, template: string, dataOf: () => EventData<E>) {
  await database.query('delete from notifications.mail where template = $1', [template])
  const events = Array.from({ length: MAILS }, () => envelope(event, dataOf()))
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

/** Compares the rate of emails about previews (three pictures each) with the rate of emails about posted tasks (no pictures). */
export async function benchPreviewMail(open: Open): Promise<Measure[]> {
  const relay = await open(startWorker<typeof import('./workers/mail-relay.ts')>('mail-relay.ts'))
  const servers = await startServers(open)
  const { url } = await open(startInOneProcess({ ...servers.env, SMTP_URL: await relay.call('startRelay') }))
  const { companyId, send, token } = await newOwner(url, servers.database)
  const { _id: userId } = await must(send<Me>('GET', '/me', { token }))
  const verify = () => servers.database.query('update notifications.recipient set email_verified = true where user_id = $1', [userId])
  await until('notifications has the owner', async () => (await verify()).rowCount === 1)
  const thumbnails = await Promise.all(Array.from({ length: PICTURES }, () => storeThumbnail(servers.storeAt(url))))
  const task = () => ({
    _id: crypto.randomUUID(),
    taskId: 1,
    companyProfileId: companyId,
    companyName: 'Harbor Pine',
    ownerId: userId,
    title: 'Winter bread',
    currentStatus: 'Pending' as const,
    targetPostingDate: '2026-12-07',
    submissionForReview: null,
    doneTaskImage: null,
  })
  const facts = { previewNo: 2, contentHash: 'c'.repeat(64) }
  const record = { number: 1, hash: 'd'.repeat(64), receipt: '{}' }
  const preview = () => ({
    ...task(),
    ...facts,
    deliveredAt: new Date().toISOString(),
    previewId: crypto.randomUUID(),
    caption: 'Fresh bread every morning. '.repeat(20),
    platforms: ['platform_insta' as const],
    companyLogo: null,
    files: thumbnails.map((thumbnail) => ({ kind: 'image' as const, thumbnail, width: 1_600, height: 1_200, durationMs: null })),
  })
  const turns: { withPictures: number; plain: number }[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    say(`${MAILS} emails about previews, and ${MAILS} emails without pictures, round ${round} of ${ROUNDS}`)
    const withPictures = await rateOf(servers, PreviewUploaded, 'preview-ready', preview)
    const plain = await rateOf(servers, TaskPosted, 'posted', () => ({ ...task(), ...facts, adminPostComment: '', record }))
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
