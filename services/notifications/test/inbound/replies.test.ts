import { randomBytes } from 'node:crypto'
import { BLOCK_MAX_MS } from '@app/chassis/testing/event-loop.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { INTERNAL_MAIL_KEY } from '../support/replica.ts'
import { addressesOf, DOMAIN, deliverTo, REPLY_DOMAIN, returnPath, setUpInbound } from './inbound-setup.ts'
import { attachedPart, htmlPart, multipartBody, OWNER, plainPart, plainReplies, replyMail } from './replies.ts'
import { complaint, deliveryReport, notices, others } from './reports.ts'

const MEGABYTE = 1024 * 1024

let inbound: Awaited<ReturnType<typeof setUpInbound>>
let port: number
beforeAll(async () => {
  inbound = await setUpInbound()
  port = await inbound.startListener()
})
afterEach(() => inbound.reset())
afterAll(() => inbound.stop())

const deliver = (to: string | string[], raw: string | Buffer, from = OWNER): Promise<string> => deliverTo(port, to, raw, from)

const hardBounce = (status = '5.1.1') => ({ kind: 'delivery', action: 'failed', status })

/** Sends a reply. Returns the response, and the reply that was handed over. */
async function replied(mail: Buffer, from?: string) {
  const { linkId, reply } = inbound.newLink()
  const response = await deliver(reply, mail, from)
  const [data, ...more] = inbound.replies(linkId)
  expect(more).toEqual([])
  return { response, data, linkId }
}

