import { startRelay, type TestRelay, type Trouble } from '@app/chassis/testing/relay.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mimeOf } from '../../src/mail/message.ts'
import { type MailTransport, smtpTransport } from '../../src/mail/smtp-transport.ts'
import { verdictOf } from '../../src/mail/verdict.ts'

let relay: TestRelay
let transport: MailTransport
beforeEach(async () => {
  relay = await startRelay()
  transport = smtpTransport(relay.url)
})
afterEach(async () => {
  transport.close()
  await relay.close()
})

const neverAborted = new AbortController().signal

/** Sends a mail. Returns the transport's verdict, the number of calls of `beforeDot`, and the id of the mail. */
async function send({ text = 'Hello', signal = neverAborted, beforeDot = async () => {} } = {}) {
  const mail = { id: crypto.randomUUID(), recipient: 'ann@example.com', replyTo: null, subject: 'Hello', html: '<p>Hello</p>', text }
  let intended = 0
  const handing = {
    signal,
    beforeDot: () => {
      intended += 1
      return beforeDot()
    },
  }
  const verdict = await transport.send(await mimeOf(mail), handing)
  return { verdict, intended, id: mail.id }
}

it('sends mails one after the other and concurrently', async () => {
  const first = await send()
  expect(first).toMatchObject({ verdict: { kind: 'accepted' }, intended: 1 })
  await Promise.all(Array.from({ length: 10 }, () => send()))
  expect(relay.mails).toHaveLength(11)
  expect(relay.mails[0]?.messageId).toContain(first.id)
})

it('does not send the final dot if beforeDot fails', async () => {
  const { verdict } = await send({ beforeDot: () => Promise.reject(new Error('lost')) })
  expect(verdict).toMatchObject({ kind: 'lost' })
  expect(relay.mails).toEqual([])
})

it('the check reports whether the last connection succeeded, without connecting', async () => {
  const { port } = new URL(relay.url)
  await transport.check()
  await relay.close()
  await transport.check()
  expect((await send()).verdict.kind).toBe('away')
  await expect(transport.check()).rejects.toThrow(port)
})

const BODY = 'x'.repeat(5_000_000)

it.each<[Trouble, string, string, number]>([
  ['dies in the body', BODY, 'lost', 0],
  ['dies after the dot', 'Hello', 'unknown', 1],
])('a relay that %s', { tags: 'nightly' }, async (trouble, text, kind, taken) => {
  relay.troubles.push(trouble)
  expect((await send({ text })).verdict.kind).toBe(kind)
  expect(relay.mails).toHaveLength(taken)
})

it('the outcome of a mail is unknown if the caller aborts before the response', async () => {
  const caller = new AbortController()
  relay.troubles.push('answers late')
  const sending = send({ signal: caller.signal })
  await expect.poll(() => relay.mails.length, { timeout: 10_000 }).toBe(1)
  caller.abort()
  expect((await sending).verdict).toEqual({ kind: 'unknown', reason: 'EABORT' })
})

it('opens a new connection if the relay has closed the idle one', { tags: 'nightly' }, async () => {
  await send()
  relay.troubles.push('dies in the body')
  expect((await send({ text: BODY })).verdict).toEqual({ kind: 'accepted' })
  expect(relay.mails).toHaveLength(2)
})

describe('classifies an error response', () => {
  it.each([
    ['recipient', '550 5.1.1 no such user', 'refused', 'EENVELOPE 550 5.1.1'],
    ['recipient', '550 5.2.1 disabled', 'refused', 'EENVELOPE 550 5.2.1'],
    ['recipient', '553 not allowed', 'refused', 'EENVELOPE 553'],
    ['recipient', '550 no', 'doubtful', 'EENVELOPE 550'],
    ['recipient', '554 5.7.1 relaying denied', 'doubtful', 'EENVELOPE 554 5.7.1'],
    ['recipient', '452 4.2.2 full', 'later', 'EENVELOPE 452 4.2.2'],
    ['sender', '550 5.7.1 not you', 'away', 'EENVELOPE 550 5.7.1'],
    ['body', '554 5.6.0 broken', 'refused', 'EMESSAGE 554 5.6.0'],
    ['body', '550 5.7.26 unauthenticated', 'doubtful', 'EMESSAGE 550 5.7.26'],
    ['body', '451 4.3.0 not now', 'later', 'EMESSAGE 451 4.3.0'],
    ['greeting', '554 no service', 'away', 'EPROTOCOL 554'],
  ] as const)('%s: %s', async (point, answer, kind, reason) => {
    relay.refuses[point] = answer
    expect((await send()).verdict).toMatchObject({ kind, reason })
  })

  it('an unreachable relay', async () => {
    await relay.close()
    expect((await send()).verdict).toMatchObject({ kind: 'away', reason: expect.stringMatching(/^ESOCKET|^ECONNECTION/) })
  })

  it('a wrong password', () => {
    expect(verdictOf({ code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535, response: '535 5.7.8 no' }).kind).toBe('away')
  })
})
