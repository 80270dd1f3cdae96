import { connect } from '@app/chassis/db/connect.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { operator } from '@app/chassis/testing/people.ts'
import { startRelay, type TestRelay } from '@app/chassis/testing/relay.ts'
import { EmailSettled } from '@app/contracts/events/notifications.ts'
import type { MailRecipient, MailRequest } from '@app/contracts/http/mail-content.ts'
import type { FoundMail } from '@app/contracts/http/mail-search.ts'
import { type Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { migrations } from '../src/db/migrations/index.ts'
import type { Tables } from '../src/db/tables.ts'
import { queueMail, type RequestedMail, requestMails } from '../src/mail/mail.repository.ts'
import { createReviewAddresses } from '../src/mail/review-addresses.ts'
import { removeAdmin, saveRecipient } from '../src/recipients/recipient.repository.ts'
import { addressOfColleague, content, type FakeComposer, type Response, startComposer } from './support/composer.ts'
import { eventually } from './support/eventually.ts'
import { INTERNAL_MAIL_KEY, type Replica, startReplica } from './support/replica.ts'
import { runbookStatement } from './support/runbook-statement.ts'

const addresses = createReviewAddresses({ REPLY_DOMAIN: 'reply.example', MAIL_ADDRESS_KEY: Buffer.alloc(32, 5).toString('base64') })
const owner = {
  userId: crypto.randomUUID(),
  email: 'maria@harborpine.example',
  username: 'Maria',
  role: 'owner',
  emailVerified: true,
} as const
const admin = { userId: crypto.randomUUID(), email: 'ada@example.com', username: 'Ada', role: 'admin', emailVerified: false } as const
const toOwner: MailRecipient = { kind: 'owner', id: owner.userId }
const toAdmin: MailRecipient = { kind: 'admin', id: admin.userId }

let database: TestDatabase
/** A connection pool that stays open while replicas start and stop. */
let db: Kysely<Tables>
let relay: TestRelay
let composer: FakeComposer
const replicas: Replica[] = []

async function start(): Promise<Replica> {
  const replica = await startReplica({
    databaseUrl: database.url,
    smtpUrl: relay.url,
    composerUrl: composer.url,
    reviewAddresses: addresses,
  })
  replicas.push(replica)
  return replica
}
const stopAll = () => Promise.all(replicas.splice(0).map((replica) => replica.stop()))

beforeAll(async () => {
  database = await createTestDatabase('notifications', migrations)
  db = connect({ url: database.url, schema: 'notifications', max: 5, onIdleError: () => {} })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})
beforeEach(async () => {
  relay = await startRelay()
  composer = await startComposer()
  await db.transaction().execute(async (trx) => {
    await saveRecipient(trx, owner, 1)
    await saveRecipient(trx, admin, 1)
  })
})
afterEach(async () => {
  relay.answerNow()
  await stopAll()
  await relay.close()
  await composer.close()
  for (const table of ['mail', 'work', 'outbox', 'recipient', 'rate_limits'] as const) await db.deleteFrom(table).execute()
})

const request = (mail: Partial<RequestedMail<'tasks'>> = {}) =>
  db.transaction().execute(async (trx) => {
    const about = crypto.randomUUID()
    await requestMails(trx, 'tasks', [
      { eventId: crypto.randomUUID(), topic: 'preview-ready', about, companyId: null, recipient: toOwner, ...mail },
    ])
    return mail.about ?? about
  })
const rows = () => db.selectFrom('mail').selectAll().orderBy('created_at').execute()
const outcomes = async () => (await rows()).map(({ state, last_error }) => (last_error ? `${state}: ${last_error}` : state))
const work = async () => {
  const [first] = await db.selectFrom('work').select(['state', 'attempts', 'due_at']).execute()
  return { state: first?.state, attempts: first?.attempts, seconds: (Date.parse(first?.due_at ?? '') - Date.now()) / 1_000 }
}
/** Makes all waiting work due. */
async function passTime(): Promise<void> {
  await sql`update work set due_at = now(), wait = '0' where settled_at is null`.execute(db)
  await sql`select pg_notify('work_notifications', '')`.execute(db)
}
const received = () => relay.mails.map((mail) => [mail.to ?? []].flat()[0]?.text).sort()
const headerOf = (name: string, at = 0) => relay.mails[at]?.headerLines.find(({ key }) => key === name)?.line.replace(/^[^:]*:\s*/, '')
const metric = async (replica: Replica, name: string) =>
  (await replica.app.inject('/metrics')).body.split('\n').filter((line) => line.startsWith(`${name}{`))

describe('the content', () => {
  it('is requested when the email is sent, and only its subject and the recipient are stored', async () => {
    composer.respond = content({
      subject: 'Ready for your review',
      text: 'Rye and oat',
      html: '<p>Rye and oat</p>',
      parts: [{ kind: 'file', fileName: 'receipt-12.json', contentType: 'application/json', content: '{"name":"Bäckerei 🥖"}' }],
    })
    const about = await request()
    expect(await rows()).toMatchObject([{ subject: null, text: null, recipient: owner.email, about, recipient_id: owner.userId }])
    const replica = await start()
    await eventually(outcomes).toEqual(['sent'])
    expect(composer.requests).toEqual([{ topic: 'preview-ready', about, recipient: toOwner }])
    expect(composer.keys).toEqual([`Key ${INTERNAL_MAIL_KEY}`])
    const [mail] = relay.mails
    expect(received()).toEqual([owner.email])
    expect([mail?.subject, mail?.text?.trim()]).toEqual(['Ready for your review', 'Rye and oat'])
    expect(mail?.html).toContain('<p>Rye and oat</p>')
    expect(mail?.attachments.map((file) => [file.filename, file.contentType, file.contentDisposition, file.content.toString()])).toEqual([
      ['receipt-12.json', 'application/json', 'attachment', '{"name":"Bäckerei 🥖"}'],
    ])
    expect(mail?.messageId).toContain((await rows())[0]?.id)
    expect(await rows()).toMatchObject([{ subject: 'Ready for your review', text: null, html: null, return_id: null, is_tracked: false }])
    expect(JSON.stringify([await rows(), replica.lines])).not.toContain('Rye and oat')
    expect(await metric(replica, 'mails_sent_total')).toEqual(['mails_sent_total{template="preview-ready"} 1'])
  })

  it('is requested again for another attempt', async () => {
    relay.refusals.push('451 later')
    await request()
    await start()
    await eventually(outcomes).toEqual(['queued: EENVELOPE 451'])
    composer.respond = content({ subject: 'Newer' })
    await passTime()
    await eventually(outcomes).toEqual(['sent'])
    expect(relay.mails.map(({ subject }) => subject)).toEqual(['Newer'])
    expect(composer.requests).toHaveLength(2)
  })

  it('determines the headers', async () => {
    const [threadId, returnId] = [crypto.randomUUID(), crypto.randomUUID()]
    const unsubscribeUrl = 'https://portal.example/api/review/invitation/token/leave'
    composer.respond = content({ threadId, returnId, takesReplies: true, isAnswer: true, unsubscribeUrl })
    await request()
    await start()
    await eventually(outcomes).toEqual(['sent'])
    expect(headerOf('reply-to')).toBe(addresses?.addressOf('reply', returnId))
    expect(relay.senders).toEqual([addresses?.addressOf('bounce', returnId)])
    expect(headerOf('auto-submitted')).toBe('auto-replied')
    expect(headerOf('list-unsubscribe')).toBe(`<${unsubscribeUrl}>`)
    expect(headerOf('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(headerOf('references')).toContain(threadId)
    expect((await rows())[0]?.return_id).toBe(returnId)
  })

  it('without a return id has no reply address, and the usual return path', async () => {
    composer.respond = content({ takesReplies: true })
    await request()
    await start()
    await eventually(outcomes).toEqual(['sent'])
    expect([
      headerOf('reply-to'),
      headerOf('auto-submitted'),
      headerOf('list-unsubscribe'),
      headerOf('references'),
      ...relay.senders,
    ]).toEqual([undefined, 'auto-generated', undefined, undefined, 'hello@palmettoworks.example'])
  })

  it('without a reply domain has no reply address, and the usual return path', async () => {
    composer.respond = content({ returnId: crypto.randomUUID(), takesReplies: true })
    await request()
    replicas.push(await startReplica({ databaseUrl: database.url, smtpUrl: relay.url, composerUrl: composer.url }))
    await eventually(outcomes).toEqual(['sent'])
    expect([headerOf('reply-to'), ...relay.senders]).toEqual([undefined, 'hello@palmettoworks.example'])
  })
})

describe('a response', () => {
  it('410: nothing is sent, and the email does not count as given up', async () => {
    composer.respond = () => ({ status: 410 })
    await request()
    const replica = await start()
    await eventually(outcomes).toEqual(['failed: obsolete'])
    expect(await work()).toMatchObject({ state: 'done' })
    expect(relay.mails).toEqual([])
    expect(await metric(replica, 'mails_failed_total')).toEqual([])
    expect(await metric(replica, 'mails_sent_total')).toEqual([])
  })

  it.each([
    ['30', 30],
    ['86400', 300],
    [undefined, 60],
  ])('409 with Retry-After %s: the email waits %i s, which is not counted as an attempt', async (retryAfter, seconds) => {
    composer.respond = () => ({ status: 409, ...(retryAfter && { headers: { 'retry-after': retryAfter } }) })
    await request()
    await start()
    await eventually(outcomes).toEqual(['queued: incomplete'])
    const waiting = await work()
    expect(waiting).toMatchObject({ state: 'queued', attempts: 0 })
    expect(Math.abs(waiting.seconds - seconds)).toBeLessThan(20)
    composer.respond = content()
    await passTime()
    await eventually(outcomes).toEqual(['sent'])
    expect((await rows())[0]?.attempts).toBe(1)
  })

  it('404: the email waits for the next release of the composing service for a day', async () => {
    composer.respond = () => ({ status: 404 })
    await request()
    await start()
    await eventually(outcomes).toEqual(['queued: unknown topic'])
    const waiting = await work()
    expect(waiting).toMatchObject({ state: 'queued', attempts: 0 })
    expect(waiting.seconds).toBeGreaterThan(40)
    await sql`update mail set created_at = now() - interval '25 hours'`.execute(db)
    await passTime()
    await eventually(outcomes).toEqual(['failed: unknown topic'])
  })

  it.each([
    ['500', { status: 500 }, 'content status 500'],
    ['403', { status: 403 }, 'content status 403'],
    ['another object', { body: { subject: 'Hello' } }, 'unusable content'],
    ['a part of an unknown kind', { body: { subject: 'a', text: 'b', html: 'c', parts: [{ kind: 'video' }] } }, 'unusable content'],
    ['no JSON', { text: '<html>Bad gateway</html>' }, 'unusable content'],
    ['more than 2 MB', { body: { subject: 'a', text: 'x'.repeat(2_000_001), html: 'c' } }, 'unusable content'],
  ])('%s: the email is retried, which counts as an attempt', async (_name, response, reason) => {
    composer.respond = () => response
    await request()
    await start()
    await eventually(outcomes).toEqual([`queued: ${reason}`])
    expect(await work()).toMatchObject({ state: 'queued', attempts: 1 })
    composer.respond = content()
    await passTime()
    await eventually(outcomes).toEqual(['sent'])
  })

  it.each([429, 502, 503, 504])('%i: the emails of the composing service wait, and other emails are sent', async (status) => {
    composer.respond = () => ({ status })
    for (let count = 0; count < 20; count += 1) await request()
    await start()
    await eventually(async () => new Set(await outcomes()).has('queued: content unavailable')).toBe(true)
    // At most eight attempts run at the same time, and each is repeated once.
    expect(composer.requests.length).toBeLessThanOrEqual(16)
    expect((await rows()).map(({ attempts }) => attempts)).toEqual(Array(20).fill(0))
    const own = { eventId: '1', template: 'contact', recipient: 'support@example.com', content: { subject: 'a', text: 'b', html: 'c' } }
    await db.transaction().execute((trx) => queueMail(trx, own))
    await eventually(received).toEqual(['support@example.com'])
  })

  it('is missing: the emails wait for the composing service, and are sent when it is back', async () => {
    const { close } = composer
    await close()
    await request()
    await start()
    await eventually(outcomes).toEqual(['queued: content unavailable'])
    expect(await work()).toMatchObject({ state: 'queued', attempts: 0 })
    await stopAll()
    composer = await startComposer()
    await passTime()
    await start()
    await eventually(outcomes).toEqual(['sent'])
  })

  it('takes too long: the emails wait for the composing service', { tags: 'nightly' }, async () => {
    composer.respond = () => 'silence'
    await request()
    await start()
    await eventually(outcomes).toEqual(['queued: content unavailable'])
    expect(await work()).toMatchObject({ state: 'queued', attempts: 0 })
    expect(composer.requests).toHaveLength(2)
  })
})

describe('the recipient', () => {
  it('gets the email at the current address, by which operators find it before and after', async () => {
    composer.respond = () => ({ status: 409 })
    await request()
    const replica = await start()
    const found = async (address: string) => {
      const response = await replica.app.inject({ url: `/admin/operations/notifications/mails?address=${address}`, ...operator() })
      return response.json<{ mails: FoundMail[] }>().mails.map(({ what, subject, state }) => [what, subject, state])
    }
    await eventually(outcomes).toEqual(['queued: incomplete'])
    expect(await found(owner.email)).toEqual([['preview-ready', '', 'queued']])
    composer.respond = content()
    await db.transaction().execute((trx) => saveRecipient(trx, { ...owner, email: 'new@harborpine.example' }, 2))
    await passTime()
    await eventually(received).toEqual(['new@harborpine.example'])
    await eventually(outcomes).toEqual(['sent'])
    expect(await found('new@harborpine.example')).toEqual([['preview-ready', 'preview-ready', 'sent']])
  })

  it('who is a colleague gets the email at the address in the content', async () => {
    const recipient: MailRecipient = { kind: 'colleague', id: crypto.randomUUID() }
    await request({ recipient })
    await start()
    await eventually(received).toEqual([addressOfColleague(recipient.id)])
    await eventually(outcomes).toEqual(['sent'])
    expect((await rows())[0]?.recipient).toBe(addressOfColleague(recipient.id))
  })

  it('may be a colleague with the address of another recipient of the same event', async () => {
    const recipient: MailRecipient = { kind: 'colleague', id: crypto.randomUUID() }
    composer.respond = content({ to: owner.email })
    const eventId = crypto.randomUUID()
    await request({ eventId })
    await request({ eventId, recipient })
    await start()
    await eventually(received).toEqual([owner.email, owner.email])
  })

  it('who is a colleague without an address in the content: the email is retried', async () => {
    composer.respond = () => ({ body: { subject: 'a', text: 'b', html: 'c' } })
    await request({ recipient: { kind: 'colleague', id: crypto.randomUUID() } })
    await start()
    await eventually(outcomes).toEqual(['queued: unusable content'])
  })

  it('who is not known yet gets the email after the event about the user, within a day', async () => {
    const [late, never] = [crypto.randomUUID(), crypto.randomUUID()]
    await request({ recipient: { kind: 'owner', id: late } })
    await request({ recipient: { kind: 'owner', id: never } })
    await start()
    await eventually(outcomes).toEqual(Array(2).fill('queued: recipient unknown'))
    expect(await work()).toMatchObject({ state: 'queued', attempts: 0 })
    expect(composer.requests).toEqual([])
    await db.transaction().execute((trx) => saveRecipient(trx, { ...owner, userId: late, email: 'late@example.com' }, 1))
    await sql`update mail set created_at = now() - interval '25 hours' where recipient_id = ${never}`.execute(db)
    await passTime()
    await eventually(received).toEqual(['late@example.com'])
    await eventually(async () => (await outcomes()).sort()).toEqual(['failed: recipient unknown', 'sent'])
  })

  it('who was removed, or is no admin any more, gets no email', async () => {
    const former = { ...owner, userId: crypto.randomUUID(), email: 'former@example.com' }
    await request({ recipient: toAdmin, topic: 'approved' })
    await request({ recipient: { kind: 'admin', id: former.userId }, topic: 'approved' })
    await db.transaction().execute(async (trx) => {
      await removeAdmin(trx, admin.userId, 2)
      await saveRecipient(trx, former, 2)
    })
    await start()
    await eventually(outcomes).toEqual(Array(2).fill('failed: obsolete'))
    expect([composer.requests, relay.mails]).toEqual([[], []])
  })

  it('who is a user gets the email at the address in the content, if there is one', async () => {
    composer.respond = content({ to: 'elsewhere@example.com' })
    await request({ recipient: toAdmin, topic: 'approved' })
    await start()
    await eventually(received).toEqual(['elsewhere@example.com'])
    await eventually(outcomes).toEqual(['sent'])
    expect((await rows())[0]?.recipient).toBe('elsewhere@example.com')
  })
})

describe('an owner whose address is not confirmed', () => {
  const newOwner = async (email: string): Promise<MailRecipient> => {
    const userId = crypto.randomUUID()
    await db.transaction().execute((trx) => saveRecipient(trx, { ...owner, userId, email, emailVerified: false }, 1))
    return { kind: 'owner', id: userId }
  }

  it('gets at most ten emails a day, over all spellings of the address', async () => {
    const recipients = [await newOwner('new+1@example.com'), await newOwner('new+2@example.com')]
    for (const recipient of recipients) for (let count = 0; count < 7; count += 1) await request({ recipient })
    await start()
    await eventually(async () => (await outcomes()).filter((outcome) => outcome.startsWith('queued'))).toEqual([])
    expect((await outcomes()).filter((outcome) => outcome === 'sent')).toHaveLength(10)
    expect((await outcomes()).filter((outcome) => outcome === 'failed: obsolete')).toHaveLength(4)
    expect(relay.mails).toHaveLength(10)
    await db
      .transaction()
      .execute((trx) => saveRecipient(trx, { ...owner, userId: recipients[0]?.id ?? '', email: 'new+1@example.com' }, 2))
    for (const recipient of recipients) await request({ recipient })
    await eventually(async () => (await outcomes()).slice(-2).sort()).toEqual(['failed: obsolete', 'sent'])
  })

  it('gets each email that counts, also if it is composed several times', async () => {
    const recipient = await newOwner('new@example.com')
    for (let count = 0; count < 10; count += 1) await request({ recipient })
    relay.refuses.recipient = '451 later'
    await start()
    for (const attempts of [1, 2, 3]) {
      await eventually(async () => (await rows()).map((row) => row.attempts)).toEqual(Array(10).fill(attempts))
      if (attempts === 3) delete relay.refuses.recipient
      await passTime()
    }
    await eventually(async () => new Set(await outcomes())).toEqual(new Set(['sent']))
  })

  it('gets each email that counts after the mail relay was unavailable', async () => {
    const recipient = await newOwner('new@example.com')
    for (let count = 0; count < 10; count += 1) await request({ recipient })
    relay.refuses.greeting = '421 4.3.2 Service not available'
    await start()
    await eventually(async () => (await rows()).some(({ subject }) => subject !== null)).toBe(true)
    await stopAll()
    delete relay.refuses.greeting
    await passTime()
    await start()
    await eventually(async () => new Set(await outcomes())).toEqual(new Set(['sent']))
  })

  it('uses no email of the limit for an email that is not sent', async () => {
    const recipient = await newOwner('new@example.com')
    composer.respond = () => ({ status: 410 })
    for (let count = 0; count < 12; count += 1) await request({ recipient })
    await start()
    await eventually(outcomes).toEqual(Array(12).fill('failed: obsolete'))
    composer.respond = content()
    await request({ recipient })
    await eventually(received).toEqual(['new@example.com'])
  })
})

describe('an email about an account', () => {
  const requestOf = (mail: Partial<RequestedMail<'identity'>>) =>
    db
      .transaction()
      .execute((trx) =>
        requestMails(trx, 'identity', [
          { eventId: crypto.randomUUID(), topic: 'reset-code', about: crypto.randomUUID(), companyId: null, recipient: toOwner, ...mail },
        ]),
      )

  it('is sent to the address in the content, also if the user is not known yet', async () => {
    composer.respond = content({ to: 'late@example.com' })
    await requestOf({ recipient: { kind: 'owner', id: crypto.randomUUID() } })
    await start()
    await eventually(received).toEqual(['late@example.com'])
    await eventually(outcomes).toEqual(['sent'])
  })

  it('does not count in the limit for unconfirmed addresses', async () => {
    await db.transaction().execute((trx) => saveRecipient(trx, { ...owner, emailVerified: false }, 2))
    composer.respond = content({ to: owner.email })
    for (let count = 0; count < 12; count += 1) await requestOf({})
    await start()
    await eventually(async () => new Set(await outcomes())).toEqual(new Set(['sent']))
    await request()
    await eventually(() => relay.mails.length).toBe(13)
  })

  it('is not delayed while another composing service is unavailable', async () => {
    const tasks = composer
    const identity = await startComposer()
    tasks.respond = () => ({ status: 503 })
    identity.respond = content({ to: owner.email })
    await request()
    replicas.push(await startReplica({ databaseUrl: database.url, smtpUrl: relay.url, composerUrl: tasks.url, identityUrl: identity.url }))
    await eventually(outcomes).toEqual(['queued: content unavailable'])
    await requestOf({})
    await eventually(outcomes).toEqual(['queued: content unavailable', 'sent'])
    expect(tasks.requests.map(({ topic }) => topic)).not.toContain('reset-code')
    await identity.close()
  })
})

describe('a reminder', () => {
  const respondWith = (...responses: ReturnType<FakeComposer['respond']>[]) => {
    composer.respond = (wanted: MailRequest) => responses.shift() ?? content()(wanted)
  }

  it('that became obsolete while it is being sent is canceled before the end of the email', async () => {
    const about = crypto.randomUUID()
    const wanted = { topic: 'reminder', about, recipient: toOwner } as const
    respondWith(content()(wanted), { status: 410 })
    await request(wanted)
    const replica = await start()
    await eventually(outcomes).toEqual(['failed: obsolete'])
    expect(relay.mails).toEqual([])
    expect(composer.requests).toEqual([wanted, wanted])
    expect(await metric(replica, 'mails_failed_total')).toEqual([])
  })

  it('is sent if the composing service is unavailable at the end', async () => {
    const wanted = { topic: 'reminder', about: crypto.randomUUID(), recipient: toOwner } as const
    respondWith(content()(wanted), { status: 500 })
    await request(wanted)
    await start()
    await eventually(outcomes).toEqual(['sent'])
    expect(received()).toEqual([owner.email])
  })

  it('is the only email that is checked twice', async () => {
    respondWith(content()({ topic: 'preview-ready', about: crypto.randomUUID(), recipient: toOwner }), { status: 410 })
    await request()
    await start()
    await eventually(outcomes).toEqual(['sent'])
    expect(composer.requests).toHaveLength(1)
  })
})

describe('the events', () => {
  const returnId = crypto.randomUUID()
  const events = async () =>
    (await outboxOf(db as never, EmailSettled)).map(({ subject, aggregateversion, data }) => ({ subject, aggregateversion, data }))

  it('report that a tracked email was sent', async () => {
    composer.respond = content({ isTracked: true, returnId })
    const about = await request()
    await start()
    await eventually(outcomes).toEqual(['sent'])
    const [row] = await rows()
    expect(await events()).toEqual([
      {
        subject: row?.id,
        aggregateversion: 1,
        data: { topic: 'preview-ready', about, recipient: toOwner, returnId, sentAt: row?.sent_at },
      },
    ])
  })

  it('report that the address of a tracked email does not exist', async () => {
    composer.respond = content({ isTracked: true })
    relay.refusals.push('550 5.1.1 no such user')
    const about = await request()
    const replica = await start()
    await eventually(outcomes).toEqual(['failed: EENVELOPE 550 5.1.1'])
    const [row] = await rows()
    expect(await events()).toEqual([
      { subject: row?.id, aggregateversion: 1, data: { topic: 'preview-ready', about, recipient: toOwner, status: '5.1.1' } },
    ])
    expect(await metric(replica, 'mails_failed_total')).toEqual(['mails_failed_total{template="preview-ready"} 1'])
  })

  it('do not report a rejection for another reason, an obsolete email, or an email that is not tracked', async () => {
    composer.respond = content({ isTracked: true })
    relay.refuses.body = '554 5.6.0 content rejected'
    await request()
    await start()
    await eventually(outcomes).toEqual(['failed: EMESSAGE 554 5.6.0'])
    composer.respond = () => ({ status: 410 })
    await request()
    await eventually(async () => (await outcomes())[1]).toBe('failed: obsolete')
    delete relay.refuses.body
    composer.respond = content({ returnId })
    await request()
    await eventually(async () => (await outcomes())[2]).toBe('sent')
    relay.refusals.push('550 5.1.1 no such user')
    await request()
    await eventually(async () => (await outcomes())[3]).toBe('failed: EENVELOPE 550 5.1.1')
    expect(await events()).toEqual([])
  })
})

it('an urgent email is sent at once while other emails of the composing service are slow', { tags: 'nightly' }, async () => {
  relay.troubles.push(...Array(8).fill('answers late'))
  for (let count = 0; count < 20; count += 1) await request()
  await start()
  await eventually(() => relay.mails.length).toBe(8)
  await request({ topic: 'review-code', recipient: toAdmin, isUrgent: true })
  await eventually(received).toContain(admin.email)
  expect(relay.mails).toHaveLength(9)
})

it('an email that was not sent because nothing was to be sent can be sent again with the statement in the runbook', async () => {
  composer.respond = () => ({ status: 410 })
  await request()
  await start()
  await eventually(outcomes).toEqual(['failed: obsolete'])
  composer.respond = content()
  const [row] = await rows()
  await sql.raw(runbookStatement('notifications.mail').replace('…', row?.id ?? '')).execute(db)
  await passTime()
  await eventually(outcomes).toEqual(['sent'])
})

it('two replicas send each email once after unusable responses, and none that is obsolete', { tags: 'nightly' }, async () => {
  const abouts: string[] = []
  for (let count = 0; count < 60; count += 1) abouts.push(await request())
  const unusable: Response[] = [{ text: '<html>Bad gateway</html>' }, { body: { subject: 'Hello' } }, { status: 500 }]
  composer.respond = () => unusable[composer.requests.length % unusable.length] ?? 'silence'
  await Promise.all([start(), start()])
  await eventually(async () => (await rows()).map(({ attempts }) => attempts)).toEqual(Array(60).fill(1))
  const obsolete = abouts.filter((_about, index) => index % 5 === 0)
  composer.respond = (wanted) => (obsolete.includes(wanted.about) ? { status: 410 } : content()(wanted))
  await passTime()
  await eventually(async () => (await outcomes()).filter((outcome) => outcome.startsWith('queued'))).toEqual([])
  expect((await outcomes()).filter((outcome) => outcome === 'failed: obsolete')).toHaveLength(obsolete.length)
  expect(relay.mails.map(({ text }) => text?.trim()).sort()).toEqual(abouts.filter((about) => !obsolete.includes(about)).sort())
})
