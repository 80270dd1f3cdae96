import { randomBytes } from 'node:crypto'
import { connect as connectDatabase } from '@app/chassis/db/connect.ts'
import { createReviewAddresses } from '@app/chassis/mail/review-addresses.ts'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { BLOCK_MAX_MS } from '@app/chassis/testing/event-loop.ts'
import { lockWaits } from '@app/chassis/testing/lock-waits.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { ReviewEmailBounced, ReviewEmailComplained, ReviewReplyReceived } from '@app/contracts/events/campaigns.ts'
import { type Kysely, sql } from 'kysely'
import nodemailer from 'nodemailer'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBounceListener } from '../src/bounces/listener.ts'
import type { Tables } from '../src/db/tables.ts'
import { attachedPart, htmlPart, multipartBody, OWNER, plainPart, plainReplies, replyMail } from './replies.ts'
import { complaint, deliveryReport, notices, others } from './reports.ts'
import { sendingOf } from './sendings.ts'
import { type Service, setUp } from './setup.ts'

const DOMAIN = 'mail.palmetto.example'
const REPLY_DOMAIN = 'reply.palmetto.example'
const MEGABYTE = 1024 * 1024

const addressesOf = (key: string) => {
  const addresses = createReviewAddresses({ REPLY_DOMAIN, MAIL_ADDRESS_KEY: key })
  if (!addresses) throw new Error('There are no addresses')
  return addresses
}
const addresses = addressesOf(randomBytes(32).toString('base64'))

let service: Service
/** The listener's own connection pool. Its lock timeout is short, so that the listener's statements soon fail if a table is locked. */
let db: Kysely<Tables>
let listener: Awaited<ReturnType<typeof startBounceListener>>
beforeAll(async () => {
  service = await setUp()
  const timeouts = { connectMs: 2_000, lockMs: 200, statementMs: 4_000 }
  db = connectDatabase<Tables>({ url: service.url, schema: 'campaigns', max: 10, timeouts, onIdleError: () => {} })
  const { log } = service.deps
  listener = await startBounceListener({ db, log, host: '127.0.0.1', port: 0, senderDomain: DOMAIN, reviewAddresses: addresses })
})
afterAll(async () => {
  await listener.stop()
  await db.destroy()
  await service.stop()
})

async function deliver(to: string | string[], raw: string | Buffer, from = OWNER): Promise<string> {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port: listener.port, ignoreTLS: true })
  try {
    return (await transport.sendMail({ envelope: { from, to }, raw })).response
  } catch (error) {
    return (error as { response?: string }).response ?? String(error)
  } finally {
    transport.close()
  }
}

function newLink() {
  const linkId = uuidv7()
  return { linkId, reply: addresses.addressOf('reply', linkId), bounce: addresses.addressOf('bounce', linkId) }
}

const eventsAbout = async <E extends typeof ReviewReplyReceived | typeof ReviewEmailBounced | typeof ReviewEmailComplained>(
  event: E,
  linkId: string,
) => (await outboxOf(service.db as never, event)).filter(({ subject }) => subject === linkId).map(({ data }) => data)

/** Sends a reply. Returns the response, and the data of the published event `ReviewReplyReceived`. */
async function replied(mail: Buffer, from?: string) {
  const { linkId, reply } = newLink()
  const response = await deliver(reply, mail, from)
  const [data, ...more] = await eventsAbout(ReviewReplyReceived, linkId)
  expect(more).toEqual([])
  return { response, data, linkId }
}