describe('a reply', () => {
  test.each(['Gmail', 'Yahoo', 'Outlook in Spanish'])('of %s is handed over without quoted text', async (program) => {
    const { response, data } = await replied(replyMail({ body: plainReplies[program] ?? '' }))
    expect(response).toMatch(/^250 /)
    expect(data).toEqual({
      replyId: expect.stringMatching(/^[\da-f]{64}$/),
      author: OWNER,
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
    const links = Array.from({ length: 20 }, inbound.newLink)
    const raw = what.includes('without') ? head : `${head}${replyMail({ body: 'Hello' }).toString()}`
    const before = process.cpuUsage()
    const response = await deliver(
      links.map(({ reply }) => reply),
      raw,
    )
    const { user, system } = process.cpuUsage(before)
    expect(response).toMatch(/^552 5\.3\.4 /)
    expect((user + system) / 1_000).toBeLessThan(BLOCK_MAX_MS)
    expect(inbound.replies(links[0]?.linkId ?? '')).toEqual([])
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
  ])('with %s is handed over with an empty text', async (_what, body) => {
    const { response, data } = await replied(replyMail({ body }))
    expect(response).toMatch(/^250 /)
    expect(data).toMatchObject({ text: '', author: OWNER })
  })

  test('with attachments is handed over without them, and refused only if its text is too far behind', async () => {
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

  const automatic: [string, () => Buffer, string?][] = [
    ['with Auto-Submitted', () => replyMail({ head: ['Auto-Submitted: auto-replied'], body: 'Away' })],
    ['of a mailing list', () => replyMail({ head: ['List-Id: <bakers.example>'], body: 'Away' })],
    ['with an empty sender', () => replyMail({ body: 'Away' }), ''],
    ['from the product', () => replyMail({ from: 'Palmetto Works <hello@palmettoworks.example>', body: 'Away' })],
    ['from a reply address', () => replyMail({ from: inbound.newLink().reply, body: 'Away' })],
  ]
  test.each(automatic)('%s is automatic', async (_what, mail, from) => expect((await replied(mail(), from)).data?.isAutomatic).toBe(true))

  test('that arrives twice has the same id, also without a Message-ID, and other replies have other ids', async () => {
    const { linkId, reply } = inbound.newLink()
    const [known, unknown] = [replyMail({ messageId: '<1@a.example>', body: 'One' }), replyMail({ messageId: '', body: 'Two' })]
    for (const mail of [known, unknown, known, unknown, replyMail({ messageId: '', body: 'Three' })]) await deliver(reply, mail)
    const ids = inbound.replies(linkId).map(({ replyId }) => replyId)
    expect(ids[2]).toBe(ids[0])
    expect(ids[3]).toBe(ids[1])
    expect(new Set(ids).size).toBe(3)
    expect((await replied(known)).data?.replyId).not.toBe(ids[0])
  })

  test.each([503, 500, 403, 404])('gets a temporary error while tasks responds with %d, and the retry hands it over', async (status) => {
    const { linkId, reply } = inbound.newLink()
    const mail = replyMail({ body: 'Hello' })
    inbound.tasks.respond = () => ({ status })
    expect(await deliver(reply, mail)).toMatch(/^451 /)
    const tried = inbound.replies(linkId)
    inbound.reset()
    expect(await deliver(reply, mail)).toMatch(/^250 /)
    expect(inbound.replies(linkId)).toEqual([...tried, tried[0]])
  })

  test('gets a temporary error while the database of limits is not available', async () => {
    const { linkId, reply } = inbound.newLink()
    await inbound.db.transaction().execute(async (trx) => {
      await sql`lock table rate_limits in access exclusive mode`.execute(trx)
      expect(await deliver(reply, replyMail({ body: 'Hello' }))).toMatch(/^451 /)
    })
    expect(inbound.replies(linkId)).toEqual([])
  })

  test('is accepted at most 50 times a day for each link', { tags: 'nightly' }, async () => {
    const { linkId, reply } = inbound.newLink()
    const responses: string[] = []
    for (let sent = 0; sent < 52; sent += 1) responses.push((await deliver(reply, replyMail({ body: `${sent}` }))).slice(0, 3))
    expect(Map.groupBy(responses, (status) => status).get('452')).toHaveLength(2)
    expect(inbound.replies(linkId)).toHaveLength(50)
    expect(await deliver(inbound.newLink().reply, replyMail({ body: 'Hello' }))).toMatch(/^250 /)
  })
})

describe('an email to several addresses', () => {
  test('is handled for each address, also for a campaign email', async () => {
    const [link, token] = [inbound.newLink(), inbound.newToken()]
    expect(await deliver([link.bounce, returnPath(token)], deliveryReport(), '')).toMatch(/^250 /)
    expect([inbound.reports(link.linkId), inbound.reportsOfCampaign(token)]).toEqual([[hardBounce()], [hardBounce()]])
  })

  test('gets a temporary error if one of the services is not available', async () => {
    const [link, token] = [inbound.newLink(), inbound.newToken()]
    inbound.tasks.respond = () => ({ status: 500 })
    expect(await deliver([returnPath(token), link.bounce], deliveryReport(), '')).toMatch(/^451 /)
    inbound.reset()
    expect(await deliver([returnPath(token), link.bounce], deliveryReport(), '')).toMatch(/^250 /)
    expect(inbound.reportsOfCampaign(token)).toEqual([hardBounce()])
  })
})

describe('a bounce of a review email', () => {
  test.each([
    ['a delivery report', deliveryReport(), '5.1.1'],
    ['a notice of Exchange', notices.exchange, '5.1.10'],
  ])('in %s is handed over', async (_what, raw, status) => {
    const { linkId, bounce } = inbound.newLink()
    expect(await deliver(bounce, raw, '')).toMatch(/^250 /)
    expect(inbound.reports(linkId)).toEqual([hardBounce(status)])
  })

  test('that arrives at the reply address is handed over, and is no reply', async () => {
    const { linkId, reply } = inbound.newLink()
    await deliver(reply, deliveryReport(), '')
    expect([inbound.reports(linkId), inbound.replies(linkId)]).toEqual([[hardBounce()], []])
  })

  test.each([
    ['an absence notice', others['somebody away']],
    ['a reply', replyMail({ body: 'Hello' })],
  ])('that is %s is accepted and not handed over', async (_what, raw) => {
    const { linkId, bounce } = inbound.newLink()
    expect(await deliver(bounce, raw, '')).toMatch(/^250 /)
    expect([inbound.reports(linkId), inbound.replies(linkId)]).toEqual([[], []])
  })
})

test('a complaint about a review email is handed over with the key', async () => {
  const { linkId, bounce } = inbound.newLink()
  expect(await deliver(bounce, complaint(), '')).toMatch(/^250 /)
  expect(inbound.reports(linkId)).toEqual([{ kind: 'complaint' }])
  expect(inbound.tasks.requests.at(-1)?.authorization).toBe(`Key ${INTERNAL_MAIL_KEY}`)
})

test('addresses that no key created, or at another domain, are refused', { tags: 'nightly' }, async () => {
  const { linkId, reply, bounce } = inbound.newLink()
  const foreign = addressesOf(randomBytes(32))
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
  const { reply, bounce } = inbound.newLink()
  inbound.lines.splice(0)
  await deliver(reply, replyMail({ body: 'Secret words' }))
  await deliver(bounce, replyMail({ body: 'Secret words' }))
  await deliver(bounce, complaint(), '')
  const log = inbound.lines.join('\n')
  expect(log).toContain('reported it as spam')
  for (const secret of ['Secret', OWNER, reply, bounce]) expect(log).not.toContain(secret)
})

test('a bounce of an email about a task is recorded in the ledger', async () => {
  const { linkId, bounce } = inbound.newLink()
  await sql`
    insert into mail (id, event_id, template, composer, about, recipient_kind, recipient_id, state, sent_at, return_id)
    values (gen_random_uuid(), 'e1', 'preview-ready', 'tasks', gen_random_uuid(), 'owner', gen_random_uuid(), 'sent', now(), ${linkId})`.execute(
    inbound.db,
  )
  expect(await deliver(bounce, deliveryReport(), '')).toMatch(/^250 /)
  const mail = await inbound.db.selectFrom('mail').select(['bounced_at', 'last_error']).where('return_id', '=', linkId).executeTakeFirst()
  expect(mail).toEqual({ bounced_at: expect.stringMatching(/Z$/), last_error: '5.1.1' })
})