describe('a reply', () => {
  test.each(['Gmail', 'Yahoo', 'Outlook in Spanish'])('of %s is published without quoted text', async (program) => {
    const { response, data, linkId } = await replied(replyMail({ body: plainReplies[program] ?? '' }))
    expect(response).toMatch(/^250 /)
    expect(data).toEqual({
      reviewLinkId: linkId,
      replyId: expect.stringMatching(/^[\da-f]{64}$/),
      from: OWNER,
      text: 'Please use the warmer photo.',
      hasAttachments: false,
      isAutomatic: false,
    })
  })

  test.each([
    ['base64', replyMail({ encoding: 'base64', body: Buffer.from('Grüße').toString('base64') })],
    ['quoted-printable', replyMail({ encoding: 'quoted-printable', body: 'Gr=C3=BC=C3=9Fe' })],
    ['latin-1', replyMail({ type: 'text/plain; charset=iso-8859-1', body: Buffer.from('Grüße', 'latin1') })],
    ['HTML', replyMail({ type: 'text/html; charset=utf-8', body: '<p>Gr&#252;&#xDF;e</p><blockquote>old</blockquote>' })],
    ['alternatives', replyMail({ type: 'multipart/alternative; boundary=b', body: multipartBody('b', plainPart('Grüße'), htmlPart('x')) })],
  ])('in %s is decoded', async (_what, mail) => expect((await replied(mail)).data?.text).toBe('Grüße'))

  test.each([
    ['256 kB', 'a: b\r\n'.repeat(43_000)],
    ['too many lines', 'a: b\r\n'.repeat(1_001)],
    ['a field of 70 kB', `X-Field: ${'a'.repeat(70_000)}\r\n`],
    ['256 kB without an end', 'a\r\n'.repeat(85_000)],
  ])('with a header of %s is refused, and takes little CPU time, also with 20 recipients', async (what, head) => {
    const links = Array.from({ length: 20 }, newLink)
    const raw = what.includes('without') ? head : `${head}${replyMail({ body: 'Hello' }).toString()}`
    const before = process.cpuUsage()
    const response = await deliver(
      links.map(({ reply }) => reply),
      raw,
    )
    const { user, system } = process.cpuUsage(before)
    expect(response).toMatch(/^552 5\.3\.4 /)
    expect((user + system) / 1_000).toBeLessThan(BLOCK_MAX_MS)
    expect(await eventsAbout(ReviewReplyReceived, links[0]?.linkId ?? '')).toEqual([])
  })

  test('with a header of 60 kB is read', async () => {
    const head = Array.from({ length: 600 }, (_, at) => `X-Field-${at}: ${'a'.repeat(80)}`)
    expect((await replied(replyMail({ head, body: 'Hello' }))).data?.text).toBe('Hello')
  })

  test('in UTF-16 is refused, so that its sender learns about it', async () => {
    const { response, data } = await replied(replyMail({ type: 'text/plain; charset=utf-16', body: Buffer.from('Hello', 'utf16le') }))
    expect(response).toMatch(/^554 5\.6\.1 /)
    expect(data).toBeUndefined()
  })

  test.each([
    ['only quoted text', '> old\r\n> text'],
    ['no text', ''],
    ['2,000 nested quote marks', `${'>'.repeat(2_000)} deep`],
  ])('with %s is published with an empty text', async (_what, body) => {
    const { response, data } = await replied(replyMail({ body }))
    expect(response).toMatch(/^250 /)
    expect(data).toMatchObject({ text: '', from: OWNER })
  })

  test('with attachments is published without them, and refused only if its text is too far behind', async () => {
    const type = 'multipart/mixed; boundary=b'
    const large = attachedPart().replace('aGVsbG8=', 'aGVsbG8A\r\n'.repeat(200_000))
    const before = await replied(replyMail({ type, body: multipartBody('b', plainPart('See the picture'), large) }))
    expect(before).toMatchObject({ response: expect.stringMatching(/^250 /), data: { text: 'See the picture', hasAttachments: true } })
    const behind = await replied(replyMail({ type, body: multipartBody('b', large, plainPart('See the picture')) }))
    expect(behind).toMatchObject({ response: expect.stringMatching(/^554 5\.6\.0 .*without attachments/), data: undefined })
  })

  test('of 25 MB is refused', { tags: 'nightly' }, async () => {
    const { response, data } = await replied(replyMail({ body: Buffer.alloc(25 * MEGABYTE, 'a\r\n') }))
    expect(response).toMatch(/^552 /)
    expect(data).toBeUndefined()
  })

  const automatic: [string, Buffer, string?][] = [
    ['with Auto-Submitted', replyMail({ head: ['Auto-Submitted: auto-replied'], body: 'Away' })],
    ['of a mailing list', replyMail({ head: ['List-Id: <bakers.example>'], body: 'Away' })],
    ['with an empty sender', replyMail({ body: 'Away' }), ''],
    ['from the product', replyMail({ from: 'Palmetto Works <hello@palmettoworks.example>', body: 'Away' })],
    ['from a reply address', replyMail({ from: newLink().reply, body: 'Away' })],
  ]
  test.each(automatic)('%s is automatic', async (_what, mail, from) => expect((await replied(mail, from)).data?.isAutomatic).toBe(true))

  test('that arrives twice has the same id, also without a Message-ID, and other replies have other ids', async () => {
    const { linkId, reply } = newLink()
    const [known, unknown] = [replyMail({ messageId: '<1@a.example>', body: 'One' }), replyMail({ messageId: '', body: 'Two' })]
    for (const mail of [known, unknown, known, unknown, replyMail({ messageId: '', body: 'Three' })]) await deliver(reply, mail)
    const ids = (await eventsAbout(ReviewReplyReceived, linkId)).map(({ replyId }) => replyId)
    expect(ids[2]).toBe(ids[0])
    expect(ids[3]).toBe(ids[1])
    expect(new Set(ids).size).toBe(3)
    expect((await replied(known)).data?.replyId).not.toBe(ids[0])
  })

  test('gets a temporary error while the outbox is not available, and the retry publishes it', async () => {
    const { linkId, reply } = newLink()
    const mail = replyMail({ body: 'Hello' })
    await service.db.transaction().execute(async (trx) => {
      await sql`lock table outbox in access exclusive mode`.execute(trx)
      expect(await deliver(reply, mail)).toMatch(/^451 /)
    })
    expect(await lockWaits(service.db)).toBe(0)
    expect(await eventsAbout(ReviewReplyReceived, linkId)).toEqual([])
    expect(await deliver(reply, mail)).toMatch(/^250 /)
    expect(await eventsAbout(ReviewReplyReceived, linkId)).toHaveLength(1)
  })

  test('is accepted at most 50 times a day for each link', { tags: 'nightly' }, async () => {
    const { linkId, reply } = newLink()
    const responses: string[] = []
    for (let sent = 0; sent < 52; sent += 1) responses.push((await deliver(reply, replyMail({ body: `${sent}` }))).slice(0, 3))
    expect(Map.groupBy(responses, (status) => status).get('452')).toHaveLength(2)
    expect(await eventsAbout(ReviewReplyReceived, linkId)).toHaveLength(50)
    expect(await deliver(newLink().reply, replyMail({ body: 'Hello' }))).toMatch(/^250 /)
  })
})

describe('an email to several addresses', () => {
  test('is handled for each address, also for a campaign email', async () => {
    const owner = await ownerWithCompany(service.deps)
    const { tokens } = await sendingOf(service, owner, { emails: ['ann@bakery.example'] })
    const link = newLink()
    const token = tokens['ann@bakery.example'] ?? ''
    expect(await deliver([link.bounce, `bounce+${token}@${DOMAIN}`], deliveryReport(), '')).toMatch(/^250 /)
    expect(await eventsAbout(ReviewEmailBounced, link.linkId)).toHaveLength(1)
    const delivery = await service.db.selectFrom('delivery').select('code').where('token', '=', token).executeTakeFirst()
    expect(delivery?.code).toBe('address-bounced 5.1.1')
  })
})

describe('a bounce of a review email', () => {
  test.each([
    ['a delivery report', deliveryReport(), '5.1.1'],
    ['a notice of Exchange', notices.exchange, '5.1.10'],
  ])('in %s is published', async (_what, raw, status) => {
    const { linkId, bounce } = newLink()
    expect(await deliver(bounce, raw, '')).toMatch(/^250 /)
    expect(await eventsAbout(ReviewEmailBounced, linkId)).toEqual([{ reviewLinkId: linkId, status }])
  })

  test('that arrives at the reply address is published, and is no reply', async () => {
    const { linkId, reply } = newLink()
    await deliver(reply, deliveryReport(), '')
    expect(await eventsAbout(ReviewEmailBounced, linkId)).toHaveLength(1)
    expect(await eventsAbout(ReviewReplyReceived, linkId)).toEqual([])
  })

  test.each([
    ['a full mailbox', deliveryReport({ status: '5.2.2' })],
    ['a delay', deliveryReport({ action: 'delayed', status: '4.4.1' })],
    ['a delivery', deliveryReport({ action: 'delivered', status: '2.0.0' })],
    ['a rejection because of the content', deliveryReport({ status: '5.7.1' })],
    ['a complaint', complaint()],
    ['an absence notice', others['somebody away']],
    ['a reply', replyMail({ body: 'Hello' })],
  ])('that reports %s is accepted and not published as a bounce or reply', async (_what, raw) => {
    const { linkId, bounce } = newLink()
    expect(await deliver(bounce, raw, '')).toMatch(/^250 /)
    expect([await eventsAbout(ReviewEmailBounced, linkId), await eventsAbout(ReviewReplyReceived, linkId)]).toEqual([[], []])
  })
})

test('a complaint about a review email is published', async () => {
  const { linkId, bounce } = newLink()
  expect(await deliver(bounce, complaint(), '')).toMatch(/^250 /)
  expect(await eventsAbout(ReviewEmailComplained, linkId)).toEqual([{ reviewLinkId: linkId }])
})

test('addresses that no key created, or at another domain, are refused', { tags: 'nightly' }, async () => {
  const { linkId, reply, bounce } = newLink()
  const foreign = addressesOf(randomBytes(32).toString('base64'))
  const refused = [
    foreign.addressOf('reply', linkId),
    foreign.addressOf('bounce', linkId),
    reply.replace('reply+', 'bounce+'),
    bounce.replace(REPLY_DOMAIN, DOMAIN),
    `reply+@${REPLY_DOMAIN}`,
    `hello@${REPLY_DOMAIN}`,
  ]
  for (const address of refused) expect(await deliver(address, replyMail({ body: 'Hello' })), address).toMatch(/^550 /)
  expect(await deliver(reply.toUpperCase(), replyMail({ body: 'Hello' }))).toMatch(/^250 /)
})

test('the log contains neither addresses nor text of replies', async () => {
  const { reply, bounce } = newLink()
  service.lines.splice(0)
  await deliver(reply, replyMail({ body: 'Secret words' }))
  await deliver(bounce, replyMail({ body: 'Secret words' }))
  await deliver(bounce, complaint(), '')
  const log = service.lines.join('\n')
  expect(log).toContain('reported it as spam')
  for (const secret of ['Secret', OWNER, reply, bounce]) expect(log).not.toContain(secret)
})
